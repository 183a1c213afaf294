// A large catalog is filled by two threads, which read one snapshot; a small one by one.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, test } from "node:test";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));
beforeEach(async () => {
  followed.fill.wordsAddress = database.address;
});

/** Ranks that differ in each component, and prices that share one. */
const kinds: readonly Partial<OfferFields>[] = [
  { price: 1_000_000_000 },
  { price: 1_000_000_001, condition: "OH" },
  { price: 1_000_000_000, condition: "OH" },
  { price: 999_999_999, condition: "OH" },
  { price: null },
  { price: 150, stock: 0 },
  { price: 150, shelfLifeExpires: "2026-11-21", nsn: "5305001234567" },
  { price: 150, shelfLifeExpires: "2026-11-22", cage: "1AB23" },
  { partName: null, title: null, description: 'back\\slash "quoted"' },
  { partName: "Pumps, fuel", title: "Läger", vendor: "Ünï & Co" },
];

async function insertKinds(from: string): Promise<void> {
  for (const [place, kind] of kinds.entries()) {
    await insertOffer(database.db, { partNumber: `${from}-${place}`, partName: "BOLT", ...kind });
  }
}

async function compare() {
  const session = await database.db.openSession();
  try {
    const path = join(followed.folder, await followed.readCurrent());
    const { place: _place, offers: _offers, ...differences } = await compareReplica(session, path);
    return differences;
  } finally {
    await session.close();
  }
}
const nothing = { missing: [], leftOver: [], different: [], misindexed: [], damage: [] };

test("two threads write the same file as one, and the file is followed", async () => {
  await insertKinds("A");
  await followed.followOnce();
  assert.deepEqual(await compare(), nothing);
  const filled = await followed.readCurrent();
  await insertKinds("B");
  for (const text of [
    "update offers set title = 'Renamed', list_price = 7 where part_number like 'A-%'",
    "delete from offers where part_number in ('A-3', 'B-4')",
  ]) {
    await runSql(database.db, text);
  }
  await followed.followOnce();
  assert.equal(await followed.readCurrent(), filled, "the file is not rebuilt");
  assert.deepEqual(await compare(), nothing);
  const file = new DatabaseSync(join(followed.folder, filled));
  file.exec("insert into words (words) values ('integrity-check')");
  file.close();
});

test("a fill whose second thread fails leaves no file and is retried", async () => {
  await insertKinds("C");
  followed.fill.wordsAddress = { ...database.address, database: "none" };
  await assert.rejects(followed.followOnce(), /"none" does not exist/);
  assert.deepEqual(
    (await readdir(followed.folder)).filter((name) => name.startsWith("catalog")),
    [],
  );
  followed.fill.wordsAddress = database.address;
  await followed.followOnce();
  assert.deepEqual(await compare(), nothing);
  const current = await readFile(join(followed.folder, "current"), "utf8");
  const left = (await readdir(followed.folder)).filter((name) => name.includes("-words"));
  assert.deepEqual([current.startsWith("catalog"), left], [true, []]);
});
