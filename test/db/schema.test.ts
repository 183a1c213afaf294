// The schema: its committed text, the functions that SQL and TypeScript share, and the privileges
// of the service.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { type Currency, listCurrencies } from "../../src/kit/money.ts";
import { formatPrice, readStoredPrice } from "../../src/kit/price.ts";
import { dumpSchema } from "../support/dumpSchema.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
let owner: Client;

before(async () => {
  database = await openTestDatabase();
  owner = new Client(database.address);
  await owner.connect();
});

after(async () => {
  await owner.end();
  await database.close();
});

test("migrations/schema.sql is the schema that the migrations create", async () => {
  const file = new URL("../../migrations/schema.sql", import.meta.url);
  const head = "-- The schema that the migrations create; UPDATE_DOCS=1 with this test writes it.";
  const made = `${head}\n\n${await dumpSchema(owner)}`;
  if (process.env["UPDATE_DOCS"] === "1") await writeFile(file, made);
  assert.equal(await readFile(file, "utf8"), made);
});

test("migrating again does nothing, even four times concurrently", async () => {
  const { address } = database;
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrateSchema(address)));
  assert.deepEqual(ran, [[], [], [], []]);
});

test("concurrent first starts migrate once", async () => {
  await owner.query("create database first_start");
  const address = { ...database.address, database: "first_start" };
  const ran = await Promise.all(Array.from({ length: 3 }, () => migrateSchema(address)));
  assert.equal(ran.flat().filter((name) => name === "0042-baseline").length, 1);
  await owner.query("drop database first_start with (force)");
});

test("SQL and TypeScript use the same decimal places for every currency and format prices alike", async () => {
  for (const [code, digits] of listCurrencies()) {
    for (const minor of [
      "0",
      "1",
      "9",
      "10",
      "999",
      "1000",
      "123456789",
      "999999999999999",
      "0.34",
      "1234.5006789",
    ]) {
      const found = await owner.query<{ digits: number; amount: string }>(
        `select currency_digits($1) as digits,
          price_text($2::numeric, currency_digits($1)) as amount`,
        [code, minor],
      );
      const amount = formatPrice(readStoredPrice(minor, code as Currency));
      assert.deepEqual(found.rows[0], { digits, amount }, code);
    }
  }
});

test("the service's role cannot change the schema, nor delete or rewrite history", async () => {
  const forbidden = [
    "create table x (y text)",
    "drop table offers",
    "alter table offers add x text",
    "truncate offers",
    "delete from orders",
    "delete from import_runs",
    "update offer_changes set stock_after = 1",
    "delete from offer_changes",
    "delete from mails",
    "update mails set recipient = 'thief@example.com'",
    "update mails set body = ''",
    "update mails set kind = 'x'",
    "update conditions set name = 'x'",
    "update conditions set code = 'X'",
    "update condition_synonyms set synonym = 'X'",
    "delete from conditions",
    "update units_of_measure set name = 'x'",
    "update certificates set name = 'x'",
    "delete from certificates",
    "delete from audit_events",
    "update audit_events set at = now()",
    "truncate audit_events",
    "alter table audit_events add column x text",
    "select expire_audit_events()",
    "insert into audit_retention (days) values (30)",
    "create function expire_audit_events(days integer) returns integer return 1",
    "update agreement_changes set run_id = 1",
    "insert into catalog_changes (position, run_id) values (1, 1)",
    "update order_lines set quantity = 1",
    "update orders set answer = ''",
    "update orders set account_id = gen_random_uuid()",
    "update order_events set at = now()",
    "delete from order_events",
    "delete from accounts",
    "delete from api_requests",
    "update api_requests set status = 200",
    "drop table api_requests",
    "create table api_requests_x partition of api_requests default",
    "delete from unmet_demand",
    "delete from api_keys",
    "delete from users",
    "update reset_requests set email = 'a@b.example'",
    "insert into schema_migrations (name, run_on) values ('x', now())",
    "create role x",
    "copy offers to program 'true'",
  ];
  for (const text of forbidden) {
    const statement = { name: "", text, values: [] };
    await assert.rejects(database.db.query(statement), { code: "42501" }, text);
  }
});
