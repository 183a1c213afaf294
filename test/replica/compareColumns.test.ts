// A comparison finds a difference in every table and column of a replica. Invariant: a new one is
// compared, or listed here with the reason why it is not.
import assert from "node:assert/strict";
import { copyFile, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import {
  compareReplica,
  type ReplicaComparison,
} from "../../src/catalog/replica/compareReplica.ts";
import { replicaSchema } from "../../src/catalog/replica/schema.ts";
import { upsertOwnTerm } from "../../src/catalog/terms/ownTermQueries.ts";
import { createFollowedFolder, type FollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { currentPath } from "../support/replicaContents.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

type Column = { readonly table: string; readonly column: string; readonly type: string };
type Kind = "missing" | "different" | "misindexed" | "damage";

/** Columns that are not compared, and why. */
const notCompared: Readonly<Record<string, string>> = {
  "state.boot": "belongs to the machine: after a restart the service rebuilds the file",
  "state.confirmed_ms": "the clock of the machine, which the database does not know",
};

/** What a comparison reports of a table's columns and lost rows. */
const kinds: Readonly<Record<string, Kind>> = {
  offers: "different",
  interchangeable: "misindexed",
  terms: "misindexed",
  words: "misindexed",
  fragments: "misindexed",
  state: "damage",
  conditions: "damage",
  own_terms: "damage",
};
/** Exceptions. */
const kindsOfColumns: Readonly<Record<string, Kind>> = {
  "offers.offer_id": "missing",
  "state.day": "different",
};

/** What a column is changed to if not to a longer text or a higher number. */
const changedValues: Readonly<Record<string, string>> = {
  // Offers have the ranks of this day: others differ by the shelf life between the two.
  "state.day": "'2030-01-01'",
};
/** How rows are lost, if not by deleting them. */
const losses: Readonly<Record<string, string>> = {
  conditions: "delete from conditions where code <> (select min(code) from conditions)",
  fragments: `insert into fragments (fragments, rowid, number)
    select 'delete', offer_id, part_number_bare from offers`,
};

const database = share(openTestDatabase);
let followed: FollowedFolder;
let path: string;
before(async () => {
  const { db } = database;
  const term = { written: "prop", meanings: ["propeller"] };
  await db.transaction((tx) => upsertOwnTerm(tx, "PROP", term, new Date()));
  await insertOffer(db, {
    partNumber: "COL-1",
    alternates: ["COL-2"],
    interchangeable: ["COL-3"],
    supersededBy: "COL-4",
    shelfLifeExpires: "2029-01-01",
    nsn: "5330001234567",
    cage: "1AB23",
    manufacturer: "Maker",
    certificate: "EASA-1",
    leadTimeDays: 3,
    lots: 2,
  });
  followed = await createFollowedFolder(db);
  await followed.followOnce();
  path = await currentPath(followed);
  await copyFile(path, `${path}.intact`);
});
after(() => followed.close());

function readSchema(): { readonly tables: string[]; readonly columns: Column[] } {
  const file = new DatabaseSync(":memory:");
  file.exec(replicaSchema);
  const found = file.prepare(
    `select name, type from pragma_table_list
      where schema = 'main' and type <> 'shadow' and name not like 'sqlite%'`,
  );
  const tables = found.all();
  const columns = file.prepare(
    "select ? as 'table', name as 'column', type from pragma_table_info(?)",
  );
  const stored = tables.filter(({ type }) => type === "table").map(({ name }) => String(name));
  const schema = {
    tables: tables.map(({ name }) => String(name)),
    columns: stored.flatMap((name) => columns.all(name, name) as Column[]),
  };
  file.close();
  return schema;
}

/** Compares the intact file after a change. */
async function compareChanged(change: string): Promise<ReplicaComparison> {
  for (const suffix of ["-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
  await copyFile(`${path}.intact`, path);
  const file = new DatabaseSync(path);
  file.exec(change);
  file.close();
  const session = await database.db.openSession();
  try {
    return await compareReplica(session, path);
  } finally {
    await session.close();
  }
}

const kindsOf = ({ place: _place, offers: _offers, ...found }: ReplicaComparison): string[] =>
  Object.entries(found).flatMap(([kind, some]) => (some.length > 0 ? kind : []));

function writeChange({ table, column, type }: Column): string {
  const changed = type === "TEXT" ? `coalesce(${column}, '') || '9'` : `coalesce(${column}, 0) + 1`;
  return `update ${table} set ${column} = ${changedValues[`${table}.${column}`] ?? changed}`;
}

const { tables, columns } = readSchema();

test("an intact file does not differ", async () => {
  assert.deepEqual(kindsOf(await compareChanged("")), []);
});

for (const column of columns) {
  const name = `${column.table}.${column.column}`;
  const reason = notCompared[name];
  const does = reason === undefined ? "reports another" : "ignores another";
  test(`a comparison ${does} ${name}`, async () => {
    const found = await compareChanged(writeChange(column));
    if (reason !== undefined) return assert.deepEqual(kindsOf(found), [], reason);
    const kind = kindsOfColumns[name] ?? kinds[column.table];
    assert.ok(kind !== undefined && kindsOf(found).includes(kind), JSON.stringify(found));
    const named = found.damage.every((line) => name.startsWith(line.split(" ")[0] ?? ""));
    assert.ok(kind !== "damage" || named, JSON.stringify(found.damage));
  });
}

for (const table of tables) {
  test(`a comparison reports lost rows of ${table}`, async () => {
    const found = await compareChanged(losses[table] ?? `delete from ${table}`);
    const kind = table === "offers" ? "missing" : kinds[table];
    assert.ok(kind !== undefined && kindsOf(found).includes(kind), JSON.stringify(found));
  });
}

test("each column that is not compared exists", () => {
  const names = columns.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(
    Object.keys(notCompared).filter((name) => !names.includes(name)),
    [],
  );
});
