// What a comparison of a replica with the database finds and ignores.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Client } from "pg";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import { replicatedColumns } from "../../src/catalog/replica/offerRecord.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { currentPath } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const nothing = { missing: [], leftOver: [], different: [], misindexed: [], damage: [] };

async function compare(replica: { readonly folder: string } = database.replica) {
  const session = await database.db.openSession();
  try {
    const found = await compareReplica(session, await currentPath(replica));
    const { place: _place, offers: _offers, ...differences } = found;
    return differences;
  } finally {
    await session.close();
  }
}

test("offers of any kind equal their replica, across several blocks of ids", async (t) => {
  const { db } = database;
  const odd = `"quoted" \\ back\\N é \u{1f600}`;
  await insertOffer(db, { partNumber: "ODD-1", partName: odd, title: odd, description: odd });
  await insertOffer(db, {
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
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query("select setval('offers_offer_id_seq', 70000)");
  await owner.end();
  await insertOffer(db, { partNumber: "FAR-1" });
  const followed = await createFollowedFolder(db);
  t.after(() => followed.close());
  await followed.followOnce();
  assert.deepEqual(await compare(followed), nothing);
});

const [ofOffer, rowOfWords] = ["where offer_id = $", "where rowid & (1 << 40) - 1 = $"];
/** How the offer with the id $ can be damaged in a file, and what the comparison says of it. */
const damages: readonly (readonly [string, string, "different" | "misindexed"])[] = [
  ["shown text", `update offers set wire = replace(wire, '"ODD', '"EVEN') ${ofOffer}`, "different"],
  ["value", `update offers set certificate = 'none' ${ofOffer}`, "different"],
  ["unreadable JSON", `update offers set wire = '{' ${ofOffer}`, "different"],
  ["rank", `update offers set rank = rank + 1 ${ofOffer}`, "different"],
  ["key", `update offers set alternate_keys = '["A"]' ${ofOffer}`, "different"],
  ["entry of words", `delete from words ${rowOfWords}`, "misindexed"],
  ["list of words", "delete from terms where term = 'grommet'", "misindexed"],
  [
    "fragment",
    "insert into fragments (fragments, rowid, number) values ('delete', $, 'ODDFRAGMENT')",
    "misindexed",
  ],
  ["interchangeable number", `delete from interchangeable ${ofOffer}`, "misindexed"],
];
for (const [name, change, kind] of damages) {
  test(`a comparison reports a damaged ${name}`, async (t) => {
    const offerId = await insertOffer(database.db, {
      partNumber: `ODD ${name}`,
      partName: "GROMMET",
      alternates: ["B-1"],
      interchangeable: ["C-1"],
    });
    const followed = await createFollowedFolder(database.db);
    t.after(() => followed.close());
    await followed.followOnce();
    const file = new DatabaseSync(await currentPath(followed));
    file.exec(change.replace("$", String(offerId)));
    file.close();
    const found = await compare(followed);
    assert.ok(found[kind].includes(offerId), JSON.stringify(found));
    assert.notDeepEqual(found, nothing);
    await database.db.transaction(async (tx) =>
      tx.send({ name: "", text: "delete from offers where offer_id = $1", values: [offerId] }),
    );
  });
}

test("a comparison reports a damaged index", async (t) => {
  const followed = await createFollowedFolder(database.db);
  t.after(() => followed.close());
  await followed.followOnce();
  const file = new DatabaseSync(await currentPath(followed), { defensive: false });
  file.exec(`pragma writable_schema = on;
    update sqlite_schema set rootpage = (
      select rootpage from sqlite_schema where name = 'offers_vendor'
    ) where name = 'offers_bare'`);
  file.close();
  assert.notDeepEqual((await compare(followed)).damage, []);
});

test("a comparison lists differences and ignores concurrent changes", async () => {
  const { db, replica } = database;
  const ids: number[] = [];
  for (const partName of ["GASKET", "GROMMET", "GIMBAL", "GUSSET"]) {
    ids.push(await insertOffer(db, { partNumber: `C-${partName}`, partName }));
  }
  await replica.catchUp();
  const [missing, leftOver, different, reworded] = ids as [number, number, number, number];
  const path = await currentPath(replica);
  assert.deepEqual(await compare(), nothing);
  await runSql(db, `update offers set received = received + 1 where offer_id = ${reworded}`);
  assert.deepEqual(await compare(), nothing);
  await replica.catchUp();
  const leftOverId = 999_999;
  const columns = ["rank", leftOverId, ...replicatedColumns.slice(1)].join(", ");
  const file = new DatabaseSync(path);
  file.exec(`delete from offers where offer_id = ${missing};
    insert into offers (rank, ${replicatedColumns.join(", ")})
      select ${columns} from offers where offer_id = ${leftOver};
    insert into words (rowid, forms)
      select rank << 40 | offer_id, 'wrong' from offers where offer_id = ${leftOver};
    update offers set certificate = 'none' where offer_id = ${different};`);
  file.close();
  assert.deepEqual(await compare(), {
    missing: [missing],
    leftOver: [leftOverId],
    different: [different],
    misindexed: [missing, leftOver, leftOverId],
    damage: [],
  });
});
