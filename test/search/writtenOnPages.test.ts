// The 27 ways of writing a number in the search of the site and in quick orders.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, type TestContext, test } from "node:test";
import { findHits } from "../../src/catalog/browse/browseParts.ts";
import { foldFullWidth, partNumberKey } from "../../src/catalog/partNumber.ts";
import { findParts } from "../../src/catalog/search/findParts.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readListRows, sendCheckedList } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";
import {
  cage,
  createRandom,
  type KnownPart,
  readParts,
  realPartsFolder,
  type Way,
  ways,
} from "./waysOfWriting.ts";

const skip = existsSync(`${realPartsFolder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");
const numbersTested = 20;

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

function listCases(): Written[] {
  const random = createRandom(17);
  const known = new Set(parts.map((part) => partNumberKey(part.partNumber)));
  const chosen = parts.filter((_, place) => place % Math.floor(parts.length / numbersTested) === 0);
  const fullWidth: Way = ({ partNumber }) => toFullWidth(partNumber);
  const all: typeof ways = { ...ways, "full-width": fullWidth };
  return Object.entries(all).flatMap(([way, write]) =>
    chosen.slice(0, numbersTested).flatMap((part) => {
      const entry = write(part, random);
      if (known.has(partNumberKey(entry)) || entry.includes("\t")) return [];
      return [{ way, entry, partNumber: part.partNumber }];
    }),
  );
}

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
  measure(listCases(), firstOf, t);
});

test("a quick order finds or suggests a number however it is written", { skip }, async (t) => {
  const cases = listCases();
  // A tab makes each line one number, however many commas it has.
  const lines = cases.map(({ entry }) => `${quote(entry)}\t1`);
  const text = ["part_number\tquantity", ...lines].join("\n");
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
});

test("lines without columns are read so too", { skip }, async (t) => {
  const cases = listCases().filter(({ entry }) => !/[,;|]/.test(entry));
  const text = cases.map(({ entry }) => entry).join("\n");
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
