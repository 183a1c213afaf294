// Migrations that change what replicas of the catalog show. Triggers give a place in the order of
// changes to plain statements on offers and codes, also in a migration. A migration that bypasses
// these triggers must add 1 to the epoch, so that every replica is rebuilt.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { insertOffer } from "../support/insertOffer.ts";
import { compareRows, readContents } from "../support/replicaContents.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

let database: TestDatabase;
/** Migrations run as the owner of the schema. */
let owner: Client;

before(async () => {
  database = await openTestDatabase();
  owner = new Client(database.address);
  await owner.connect();
  for (const partNumber of ["M-1", "M-2", "M-3"]) await insertOffer(database.db, { partNumber });
});

after(async () => {
  await owner.end();
  await database.close();
});

const copyOffer = `insert into offers (part_number, part_number_key, part_number_bare, vendor,
    condition, unit_of_measure, status, received, updated_at)
  select 'M-4', 'M-4', 'M4', vendor, condition, unit_of_measure, status, 3, updated_at
  from offers where part_number = 'M-1'`;

/** Plain statements, and how many places they take. */
const plain: readonly (readonly [statement: string, places: number])[] = [
  ["update offers set part_name = 'VALVE' where part_number <> 'M-3'", 2],
  ["update offers set list_price = list_price + 1, title = null", 3],
  [copyOffer, 1],
  ["delete from offers where part_number = 'M-2'", 1],
  [
    `merge into offers o using (values ('M-3')) as v (part_number)
      on o.part_number = v.part_number when matched then update set nsn = '5330012345678'`,
    1,
  ],
  ["update conditions set rank = rank + 100", 1],
  ["update conditions set name = name || ' (changed)' where code = 'NE'", 1],
  ["insert into units_of_measure (code, name) values ('QX', 'a new unit')", 1],
  ["update units_of_measure set name = name || ' (changed)' where code = 'QX'", 1],
  ["update certificates set name = name || ' (changed)'", 1],
  ["insert into own_terms values ('seal', 'seal', '{o-ring}', now())", 1],
  ["delete from own_terms", 1],
  ["truncate own_terms", 1],
];

/** Runs a migration in a transaction and returns how many places it takes. */
async function countPlaces(migration: string, end: "commit" | "rollback"): Promise<number> {
  const count = async () =>
    Number((await owner.query("select count(*) as places from catalog_changes")).rows[0].places);
  const earlier = await count();
  await owner.query("begin");
  try {
    await owner.query(migration);
    await owner.query("set constraints all immediate");
    return (await count()) - earlier;
  } finally {
    await owner.query(end);
  }
}

test("plain statements of a migration take places, and a replica follows them", async (t) => {
  await database.replica.catchUp();
  for (const [statement, places] of plain) {
    assert.equal(await countPlaces(statement, "commit"), places, statement);
    await database.replica.catchUp();
    assert.deepEqual(await compareRows(database.db, database.replica), [], statement);
  }
  const filled = openTestReplica(database.db);
  t.after(() => filled.close());
  await filled.catchUp();
  assert.deepEqual(await readContents(database.replica), await readContents(filled));
});

const copied = ["offers", "conditions", "units_of_measure", "certificates", "own_terms"].join("|");
const alterCopied = `alter table (?:if exists )?(?:only )?(?:${copied}) [^;]*`;
const recorders = "record_change|record_codes|record_offer_change";

/** What changes the catalog without taking a place. */
const bypasses: readonly RegExp[] = [
  /\btruncate (?:table )?[^;]*\boffers\b/,
  /\bpartsdesk\.run\b/,
  /\bsession_replication_role\b/,
  new RegExp(`\\b${alterCopied}\\bdisable trigger\\b`),
  new RegExp(`\\bdrop trigger [^;]* on (?:${copied})\\b`),
  new RegExp(`\\b(?:drop|replace) function (?:if exists )?(?:${recorders})\\b`),
  new RegExp(`\\b${alterCopied}\\balter (?:column )?\\w+ (?:set data )?type\\b`),
  new RegExp(`\\b${alterCopied}\\bset expression\\b`),
  new RegExp(`\\balter table [^;]*\\brename to (?:${copied})\\b`),
  // Currencies are part of the schema: they have no table.
  /\bfunction (?:if exists )?currency_digits\b/,
];

/** The parts of a migration that bypass the order of changes although it keeps the epoch. */
function findBypasses(migration: string): string[] {
  const text = migration
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\bpublic\./g, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  if (/\bupdate catalog_epoch set epoch = epoch \+ 1\b/.test(text)) return [];
  return bypasses.flatMap((bypass) => bypass.exec(text)?.[0] ?? []);
}

test("a migration that bypasses the order of changes adds 1 to the epoch", () => {
  const folder = new URL("../../migrations/", import.meta.url);
  const files = readdirSync(folder).filter((file) => /^\d{4}-(?!baseline)/.test(file));
  assert.ok(files.length > 0);
  const found = files.filter(
    (file) => findBypasses(readFileSync(new URL(file, folder), "utf8")).length > 0,
  );
  assert.deepEqual(
    found,
    [],
    "Add `update catalog_epoch set epoch = epoch + 1;` to the migration, so that replicas are " +
      "rebuilt, or say in this test why they need not be.",
  );
});

/** Each takes no place although it changes what replicas show. */
const hidden = [
  "truncate table offers cascade",
  "set local partsdesk.run = '1'; update offers set title = 'CHANGED'",
  "set local session_replication_role = replica; update offers set title = 'CHANGED'",
  "alter table offers disable trigger offer_changed; delete from offers",
  "drop trigger conditions_changed on conditions; update conditions set rank = rank + 1",
  "create or replace function record_codes() returns trigger language plpgsql as " +
    "'begin return null; end'; update certificates set name = name || '.'",
  "ALTER TABLE public.offers\n  ALTER COLUMN min_quantity TYPE integer USING min_quantity + 1",
  "create or replace function currency_digits(code text) returns integer language sql " +
    "immutable return 3",
];

test("statements that take no place are found in a migration, unless it adds 1 to the epoch", async () => {
  for (const migration of hidden) {
    assert.equal(await countPlaces(migration, "rollback"), 0, migration);
    assert.equal(findBypasses(migration).length, 1, migration);
    const counted = `${migration};\nupdate catalog_epoch\n  set epoch = epoch + 1;`;
    assert.deepEqual(findBypasses(counted), [], migration);
    const commented = `${migration};\n-- update catalog_epoch set epoch = epoch + 1;`;
    assert.equal(findBypasses(commented).length, 1, commented);
  }
  const harmlessOnes = [
    ...plain.map(([statement]) => statement),
    "alter table offers add column lots integer; -- truncate offers",
    "alter table orders alter subtotal type numeric",
    "truncate table import_changed_rows",
  ];
  for (const statement of harmlessOnes) assert.deepEqual(findBypasses(statement), [], statement);
});
