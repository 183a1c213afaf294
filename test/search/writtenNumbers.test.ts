// How well part numbers are found as people write them: 200 real numbers in 27 ways of writing.
// The numbers, names and makers are of public record; the NSN beside a number is that of another
// item, chosen by the order of the files, because the record of a number has none.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";
import {
  cage,
  createRandom,
  type KnownPart,
  readParts,
  realPartsFolder,
  ways,
} from "./waysOfWriting.ts";

const skip = existsSync(`${realPartsFolder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");
const numbersTested = 200;

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
    await insertOffer(database.db, {
      partNumber,
      partName: name,
      manufacturer: make,
      nsn: digits,
      cage,
    });
  }
  await replica.catchUp();
});

after(async () => {
  await replica?.close();
  await database?.close();
});

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

/** 200 numbers, evenly chosen; an NSN or an edit that is another part is no case. */
function listCases() {
  const random = createRandom(16);
  const known = new Set(parts.map((part) => partNumberKey(part.partNumber)));
  const chosen = parts.filter((_, place) => place % Math.floor(parts.length / numbersTested) === 0);
  return Object.entries(ways).flatMap(([way, write]) =>
    chosen.slice(0, numbersTested).flatMap((part) => {
      const entry = write(part, random);
      return known.has(partNumberKey(entry)) ? [] : [{ way, entry, part }];
    }),
  );
}

test("200 numbers in 27 ways of writing: the right suggestion comes first", { skip }, (t) => {
  const results = listCases().map((one) => {
    return { ...one, outcome: tryEntry(one.entry, one.part.partNumber) };
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
