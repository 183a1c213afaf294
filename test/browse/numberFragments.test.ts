// Searches by a part of a number, and by several words cut short: what people find, and what an
// API lookup still does not.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Browse, findHits, listParts } from "../../src/catalog/browse/browseParts.ts";
import { findExactNumber } from "../../src/catalog/browse/collectHits.ts";
import { suggestParts } from "../../src/catalog/browse/suggestParts.ts";
import { offerFields } from "../../src/catalog/offerFields.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const now = new Date("2026-03-10T12:00:00Z");

const offers: readonly OfferFields[] = [
  { partNumber: "60-1332-1", partName: "LANDING LIGHT,HALOGEN", price: 300 },
  { partNumber: "60-1332-1", vendor: "Late", condition: "OH", price: 200 },
  { partNumber: "71-1332-14", partName: "BRACKET", stock: 0 },
  { partNumber: "82-1332-19", partName: "BRACKET", price: 100 },
  { partNumber: "A133-21", partName: "GROMMET" },
  { partNumber: "1332-10", partName: "SLEEVE" },
  { partNumber: "XY6652B-3", partName: "VALVE,CHECK" },
  { partNumber: "Q-9", partName: "SEAL" },
  { partNumber: "KSEALX", partName: "CLAMP" },
  { partNumber: "L-1", partName: "LAMP,HALIDE", description: "for the landing gear" },
  { partNumber: "Ü-ÄÖ12", partName: "ABZUG" },
];

before(async () => {
  for (const offer of offers) await insertOffer(database.db, offer);
  await database.replica.catchUp();
});

const none = { inStock: false, vendors: [], conditions: [], certificates: [] } as const;

function browse(text: string, filter: Browse["filter"] = none) {
  const order = { by: "best", isDescending: false } as const;
  const asked = { text, filter, order, after: null, before: null };
  const found = database.replica.read((view) => findHits(view, asked, now));
  return listParts(found, asked, new Map());
}

/** The numbers that a search lists, in its order. */
function find(text: string, filter?: Browse["filter"]): string[] {
  const { parts } = browse(text, filter);
  const ids = JSON.stringify(parts.map(({ hits }) => hits[0]?.offerId));
  const query = `select o.part_number_key from json_each(?) k
    cross join offers o on o.offer_id = k.value`;
  return database.replica.read((view) => view.rows<[string]>(query, ids)).map(([number]) => number);
}

const suggest = (text: string) => database.replica.read((view) => suggestParts(view, text, now));

test("a fragment lists the parts whose number contains it, best first, after beginnings", () => {
  assert.deepEqual(find("1332-1"), ["1332-10", "82-1332-19", "60-1332-1", "71-1332-14"]);
  assert.deepEqual(find("6652b"), ["XY6652B-3"]);
  assert.deepEqual(find("６６５２Ｂ"), ["XY6652B-3"], "full-width characters");
  assert.deepEqual(find("äö12"), ["Ü-ÄÖ12"]);
  for (const text of ["*6652B*", "“6652B”", `"6652B"`, "^6652B", "6652B%_"]) {
    assert.deepEqual(find(text), ["XY6652B-3"], text);
  }
  assert.deepEqual(find("332-"), [], "fewer than four letters or digits");
});

test("punctuation counts only if the fragment has any, and no whole number is a fragment", () => {
  assert.deepEqual(find("13321"), ["82-1332-19", "60-1332-1", "1332-10", "A133-21", "71-1332-14"]);
  assert.deepEqual(find("33-21"), ["A133-21"]);
  assert.deepEqual(find("33.21"), []);
  const { parts, suggestions } = browse("A1332-1");
  assert.deepEqual([parts.length, suggestions[0]?.reason], [0, "punctuation"]);
});

test("letters only are read as a name first", () => {
  assert.deepEqual(find("seal"), ["Q-9", "KSEALX"]);
});

test("filters apply to fragments", () => {
  assert.deepEqual(find("1332-1", { ...none, conditions: ["OH"] }), ["60-1332-1"]);
  assert.deepEqual(find("332-1", { ...none, vendors: ["Late"] }), ["60-1332-1"]);
  assert.ok(!find("1332-1", { ...none, inStock: true }).includes("71-1332-14"));
});

test("a fragment is suggested while typing, and never a match of a number", () => {
  const { parts } = suggest("6652b");
  assert.deepEqual(
    parts.map(({ partNumber }) => partNumber),
    ["XY6652B-3"],
  );
  for (const text of ["6652B", "1332-1"]) {
    database.replica.read((view) => {
      assert.equal(findExactNumber(view, text, now), undefined, text);
      const asked = { partNumbers: [text], partNames: [], inStock: false, withSuggestions: true };
      const found = lookUpParts(view, asked, now);
      assert.deepEqual([found.offers, found.matches[0]?.offerIds], [[], []], text);
    });
  }
});

test("new, deleted and restored offers are found by fragments", async () => {
  const { db, replica } = database;
  const offerId = await insertOffer(db, { partNumber: "NW-77421-X" });
  await replica.catchUp();
  assert.deepEqual(find("7742"), ["NW-77421-X"]);
  await db.query({
    name: "",
    text: `update offers set list_price = 1 where offer_id = ${offerId}`,
  });
  await replica.catchUp();
  assert.deepEqual(find("7742"), ["NW-77421-X"]);
  const stored = ["offer_id", "updated_at", ...offerFields.map(({ column }) => column)].join(", ");
  const deleted = await db.query<{ offer: string }>({
    name: "",
    text: `delete from offers where offer_id = ${offerId}
      returning to_jsonb(offers)::text as offer`,
  });
  await replica.catchUp();
  assert.deepEqual(find("7742"), []);
  await db.query({
    name: "",
    text: `insert into offers (${stored}) overriding system value
      select ${stored} from jsonb_populate_record(null::offers, $1)`,
    values: [deleted[0]?.offer],
  });
  await replica.catchUp();
  assert.deepEqual(find("7742"), ["NW-77421-X"]);
});

/** Inserts offers with numbers that begin alike. */
const multiply = (beginning: string, name: string, count: number) =>
  database.db.query({
    name: "test_multiply",
    text: `insert into offers (part_number, part_number_key, part_number_bare, vendor, condition,
        unit_of_measure, part_name, received, list_price, currency, status, updated_at)
      select $1 || n, $1 || n, $1 || n, vendor, condition, unit_of_measure, $2, received,
        list_price, currency, status, updated_at
      from offers, generate_series(1, $3::integer) n where part_number = 'Q-9'`,
    values: [beginning, name, count],
  });

test("a number is found by a fragment that thousands have with other punctuation", async () => {
  const { db, replica } = database;
  await multiply("MS20470AD", "RIVET", 3_101);
  await insertOffer(db, { partNumber: "60-20-470-1", vendor: "Late" });
  await replica.catchUp();
  const most = browse("20-470");
  assert.deepEqual([most.offerCount, most.isAll], [1, true]);
  assert.deepEqual(find("20-470"), ["60-20-470-1"]);
  assert.deepEqual(find("20470", { ...none, vendors: ["Late"] }), ["60-20-470-1"]);
  assert.equal(browse("20470").isAll, false, "more than are listed");
  const { parts } = suggest("20-470");
  assert.equal(parts[0]?.partNumber, "60-20-470-1");
});

test("what a text may mean is suggested before parts that only contain it", async () => {
  const { db, replica } = database;
  const number = "1447-1";
  await insertOffer(db, { partNumber: number });
  await replica.catchUp();
  const shown = () => {
    const { meant, parts, isMeantFirst } = suggest("14471");
    return [[...meant, ...parts].map(({ partNumber }) => partNumber), isMeantFirst];
  };
  assert.deepEqual(shown(), [[number], false]);
  await insertOffer(db, { partNumber: "82-14471-9" });
  await replica.catchUp();
  assert.deepEqual(shown(), [[number, "82-14471-9"], true]);
});

test("words are not cut short if whole words find something that filters hide", async () => {
  const { db, replica } = database;
  await multiply("FP-", "FILTER,HYDRO", 3_101);
  await insertOffer(db, { partNumber: "K-77", partName: "HYDROMATIC FILTERING", vendor: "Far" });
  await replica.catchUp();
  assert.deepEqual(find("filter hydro", { ...none, vendors: ["Far"] }), []);
  assert.deepEqual(find("filteri hydrom"), ["K-77"]);
});

test("several words may be cut short if the whole words find nothing", () => {
  assert.deepEqual(find("halog lan"), ["60-1332-1"]);
  assert.deepEqual(find("hal lan"), ["60-1332-1", "L-1"]);
  assert.deepEqual(find("land ligh halo"), ["60-1332-1"]);
  assert.deepEqual(find("ha lan"), [], "words of two letters are whole");
  assert.deepEqual(find("halog lan zzz"), []);
  assert.deepEqual(find("lam hali for the lan gea"), ["L-1"]);
  assert.deepEqual(find("lam hali for the lan gea lam"), [], "more than six words are no name");
  const { parts } = suggest("halog lan");
  assert.deepEqual(
    parts.map(({ partNumber }) => partNumber),
    ["60-1332-1"],
  );
  const names = {
    partNumbers: [],
    partNames: ["halog lan"],
    inStock: false,
    withSuggestions: false,
  };
  const looked = database.replica.read((view) => lookUpParts(view, names, now));
  assert.deepEqual(looked.offers, [], "a lookup keeps its rules");
});

test("hostile texts find nothing and fail nothing", () => {
  const texts = [
    `"`,
    `""""`,
    `"1332" OR "`,
    "1332* NEAR(",
    "NEAR(1332 6652, 2)",
    "number : 1332",
    "13\u{1f600}32",
    "\u{1f600}".repeat(9),
    "1332\0",
    "\ud8001332",
    "-".repeat(200),
    "9".repeat(200),
    "13324".repeat(40),
    "1332* 6652*",
    "abc ".repeat(50),
    `${"é".repeat(100)}\u0301\u200b`,
    "') or 1=1 --",
  ];
  for (const text of texts) {
    assert.deepEqual(find(text), [], text);
    suggest(text);
  }
});
