// How well part numbers are found as people write them: 200 real numbers in 27 ways of writing.
// The numbers, names and makers are of public record; the NSN beside a number is that of another
// item, chosen by the order of the files, because the record of a number has none.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { openTestReplica, type TestReplica } from "../support/testReplica.ts";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const skip = existsSync(`${folder}faa-parts.csv`) ? false : "../shared/data is not here";
const now = new Date("2026-11-22T12:00:00Z");
const cage = "1EX01";
const numbersTested = 200;

type KnownPart = {
  readonly partNumber: string;
  readonly name: string;
  readonly make: string;
  readonly nsn: string;
};

let database: TestDatabase;
let replica: TestReplica;
let parts: readonly KnownPart[] = [];

function readColumns(file: string): string[][] {
  const [, ...lines] = readFileSync(`${folder}${file}`, "utf8").trim().split("\n");
  return lines.map((line) =>
    line
      .trim()
      .replace(/"[^"]*"/g, "")
      .split(","),
  );
}

function readParts(): KnownPart[] {
  const stockNumbers = readColumns("dla-aviation-items.csv").map(([nsn = ""]) => nsn);
  const byNumber = new Map(
    readColumns("faa-parts.csv").map(([partNumber = "", name = "", make = ""]) => [
      partNumber,
      { partNumber, name, make: make === "" ? "BOEING" : make },
    ]),
  );
  return [...byNumber.values()].map((part, place) => {
    return { ...part, nsn: stockNumbers[3 * place] ?? "" };
  });
}

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
  await replica?.closeAll();
  await database?.close();
});

/** The same sequence in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = (below: number) => number;

const lookalikes = new Map([..."0O1I5S8B"].map((letter, at, all) => [letter, all[at ^ 1] ?? ""]));

function confuse(number: string, random: Random): string {
  const places = [...number].flatMap((letter, place) => (lookalikes.has(letter) ? [place] : []));
  const place = places[random(places.length)];
  if (place === undefined) return number;
  return number.slice(0, place) + lookalikes.get(number[place] ?? "") + number.slice(place + 1);
}

function swap(number: string, random: Random): string {
  const place = random(number.length - 1);
  const [one = "", other = ""] = number.slice(place, place + 2);
  return number.slice(0, place) + other + one + number.slice(place + 2);
}

const characters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";

function mistype(number: string, random: Random): string {
  const place = random(number.length);
  const other = characters[random(characters.length)] ?? "";
  const [start, end] = [number.slice(0, place), number.slice(place + 1)];
  return [start + end, start + other + number.slice(place), start + other + end][random(3)] ?? "";
}

type Way = (part: KnownPart, random: Random) => string;

const ways: Readonly<Record<string, Way>> = {
  "P/N before": ({ partNumber }) => `P/N ${partNumber}`,
  "PN: before": ({ partNumber }) => `PN: ${partNumber}`,
  "PN without a space": ({ partNumber }) => `PN${partNumber}`,
  "part no. before": ({ partNumber }) => `Part No. ${partNumber.toLowerCase()}`,
  "P/N: without a space": ({ partNumber }) => `p/n:${partNumber}`,
  "REV A after": ({ partNumber }) => `${partNumber} REV A`,
  "REV.C after": ({ partNumber }) => `${partNumber} Rev.C`,
  "QTY before": ({ partNumber }) => `QTY 2 ${partNumber}`,
  "QTY after": ({ partNumber }) => `${partNumber}, qty: 12`,
  "EA after": ({ partNumber }) => `${partNumber} 2 EA`,
  "quantity in parentheses": ({ partNumber }) => `${partNumber} (2)`,
  "pcs before": ({ partNumber }) => `2 pcs ${partNumber}`,
  "item number before": ({ partNumber }) => `1. ${partNumber}`,
  "times after": ({ partNumber }) => `${partNumber} x2`,
  "maker before": ({ partNumber, make }) => `${make} ${partNumber}`,
  "maker after": ({ partNumber, make }) => `${partNumber} (${make})`,
  "CAGE code before": ({ partNumber }) => `${cage} ${partNumber}`,
  "CAGE code after": ({ partNumber }) => `${partNumber} CAGE ${cage}`,
  "name after": ({ partNumber, name }) => `${partNumber} ${name}`,
  "name before": ({ partNumber, name }) => `${name}, ${partNumber}`,
  "quoted, with much around it": ({ partNumber, name }) =>
    `3) "${partNumber}", ${name}, REV B, qty 4 ea, NE`,
  NSN: ({ nsn }) => nsn,
  "NSN without dashes": ({ nsn }) => `NSN ${nsn.replaceAll("-", "")}`,
  "NIIN without leading zeros": ({ nsn }) => nsn.slice(5).replaceAll("-", "").replace(/^0+/, ""),
  "confused character": ({ partNumber }, random) => confuse(partNumber, random),
  "swapped characters": ({ partNumber }, random) => swap(partNumber, random),
  "one edit": ({ partNumber }, random) => mistype(partNumber, random),
};

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
