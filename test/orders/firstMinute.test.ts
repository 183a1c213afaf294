// The first minute of a new database: statements that were planned while their tables were empty.

import assert from "node:assert/strict";
import { test } from "node:test";
import { recordKeyUses } from "../../src/keys/queries.ts";
import { utcDay } from "../../src/kit/day.ts";
import { maintainPartitions } from "../../src/requests/writeQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { openTestApp } from "../support/testApp.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

/** So many rows of one account fill every table that grows with its orders. */
const rows = 5_000;
/** The replica reads a few rows of its own meanwhile. */
const maxRead = 500;

/** A copy of a row of `table`, with other values. */
const copy = (table: string, row: string, ...values: string[]): string =>
  `jsonb_populate_record(null::${table}, to_jsonb(${row}) || jsonb_build_object(${values})) copy`;

const fill = (orderId: string): string => `set session_replication_role = replica;
  insert into orders select copy.* from orders o, generate_series(1, ${rows}) n,
      ${copy("orders", "o", "'order_id'", "uuidv7()", "'order_number'", "'SO-' || 900000 + n", "'po_number'", "'PO-' || n", "'idempotency_key'", "'old' || n")}
    where o.order_id = '${orderId}';
  insert into order_lines select copy.* from order_lines l, orders o,
      ${copy("order_lines", "l", "'order_id'", "o.order_id")}
    where l.order_id = '${orderId}' and o.idempotency_key like 'old%';
  insert into order_events (order_id, version, kind, at, actor, actor_id, actor_name, details)
    select order_id, 2, 'edited', now(), 'operator', uuidv7(), 'Olga', '{}' from orders;
  insert into key_networks (key_id, network, first_used_at)
    select order_id, '10.0.0.0/24', now() from orders;
  insert into agreement_rules (account_id, scope, part_number, part_number_key, discount,
      valid_from, updated_at)
    select account_id, 'part', 'X' || n, 'X' || n, 100, '2020-01-01', now()
    from orders, generate_series(1, ${rows}) n where order_id = '${orderId}';
  insert into request_days (key_id, account_id, day, requests, refused)
    select order_id, account_id, current_date - 1, 1, 0 from orders`;

test("a statement that was planned on empty tables reads no more rows than it needs", async (t) => {
  // One connection, which plans each statement once.
  const app = await openTestApp(
    { rateLimitCatalog: 0, rateLimitOrders: 0 },
    await openTestDatabase(1, true),
  );
  t.after(() => app.close());
  const { db } = app.database;
  const owner = await app.database.openOwner();
  t.after(() => owner.close());
  await owner.client.query(`do $$ declare name text; begin
      for name in select relname from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %I set (autovacuum_enabled = off)', name);
      end loop;
    end $$`);
  await maintainPartitions(db, utcDay(app.clock.now));
  await insertOffer(db, { partNumber: "P1", stock: 1_000_000 });
  const account = await app.openAccount();
  const place = async (key: string | null, more = {}): Promise<string> => {
    const { found_parts } = (await account.post("catalog", { part_numbers: ["P1"] })).json();
    const body = { items: [{ part_id: found_parts[0].part_id, quantity: 1 }], ...more };
    const headers = key === null ? {} : { "idempotency-key": key };
    const response = await account.post("orders", body, headers);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().order.order_id;
  };
  const orderId = await place("first", { po_number: "PO-0" });
  const keyUse = { keyId: account.keyId as never, network: "10.1.0.0/24" };
  let sent = 0;
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    "an order with a key": () => place(`key ${++sent}`),
    "an order without a key": () => place(null),
    "a list": () => account.get("orders?limit=10"),
    "a list by status": () => account.get("orders?limit=10&status=draft"),
    "a list by PO number": () => account.get("orders?limit=10&po_number=PO-77"),
    "a list by order number": () => account.get("orders?limit=10&order_number=SO-900077"),
    "a list of changes": () => account.get("orders?limit=10&updated_since=2020-01-01T00:00:00Z"),
    "an order": () => account.get(`orders/${orderId}`),
    "the use of a key": () => recordKeyUses(db, [{ ...keyUse, at: app.clock.now }]),
  };
  const countRead = async (): Promise<ReadonlyMap<string, number>> => {
    await runSql(db, "select pg_stat_force_next_flush()");
    const { rows } = await owner.client.query(`select relname as name, seq_tup_read as read
        from pg_stat_user_tables
      union all select indexrelname, idx_tup_read from pg_stat_user_indexes`);
    return new Map(rows.map(({ name, read }) => [name, Number(read)]));
  };
  const identify = () => runSql(db, "select pg_backend_pid()");
  for (const step of Object.values(steps)) await step();
  const planned = await identify();
  await owner.client.query(fill(orderId));
  for (const [name, step] of Object.entries(steps)) {
    const before = await countRead();
    await step();
    const read = [...(await countRead())].map(([of, count]) => [of, count - (before.get(of) ?? 0)]);
    assert.deepEqual(
      read.filter(([, count]) => Number(count) > maxRead),
      [],
      `${name} reads too much`,
    );
  }
  assert.deepEqual(await identify(), planned);
});
