// The migration that turns what the program wrote into remarks into facts, and keeps what buyers
// wrote.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Logger, runMigrations } from "graphile-worker";
import { Client, Pool } from "pg";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const directory = new URL("../../migrations/", import.meta.url);
const migration = "0046-requested-facts.sql";
const name = "before_facts";

let cluster: TestDatabase;
let owner: Client;
let client: Client;

const read = (file: string) => readFileSync(new URL(file, directory), "utf8");

const [account, user, draft, sent, byKey, list] = Array.from(
  { length: 6 },
  (_, place) => `01a226fb-9794-74a6-96df-00000000000${place}`,
);

/** The remarks of the lines of each order, and of the rows of a list. */
const written = [
  null,
  "for 5B-DCX",
  "Listed as DA 1147-37-3",
  "Certificate requested: FAA 8130-3 or EASA Form 1; Condition requested: NE or OH; 24 requested, 25 ordered",
  "1,329 requested, 1,400 ordered; 100.5 m requested (330 FT)",
  "certificate: DEF STAN: 91-98; condition requested: no PMA; needed by: ASAP",
  "2 DZ requested (24 EA)",
  // What the program and the buyer wrote together, and what is not whole, stay as they are.
  "Certificate requested: CoC; for 5B-DCX",
  "Item 5; Listed as A-1",
  "25 listed as A-1",
  "Listed as A-1; Listed as A-2",
  "Listed as A-1; and 2 more",
  `Listed as ${"x".repeat(79)}…`,
  "2 × 50 m requested (330 FT)",
  "certificate:",
  "please say why it was requested (24 EA)",
];

before(async () => {
  cluster = await openTestDatabase();
  owner = new Client(cluster.address);
  await owner.connect();
  await owner.query(`create database ${name}`);
  const address = { ...cluster.address, database: name };
  const pgPool = new Pool({ ...address, max: 1 });
  for (const event of ["error", "connect"] as const) pgPool.on(event, () => undefined);
  await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  await pgPool.end();
  client = new Client(address);
  await client.connect();
  await client.query(
    "create table schema_migrations (name varchar(255) not null, works_with text)",
  );
  const files = readdirSync(directory).filter((file) => file < migration);
  for (const file of files.sort()) await client.query(read(file));
  await insertRows();
  await client.query(read(migration));
});

after(async () => {
  await client.end();
  await owner.query(`drop database ${name} with (force)`);
  await owner.end();
  await cluster.close();
});

/** Without triggers and foreign keys: only what the migration reads. */
async function insertRows() {
  await client.query("set session_replication_role = replica");
  const orders = [
    [draft, "draft", user],
    [sent, "confirmed", user],
    [byKey, "draft", null],
  ];
  for (const [orderId, status, userId] of orders) {
    await client.query(
      `insert into orders (order_id, account_id, key_id, status, currency, subtotal, request_id,
          created_at, changed_at, user_id, made_by, order_number)
        values ($1::uuid, $2, case when $4::uuid is null then $2::uuid end, $3, 'USD', 100, 'r',
          now(), now(), $4, case when $4::uuid is not null then 'Ines' end, 'SO-1' || right($1::text, 5))`,
      [orderId, account, status, userId],
    );
    await client.query(
      `insert into order_lines (order_id, line_number, offer_id, part_number, vendor, condition,
          unit_of_measure, quantity, unit_price, line_total, remark)
        select $1, place, 1, 'A', 'Able', 'NE', 'EA', 1, 100, 100, remark
        from unnest($2::text[]) with ordinality one(remark, place)`,
      [orderId, written],
    );
  }
  await client.query(
    `insert into quick_order_rows (quick_order_id, row_number, cells, state, quantity_text,
        suggestions, remark)
      select $1, place, '[]', 'not_found', '', '[]', remark
      from unnest($2::text[]) with ordinality one(remark, place)`,
    [list, written],
  );
  await client.query("set session_replication_role = origin");
}

/** The lines or rows without what is null, by their places. */
async function readAll(table: string, id: string, key: string | undefined) {
  const found = await client.query(
    `select jsonb_strip_nulls(to_jsonb(one)) as row from (
        select remark, requested_quantity, requested_unit, ${
          table === "order_lines"
            ? "requested_part, requested_conditions, requested_certificates, requested_unread"
            : "unread"
        } from ${table} where ${id} = $1 order by ${table === "order_lines" ? "line" : "row"}_number
      ) one`,
    [key],
  );
  return found.rows.map(({ row }) => row);
}

const unchanged = written.map((remark) => (remark === null ? {} : { remark }));

test("the lines of drafts get the facts of a remark that the program wrote, and nothing else changes", async () => {
  assert.deepEqual(await readAll("order_lines", "order_id", draft), [
    ...unchanged.slice(0, 2),
    { requested_part: "DA 1147-37-3" },
    {
      requested_quantity: 24,
      requested_unit: "EA",
      requested_conditions: ["NE", "OH"],
      requested_certificates: ["8130-3", "EASA Form 1"],
    },
    { requested_quantity: 100.5, requested_unit: "m" },
    { requested_unread: { condition: "no PMA", certificate: "DEF STAN: 91-98", day: "ASAP" } },
    { requested_quantity: 2, requested_unit: "DZ" },
    ...unchanged.slice(7),
  ]);
});

test("confirmed orders and those placed by key keep their remarks", async () => {
  assert.deepEqual(await readAll("order_lines", "order_id", sent), unchanged);
  assert.deepEqual(await readAll("order_lines", "order_id", byKey), unchanged);
});

test("the rows of lists get what their columns did not have", async () => {
  assert.deepEqual(await readAll("quick_order_rows", "quick_order_id", list), [
    ...unchanged.slice(0, 5),
    { unread: { condition: "no PMA", certificate: "DEF STAN: 91-98", day: "ASAP" } },
    { requested_quantity: 2, requested_unit: "DZ" },
    ...unchanged.slice(7),
  ]);
});
