// Expiring places in the order of changes: replicas that are behind are rebuilt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expirePlaces } from "../../src/catalog/changeQueries.ts";
import { countShown, createFollowedFolder } from "../support/followedFolder.ts";
import { catalogHeader as header, importText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(openTestDatabase);
const owner = renew(() => database.openOwner());

/** The places, oldest first, with what is at each. */
async function listPlaces(): Promise<string[]> {
  const { rows } = await owner.client.query<{ what: string }>(
    "select coalesce(action, 'run') as what from catalog_changes order by position",
  );
  return rows.map(({ what }) => what);
}

const age = (days: number) =>
  owner.client.query("update catalog_changes set recorded_at = now() - make_interval(days => $1)", [
    days,
  ]);

const setStock = (stock: number) => owner.client.query("update offers set received = $1", [stock]);

/** Takes one place for many rows. */
async function importRows(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => `RUN-${n},BOLT,NE,EA,1,2.00,USD,Acme`);
  await importText(database.db, [header, ...rows].join("\n"), { vendor: "Acme", replace: false });
  assert.deepEqual(await listPlaces(), ["run"]);
}

/** Changes the stock of two offers, one of them new, three times; the places then expire. */
async function expireChanges(): Promise<void> {
  await importRows(1);
  await insertOffer(database.db, { partNumber: "SINGLE" });
  for (const stock of [1, 2, 3]) await setStock(stock);
  const updated = Array.from({ length: 6 }, () => "updated");
  assert.deepEqual(await listPlaces(), ["run", "created", ...updated]);
  await age(29);
  assert.equal(await expirePlaces(database.db), 0);
  await age(31);
  assert.equal(await expirePlaces(database.db), 5);
}

test("a run of many rows takes one place", () => importRows(500));

test("places of single offers expire after 30 days, except the newest and those a new reader needs", async () => {
  await expireChanges();
  assert.equal(await expirePlaces(database.db), 0);
  assert.deepEqual(await listPlaces(), ["run", "created", "updated"]);
});

for (const [name, offers] of [
  ["a replica", 2],
  ["a replica of an empty catalog", 0],
] as const) {
  test(`${name} that is behind expired places is rebuilt`, async (t) => {
    if (offers > 0) await importRows(offers);
    const followed = await createFollowedFolder(database.db);
    t.after(() => followed.close());
    await followed.followOnce();
    const file = await followed.readCurrent();
    await insertOffer(database.db, { partNumber: "BEHIND" });
    for (const stock of [7, 8]) await setStock(stock);
    await age(31);
    assert.ok((await expirePlaces(database.db)) > 0);
    await followed.followOnce();
    assert.match(followed.lines.join("\n"), /changes have expired/);
    assert.notEqual(await followed.readCurrent(), file);
    const replica = followed.openReader(60_000);
    t.after(() => replica.close());
    assert.equal(countShown(replica), offers + 1);
  });
}
