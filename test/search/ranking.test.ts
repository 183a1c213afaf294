// Frequent names and words are ranked like rare ones: every answer on a catalog of some thousand
// made-up offers is compared with the plain rule, applied here.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { importText } from "../support/importText.ts";
import { createRandom } from "../support/random.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const offerCount = 12_000;
const now = new Date("2026-11-21T12:00:00Z");
const conditions: readonly [string, ...string[]] = ["NE", "NS", "OH", "SV", "RP", "AR"];

type Row = {
  readonly number: string;
  readonly name: string;
  readonly description: string;
  readonly condition: string;
  readonly stock: number;
  readonly cents: number;
  readonly expires: string;
  readonly nsn: string;
};

function drawRows(): Row[] {
  const below = createRandom(64);
  const next = () => below(2 ** 32) / 2 ** 32;
  const pick = <T>(values: readonly [T, ...T[]]): T =>
    values[Math.floor(next() * values.length)] ?? values[0];
  return Array.from({ length: offerCount }, (_, place) => ({
    number: `R-${place}`,
    name: pick(["PUMP,FUEL", "PUMP,FUEL", "PUMP,FUEL,MAIN", "VALVE,CHECK", "VALVE,FUEL,MAIN"]),
    description:
      place % 97 === 0
        ? "spare set"
        : pick(["", "main engine", "auxiliary pump of the engine", "fuel and oil 4320"]),
    condition: next() < 0.5 ? "NE" : pick(conditions),
    stock: next() < 0.6 ? Math.floor(next() * 9) : 0,
    cents: Math.floor(2 ** (next() * 27)),
    expires: next() < 0.2 ? pick(["2026-11-20", "2026-11-21", "2027-01-01"]) : "",
    nsn: place % 5 === 0 ? `4320${String(place).padStart(9, "0")}` : "",
  }));
}

function writeCatalog(rows: readonly Row[]): string {
  const head =
    "part_number,part_name,title,description,condition,unit_of_measure,available_stock,price," +
    "currency,vendor,shelf_life_expires,nsn";
  const lines = rows.map((row) => {
    const price = (row.cents / 100).toFixed(2);
    const texts = `${row.number},"${row.name}","${row.name}",${row.description}`;
    const rest = `USD,Made-up,${row.expires},${row.nsn}`;
    return `${texts},${row.condition},EA,${row.stock},${price},${rest}`;
  });
  return `${head}\n${lines.join("\n")}\n`;
}

const rows = drawRows();
const ids = new Map<string, number>();
const database = share(openTestDatabase);
const replica = share(async () => openTestReplica(database.db, () => now));

before(async () => {
  await importText(database.db, writeCatalog(rows), { now });
  const stored = await runSql<{ id: string; number: string }>(
    database.db,
    "select offer_id as id, part_number as number from offers",
  );
  for (const { id, number } of stored) ids.set(number, Number(id));
  await replica.catchUp();
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function hasSameWords(one: string, other: string): boolean {
  return wordsOf(one).sort().join(" ") === wordsOf(other).sort().join(" ");
}

/** The rank of a row for an entry by the rule, best first; null if it is not found. */
function place(row: Row, entry: string, inStock: boolean): number[] | null {
  const entryWords = wordsOf(entry);
  const last = entryWords.pop() ?? "";
  const words = wordsOf(`${row.name} ${row.description} ${row.nsn} ${row.nsn.slice(-9)}`);
  const found =
    entryWords.every((word) => words.some((known) => known === word)) &&
    words.some((word) => word.startsWith(last));
  const stock = row.expires !== "" && row.expires < "2026-11-21" ? 0 : row.stock;
  if (!found || (inStock && stock === 0)) return null;
  const [name, key] = [wordsOf(row.name).join(" "), [...entryWords, last].join(" ")];
  const tier = name === key ? 0 : name.startsWith(key) ? 1 : hasSameWords(name, key) ? 2 : 3;
  const rank = conditions.indexOf(row.condition);
  return [tier, stock > 0 ? 0 : 1, rank, row.cents, ids.get(row.number) ?? 0];
}

function rankByRule(entry: string, inStock: boolean): number[] {
  const places = rows.flatMap((row) => {
    const found = place(row, entry, inStock);
    return found === null ? [] : [found];
  });
  const compare = (one: number[], other: number[]) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  };
  return places
    .sort(compare)
    .slice(0, 25)
    .map((found) => found[4] ?? 0);
}

const entries = [
  ...[
    "PUMP,FUEL",
    "fuel pump",
    "pump",
    "pu",
    "engine",
    "main",
    "m",
    "of",
    "pump engine",
    "engine p",
  ],
  "valve main",
  "main valve fuel",
  "check valve",
  "valve oil",
  "auxiliary valve check",
  "oil",
  "VALVE,CHECK",
  "VALVE,FUEL,MAIN",
  "pump fuel main",
  "auxiliary main",
  "engine main of fuel",
  "spare pump",
  "set spare m",
  "spare valve",
  "pump spare",
  "main fuel spar",
  "nothing",
  "fuel nothing",
  "engin pump",
  "e",
  "pump 4320",
  "pump 43",
  "4320",
  "fuel 0000",
  "000000005 pump",
  "432000000000",
];

test("frequent names and words are ranked by the documented rule, also after a new condition", async () => {
  for (const inStock of [false, true]) {
    const lookup = { partNumbers: [], partNames: entries, inStock, withSuggestions: false };
    const answer = replica.read((view) => lookUpParts(view, lookup, now));
    const found = answer.matches.map((match) => [match.entry, match.offerIds]);
    assert.deepEqual(
      found,
      entries.map((entry) => [entry, rankByRule(entry, inStock)]),
    );
  }
  // A new condition with the highest rank comes first.
  const { db } = database;
  const add = "insert into conditions (code, name, rank) values ('FN', 'factory new', 0)";
  await runSql(db, add);
  const row = { number: "FN-1", name: "PUMP,FUEL", description: "engine", condition: "FN" };
  await importText(
    db,
    writeCatalog([{ ...row, stock: 1, cents: 99_999_999, expires: "", nsn: "" }]),
    {
      now,
    },
  );
  await replica.catchUp();
  for (const entry of ["fuel pump", "engine", "pump", "PUMP,FUEL"]) {
    const lookup = { partNumbers: [], partNames: [entry], inStock: false, withSuggestions: false };
    const answer = replica.read((view) => lookUpParts(view, lookup, now));
    assert.match(answer.offers[0]?.wire ?? "", /"condition":"FN"/, entry);
  }
});
