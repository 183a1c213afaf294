// What a comparison of a replica with the database finds. Of up to 1,000 offers, all are drawn.

import assert from "node:assert/strict";
import { truncate } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import { upsertOwnTerm } from "../../src/catalog/terms/ownTermQueries.ts";
import { createFollowedFolder, type FollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { currentPath } from "../support/replicaContents.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(async () => {
  const opened = await openTestDatabase();
  const term = { written: "prop", meanings: ["propeller"] };
  await opened.db.transaction((tx) => upsertOwnTerm(tx, "PROP", term, new Date()));
  const odd = `"quoted" \\ back\\N é \u{1f600}`;
  await insertOffer(opened.db, {
    partNumber: "ODD-1",
    partName: odd,
    title: odd,
    description: odd,
  });
  await insertOffer(opened.db, {
    partNumber: "ODD-2",
    partName: null,
    title: null,
    price: null,
    interchangeable: ["ODD-1", 'A"B'],
    alternates: ["X-1"],
    supersededBy: "ODD-3",
    shelfLifeExpires: "2026-01-01",
    leadTimeDays: 3,
    nsn: "5330001234567",
  });
  return opened;
});
const followed = renew(async (): Promise<FollowedFolder> => {
  const folder = await createFollowedFolder(database.db);
  await folder.followOnce();
  return folder;
});

async function compare() {
  const session = await database.db.openSession();
  try {
    return await compareReplica(session, await currentPath(followed));
  } finally {
    await session.close();
  }
}

test("offers of any kind equal their replica", async () => {
  const found = await compare();
  assert.deepEqual([found?.offers, found?.differences], [2, []]);
});

const ofOdd = "where part_number_key = 'ODD-2'";
const damages: Readonly<Record<string, RegExp>> = {
  [`update offers set certificate = 'none' ${ofOdd}`]: /^Offers differ: \d+$/,
  [`update offers set rank = rank + 1 ${ofOdd}`]: /^Offers differ: \d+$/,
  [`update offers set wire = '{' ${ofOdd}`]: /^Offers differ: \d+$/,
  [`update offers set offer_id = 9 ${ofOdd}`]: /^Offers differ: \d+$/,
  "update own_terms set terms = '[]'": /^Terms of the distributor differ$/,
  "delete from conditions where code <> 'NE'": /^Conditions differ$/,
  "update state set stamp = 'another'": /another history/,
  "update state set origin = 'another'": /another history/,
  "update state set place = place + 1": /another history/,
  "delete from state": /^The file is damaged: it has no state$/,
};
for (const [damage, difference] of Object.entries(damages)) {
  test(`a comparison reports: ${damage}`, async () => {
    const file = new DatabaseSync(await currentPath(followed));
    file.exec(damage);
    file.close();
    const { differences = [] } = (await compare()) ?? {};
    assert.equal(differences.length, 1, differences.join("\n"));
    assert.match(differences[0] ?? "", difference);
  });
}

test("a comparison reports lost offers", async () => {
  const file = new DatabaseSync(await currentPath(followed));
  file.exec(`delete from offers ${ofOdd}`);
  file.close();
  const { differences = [] } = (await compare()) ?? {};
  assert.equal(differences[0], "The replica has 1 of 2 rows of offers");
  assert.match(differences[1] ?? "", /^Offers differ: \d+$/);
});

test("a comparison reports lost rules of agreements", async () => {
  const file = new DatabaseSync(await currentPath(followed));
  file.exec(
    "insert into agreement_rules values (9, '', 9, '', '', '', '', 9, '', '', 9, 9, 9, '', '')",
  );
  file.close();
  assert.deepEqual((await compare())?.differences, [
    "The replica has 1 of 0 rows of agreement_rules",
  ]);
});

test("a comparison reports a file that was cut", async () => {
  const path = await currentPath(followed);
  await truncate(path, 8_192);
  assert.match((await compare())?.differences[0] ?? "", /^The file is damaged: /);
});

test("a comparison waits for the replica, which it must reach", async () => {
  await insertOffer(database.db, { partNumber: "LATE-1" });
  const comparing = compare();
  await followed.followOnce();
  const found = await comparing;
  assert.deepEqual([found?.offers, found?.differences], [3, []]);
});
