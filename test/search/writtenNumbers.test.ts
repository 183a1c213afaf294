// How well part numbers are found as people write them, in 27 ways: 200 real numbers in the API, 20
// in the search of the site and in quick orders. The numbers, names and makers are of public record;
// the NSN beside a number is that of another item, chosen by the order of the files, because the
// record of a number has none.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, type TestContext, test } from "node:test";
import { findHits } from "../../src/catalog/browse/browseParts.ts";
import { foldFullWidth, partNumberKey } from "../../src/catalog/partNumber.ts";
import { findParts } from "../../src/catalog/search/findParts.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createRandom } from "../support/random.ts";
import { readListRows, sendCheckedList } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";
import {
  cage,
  type KnownPart,
  readParts,
  realPartsFolder,
  type Way,
  ways,
} from "./waysOfWriting.ts";

const skip = existsSync(`${realPartsFolder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");

let database: TestDatabase;
let replica: TestReplica;
let buyer: SignedIn;
let parts: readonly KnownPart[] = [];

before(async () => {
  if (skip !== false) return;
  database = await openTestDatabase();
  replica = openTestReplica(database.db, () => now);
  buyer = await insertBuyer(database.db, now);
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

/** As East Asian keyboards type it. */
function toFullWidth(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

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

/** Cases for the pages, full-width characters too; a tab separates cells. */
function listPageCases(): Written[] {
  const fullWidth: Way = ({ partNumber }) => toFullWidth(partNumber);
  const cases = listCases(20, 17, { ...ways, "full-width": fullWidth });
  return cases.filter(({ entry }) => !entry.includes("\t"));
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

/** Which number comes first for a case; empty if none does. */
type FirstOf = (written: Written, place: number) => { number: string; isMatch: boolean };

function measure(cases: readonly Written[], firstOf: FirstOf, t: TestContext): void {
  const results = cases.map((one, place) => ({ ...one, ...firstOf(one, place) }));
  const wrong = results.filter(({ number, partNumber }) => number !== partNumber);
  for (const { way, entry, number } of wrong) t.diagnostic(`${way}: ${entry}: ${number}`);
  t.diagnostic(`${results.length - wrong.length} of ${results.length} first`);
  assert.deepEqual(
    wrong.filter(({ isMatch }) => isMatch),
    [],
  );
  assert.ok(wrong.filter(({ number }) => number !== "").length < 0.01 * results.length);
  assert.ok(wrong.length <= 0.05 * results.length);
}

test("the site finds or suggests a number however it is written", { skip }, (t) => {
  const filter = { inStock: false, condition: null, vendor: null, after: null };
  const firstOf: FirstOf = ({ entry }) => {
    const search = { ...filter, text: entry };
    const { exact, named, suggestions } = replica.read((view) => findParts(view, search, now));
    const byStockNumber = named.filter(({ reason }) => reason === "stock number");
    const [match] = [...exact, ...byStockNumber.map(({ offer }) => offer)];
    const number = match?.partNumber ?? suggestions[0]?.partNumber ?? "";
    return { number, isMatch: match !== undefined };
  };
  measure(listPageCases(), firstOf, t);
});

/** The text of a list is sent as a quick order, which has a row for each case. */
async function measureList(text: string, cases: readonly Written[], t: TestContext) {
  const listId = await sendCheckedList(database, buyer, text, now);
  const rows = await readListRows(database.db, listId);
  assert.equal(rows.length, cases.length);
  const firstOf: FirstOf = (_, place) => {
    const { state, partNumber, suggestions } = rows[place] ?? assert.fail("a row is missing");
    const isMatch = state !== "not_found" && state !== "unreadable";
    const matched = foldFullWidth(partNumber ?? "");
    return { number: isMatch ? matched : (suggestions[0] ?? ""), isMatch };
  };
  measure(cases, firstOf, t);
}

test("a quick order finds or suggests a number however it is written", { skip }, async (t) => {
  const cases = listPageCases();
  // A tab makes each line one number, however many commas it has.
  const lines = cases.map(({ entry }) => `${quote(entry)}\t1`);
  await measureList(["part_number\tquantity", ...lines].join("\n"), cases, t);
});

test("lines without columns are read so too", { skip }, async (t) => {
  const cases = listPageCases().filter(({ entry }) => !/[,;|]/.test(entry));
  await measureList(cases.map(({ entry }) => entry).join("\n"), cases, t);
});

test("prefixes, filters and their counts read full-width characters", { skip }, () => {
  const [{ partNumber }] = parts as [KnownPart];
  const text = toFullWidth(partNumber.slice(0, 4));
  const filter = { inStock: false, condition: null, vendor: null, after: null };
  const { prefixed } = replica.read((view) => findParts(view, { ...filter, text }, now));
  assert.ok(prefixed.some((offer) => offer.partNumber === partNumber));
  const any = { vendors: [], conditions: [], certificates: [], inStock: false };
  const order = { by: "best", isDescending: false } as const;
  const browse = { text, filter: any, order, after: null, before: null };
  assert.ok(replica.read((view) => findHits(view, browse, now)).facets.inStock > 0);
});

function quote(entry: string): string {
  return `"${entry.replaceAll('"', '""')}"`;
}
