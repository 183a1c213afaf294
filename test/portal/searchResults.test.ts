// The page of search results without JavaScript: what is found, filters, order, pages, prices, and
// adding from a row.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { buyer, openColleague, openPortal, openStranger } from "../support/portal.ts";
import {
  facetsOf,
  numbersOf,
  type Query,
  readable,
  resultsAddress,
  searchParts,
} from "../support/resultsPage.ts";
import { offer, read, refuse, submit } from "../support/steps.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

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

test("the page without a search has an example that finds a part", async () => {
  await offer("EXAMPLE-1", { partName: "ELBOW,TUBE" });
  const body = await read("/parts");
  const examples = [...body.matchAll(/such as <code>([^<]*)<\/code>/g)].map(
    ([, text = ""]) => text,
  );
  assert.equal(examples.length, 2);
  for (const q of examples) assert.notDeepEqual(numbersOf(await search({ q, list: "yes" })), [], q);
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

test("certificates have one name in filters and on the page of a part, and codes in addresses", async () => {
  await offer("CN-1", { partName: "SEAL NAMED", certificate: "CoC" });
  await offer("CN-1", { partName: "SEAL NAMED", certificate: "8130-3; DD 250", vendor: "Beta" });
  const found = await search({ q: "CN-1", list: "yes" });
  const named = (value: string, name: string) =>
    found.includes(`name="certificate" value="${value}">\n<span>${name}</span>`);
  assert.ok(named("CoC", "Certificate of Conformance"), found);
  assert.ok(named("8130-3; DD 250", "FAA 8130-3; DD 250"), found);
  const part = await read("/parts/CN-1");
  assert.match(part, />Certificate of Conformance</);
  assert.match(part, />FAA\u00a08130-3; DD\u00a0250</);
  assert.doesNotMatch(part, /certificate of conformance|CoC/);
});

test("offers of one number by two manufacturers are told apart", async () => {
  const made = (manufacturer: string, cage: string, partName: string) =>
    offer("MK-1", { manufacturer, cage, partName, vendor: "One" });
  await made("FENWAL", "10237", "SPACER");
  await made("AIRBUS", "F6137", "SCREW");
  const body = await search({ q: "MK-" });
  const maker = (name: string) => new RegExp(`One · ${name} `);
  assert.match(body, maker("FENWAL \\(10237\\)"));
  assert.match(body, maker("AIRBUS \\(F6137\\)"));
  for (const name of ["SPACER", "SCREW"]) assert.match(body, new RegExp(`"name">${name}<`));
  const labels = [...body.matchAll(/aria-label="(Add [^"]*)"/g)].map(([, label]) => label);
  assert.equal(new Set(labels).size, 2);
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

test("a row that cannot be ordered has a request for a quote instead of a form", async () => {
  await offer("OUT-1", { vendor: "None", stock: 0 });
  const id = await offer("OUT-1", { vendor: "Short", stock: 5, minQuantity: 10 });
  await offer("OUT-1", { vendor: "Some", stock: 5 });
  const body = await search({ q: "OUT-" });
  assert.deepEqual(
    [...body.matchAll(/aria-label="(Add|Request quote for) OUT-1, NE, (\w+)"/g)].map(
      ([, action, vendor]) => `${action} ${vendor}`,
    ),
    ["Request quote for Short", "Add Some", "Request quote for None"],
  );
  assert.ok(body.includes(`href="/quote-requests/new?offer=${id}&quantity=10"`), body);
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

test("beside a pack error the quantities to choose are buttons", async () => {
  await offer("PK-1", { minQuantity: 10, multiple: 5, stock: 100 });
  const by = await openColleague();
  const { action, ...hidden } = formOf(await search({ q: "PK-" }, by));
  const refused = await refuse(422, action, { ...hidden, quantity: "12" }, by);
  assert.match(
    refused,
    /name="quantity" value="10">Order 10<[^/]*\/button> <button[^>]*>Order 15</,
  );
  const pressed = [...Object.entries(hidden), ["quantity", "12"], ["quantity", "15"]];
  await submit(action, new URLSearchParams(pressed), by);
  assert.match(await search({ q: "PK-" }, by), /In draft: 15/);
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

test("the script gets the header and a message instead of a page", async () => {
  await offer("FR-1", { price: 1000 });
  const by = await openColleague();
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
  assert.match(added.body, /data-in-draft>In draft: 2</);
});
