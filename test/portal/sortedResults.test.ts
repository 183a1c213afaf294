// The orders of search results: by column, by the account's price, and page by page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { facetsOf, numbersOf, type Query, readable, searchParts } from "../support/resultsPage.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;
let stranger: TestVisitor;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  account = await app.openAccount({ discount: 1000 });
  buyer = await openVisitor(app, account.accountId);
  stranger = await openVisitor(app, (await app.openAccount()).accountId);
});

after(() => app.close());

const offer = (partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> =>
  insertOffer(app.database.db, { partNumber, ...fields });

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
      last = readable((await buyer.get(address)).body);
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
  const rule = { accountId: account.accountId, partNumber: "PR-1", price: 77_700 };
  await insertAgreementRule(app.database.db, rule);
  const tiny = { accountId: account.accountId, partNumber: "TINY-1", price: 9_999 };
  await insertAgreementRule(app.database.db, tiny);
  const hardly = await search({ q: "TINY-" });
  assert.match(hardly, /USD 99\.99<\/strong> <span class="sub">Your price<\/span>/);
  assert.doesNotMatch((await buyer.get("/parts/TINY-1")).body, /<s>|you save/i);
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
  const { accountId } = account;
  const rule = (partNumber: string, price: number, minQuantity: number) =>
    insertAgreementRule(app.database.db, { accountId, partNumber, price, minQuantity });
  await rule("OP-2", 100, 1);
  await rule("OP-3", 200, 10);
  await rule("OP-5", 850, 1);
  await rule("OP-1", 1, 5);
  const sorted = async (sort: string, by = buyer) =>
    numbersOf(await search({ q: "washer ordered", sort }, by));
  assert.deepEqual(await sorted("price"), ["OP-2", "OP-3", "OP-5", "OP-6", "OP-1", "OP-4"]);
  assert.deepEqual(await sorted("-price"), ["OP-1", "OP-6", "OP-5", "OP-3", "OP-2", "OP-4"]);
  const list = ["OP-6", "OP-1", "OP-2", "OP-3", "OP-4", "OP-5"];
  assert.deepEqual(await sorted("price", stranger), list);
});

test("pages by the account's price show each part once", async () => {
  const { accountId } = account;
  for (let at = 10; at < 55; at += 1) {
    await offer(`PYX-${at}`, { vendor: "One", price: 500 + at });
    if (at % 3 === 0) {
      const price = 1000 - 10 * at;
      await insertAgreementRule(app.database.db, { accountId, partNumber: `PYX-${at}`, price });
    }
  }
  const numbers: string[] = [];
  for (let address: string | undefined = "/parts?q=PYX-&sort=price"; address !== undefined; ) {
    const body = readable((await buyer.get(address)).body);
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
  const { body } = await buyer.get("/suggestions?q=HD-");
  const stocks = [...body.matchAll(/<span class="badge[^>]*>(?:<[^>]*>)*([^<]*)/g)];
  assert.deepEqual(
    stocks.map(([, text]) => text?.trim()),
    ["Out of stock", "100 NE in stock", "Not for sale"],
  );
});
