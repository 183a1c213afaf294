// How well 200 real part numbers are found as people write them, in 27 ways. The numbers, names and
// makers are of public record; the NSN beside a number is that of another item, chosen by the order
// of the files, because the record of a number has none.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createRandom } from "../support/random.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";
import { cage, type KnownPart, readParts, realPartsFolder, ways } from "./waysOfWriting.ts";

const skip = existsSync(`${realPartsFolder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");

let database: TestDatabase;
let replica: TestReplica;
let parts: readonly KnownPart[] = [];

before(async () => {
  if (skip !== false) return;
  database = await openTestDatabase();
  replica = openTestReplica(database.db, () => now);
  parts = readParts();
  for (const { partNumber, name, make, nsn } of parts) {
    const digits = nsn.replaceAll("-", "");
    const named = { partNumber, partName: name, manufacturer: make, nsn: digits, cage };
    await insertOffer(database.db, named);
  }
  await replica.catchUp();
});

after(async () => {
  await replica?.close();
  await database?.close();
});

type Written = { readonly way: string; readonly entry: string; readonly partNumber: string };

/**
 * Numbers, evenly chosen, in each way of writing; an NSN or an edit that is another part is no
 * case. What a seed chooses stays the same.
 */
function listCases(count: number, seed: number, all = ways): Written[] {
  const random = createRandom(seed);
  const known = new Set(parts.map((part) => partNumberKey(part.partNumber)));
  const chosen = parts.filter((_, place) => place % Math.floor(parts.length / count) === 0);
  return Object.entries(all).flatMap(([way, write]) =>
    chosen.slice(0, count).flatMap((part) => {
      const entry = write(part, random);
      return known.has(partNumberKey(entry)) ? [] : [{ way, entry, partNumber: part.partNumber }];
    }),
  );
}

type Outcome = "today" | "right" | "wrong" | "none" | "match";

const reasonsToday: ReadonlySet<string> = new Set(["punctuation", "superseded", "alternate"]);

function tryEntry(entry: string, partNumber: string): Outcome {
  const lookup = { partNumbers: [entry], partNames: [], inStock: false, withSuggestions: true };
  const { offers, suggestions } = replica.read((view) => lookUpParts(view, lookup, now));
  const isOther = offers.some(({ wire }) => JSON.parse(`{${wire}`).part_number !== partNumber);
  if (isOther) return "match";
  const [first] = suggestions;
  if (offers.length > 0 || reasonsToday.has(first?.reason ?? "")) return "today";
  if (first === undefined) return "none";
  return first.partNumber === partNumber ? "right" : "wrong";
}

test("200 numbers in 27 ways of writing: the right suggestion comes first", { skip }, (t) => {
  const results = listCases(200, 16).map((one) => {
    return { ...one, outcome: tryEntry(one.entry, one.partNumber) };
  });
  const count = (outcome: Outcome, way?: string) =>
    results.filter((one) => one.outcome === outcome && (way ?? one.way) === one.way).length;
  for (const way of Object.keys(ways)) {
    const [right, wrong, none] = [count("right", way), count("wrong", way), count("none", way)];
    t.diagnostic(
      `${way}: ${right} right, ${wrong} wrong, ${none} none, ${count("today", way)} today`,
    );
  }
  const [right, wrong, none] = [count("right"), count("wrong"), count("none")];
  const cases = right + wrong + none;
  const percent = (part: number) => `${((100 * part) / cases).toFixed(2)} %`;
  t.diagnostic(`${cases} cases: ${percent(right)} right, ${percent(wrong)} wrong first`);
  assert.equal(Object.keys(ways).length, 27);
  assert.equal(count("match"), 0);
  assert.ok(right >= 0.95 * cases);
  assert.ok(wrong < 0.01 * cases);
});
