// The page of search results without JavaScript: what is found, filters, order, pages, prices, and
// adding from a row.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
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

type Query = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

const addressOf = (query: Query) =>
  `/parts?${new URLSearchParams(query as Record<string, string>)}`;

/** A page with the addresses in it as they are. */
const readable = (body: string) => body.replaceAll("&#61;", "=").replaceAll("&#38;", "&");

const search = async (query: Query, by = buyer): Promise<string> => {
  const page = await by.get(addressOf(query));
  assert.equal(page.statusCode, 200);
  return readable(page.body);
};

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
  const opened = await buyer.get(addressOf({ q: " qa10 " }));
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, "/parts/QA10"]);
  const full = await buyer.get(addressOf({ q: "ＱＡ１０" }));
  assert.equal(full.headers.location, "/parts/QA10");
  const body = await search({ q: "qa10", list: "yes" });
  assert.deepEqual(numbersOf(body), ["QA10", "QA10-2", "QA101", "ZZ-9"]);
  assert.match(body, /4 offers for 4 part numbers/);
  const part = readable((await buyer.get("/parts/QA10")).body);
  assert.match(part, /href="\/parts\?q=QA10&list=yes"/);
});

test("names come before longer names, names before words, and an NSN finds its parts", async () => {
  await offer("N3", { partName: "PUMP", description: "with a check valve" });
  await offer("N1", { partName: "VALVE,CHECK" });
  await offer("N2", { partName: "VALVE,CHECK,INLINE" });
  await offer("N4", { partName: "HOSE", nsn: "4730012345678" });
  assert.deepEqual(numbersOf(await search({ q: "valve check" })), ["N1", "N2", "N3"]);
  const byNsn = await search({ q: "nsn 4730012345678" });
  assert.deepEqual(numbersOf(byNsn), ["N4"]);
  assert.match(byNsn, /<h1>NSN 4730-01-234-5678</);
  assert.match(await search({ q: "012345678" }), /<h1>NIIN 01-234-5678</);
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
  const none = await search({ q: "FX-", condition: "AR" });
  assert.match(none, /No part matches[\s\S]*Clear all filters/);
  assert.match(none, /name="condition" value="AR" checked/);
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

test("offers of one number by two manufacturers are told apart", async () => {
  const made = (manufacturer: string, cage: string, partName: string) =>
    offer("MK-1", { manufacturer, cage, partName, vendor: "One" });
  await made("FENWAL", "10237", "SPACER");
  await made("AIRBUS", "F6137", "SCREW");
  const body = await search({ q: "MK-" });
  const maker = (name: string) => new RegExp(`One<br><span class="quiet">${name}</span>`);
  assert.match(body, maker("FENWAL \\(10237\\)"));
  assert.match(body, maker("AIRBUS \\(F6137\\)"));
  for (const name of ["SPACER", "SCREW"]) assert.match(body, new RegExp(`"name">${name}<`));
  const labels = [...body.matchAll(/aria-label="(Add [^"]*)"/g)].map(([, label]) => label);
  assert.equal(new Set(labels).size, 2);
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
  const rule = { accountId: account.accountId, partNumber: "PR-1", price: 77_700 };
  await insertAgreementRule(app.database.db, rule);
  const own = await search({ q: "PR-" });
  assert.match(own, /USD 777\.00<\/strong>[\s\S]*Your price[\s\S]*1,234\.00[\s\S]*−37&nbsp;%/);
  const list = await search({ q: "PR-" }, stranger);
  assert.match(list, /USD 1,234\.00/);
  assert.doesNotMatch(list, /Your price|777\.00/);
});

test("a row is added to the current draft, which the header shows", async () => {
  await offer("XAD-1", { price: 1000 });
  await offer("XAD-2", { price: 2000, minQuantity: 10, multiple: 5 });
  const by = await openVisitor(app, account.accountId);
  const body = await search({ q: "XAD-", condition: "NE", sort: "price" }, by);
  assert.equal(chipOf(body), undefined);
  assert.match(body, /packs of 5, min\. 10/);
  const { action, ...hidden } = formOf(body);
  const added = await by.post(action, { ...hidden, quantity: "3" });
  assert.equal(added.statusCode, 303);
  const { location = "" } = added.headers;
  assert.match(String(location), /^\/parts\?q=XAD-&condition=NE&sort=price&list=yes&done=added$/);
  const after = readable((await by.get(String(location))).body);
  assert.match(after, /Added to <a href="\/orders\/[^"]*">SO-\d+<\/a>: 1 line, USD 27\.00/);
  assert.equal(chipOf(after), "SO · 1 line · USD 27.00");
  await by.post(action, { ...hidden, quantity: "3" });
  assert.equal(chipOf((await by.get("/orders")).body), "SO · 1 line · USD 27.00", "once");
  const second = formOf(after, 1);
  await by.post(second.action, { form: second.form, part_id: second.part_id, quantity: "10" });
  assert.equal(chipOf((await by.get("/")).body), "SO · 2 lines · USD 207.00");
  assert.equal(chipOf((await buyer.get("/")).body), undefined, "another person's");
});

test("a row that is out of stock has a way to ask instead of a form", async () => {
  await offer("OUT-1", { vendor: "None", stock: 0 });
  await offer("OUT-1", { vendor: "Short", stock: 5, minQuantity: 10 });
  await offer("OUT-1", { vendor: "Some", stock: 5 });
  const body = await search({ q: "OUT-" });
  assert.deepEqual(
    [...body.matchAll(/aria-label="(Add|Request stock of) OUT-1, NE, (\w+)"/g)].map(
      ([, action, vendor]) => `${action} ${vendor}`,
    ),
    ["Request stock of Short", "Add Some", "Request stock of None"],
  );
  assert.match(body, /href="mailto:[^"]*subject=Stock%20request%3A%20OUT-1"/);
});

test("a refused row shows why and keeps what was typed, on the same page", async () => {
  await offer("RF-1", { minQuantity: 10, multiple: 5, stock: 100 });
  const by = await openVisitor(app, account.accountId);
  const { action, ...hidden } = formOf(await search({ q: "RF-" }, by));
  for (const quantity of ["7", "1000", "none", ""]) {
    const refused = await by.post(action, { ...hidden, quantity });
    assert.equal(refused.statusCode, 422, quantity);
    assert.match(refused.body, new RegExp(`name="quantity" value="${quantity}"[^>]*aria-invalid`));
    assert.match(refused.body, /<p class="flaw" id="row-1-quantity-fault">/);
  }
  const unknown = await by.post(action, { ...hidden, part_id: "x".repeat(64), quantity: "10" });
  assert.equal(unknown.statusCode, 303);
  const foreign = await stranger.post(action, { ...hidden, quantity: "10" });
  assert.equal(foreign.statusCode, 303);
  assert.equal(chipOf((await stranger.get("/")).body), undefined);
});

test("a draft that is no longer one is replaced by a new one", async () => {
  await offer("NW-1");
  const by = await openVisitor(app, account.accountId);
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

test("the script gets the header and a message instead of a page", async () => {
  await offer("FR-1", { price: 1000 });
  const by = await openVisitor(app, account.accountId);
  const { action, ...hidden } = formOf(await search({ q: "FR-" }, by));
  const send = (quantity: string) =>
    by.post(action, { ...hidden, quantity }, { "x-fragment": "yes" });
  const refused = await send("0");
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /^<p data-flaw>Enter a whole number/);
  const added = await send("2");
  assert.equal(added.statusCode, 200);
  assert.equal(chipOf(added.body), "SO · 1 line · USD 18.00");
  const form = /data-form="([^"]*)"/.exec(added.body)?.[1];
  assert.match(form ?? "", /^[0-9a-f-]{36}$/);
  assert.notEqual(form, hidden.form);
});
