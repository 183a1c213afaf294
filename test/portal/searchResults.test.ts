// The page of search results without JavaScript: what is found, filters, order, pages, prices, and
// adding from a row.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import type { OfferFields } from "../support/insertOffer.ts";
import { app, buyer, openColleague, openPortal, openStranger } from "../support/portal.ts";
import { agree, offer, read, refuse, submit } from "../support/steps.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

type Query = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

const resultsAddress = (query: Query) =>
  `/parts?${new URLSearchParams(query as Record<string, string>)}`;

/** A page with the addresses in it as they are. */
const readable = (body: string) => body.replaceAll("&#61;", "=").replaceAll("&#38;", "&");

async function searchParts(by: TestVisitor, query: Query): Promise<string> {
  const page = await by.get(resultsAddress(query));
  assert.equal(page.statusCode, 200);
  return readable(page.body);
}

/** The part numbers of a page, in order. */
function numbersOf(body: string): string[] {
  return [...body.matchAll(/class="pn"><a href="\/parts\/[^"]*">([^<]*)/g)].map(
    ([, number = ""]) => number,
  );
}

/** Label and count of the filters of a page. */
function facetsOf(body: string): string[] {
  const choice = /<span>([^<]*)<\/span> <span class="quiet">([^<]*)</g;
  return [...body.matchAll(choice)].map(([, label, count]) => `${label} ${count}`);
}

let stranger: TestVisitor;

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

before(async () => {
  stranger = await openStranger();
});

const search = (query: Query, by = buyer) => searchParts(by, query);

/** The form of a row of results: its address and hidden fields. */
function formOf(body: string, place = 0) {
  const hidden = (name: string) => `<input type="hidden" name="${name}" value="([^"]*)">`;
  const form = `action="([^"]*)" data-add>\\s*${hidden("form")}\\s*${hidden("part_id")}`;
  const forms = [...body.matchAll(new RegExp(form, "g"))];
  const [, action = "", formId = "", partId = ""] = forms[place] ?? [];
  return { action, form: formId, part_id: partId };
}

const chipOf = (body: string) =>
  /data-draft>[\s\S]*?<span>([\s\S]*?)<\/a>/
    .exec(body)?.[1]
    ?.replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .replace(/SO-\d+/, "SO");

test("the exact number opens its part; as a list it comes first, then beginnings, then names", async () => {
  await offer("QA10", { partName: "ELBOW" });
  await offer("QA10-2", { partName: "ELBOW" });
  await offer("QA101", { partName: "TEE" });
  await offer("ZZ-9", { partName: "QA10 ADAPTER" });
  await offer("QA1", { partName: "UNION" });
  const opened = await buyer.get(resultsAddress({ q: " qa10 " }));
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, "/parts/QA10"]);
  assert.equal(
    (await buyer.get(resultsAddress({ q: "ＱＡ１０" }))).headers.location,
    "/parts/QA10",
  );
  const body = await search({ q: "qa10", list: "yes" });
  assert.deepEqual(numbersOf(body), ["QA10", "QA10-2", "QA101", "ZZ-9"]);
  assert.match(body, /4 offers for 4 part numbers/);
  const part = readable(await read("/parts/QA10"));
  assert.match(part, /href="\/parts\?q=QA10&list=yes"/);
});

test("a wildcard at the end is the beginning of a number, and opens no part", async () => {
  await offer("WC-1", { partName: "ELBOW" });
  await offer("WC-12", { partName: "ELBOW" });
  for (const q of ["WC-1*", " wc-1 ** "]) {
    assert.deepEqual(numbersOf(await search({ q })), ["WC-1", "WC-12"], q);
  }
  await offer("WC-1*", { partName: "ELBOW" });
  assert.equal((await buyer.get(resultsAddress({ q: "wc-1*" }))).headers.location, "/parts/WC-1*");
  assert.deepEqual(numbersOf(await search({ q: "*" })), []);
});

test("the last seven digits of a stock number find its parts", async () => {
  await offer("NE-1", { partName: "HOSE", nsn: "4730000065152" });
  await offer("NE-2", { partName: "HOSE", nsn: "4730990065152" });
  for (const q of ["006-5152", "0065152", "006 5152"]) {
    assert.deepEqual(numbersOf(await search({ q })), ["NE-1", "NE-2"], q);
  }
  assert.deepEqual(numbersOf(await search({ q: "006-5153" })), []);
});

test("filters take several values, and count the offers of each as the others stay", async () => {
  const fields = { partName: "GASKET FILTERED" };
  await offer("FX-1", { ...fields, condition: "NE", vendor: "Alpha", stock: 0 });
  await offer("FX-1", { ...fields, condition: "OH", vendor: "Beta", certificate: "FAA_8130_3" });
  await offer("FX-2", { ...fields, condition: "NE", vendor: "Beta" });
  await offer("FX-3", { ...fields, condition: "SV", vendor: "Alpha" });
  for (const q of ["FX-", "gasket filtered"]) {
    assert.deepEqual(numbersOf(await search({ q })).sort(), ["FX-1", "FX-2", "FX-3"], q);
    const two = [
      ["q", q],
      ["condition", "OH"],
      ["condition", "SV"],
    ] as const;
    assert.deepEqual(numbersOf(await search(two)).sort(), ["FX-1", "FX-3"], q);
    assert.deepEqual(numbersOf(await search({ q, certificate: "FAA_8130_3" })), ["FX-1"], q);
    const narrowed = await search({ q, vendor: "Alpha", stock: "yes" });
    assert.deepEqual(numbersOf(narrowed), ["FX-3"], q);
    assert.deepEqual(
      facetsOf(narrowed).map((text) => text.replace(/.*\((\w+)\)/, "$1")),
      ["In stock 1", "SV 1", "Alpha 1", "Beta 2"],
    );
    assert.match(narrowed, /name="vendor" value="Alpha" checked/);
    assert.match(narrowed, /href="\/parts\?q=[^"&]*">Clear filters/);
  }
  const corrected = await search({ q: "gaskte filterd", vendor: "Alpha", sort: "-price" });
  const link = /Did you mean <a href="\/parts\?q=gasket\+filtered&vendor=Alpha&sort=-price">/;
  assert.match(corrected, link);
  const shorter = await search({ q: "gasket zzz", vendor: "Alpha", sort: "-price" });
  assert.match(shorter, /href="\/parts\?q=gasket&vendor=Alpha&sort=-price">gasket</);
  const none = await search({ q: "FX-", condition: "AR" });
  assert.match(none, /No part matches[\s\S]*Clear all filters/);
  assert.match(none, /name="condition" value="AR" checked/);
});

test("a row is added to the current draft, which the header shows", async () => {
  await offer("XAD-1", { price: 1000 });
  await offer("XAD-2", { price: 2000, minQuantity: 10, multiple: 5 });
  const by = await openColleague();
  const body = await search({ q: "XAD-", condition: "NE", sort: "price" }, by);
  assert.equal(chipOf(body), undefined);
  assert.match(body, /packs of 5, min\. 10/);
  const { action, ...hidden } = formOf(body);
  const location = await submit(action, { ...hidden, quantity: "3" }, by);
  assert.match(location, /^\/parts\?q=XAD-&condition=NE&sort=price&list=yes&done=added$/);
  const after = readable((await by.get(location)).body);
  assert.match(after, /Added to <a href="\/orders\/[^"]*">SO-\d+<\/a>: 1 line, USD\u00a027\.00/);
  assert.equal(chipOf(after), "SO · 1 line · USD 27.00");
  assert.deepEqual(after.match(/In draft: \d+/g), ["In draft: 3"]);
  const opened = readable((await by.get("/parts/XAD-1")).body);
  assert.match(opened, /In draft <a href="\/orders\/[^"]*">SO-\d+<\/a>: 3</);
  assert.doesNotMatch((await by.get("/parts/XAD-2")).body, /In draft/);
  await by.post(action, { ...hidden, quantity: "3" });
  assert.equal(chipOf((await by.get("/orders")).body), "SO · 1 line · USD 27.00", "once");
  const second = formOf(after, 1);
  await by.post(second.action, { form: second.form, part_id: second.part_id, quantity: "10" });
  assert.equal(chipOf((await by.get("/")).body), "SO · 2 lines · USD 207.00");
  assert.equal(chipOf(await read("/")), undefined, "another person's");
});

test("a refused row shows why and keeps what was typed, on the same page", async () => {
  await offer("RF-1", { minQuantity: 10, multiple: 5, stock: 100 });
  const by = await openColleague();
  const { action, ...hidden } = formOf(await search({ q: "RF-" }, by));
  for (const quantity of ["7", "1000", "none", ""]) {
    const refused = await refuse(422, action, { ...hidden, quantity }, by);
    assert.match(refused, new RegExp(`name="quantity" value="${quantity}"[^>]*aria-invalid`));
    assert.match(refused, /<p class="flaw" id="row-1-quantity-fault">/);
  }
  await submit(action, { ...hidden, part_id: "x".repeat(64), quantity: "10" }, by);
  await submit(action, { ...hidden, quantity: "10" }, stranger);
  assert.equal(chipOf((await stranger.get("/")).body), undefined);
});

test("a draft that is no longer one is replaced by a new one", async () => {
  await offer("NW-1");
  const by = await openColleague();
  const add = async () => {
    const { action, ...hidden } = formOf(await search({ q: "NW-" }, by));
    await by.post(action, { ...hidden, form: randomUUID(), quantity: "1" });
    return /href="\/orders\/([^"]*)" data-draft/.exec((await by.get("/")).body)?.[1] ?? "";
  };
  const first = await add();
  await by.post(`/orders/${first}/discard`, { version: "1" });
  assert.equal(chipOf((await by.get("/")).body), undefined);
  const second = await add();
  assert.notEqual(second, first);
});

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
