// The orders of search results: by column, by the account's price, and page by page.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import type { OfferFields } from "../support/insertOffer.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { facetsOf, numbersOf, type Query, readable, searchParts } from "../support/resultsPage.ts";
import { agree, offer, read } from "../support/steps.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let stranger: TestVisitor;

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

before(async () => {
  stranger = await openStranger();
});

const search = (query: Query, by = buyer) => searchParts(by, query);

test("columns sort in both directions; offers are grouped by part, the rest on its page", async () => {
  const row = (number: string, price: number, stock: number, leadTimeDays: number | null) =>
    offer(number, { partName: "SHIM SORTED", price, stock, leadTimeDays, vendor: `V${price}` });
  await row("SO-1", 300, 5, 10);
  await row("SO-2", 100, 9, null);
  await row("SO-3", 200, 0, 2);
  for (let price = 900; price < 904; price += 1) await row("SO-3", price, 1, 30);
  const sorted = async (sort: string) => numbersOf(await search({ q: "shim sorted", sort }));
  assert.deepEqual(await sorted("price"), ["SO-2", "SO-3", "SO-1"]);
  assert.deepEqual(await sorted("-price"), ["SO-3", "SO-1", "SO-2"]);
  assert.deepEqual(await sorted("-stock"), ["SO-2", "SO-1", "SO-3"]);
  assert.deepEqual(await sorted("lead"), ["SO-3", "SO-1", "SO-2"]);
  assert.deepEqual(await sorted("-number"), ["SO-3", "SO-2", "SO-1"]);
  const body = await search({ q: "shim sorted", sort: "price" });
  assert.match(body, /aria-sort="ascending"><a href="[^"]*sort=-price">Price/);
  assert.match(body, /href="\/parts\/SO-3">2 more offers<span class="unseen"> of SO-3/);
  assert.equal(body.match(/class="continues"/g)?.length, 3);
});

test("pages follow one another in both directions, each part once", async () => {
  const numbers = Array.from({ length: 53 }, (_, place) => `PG-${String(place).padStart(3, "0")}`);
  for (const number of numbers) await offer(number, { vendor: "One", price: 500 });
  await offer("PG-024", { vendor: "Two" });
  for (const query of ["q=PG-", "q=PG-&sort=price", "q=PG-&sort=-number"]) {
    const pages: string[][] = [];
    let address: string | undefined = `/parts?${query}`;
    let last = "";
    while (address !== undefined && pages.length < 5) {
      last = readable(await read(address));
      pages.push(numbersOf(last));
      address = /rel="next" href="([^"]*)"/.exec(last)?.[1];
    }
    const expected = query.endsWith("-number") ? numbers.toReversed() : numbers;
    assert.deepEqual(pages.flat(), expected, query);
    assert.match(last, /41 to 53 of 53 part numbers/);
    const back = await buyer.get(/rel="prev" href="([^"]*)"/.exec(last)?.[1] ?? "/");
    assert.deepEqual(numbersOf(back.body), pages[1], query);
  }
});

test("the account's own price is shown if it differs, with the saving", async () => {
  await offer("PR-1", { price: 123_400 });
  await offer("PR-2", { price: 100 });
  await offer("TINY-1", { price: 10_000 });
  await agree({ partNumber: "PR-1", price: 77_700 });
  await agree({ partNumber: "TINY-1", price: 9_999 });
  const hardly = await search({ q: "TINY-" });
  assert.match(hardly, /USD 99\.99<\/strong> <span class="sub">Your price<\/span>/);
  assert.doesNotMatch(await read("/parts/TINY-1"), /<s>|you save/i);
  const own = await search({ q: "PR-" });
  assert.match(own, /USD 777\.00<\/strong>[\s\S]*Your price[\s\S]*1,234\.00[\s\S]*−37&nbsp;%/);
  const list = await search({ q: "PR-" }, stranger);
  assert.match(list, /USD 1,234\.00/);
  assert.doesNotMatch(list, /Your price|777\.00/);
});

test("price sorts by what the account pays in the rows, and offers on request come last", async () => {
  const priced = (number: string, price: number | null, fields: Partial<OfferFields> = {}) =>
    offer(number, { partName: "WASHER ORDERED", price, ...fields });
  await priced("OP-1", 1000);
  await priced("OP-2", 1100);
  await priced("OP-3", 1200, { minQuantity: 10 });
  await priced("OP-4", null);
  await priced("OP-5", null);
  await priced("OP-6", 950, { vendor: "Dear" });
  await agree({ partNumber: "OP-2", price: 100 });
  await agree({ partNumber: "OP-3", price: 200, minQuantity: 10 });
  await agree({ partNumber: "OP-5", price: 850 });
  await agree({ partNumber: "OP-1", price: 1, minQuantity: 5 });
  const sorted = async (sort: string, by = buyer) =>
    numbersOf(await search({ q: "washer ordered", sort }, by));
  assert.deepEqual(await sorted("price"), ["OP-2", "OP-3", "OP-5", "OP-6", "OP-1", "OP-4"]);
  assert.deepEqual(await sorted("-price"), ["OP-1", "OP-6", "OP-5", "OP-3", "OP-2", "OP-4"]);
  const list = ["OP-6", "OP-1", "OP-2", "OP-3", "OP-4", "OP-5"];
  assert.deepEqual(await sorted("price", stranger), list);
});

test("pages by the account's price show each part once", async () => {
  for (let at = 10; at < 55; at += 1) {
    await offer(`PYX-${at}`, { vendor: "One", price: 500 + at });
    if (at % 3 === 0) await agree({ partNumber: `PYX-${at}`, price: 1000 - 10 * at });
  }
  const numbers: string[] = [];
  for (let address: string | undefined = "/parts?q=PYX-&sort=price"; address !== undefined; ) {
    const body = readable(await read(address));
    numbers.push(...numbersOf(body));
    address = /rel="next" href="([^"]*)"/.exec(body)?.[1];
  }
  assert.equal(numbers.length, 45);
  assert.equal(new Set(numbers).size, 45);
  const paid = (number: string) => {
    const at = Number(number.slice(4));
    return at % 3 === 0 ? 1000 - 10 * at : Math.round((500 + at) * 0.9);
  };
  assert.deepEqual(
    numbers.map(paid),
    numbers.map(paid).toSorted((one, two) => one - two),
  );
});

test("what is not sold comes after what is, and is not in stock", async () => {
  const held = { status: "ON_HOLD", partName: "CLAMP HELD" } as const;
  await offer("HD-1", { ...held, price: 1 });
  await offer("HD-2", { partName: "CLAMP HELD", stock: 0 });
  await offer("HD-3", { partName: "CLAMP HELD" });
  await offer("HD-3", { ...held, vendor: "Second", price: 1 });
  for (const q of ["clamp held", "HD-"]) {
    const body = await search({ q });
    assert.equal(numbersOf(body).at(-1), "HD-1", q);
    assert.ok(facetsOf(body).includes("In stock 1"), q);
    assert.deepEqual(numbersOf(await search({ q, stock: "yes" })), ["HD-3"], q);
  }
  const body = await read("/suggestions?q=HD-");
  const stocks = [...body.matchAll(/<span class="badge[^>]*>(?:<[^>]*>)*([^<]*)/g)];
  assert.deepEqual(
    stocks.map(([, text]) => text?.trim()),
    ["Out of stock", "100 NE in stock", "Not for sale"],
  );
});

before(async () => {
  const offers = [
    ["Able", "NE", 50400, 9],
    ["Best", "NE", 39100, 2],
    ["Core", "SV", 19000, 1],
    ["Dear", "NE", 10000, 0],
    ["Even", "NE", null, 5],
  ] as const;
  for (const [vendor, condition, price, stock] of offers) {
    await offer("DA1019-39-4", { vendor, condition, price, stock });
  }
});

const vendorsIn = (body: string) => body.match(/\b(?:Able|Best|Core|Dear|Even)(?= *<)/g) ?? [];

/** The vendors of the rows of results, in their order. */
async function listVendors(q: string, sort = "", by = buyer) {
  const body = await searchParts(by, { q, sort, list: "yes" });
  const [, rows = ""] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(body) ?? [];
  return vendorsIn(rows);
}

test("a suggested part lists its offers in stock by condition and price", async () => {
  assert.deepEqual(await listVendors("da1019394"), ["Best", "Able", "Even"]);
});

test("the beginning of a number lists offers in the same order, by whatever the parts are sorted", async () => {
  for (const sort of ["", "number", "-number"]) {
    assert.deepEqual(await listVendors("DA1019-39", sort), ["Best", "Able", "Even"], sort);
  }
  assert.deepEqual(await listVendors("DA1019-39", "price"), ["Dear", "Core", "Best"]);
});

test("what counts is the price that the account pays", async () => {
  const { accountId } = await app.openAccount();
  const rule = { accountId, partNumber: "DA1019-39-4", vendor: "Able", price: 30000 };
  await insertAgreementRule(app.database.db, rule);
  const by = await openVisitor(app, accountId);
  for (const q of ["DA1019-39", "da1019394"]) {
    assert.deepEqual(await listVendors(q, "", by), ["Able", "Best", "Even"], q);
  }
});
