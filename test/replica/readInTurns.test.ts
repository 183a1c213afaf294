// A long read that lets other requests run in between.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, before, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReplicaView } from "../../src/catalog/replica/read/replicaView.ts";
import { currentFile } from "../../src/catalog/replica/replicaFolder.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { joinAnswers, splitLookup } from "../../src/catalog/search/splitLookup.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const now = new Date();
const names = Array.from({ length: 23 }, (_, place) => `NAME ${place % 9}`);

before(async () => {
  for (const [place, partName] of names.entries()) {
    await insertOffer(database.db, { partNumber: `TURN-${place}`, partName });
  }
  await insertOffer(database.db, { partNumber: "TURN-PUMP", partName: "PUMP,HYDRAULIC" });
  await database.replica.catchUp();
});

test("other requests run between the parts of a read", async () => {
  const { replica } = database;
  const order: string[] = [];
  const parts = [1, 2, 3].map((part) => () => order.push(`part ${part}`));
  const read = replica.readInTurns(parts);
  setImmediate(() => order.push("other"));
  await read;
  assert.equal(order.at(-1), "part 3");
  assert.ok(order.includes("other"), order.join());
});

const countConditions = (view: ReplicaView) =>
  view.rows<[number]>("select count(*) from conditions")[0]?.[0] ?? -1;

/** The current file, to change it as the follower does. */
function openFile(): DatabaseSync {
  const { folder } = database.replica;
  return new DatabaseSync(join(folder, readFileSync(join(folder, currentFile), "utf8")));
}

afterEach(async () => {
  const file = openFile();
  file.exec("delete from conditions where code like 'Z%'");
  file.close();
  await nextTurn();
});

test("all parts of a read see one state, each in one run, while changes are applied", async () => {
  const { replica } = database;
  const file = openFile();
  const before = replica.read(countConditions);
  let changes = 0;
  const countAndChange = (view: ReplicaView) => {
    const counted = countConditions(view);
    changes += 1;
    file.exec("begin; update state set place = place + 1");
    file.exec(`insert into conditions values ('Z${changes}', ${30 + changes}); commit`);
    return counted;
  };
  const parts = Array.from({ length: 9 }, () => countAndChange);
  const counts = await Promise.all([replica.readInTurns(parts), replica.readInTurns(parts)]);
  // The second read began after the first change.
  assert.deepEqual(counts, [parts.map(() => before), parts.map(() => before + 1)]);
  assert.equal(replica.read(countConditions), before + 18);
  assert.deepEqual(await replica.readInTurns([countConditions]), [before + 18]);
  file.close();
});

test("the reads of a turn see changes while a long read lasts", async () => {
  const { replica } = database;
  const file = openFile();
  const before = replica.read(countConditions);
  const change = (view: ReplicaView) => {
    file.exec("update state set place = place + 1; insert into conditions values ('ZZ', 30)");
    return countConditions(view);
  };
  const long = replica.readInTurns([change, countConditions, countConditions]);
  await nextTurn();
  assert.equal(replica.read(countConditions), before + 1);
  assert.deepEqual(await long, [before, before, before]);
  file.close();
});

test("a long read that fails is over, and the next one is not affected", async () => {
  const { replica } = database;
  const fails = [() => 1, () => assert.fail("part 2")];
  await assert.rejects(replica.readInTurns(fails), /part 2/);
  const file = openFile();
  const { busy } = file.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
  file.close();
  assert.equal(busy, 0, "its transaction is still open");
  assert.deepEqual(await replica.readInTurns([() => 1, () => 2]), [1, 2]);
});

test("a lookup in parts finds the same as a lookup in one", () => {
  const lookup = {
    partNumbers: ["TURN-3", "NONE", "TURN-4"],
    partNames: [...names, "nothing like it", ...names.map((name) => name.toLowerCase())],
    inStock: false,
    withSuggestions: false,
  };
  const parts = splitLookup(lookup);
  assert.equal(parts.length, 10);
  database.replica.read((view) => {
    const joined = joinAnswers(parts.map((part) => lookUpParts(view, part, now)));
    assert.deepEqual(joined, lookUpParts(view, lookup, now));
  });
});

test("a lookup in parts suggests the same as a lookup in one, to its last name", () => {
  const partNames = [...names.slice(0, 6), "hydralic pump"];
  const lookup = { partNumbers: ["TURN3"], partNames, inStock: false, withSuggestions: true };
  const parts = splitLookup(lookup);
  assert.equal(parts.length, 7);
  database.replica.read((view) => {
    const joined = joinAnswers(parts.map((part) => lookUpParts(view, part, now)));
    assert.deepEqual(joined, lookUpParts(view, lookup, now));
    assert.deepEqual(
      joined.suggestions.map(({ entry, partNumber }) => [entry, partNumber]),
      [
        ["TURN3", "TURN-3"],
        ["hydralic pump", "TURN-PUMP"],
      ],
    );
  });
});
