import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Compile } from "typebox/compile";
import { CatalogAnswer } from "../../src/kit/contract/catalog.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0 }));
const buyer = share(() => app.openAccount());

before(async () => {
  const { db } = app.database;
  await insertOffer(db, {
    partNumber: "DA21117-1",
    partName: "PUMP,FUEL",
    description: 'Boost "28 V" \\ DC',
  });
  await insertOffer(db, { partNumber: "DA500", condition: "AR", price: 100 });
  await insertOffer(db, { partNumber: "DA500", condition: "OH", price: 300 });
  await insertOffer(db, { partNumber: "DA500", condition: "NE", price: 900, vendor: "B" });
  await insertOffer(db, { partNumber: "DA500", condition: "NE", price: 800, vendor: "A" });
  await insertOffer(db, { partNumber: "DA500", condition: "NS", price: 5, stock: 0 });
  await insertOffer(db, { partNumber: "DA600", stock: 0 });
  await insertOffer(db, { partNumber: "DA 800", partName: "Läger, Kugel", title: null });
  await insertOffer(db, { partNumber: "BR-1", partName: "BRACKET" });
  await insertOffer(db, { partNumber: "BR-2", partName: "BRACKET ASSY" });
  await insertOffer(db, { partNumber: "BR-3", partName: "ARM", description: "with a bracket" });
});

const answerShape = Compile(CatalogAnswer);

async function lookUp(body: unknown) {
  const response = await buyer.post("catalog", body);
  const answer = response.json();
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual([...answerShape.Errors(answer)], []);
  return answer;
}

const numbersOf = (answer: { found_parts: { part_number: string }[] }) =>
  answer.found_parts.map((part) => part.part_number);

test("a part has all ten contract fields and its vendor", async () => {
  const answer = await lookUp({ part_numbers: ["DA21117-1"] });
  const [part] = answer.found_parts;
  assert.match(part.part_id, /^[A-Za-z0-9_-]{1,64}$/);
  assert.deepEqual(part, {
    part_id: part.part_id,
    part_number: "DA21117-1",
    part_name: "PUMP,FUEL",
    title: "PUMP,FUEL",
    description: 'Boost "28 V" \\ DC',
    condition: "NE",
    unit_of_measure: "EA",
    available_stock: 100,
    price: { amount: "10.00", currency: "USD" },
    status: "ACTIVE",
    vendor: "Example Supply",
  });
  assert.deepEqual(Object.keys(answer), ["success", "found_parts", "not_found", "summary"]);
});

test("unknown values are null; no field is missing", async () => {
  const answer = await lookUp({ part_numbers: ["DA 800"] });
  assert.equal(answer.found_parts[0].title, null);
  assert.equal(answer.found_parts[0].description, null);
});

test("a request without entries is rejected: no arrays, empty arrays or null", async () => {
  for (const body of [{}, { part_numbers: [], part_names: [] }, { part_numbers: null }]) {
    const response = await buyer.post("catalog", body);
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().error.code, "VALIDATION_FAILED");
  }
});

test("null counts as not sent", async () => {
  const answer = await lookUp({ part_numbers: ["DA21117-1"], part_names: null, in_stock: null });
  assert.equal(answer.summary.total_requested, 1);
});

test("50 entries in total are accepted; 51 are rejected with count and limit", async () => {
  const answer = await lookUp({
    part_numbers: Array(30).fill("x"),
    part_names: Array(20).fill("y"),
  });
  assert.deepEqual(answer.summary, { total_requested: 50, found: 0, not_found: 50 });
  const response = await buyer.post("catalog", {
    part_numbers: Array(30).fill("x"),
    part_names: Array(21).fill("y"),
  });
  assert.equal(response.statusCode, 400);
  const [detail] = response.json().error.details;
  assert.deepEqual([detail.count, detail.limit], [51, 50]);
});

test("an entry of 200 characters is accepted; 201 are rejected", async () => {
  await lookUp({ part_numbers: ["é".repeat(200)] });
  const response = await buyer.post("catalog", { part_numbers: ["ok", "é".repeat(201)] });
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().error.details[0].path, "part_numbers[1]");
});

test("types are not converted, and the fault has its path", async () => {
  const faults: [unknown, string][] = [
    [{ part_numbers: "DA500" }, "part_numbers"],
    [{ part_numbers: ["DA500", 5] }, "part_numbers[1]"],
    [{ part_names: [null] }, "part_names[0]"],
    [{ part_numbers: ["DA500"], in_stock: "true" }, "in_stock"],
    [{ part_numbers: ["DA500"], in_stock: 1 }, "in_stock"],
    [{ part_numbers: ["DA500"], include: ["everything"] }, "include[0]"],
    [["DA500"], ""],
    ["DA500", ""],
    [null, ""],
  ];
  for (const [body, path] of faults) {
    const response = await buyer.post("catalog", body);
    assert.equal(response.statusCode, 400, JSON.stringify(body));
    assert.equal(response.json().error.details[0].path, path, JSON.stringify(body));
  }
});

test("unknown fields are ignored", async () => {
  const answer = await lookUp({ part_numbers: ["DA21117-1"], page: 3 });
  assert.equal(answer.summary.found, 1);
});

test("a blank entry is in not_found and does not affect other entries", async () => {
  const answer = await lookUp({ part_numbers: ["", "DA21117-1", "  "], part_names: ["\t"] });
  assert.deepEqual(answer.not_found, ["", "  ", "\t"]);
  assert.deepEqual(answer.summary, { total_requested: 4, found: 1, not_found: 3 });
});

test("part numbers typed in full-width characters match, unless the catalog has them so", async () => {
  const entry = "ｄａ２１１１７－１";
  const answers = await Promise.all([
    lookUp({ part_numbers: [entry, "ＤＡ\u3000８００"] }),
    lookUp({ part_names: [entry] }),
  ]);
  assert.deepEqual(answers.map(numbersOf), [["DA21117-1", "DA 800"], ["DA21117-1"]]);
  for (const partNumber of ["Ｗ１", "W1"]) await insertOffer(app.database.db, { partNumber });
  assert.deepEqual(numbersOf(await lookUp({ part_numbers: ["Ｗ１"] })), ["Ｗ１"]);
});

test("all offers of a number are returned, sorted by stock, condition and price", async () => {
  const answer = await lookUp({ part_numbers: ["DA500"] });
  const seen = answer.found_parts.map((part: Record<string, unknown>) => [
    part["condition"],
    part["vendor"],
    part["available_stock"],
  ]);
  assert.deepEqual(seen, [
    ["NE", "A", 100],
    ["NE", "B", 100],
    ["OH", "Example Supply", 100],
    ["AR", "Example Supply", 100],
    ["NS", "Example Supply", 0],
  ]);
  assert.equal(answer.summary.found, 1);
});

test("a part that matches several entries is listed once; entries are as sent, numbers before names", async () => {
  const answer = await lookUp({
    part_names: ["fuel pump", "da21117-1"],
    part_numbers: ["BR-1", "DA21117-1", "DA21117-1"],
    include: ["matches"],
  });
  assert.deepEqual(numbersOf(answer), ["BR-1", "DA21117-1"]);
  assert.deepEqual(answer.summary, { total_requested: 5, found: 5, not_found: 0 });
  const id = answer.found_parts[1].part_id;
  assert.deepEqual(answer.matches.slice(1), [
    { entry: "DA21117-1", kind: "part_number", part_ids: [id] },
    { entry: "DA21117-1", kind: "part_number", part_ids: [id] },
    { entry: "fuel pump", kind: "part_name", part_ids: [id] },
    { entry: "da21117-1", kind: "part_name", part_ids: [id] },
  ]);
});

test("not_found has the entries exactly as sent, in order, including duplicates", async () => {
  const entries = [
    " zz ",
    "q\u0000",
    "\ud800",
    "ÄÖ\u2011",
    " zz ",
    "'; drop table offers; --",
    "%",
    "_",
  ];
  const answer = await lookUp({ part_numbers: entries, part_names: ["& | ! ( :*", "\u0001"] });
  assert.deepEqual(answer.not_found, [...entries, "& | ! ( :*", "\u0001"]);
});

test("a word that is too long to search after folding matches nothing and does not affect others", async () => {
  const endless = "\u3316".repeat(200);
  const answer = await lookUp({ part_names: [endless, "bracket"], part_numbers: [endless] });
  assert.deepEqual(answer.not_found, [endless, endless]);
  assert.equal(answer.summary.found, 1);
});

test("an entry has at most ten suggestions", async () => {
  const { db } = app.database;
  for (const place of Array.from({ length: 11 }, (_, index) => index)) {
    await insertOffer(db, { partNumber: `SUG${"-".repeat(place + 1)}1` });
  }
  const body = { part_numbers: ["SUG1"], include: ["suggestions"] };
  assert.equal((await lookUp(body)).suggestions.length, 10);
});

test("with in_stock, entries without stock are in not_found", async () => {
  const answer = await lookUp({ part_numbers: ["DA600", "DA500"], in_stock: true });
  assert.deepEqual(answer.not_found, ["DA600"]);
  assert.equal(answer.found_parts.length, 4);
  const all = await lookUp({ part_numbers: ["DA600"], in_stock: false });
  assert.equal(all.found_parts[0].available_stock, 0);
});

test("details adds what an order of a part needs, with the account's own minimum", async () => {
  await insertOffer(app.database.db, {
    partNumber: "DETAIL-1",
    minQuantity: 10,
    multiple: 5,
    leadTimeDays: 14,
    manufacturer: "Example Seals",
    cage: "1ABC5",
    nsn: "5331001234567",
    certificate: "8130-3; COC",
    shelfLifeExpires: "2099-06-30",
    alternates: ["DETAIL-2"],
  });
  const body = { part_numbers: ["DETAIL-1"], include: ["details", "account_price"] };
  const [part] = (await buyer.post("catalog", body)).json().found_parts;
  assert.deepEqual(part.details, {
    min_quantity: 10,
    multiple: 5,
    lead_time_days: 14,
    manufacturer: "Example Seals",
    cage: "1ABC5",
    nsn: "5331-00-123-4567",
    certificates: ["8130-3", "COC"],
    shelf_life_expires: "2099-06-30",
    alternates: ["DETAIL-2"],
    superseded_by: null,
  });
  assert.equal(part.account_price.quantity_breaks[0].min_quantity, 10);
  const order = (quantity: number) =>
    buyer.post("orders", { items: [{ part_id: part.part_id, quantity }] });
  assert.equal((await order(1)).json().error.code, "QUANTITY_NOT_ALLOWED");
  assert.equal((await order(part.details.min_quantity)).statusCode, 201);
  const [plain] = (await buyer.post("catalog", { part_numbers: ["DETAIL-1"] })).json().found_parts;
  assert.equal(plain.details, undefined);
});
