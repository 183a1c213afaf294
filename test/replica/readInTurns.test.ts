// A long read that lets other requests run in between.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import type { ReplicaView } from "../../src/catalog/replica/read/replicaView.ts";
import { readInTurns } from "../../src/catalog/replica/readInTurns.ts";
import { currentFile } from "../../src/catalog/replica/replicaFolder.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { joinAnswers, splitLookup } from "../../src/catalog/search/splitLookup.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
const now = new Date();
const names = Array.from({ length: 23 }, (_, place) => `NAME ${place % 9}`);

before(async () => {
  database = await openTestDatabase();
  for (const [place, partName] of names.entries()) {
    await insertOffer(database.db, { partNumber: `TURN-${place}`, partName });
  }
  await insertOffer(database.db, { partNumber: "TURN-PUMP", partName: "PUMP,HYDRAULIC" });
  await database.replica.catchUp();
});
after(() => database.close());

test("other requests run between the parts of a read", async () => {
  const { replica } = database;
  const order: string[] = [];
  const parts = [1, 2, 3].map((part) => () => order.push(`part ${part}`));
  const read = readInTurns(replica, parts);
  setImmediate(() => order.push("other"));
  await read;
  assert.equal(order.at(-1), "part 3");
  assert.ok(order.includes("other"), order.join());
});

test("all parts of a read see one state, even if a change is applied in between", async () => {
  const { replica } = database;
  const current = readFileSync(join(replica.folder, currentFile), "utf8");
  const file = new DatabaseSync(join(replica.folder, current));
  let attempts = 0;
  const countConditions = (view: ReplicaView) =>
    view.rows<[number]>("select count(*) from conditions")[0]?.[0];
  const applyChange = (view: ReplicaView) => {
    attempts += 1;
    if (attempts === 1) {
      file.exec("begin; update state set place = place + 1");
      file.exec("insert into conditions values ('ZZ', 30); commit");
    }
    return countConditions(view);
  };
  const before = replica.read(countConditions) ?? 0;
  const counts = await readInTurns(replica, [applyChange, countConditions, countConditions]);
  file.close();
  assert.deepEqual(counts, [before + 1, before + 1, before + 1]);
  assert.equal(attempts, 2);
});

test("a read whose state keeps changing finally runs in one turn", async () => {
  let turns = 0;
  const view = { identify: () => `state of turn ${turns}` } as ReplicaView;
  const replica = {
    ...database.replica,
    read<T>(work: (view: ReplicaView, ageMs: number) => T): T {
      turns += 1;
      return work(view, 0);
    },
  };
  assert.deepEqual(await readInTurns(replica, [() => "a", () => "b"]), ["a", "b"]);
  assert.equal(turns, 7);
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
