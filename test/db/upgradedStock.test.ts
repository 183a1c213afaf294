// The stock of a database of version 0.1.0 after an upgrade (decision 146).
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { openDatabaseOf010 } from "../support/databaseOf010.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

test("an upgrade counts what confirmed orders had taken as allocated, and keeps what is available", async () => {
  const fresh = await openTestDatabase();
  const owner = new Client(fresh.address);
  await owner.connect();
  const { address, client, close } = await openDatabaseOf010(owner, fresh.address);
  try {
    const before = await client.query<{ id: string; stock: number }>(
      "select offer_id as id, available_stock as stock from offers order by offer_id",
    );
    const open = await client.query<{ id: string; quantity: number }>(
      `select l.offer_id as id, sum(l.quantity)::integer as quantity
        from orders join order_lines l using (order_id) where status = 'confirmed' group by 1`,
    );
    assert.ok(open.rows.length > 0);
    const taken = new Map(open.rows.map(({ id, quantity }) => [id, quantity]));
    const places = await client.query("select count(*) from catalog_changes");
    await migrateSchema(address);
    const after = await client.query(
      `select offer_id as id, received::integer, shipped::integer, allocated::integer,
        available_stock as stock from offers order by offer_id`,
    );
    const expected = before.rows.map(({ id, stock }) => {
      const allocated = taken.get(id) ?? 0;
      return { id, received: stock + allocated, shipped: 0, allocated, stock };
    });
    assert.deepEqual(after.rows, expected);
    const vendors = await client.query("select vendor, stock_mode from vendors order by vendor");
    const undecided = await client.query(
      "select distinct vendor, null as stock_mode from offers order by vendor",
    );
    assert.deepEqual(vendors.rows, undecided.rows, "an operator decides what their feeds mean");
    assert.deepEqual(
      (await client.query("select count(*) from catalog_changes")).rows,
      places.rows,
    );
  } finally {
    await close();
    await owner.end();
    await fresh.close();
  }
});
