// Upgrading a database of version 0.1.0: no data is lost, and the schema becomes that of a new one.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { migrateSchema, readDatabaseFacts } from "../../src/db/migrateSchema.ts";
import { type DatabaseOf010, withDatabaseOf010 } from "../support/databaseOf010.ts";
import { dumpSchema } from "../support/dumpSchema.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

/** The day of the partitions in the dump. */
const fixtureDay = "2026-11-22";

const renamedTables: Readonly<Record<string, string>> = {
  account_views: "impersonations",
  api_calls: "api_requests",
  call_days: "request_days",
  call_hours: "request_hours",
  deeds: "audit_events",
  missed_parts: "unmet_demand",
  order_list_rows: "quick_order_rows",
  order_lists: "quick_orders",
  order_views: "saved_views",
};

/** The migrations of a database of version 0.1.0. */
const upgraded = [
  "upgrade-0.1.0",
  ...readdirSync(new URL("../../migrations/", import.meta.url))
    .filter((file) => /^\d{4}-/.test(file) && !file.startsWith("0001-"))
    .map((file) => file.slice(0, -".sql".length))
    .sort(),
];

/** Tables that later migrations added, or extended: test/db/upgradedValues.test.ts reads those. */
const extended = [
  "conditions",
  "catalog_epoch",
  "condition_synonyms",
  "audit_retention",
  "vendors",
  "vendor_values",
  "own_terms",
  "import_changed_rows",
  "distributor",
  "quick_order_uploads",
  "quick_order_mappings",
  "quick_order_undo",
  "quick_order_steps",
  "offer_counts",
  "quote_requests",
  "quote_request_lines",
  "quote_request_messages",
];

let fresh: TestDatabase;
let owner: Client;

before(async () => {
  fresh = await openTestDatabase();
  owner = new Client(fresh.address);
  await owner.connect();
});

after(async () => {
  await owner.end();
  await fresh.close();
});

const withOld = <T>(work: (old: DatabaseOf010) => Promise<T>): Promise<T> =>
  withDatabaseOf010(owner, fresh.address, work);

/** The current name of a table or partition of version 0.1.0. */
function renamed(table: string): string {
  const parent = Object.keys(renamedTables).find((name) =>
    new RegExp(`^${name}(_\\d{8})?$`).test(table),
  );
  return parent === undefined ? table : table.replace(parent, renamedTables[parent] ?? "");
}

/** Columns whose words an upgrade changes; test/db/upgradedValues.test.ts reads them. */
const reworded = ["action", "subject_kind"];

/** Columns that migrations added since; what was in them is in the others or nowhere. */
const added = [
  "offers.received",
  "offers.shipped",
  "offers.allocated",
  "offers.lots",
  "import_runs.changes_expired_at",
  "import_files.stock_mode",
  "import_files.as_of",
  "import_files.older_counts",
  "import_files.excluded",
  "import_runs.excluded",
  "import_mappings.shape",
  "orders.changed_at",
  "orders.order_number",
  "catalog_changes.recorded_at",
  "users.draft_id",
  "quick_orders.is_unclear",
  "quick_orders.notes",
  "quick_orders.is_saved",
  "quick_orders.content_digest",
  "quick_orders.rows_digest",
  "mails.dismissed_at",
  "import_runs.dismissed_at",
  "api_requests.error_path",
  "api_requests.error_message",
  "order_lines.certificate",
  "order_lines.manufacturer",
  "order_lines.cage",
  "order_lines.lead_time_days",
  "orders.ship_to",
  "order_lines.remark",
  "order_lines.needed_by",
  "quick_order_rows.asked_quantity",
  "quick_order_rows.certificate",
  "quick_order_rows.remark",
  "quick_order_rows.needed_by",
  "quick_order_rows.written",
];

/** Columns that migrations removed since: they were computed from others. */
const removed = [
  "offers.wire",
  "offers.search",
  "offers.name_key",
  "offers.alternate_keys",
  "offers.interchangeable_keys",
];

/**
 * How many rows each table has, and a digest of their values. Names are no part of it, except in
 * `offers`, which has its columns in another order since.
 */
async function digestTables(client: Client): Promise<Map<string, string>> {
  const tables = await client.query<{ name: string; columns: string }>(
    `select relname as name,
        string_agg(format('t.%I', attname), ', '
          order by case relname when 'offers' then attname end, attnum) as columns
      from pg_class join pg_attribute on attrelid = oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and attnum > 0 and not attisdropped and relname <> 'schema_migrations'
        and not (relname in ('deeds', 'audit_events') and attname = any($1))
        and regexp_replace(relname, '_[0-9]{8}$', '') || '.' || attname <> all($2)
      group by relname order by relname`,
    [reworded, [...added, ...removed]],
  );
  const digests = new Map<string, string>();
  for (const { name, columns } of tables.rows.filter((table) => !extended.includes(table.name))) {
    const found = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(r, E'\\n' order by r), '')) as digest
        from (select row(${columns})::text as r from ${name} t) rows`,
    );
    digests.set(name, found.rows[0]?.digest ?? "");
  }
  return digests;
}

async function listConstraints(client: Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select conrelid::regclass || ' ' || conname as name from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

async function listRan(client: Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    "select name from schema_migrations order by name",
  );
  return found.rows.map(({ name }) => name);
}

test("an upgraded database has the schema of a new one, including names of constraints", async () => {
  await owner.query("select maintain_request_partitions($1)", [fixtureDay]);
  await withOld(async ({ address, client }) => {
    assert.deepEqual((await readDatabaseFacts(address)).missingMigrations, upgraded);
    assert.deepEqual(await migrateSchema(address), upgraded);
    assert.equal(await dumpSchema(client), await dumpSchema(owner));
    assert.deepEqual(await listConstraints(client), await listConstraints(owner));
    assert.deepEqual(await listRan(client), await listRan(owner));
  });
});

test("an upgrade keeps every row of every table, and a second one changes nothing", async () => {
  await withOld(async ({ address, client }) => {
    const old = await digestTables(client);
    const days = /^api_calls_\d{8}$/;
    for (const [name, digest] of old) {
      if (!days.test(name)) assert.doesNotMatch(digest, /^0 /, `${name} has no row in the dump`);
    }
    await migrateSchema(address);
    const now = await digestTables(client);
    assert.deepEqual(now, new Map([...old].map(([name, value]) => [renamed(name), value])));
    const schema = await dumpSchema(client);
    assert.deepEqual(await migrateSchema(address), []);
    assert.deepEqual(await digestTables(client), now);
    assert.equal(await dumpSchema(client), schema);
  });
});

test("a row that a migration lost would be noticed, whatever table it is in", async () => {
  await withOld(async ({ address, client }) => {
    await migrateSchema(address);
    const whole = await digestTables(client);
    const filled = [...whole].filter(([, digest]) => !digest.startsWith("0 "));
    assert.ok(filled.length > 35, `${filled.length} tables`);
    for (const [name, digest] of filled) {
      await client.query("begin");
      // Without foreign keys, and without the triggers that keep rows.
      await client.query("set local session_replication_role = replica");
      const lost = await client.query(
        `delete from ${name} where (tableoid, ctid) in
          (select tableoid, ctid from ${name} limit 1)`,
      );
      assert.equal(lost.rowCount, 1, name);
      assert.notEqual((await digestTables(client)).get(name), digest, name);
      await client.query("rollback");
    }
    assert.deepEqual(await digestTables(client), whole);
  });
});

test("concurrent first starts of this version upgrade once", async () => {
  await withOld(async ({ address }) => {
    const ran = await Promise.all(Array.from({ length: 3 }, () => migrateSchema(address)));
    assert.deepEqual(ran.flat(), upgraded);
  });
});

test("a database older than 0.1.0 is refused with instructions and not changed", async () => {
  await withOld(async ({ address, client }) => {
    await client.query("delete from schema_migrations where name = '0029-counts-of-rarer-words'");
    const schema = await dumpSchema(client);
    const refusal = {
      name: "SchemaVersionError",
      message:
        "This database is older than version 0.1.0. Upgrade it to 0.1.0 first, then to this.",
    };
    await assert.rejects(migrateSchema(address), refusal);
    await assert.rejects(readDatabaseFacts(address), refusal);
    assert.equal(await dumpSchema(client), schema);
  });
});

test("a database with migrations of 0.1.0 and of this version is refused, and not changed", async () => {
  await withOld(async ({ address, client }) => {
    const add = "insert into schema_migrations (name, run_on) values ('0001-baseline', now())";
    await client.query("delete from schema_migrations where name <> '0001-accounts'");
    await client.query(add);
    const refusal = {
      name: "SchemaVersionError",
      message:
        "This database lists migrations of version 0.1.0 and of a later version. Restore a backup.",
    };
    await assert.rejects(migrateSchema(address), refusal);
    await assert.rejects(readDatabaseFacts(address), refusal);
    assert.deepEqual(await listRan(client), ["0001-accounts", "0001-baseline"]);
  });
});

test("an upgrade that fails leaves the database as it was, and can be repeated", async () => {
  await withOld(async ({ address, client }) => {
    // The last statements rename jobs, so the others have already run.
    const block = "insert into graphile_worker._private_tasks (identifier) values ($1)";
    await client.query(block, ["send_key_change_mail"]);
    const [schema, rows, ran] = [
      await dumpSchema(client),
      await digestTables(client),
      await listRan(client),
    ];
    await assert.rejects(migrateSchema(address), { code: "23505" });
    assert.equal(await dumpSchema(client), schema);
    assert.deepEqual(await digestTables(client), rows);
    assert.deepEqual(await listRan(client), ran);
    const unblock = "delete from graphile_worker._private_tasks where identifier = $1";
    await client.query(unblock, ["send_key_change_mail"]);
    assert.deepEqual(await migrateSchema(address), upgraded);
  });
});
