// What a replica file contains, and what it must contain according to the database.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Queryable } from "../../src/db/database.ts";

export async function currentPath({ folder }: { readonly folder: string }): Promise<string> {
  return join(folder, await readFile(join(folder, "current"), "utf8"));
}

const tables = [
  "select * from offers order by offer_id",
  "select * from interchangeable order by part_number_key, offer_id",
  "select * from conditions order by code",
  "select term, doc as place from temp.vocabulary order by term, doc",
  "select term, doc as place from temp.pieces order by term, doc",
];

/** Everything a replica shows, and the words and fragments by which it finds offers. */
export async function readContents(replica: { readonly folder: string }): Promise<unknown[]> {
  const file = new DatabaseSync(await currentPath(replica));
  try {
    file.exec(`create virtual table temp.vocabulary using fts5vocab(main, words, instance);
      create virtual table temp.pieces using fts5vocab(main, fragments, instance);`);
    return tables.map((query) => {
      const statement = file.prepare(query);
      statement.setReadBigInts(true);
      return statement.all();
    });
  } finally {
    file.close();
  }
}

/** Columns that both have. */
const plain = `offer_id part_number_key part_number_bare vendor condition unit_of_measure
  status available_stock shelf_life_expires list_price currency min_quantity multiple lead_time_days
  lots manufacturer cage nsn certificate superseded_by superseded_by_key allocated`.split(/\s+/);
/** What both have in different forms: expressions of the database and of the replica. */
const converted: Readonly<Record<string, readonly [string, string]>> = {
  on_hand: ["received - shipped", "on_hand"],
  alternates: ["coalesce(to_json(alternates)::text, '[]')", "alternates"],
  interchangeable: ["coalesce(to_json(interchangeable)::text, '[]')", "interchangeable"],
  part_number: ["part_number", "'{' || wire ->> 'part_number'"],
  part_name: ["part_name", "'{' || wire ->> 'part_name'"],
  title: ["title", "'{' || wire ->> 'title'"],
  description: ["description", "'{' || wire ->> 'description'"],
  shown_stock: ["available_stock", "'{' || wire ->> 'available_stock'"],
};
const names = [...plain, ...Object.keys(converted)];

function selectCells(side: 0 | 1): string {
  const cells = names.map((name) => `cast(${converted[name]?.[side] ?? name} as text) as ${name}`);
  return `select ${cells.join(", ")} from offers order by offers.offer_id`;
}

type Row = Readonly<Record<string, string | null>>;

/** Compares a replica with the database row by row; returns the first differences. */
export async function compareRows(
  db: Queryable,
  replica: { readonly folder: string },
): Promise<string[]> {
  const expected = await db.query<Row>({ name: "", text: selectCells(0) });
  const file = new DatabaseSync(await currentPath(replica), { readOnly: true });
  const found = file.prepare(selectCells(1)).all() as Row[];
  file.close();
  const byId = new Map(found.map((row) => [row["offer_id"], row]));
  const differences = expected.flatMap((row) => {
    const id = row["offer_id"] ?? null;
    const other = byId.get(id);
    byId.delete(id);
    if (other === undefined) return [`${id} is missing`];
    return names
      .filter((name) => row[name] !== other[name])
      .map((name) => `${id}.${name}: ${row[name]}, but ${other[name]}`);
  });
  return [...differences, ...[...byId.keys()].map((id) => `${id} is left over`)].slice(0, 20);
}
