// The migration to prices on request: what offers at 0 become in the database of a running service.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { type DatabaseOf010, openDatabaseOf010 } from "../support/databaseOf010.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let cluster: TestDatabase;
let owner: Client;
let old: DatabaseOf010;

before(async () => {
  cluster = await openTestDatabase();
  owner = new Client(cluster.address);
  await owner.connect();
  old = await openDatabaseOf010(owner, cluster.address);
});

after(async () => {
  await old.close();
  await owner.end();
  await cluster.close();
});

async function select<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await old.client.query<Row>(text, values)).rows;
}

/** An offer at 0, and one that was at 0 before the last run. */
async function setZeroPrices() {
  const [{ id, other }] = (await select<{ id: string; other: string }>(
    "select min(offer_id) as id, max(offer_id) as other from offers",
  )) as [{ id: string; other: string }];
  const [{ run }] = (await select<{ run: number }>(
    "select max(run_id) as run from import_runs",
  )) as [{ run: number }];
  await select("update offers set list_price = 0 where offer_id = $1", [id]);
  await select("delete from offer_changes where offer_id = $1", [other]);
  await select(
    `insert into offer_changes (offer_id, run_id, action, stock_before, stock_after, before)
      select offer_id, $2, 'updated', 1, 1,
        to_jsonb(o) - 'wire' || '{"list_price": 0}'
      from offers o where offer_id = $1`,
    [other, run],
  );
  const [place] = await select<{ max: string }>("select max(place) as max from catalog_changes");
  return { id, other, run, place: place?.max };
}

test("offers at 0 lose their price in one run, as do the rows that a revert would restore", async () => {
  const { id, other, run, place } = await setZeroPrices();
  await migrateSchema(old.address);

  const offer = await select(
    `select list_price, currency is not null as "hasCurrency" from offers where offer_id = $1`,
    [id],
  );
  assert.deepEqual(offer, [{ list_price: null, hasCurrency: true }]);
  const before = await select(
    "select before -> 'list_price' as price from offer_changes where offer_id = $1",
    [other],
  );
  assert.deepEqual(before, [{ price: null }]);

  const [migrating] = await select<{ run_id: number }>(
    `select run_id, kind || ' ' || mode || ' ' || state || ' by ' || started_by as what,
      report -> 'counts' as counts
      from import_runs where run_id > $1`,
    [run],
  );
  const run_id = migrating?.run_id;
  const what = "catalog edit committed by upgrade";
  assert.deepEqual(migrating, { run_id, what, counts: { updated: 1 } });
  assert.deepEqual(
    await select("select run_id, offer_id from catalog_changes where position > $1", [place]),
    [{ run_id, offer_id: null }],
  );
  const changes = await select(
    `select offer_id, before ->> 'list_price' as price, stock_before = stock_after as "keepsStock"
      from offer_changes where run_id = $1`,
    [run_id],
  );
  assert.deepEqual(changes, [{ offer_id: id, price: "0", keepsStock: true }]);
  assert.deepEqual(await select("select 1 from offers where list_price = 0"), []);
});
