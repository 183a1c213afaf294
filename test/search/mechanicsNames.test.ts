// How well names are found as mechanics say them: the right part must come first, among all names
// of the public records and some more item names. Numbers of those without one are made up.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { findMatchReason } from "../../src/catalog/search/matchReason.ts";
import { createTermTable } from "../../src/catalog/terms/termTable.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";
import { heldBackQueries, type MechanicsQuery, mechanicsQueries } from "./mechanicsQueries.ts";
import { nameCatalog } from "./nameCatalog.ts";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const skip = existsSync(`${folder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");

/** Item names that the records lack. */
const otherNames = [
  "NUT,PLAIN,CASTELLATED",
  "TRANSPONDER",
  "RECORDER,FLIGHT DATA",
  "RECORDER,COCKPIT VOICE",
];

let database: TestDatabase;
let replica: TestReplica;

function readNames(): string[] {
  const read = (file: string) =>
    readFileSync(`${folder}${file}`, "utf8").trim().split("\n").slice(1);
  const reported = read("faa-parts.csv").map((line) => line.split(",")[1] ?? "");
  const items = read("dla-aviation-items.csv").map((line) => {
    const [, quoted, plain] = /^[^,]*,[^,]*,[^,]*,(?:"([^"]*)"|([^,]*)),/.exec(line) ?? [];
    return quoted ?? plain ?? "";
  });
  const known = nameCatalog.map(({ partName }) => partName);
  return [...new Set([...reported, ...items, ...known, ...otherNames])];
}

before(async () => {
  if (skip !== false) return;
  database = await openTestDatabase();
  replica = openTestReplica(database.db, () => now);
  for (const [place, partName] of readNames().entries()) {
    const price = 1_000 + ((place * 37) % 101) * 100;
    await insertOffer(database.db, { partNumber: `T-${place}`, partName, title: null, price });
  }
  await replica.catchUp();
});

after(async () => {
  await replica?.close();
  await database?.close();
});

const noEntries = { partNumbers: [], inStock: false, withSuggestions: true };

/** The name of the first part, in the order of pages: names, terms, other matches, spellings. */
function findFirst(entry: string): { name: string; how: string } {
  const { offers, suggestions } = replica.read((view) =>
    lookUpParts(view, { ...noEntries, partNames: [entry] }, now),
  );
  const nameOf = (wire: string): string => JSON.parse(`{${wire}`).part_name;
  const [first] = suggestions;
  const found = offers[0] && nameOf(offers[0].wire);
  const isName = found && findMatchReason(entry, { partName: found, nsn: null }) !== "words";
  if (found !== undefined && (isName || first === undefined)) return { name: found, how: "found" };
  if (first === undefined) return { name: "", how: "nothing" };
  const lookup = { ...noEntries, partNumbers: [first.partNumber], partNames: [] };
  const [suggested] = replica.read((view) => lookUpParts(view, lookup, now)).offers;
  return { name: nameOf(suggested?.wire ?? ""), how: `${first.reason} ${first.readAs}` };
}

const isRight = (name: string, right: readonly string[]) =>
  right.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));

function measure(queries: readonly MechanicsQuery[], t: TestContext): number {
  const results = queries.map((query) => ({ ...query, ...findFirst(query.entry) }));
  const wrong = results.filter(({ name, right }) => !isRight(name, right));
  for (const { entry, name, how } of wrong) t.diagnostic(`${entry}: ${name} (${how})`);
  const hits = results.length - wrong.length;
  const today = results.filter(({ how, name, right }) => how === "found" && isRight(name, right));
  t.diagnostic(`${hits} of ${results.length} first, ${today.length} of them without a suggestion`);
  assert.ok(results.length >= 120);
  return hits / results.length;
}

test("the right part comes first for 95 of 100 names as mechanics say them", { skip }, (t) => {
  assert.ok(measure(mechanicsQueries, t) >= 0.95);
});

test("the right part comes first for 95 of 100 held-back names of real parts", { skip }, (t) => {
  for (const queries of heldBackQueries) assert.ok(measure(queries, t) >= 0.95);
});

test("the table has more than 400 terms; those of a distributor replace them or switch them off", () => {
  const standard = createTermTable([]);
  assert.ok(standard.meaningsOf.size > 400);
  assert.deepEqual(standard.meaningsOf.get("split pin"), ["pin cotter", "cotter pin"]);
  const table = createTermTable([
    { written: "Split Pins", meanings: ["pin, split"] },
    { written: "circlip", meanings: [] },
    { written: "whatsit", meanings: ["valve"] },
  ]);
  assert.deepEqual(table.meaningsOf.get("split pin"), ["pin, split"]);
  assert.deepEqual(table.meaningsOf.get("circlip"), []);
  assert.deepEqual(table.meaningsOf.get("whatsit"), ["valve"]);
  assert.equal(standard.meaningsOf.has("whatsit"), false);
});
