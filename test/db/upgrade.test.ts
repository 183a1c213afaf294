// Upgrading a database that the program at migration 0042 wrote: no row is lost, the schema becomes
// that of a new one, and the service works on it.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Logger, runMigrations } from "graphile-worker";
import { Client, Pool } from "pg";
import type { AccountId } from "../../src/accounts/account.ts";
import { sessionSettings } from "../../src/db/connection.ts";
import { migrateSchema, readDatabaseFacts } from "../../src/db/migrateSchema.ts";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { loadQuoteRequests, selectQuoteRequests } from "../../src/quotes/quoteRequestQueries.ts";
import { dumpSchema } from "../support/dumpSchema.ts";
import { canonicalPrefix, openTestApp } from "../support/testApp.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";
import { openVisitor } from "../support/testVisitor.ts";

const migrations = new URL("../../migrations/", import.meta.url);
const files = readdirSync(migrations).filter((file) => /^\d{4}-/.test(file));
const names = files.map((file) => file.slice(0, -".sql".length)).sort();
const fixture = readFileSync(new URL("fixtures/0042.sql", import.meta.url), "utf8");

let cluster: TestDatabase;
let owner: Client;
const restored = `old_${randomBytes(6).toString("hex")}`;

/** Restores the fixture once, with the migrations that it had. */
before(async () => {
  cluster = await openTestDatabase();
  owner = new Client(cluster.address);
  await owner.connect();
  await owner.query(`create database ${restored}`);
  const address = { ...cluster.address, database: restored };
  const pgPool = new Pool({ ...address, max: 1 });
  for (const event of ["error", "connect"] as const) pgPool.on(event, () => undefined);
  await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  await pgPool.end();
  const client = new Client(address);
  await client.connect();
  await client.query(`create table schema_migrations
    (id serial primary key, name varchar(255) not null, run_on timestamp not null)`);
  await client.query(readFileSync(new URL("0042-baseline.sql", migrations), "utf8"));
  await client.query(fixture);
  await client.end();
});

after(async () => {
  await owner.query(`drop database ${restored} with (force)`);
  await owner.end();
  await cluster.close();
});

type OldDatabase = { readonly address: TestDatabase["address"]; readonly client: Client };

/** Runs `work` on a copy. */
async function withOld(work: (old: OldDatabase) => Promise<void>): Promise<void> {
  const database = `old_${randomBytes(6).toString("hex")}`;
  await owner.query(`create database ${database} template ${restored}`);
  const address = { ...cluster.address, database };
  const client = new Client(address);
  await client.connect();
  try {
    await work({ address, client });
  } finally {
    await client.end();
    await owner.query(`drop database ${database} with (force)`);
  }
}

type Columns = readonly { readonly table: string; readonly columns: string }[];

/** The columns of all tables but those that a migration changes: its name, and the replicas' epoch. */
async function listColumns(client: Client): Promise<Columns> {
  const found = await client.query(
    `select relname as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attnum > 0 and not attisdropped and relname not in ('schema_migrations', 'catalog_epoch')
      group by relname order by relname`,
  );
  return found.rows;
}

/** Every row of every table, with the values of these columns. */
async function readRows(client: Client, all: Columns): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const { table, columns } of all) {
    const found = await client.query(
      `select row(${columns})::text as row from ${table} order by 1`,
    );
    rows.set(
      table,
      found.rows.map(({ row }) => row),
    );
  }
  return rows;
}

async function listRan(client: Client): Promise<string[]> {
  const found = await client.query("select name from schema_migrations order by name");
  return found.rows.map(({ name }) => name);
}

test("an upgrade keeps every row and column, and gives the schema of a new database", async () => {
  await withOld(async ({ address, client }) => {
    const columns = await listColumns(client);
    const before = await readRows(client, columns);
    for (const [table, rows] of before) assert.ok(rows.length > 0, `${table} has no row`);
    assert.deepEqual((await readDatabaseFacts(address)).missingMigrations, names);

    const ran = await Promise.all(Array.from({ length: 3 }, () => migrateSchema(address)));
    assert.deepEqual(ran.flat(), names);
    assert.deepEqual(await readRows(client, columns), before);
    assert.deepEqual(await listRan(client), names);
    assert.deepEqual(await migrateSchema(address), []);

    // A new database has no days of the request log yet.
    const days = await client.query(
      "select inhrelid::regclass as day from pg_inherits where inhparent = 'api_requests'::regclass",
    );
    for (const { day } of days.rows) await client.query(`drop table ${day}`);
    const committed = readFileSync(new URL("schema.sql", migrations), "utf8");
    assert.equal(await dumpSchema(client), committed.slice(committed.indexOf("\n\n") + 2));
  });
});

test("an upgrade makes facts of remarks that the program wrote into drafts, and of no others", async () => {
  const written =
    "Listed as DA 1147-37-3; 24 requested, 25 ordered; Certificate requested: FAA 8130-3 or CoC";
  const own = `${written}; call Ines`;
  const facts = [null, "DA 1147-37-3", 24, ["8130-3", "CoC"]];
  for (const [remark, ofDraft] of [
    [written, facts],
    [own, [own, null, null, null]],
  ] as const) {
    await withOld(async ({ address, client }) => {
      await client.query("update order_lines set remark = $1", [remark]);
      await migrateSchema(address);
      const { rows } = await client.query(
        `select distinct status = 'draft' as draft, jsonb_build_array(remark, requested_part,
            requested_quantity, requested_certificates) as said
          from order_lines join orders using (order_id) where user_id is not null order by 1`,
      );
      const kept = [remark, null, null, null];
      assert.deepEqual(rows, [
        { draft: false, said: kept },
        { draft: true, said: ofDraft },
      ]);
    });
  }
});

test("the service looks up, orders and confirms on an upgraded database", async () => {
  await withOld(async ({ address, client }) => {
    await migrateSchema(address);
    const onIdleError = () => undefined;
    const service = { ...address, user: sessionSettings.role };
    const options = { poolSize: 5, applicationName: "test", onIdleError };
    const db = openDatabase({ ...options, address: service });
    const replica = openTestReplica(db);
    const close = () => replica.close();
    const app = await openTestApp({}, { ...cluster, address, db, replica, close });
    try {
      const { rows } = await client.query<{ account: AccountId; part: string; allocated: number }>(
        `select account_id as account, part_number as part, allocated::integer
          from offers, accounts where suspended_at is null and status = 'ACTIVE'
            and list_price is not null and available_stock > 1 and min_quantity = 1
            and multiple = 1 and shelf_life_expires is null
          order by accounts.name, offer_id limit 1`,
      );
      const [{ account: accountId, part, allocated } = assert.fail("no offer")] = rows;
      const issue = { accountId, name: "upgraded", expiresAt: null, now: new Date() };
      const { key } = await db.transaction((tx) => createKey(tx, issue));
      const post = (path: string, body: object) =>
        app.server.inject({
          method: "POST",
          url: `${canonicalPrefix}/${path}`,
          headers: { authorization: `Bearer ${key}` },
          payload: body,
        });
      const [{ part_id } = assert.fail("not found")] = (
        await post("catalog", { part_numbers: [part] })
      ).json().found_parts;
      const placed = await post("orders", { items: [{ part_id, quantity: 1 }] });
      assert.equal(placed.statusCode, 201, placed.body);
      const { order_id } = placed.json().order;
      // What was requested and replied before quotes had prices is as it was.
      const asked = await loadQuoteRequests(db, await selectQuoteRequests(db, {}, { limit: 99 }));
      const old = await client.query(
        `select (select count(*) from quote_requests)::integer as requests,
          (select count(*) from quote_request_lines)::integer as lines,
          (select count(*) from quote_request_messages)::integer as messages`,
      );
      assert.deepEqual(old.rows, [
        {
          requests: asked.length,
          lines: asked.flatMap(({ lines }) => lines).length,
          messages: asked.flatMap(({ messages }) => messages).length,
        },
      ]);
      assert.ok(asked.length > 0 && asked.every(({ quote }) => quote === null));

      const buyer = await openVisitor(app, accountId);
      const review = `/orders/${order_id}/confirm`;
      const [, reviewed = ""] =
        /name="reviewed" value="([^"]+)"/.exec((await buyer.get(review)).body) ?? [];
      const confirmed = await buyer.post(review, { reviewed });
      assert.equal(confirmed.headers.location, `/orders/${order_id}?done=confirmed`);
      const taken = await client.query(
        `select sum(allocated)::integer - $2 as taken from offers
          join order_lines using (offer_id) where order_id = $1`,
        [order_id, allocated],
      );
      assert.deepEqual(taken.rows, [{ taken: 1 }]);
    } finally {
      await app.close();
    }
  });
});

test("a database with some of the replaced migrations is refused with instructions, and not changed", async () => {
  const add = "insert into schema_migrations (name, run_on) values ";
  await withOld(async ({ address, client }) => {
    for (const change of [
      "delete from schema_migrations where name = '0042-quote-quantities'",
      "delete from schema_migrations where name <> '0001-baseline'",
      `${add} ('0042-baseline', now())`,
      `${add} ('0030-other', now())`,
    ]) {
      const whole = await listRan(client);
      await client.query(change);
      const changed = await listRan(client);
      const refusal = {
        name: "SchemaVersionError",
        message:
          "This database has not exactly the migrations 0001 to 0042, which one file replaced. " +
          "Run bin/partsdesk migrate of commit 89e1d434 before this version, or restore a backup.",
      };
      await assert.rejects(migrateSchema(address), refusal, change);
      await assert.rejects(readDatabaseFacts(address), refusal, change);
      assert.deepEqual(await listRan(client), changed);
      await client.query("delete from schema_migrations");
      for (const name of whole) await client.query(`${add} ($1, now())`, [name]);
    }
  });
});

test("an upgrade that fails leaves the names as they were, and can be repeated", async () => {
  await withOld(async ({ address, client }) => {
    const old = await listRan(client);
    await client.query("alter table schema_migrations add constraint no check (id <= 42)");
    await assert.rejects(migrateSchema(address), { code: "23514" });
    assert.deepEqual(await listRan(client), old);
    await client.query("alter table schema_migrations drop constraint no");
    assert.deepEqual(await migrateSchema(address), names);
  });
});
