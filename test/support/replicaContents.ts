// What a replica file contains, and what it must contain according to the database.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Queryable } from "../../src/db/database.ts";
import { runSql } from "./runSql.ts";

export async function currentPath({ folder }: { readonly folder: string }): Promise<string> {
  return join(folder, await readFile(join(folder, "current"), "utf8"));
}

const tables = [
  "select * from offers order by offer_id",
  "select * from interchangeable order by part_number_key, offer_id",
  "select * from conditions order by code",
  "select * from own_terms",
  "select * from agreement_rules order by rule_id",
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
  status available_stock shelf_life_expires currency min_quantity multiple lead_time_days
  lots manufacturer cage nsn certificate superseded_by superseded_by_key allocated`.split(/\s+/);
/** The list price in whole minor units: half is rounded up, and only 0 becomes 0. */
const minor = "greatest(round(list_price), sign(list_price))";
/** The nearest integer that a replica's readers get exactly. */
const whole = `case when list_price > ${Number.MAX_SAFE_INTEGER} then ${Number.MAX_SAFE_INTEGER}
  else ${minor} end`;
const digits = "currency_digits(currency)";
const amount = `round(${minor} / 10::numeric ^ ${digits}, ${digits})`;
const exact = `trim_scale(list_price / 10::numeric ^ ${digits})`;
const exactAmount = `case when list_price <> ${minor}
  then round(${exact}, greatest(scale(${exact}), 4)) end`;
/** SQL of a replica: a field of the shown offer. */
const shown = (field: string) => `'{' || wire ->> '${field}'`;
/** What both have in different forms: expressions of the database and of the replica. */
const converted: Readonly<Record<string, readonly [string, string]>> = {
  on_hand: ["received - shipped", "on_hand"],
  alternates: ["coalesce(to_json(alternates)::text, '[]')", "alternates"],
  interchangeable: ["coalesce(to_json(interchangeable)::text, '[]')", "interchangeable"],
  list_price: [whole, "list_price"],
  exact_price: [`nullif(list_price::text, (${whole})::text)`, "exact_price"],
  shown_amount: [amount, shown("$.price.amount")],
  shown_exact_amount: [exactAmount, shown("$.price.exact_amount")],
  shown_currency: ["case when list_price is not null then currency end", shown("$.price.currency")],
  part_number: ["part_number", shown("part_number")],
  part_name: ["part_name", shown("part_name")],
  title: ["title", shown("title")],
  description: ["description", shown("description")],
  shown_stock: ["available_stock", shown("available_stock")],
};
const names = [...plain, ...Object.keys(converted)];

function selectCells(side: 0 | 1): string {
  const cells = names.map((name) => `cast(${converted[name]?.[side] ?? name} as text) as ${name}`);
  return `select ${cells.join(", ")} from offers order by offers.offer_id`;
}

type Row = Readonly<Record<string, string | null>>;

const ruleColumns = `rule_id account_id run_id scope part_number_key vendor condition min_quantity
  unit_price currency discount order_min order_multiple valid_from valid_to`.split(/\s+/);
const selectRules = `select ${ruleColumns.map((name) => `cast(${name} as text) as ${name}`).join(", ")}
  from agreement_rules r order by r.rule_id`;

/** Small tables that are compared as a whole: queries of the database and of the replica. */
const wholes: Readonly<Record<string, readonly [string, string]>> = {
  agreement_rules: [selectRules, selectRules],
  conditions: [
    `select code, rank from conditions order by code collate "C"`,
    "select code, rank from conditions order by code",
  ],
  own_terms: [
    `select written, to_json(meanings)::text as meanings
      from own_terms order by term_key collate "C"`,
    `select value ->> 'written' as written, value ->> 'meanings' as meanings
      from own_terms, json_each(own_terms.terms)`,
  ],
};

async function compareWholes(db: Queryable, file: DatabaseSync): Promise<string[]> {
  const differences: string[] = [];
  for (const [name, [expected, stored]] of Object.entries(wholes)) {
    const rows = JSON.stringify(await runSql(db, expected));
    const found = JSON.stringify(file.prepare(stored).all());
    if (found !== rows) differences.push(`${name}: ${rows}, but ${found}`);
  }
  return differences;
}

/** Compares a replica with the database row by row; returns the first differences. */
export async function compareRows(
  db: Queryable,
  replica: { readonly folder: string },
): Promise<string[]> {
  const expected = await runSql<Row>(db, selectCells(0));
  const file = new DatabaseSync(await currentPath(replica), { readOnly: true });
  const found = file.prepare(selectCells(1)).all() as Row[];
  const ofTables = await compareWholes(db, file);
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
  const leftOver = [...byId.keys()].map((id) => `${id} is left over`);
  return [...ofTables, ...differences, ...leftOver].slice(0, 20);
}
