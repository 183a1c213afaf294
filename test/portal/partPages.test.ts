// The part pages without JavaScript: search, a part, and adding it to a draft.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal, openStranger } from "../support/portal.ts";
import {
  agree,
  idIn,
  offer,
  place,
  read,
  readOrder,
  refuse,
  run,
  submit,
} from "../support/steps.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let stranger: TestVisitor;

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

before(async () => {
  stranger = await openStranger();
});

const search = async (query: Record<string, string>, by = buyer): Promise<string> => {
  const page = await by.get(`/parts?${new URLSearchParams(query)}`);
  assert.equal(page.statusCode, 200);
  return page.body;
};

test("hostile text of the catalog or the address is shown as text", async () => {
  const hostile = `<b>"it's"</b> \u202eרק`;
  await offer("HO-1", { partName: hostile, vendor: `${hostile} & sons`, title: "t".repeat(500) });
  const body = await search({ q: "HO-" });
  assert.doesNotMatch(body, /<b>/);
  assert.match(body, /&#60;b&#62;/);
  for (const q of [hostile, ..."\u0000%_\\'\ud800", "--", "( & )", "x".repeat(5_000)]) {
    const page = await buyer.get(`/parts?${new URLSearchParams({ q })}`);
    assert.equal(page.statusCode, 200, q.slice(0, 20));
  }
  for (const after of [
    "x",
    "W10",
    "bnVsbA",
    Buffer.from('["a","\\u0000","c","d"]').toString("base64url"),
    Buffer.from('[0,1e999,0,"\\u0000"]').toString("base64url"),
  ]) {
    assert.equal((await buyer.get(`/parts?q=HO-&after=${after}`)).statusCode, 200, after);
  }
});

test("a part shows its offers, price breaks, terms, shelf life and replacements", async () => {
  await offer("PA/1 A", {
    title: "Seal",
    minQuantity: 10,
    multiple: 5,
    shelfLifeExpires: "2031-05-01",
    alternates: ["PA-ALT"],
    nsn: "5330001234567",
    cage: "81343",
  });
  await offer("PA/1 A", { condition: "OH", vendor: "Other", stock: 0 });
  await offer("PA-ALT");
  await agree({ partNumber: "PA/1 A", price: 900 });
  await agree({ partNumber: "PA/1 A", price: 800, minQuantity: 100 });
  const page = await buyer.get(`/parts/${encodeURIComponent("pa/1 a")}`);
  assert.equal(page.statusCode, 200);
  const { body } = page;
  assert.match(body, /<h1><span class="pn">PA\/1 A<\/span><\/h1>/);
  for (const text of [
    "New",
    "Packs of 5, min. 10",
    "USD 9.00",
    "Out of stock",
    "1 May 2031",
    "5330-00-123-4567",
    "81343",
    'href="/parts/PA-ALT"',
    "alternate for this part",
  ]) {
    assert.ok(body.includes(text), text);
  }
  assert.match(body, /class="number">100<\/th><td[^>]*>USD 8\.00/);
  assert.match(body, /name="quantity" type="text" value="10"/);
});

test("a part on hold says what that means and can be requested, an offer on hold says what that means", async () => {
  await offer("HOLD-1", { status: "ON_HOLD" });
  const body = await read("/parts/HOLD-1");
  assert.match(body, /On hold, not for sale[\s\S]*Sales of this part are suspended/);
  assert.match(body, /href="\/quote-requests\/new\?part&#61;HOLD-1">Request quote</);
  await offer("HOLD-1", { vendor: "Sold Ltd" });
  const mixed = await read("/parts/HOLD-1");
  assert.doesNotMatch(mixed, /On hold, not for sale/);
  assert.match(mixed, /Offers on hold can.*t be ordered for now\./);
  assert.match(await read("/parts?q=HOLD-"), /On hold<\/span> Can&#39;t be ordered for now/);
});

test("stock in different conditions is not added up", async () => {
  await offer("ADD-1", { vendor: "A", stock: 4 });
  await offer("ADD-1", { vendor: "B", stock: 6 });
  await offer("ADD-1", { stock: 1, condition: "AR" });
  assert.match(await read("/parts/ADD-1"), /badge good">10 NE, 1 AR in stock</);
  assert.match(await read("/suggestions?q=ADD-1"), /badge good">10 NE in stock</);
  await offer("ADD-2", { stock: 0 });
  await offer("ADD-2", { stock: 3, condition: "AR" });
  assert.match(await read("/suggestions?q=ADD-2"), /badge good">3 AR in stock</);
});

test("a number of 100 characters has a page; an unknown number redirects to its search", async () => {
  const long = "Ä".repeat(100);
  await offer(long);
  assert.equal((await buyer.get(`/parts/${encodeURIComponent(long)}`)).statusCode, 200);
  const { location } = (await buyer.get("/parts/NOPE%26x")).headers;
  assert.equal(location, "/parts?q=NOPE%26x");
});

/** The `part_id`s on the page of a part. */
async function partIdsOf(partNumber: string, by = buyer): Promise<string[]> {
  const { body } = await by.get(`/parts/${partNumber}`);
  return [...body.matchAll(/value="(pt_[^"]*)"/g)].map(([, id = ""]) => id);
}

const orderOf = (location: string) => readOrder(idIn(location));

test("a part is added to a new draft, and then to the same draft", async () => {
  await offer("AD-1", { price: 1000 });
  const [part_id = ""] = await partIdsOf("AD-1");
  const order = await orderOf(
    await submit("/parts/AD-1", { part_id, quantity: "2", draft: "new" }),
  );
  assert.deepEqual(order.subtotal, { amount: "18.00", currency: "USD" });
  // Short, so that the field shows all of it.
  assert.match(
    await read("/parts/AD-1"),
    new RegExp(`<option value="${order.order_id}" selected>${order.order_number} · 1 line<`),
  );
  const fields = { part_id, quantity: "1,000", draft: order.order_id };
  await run("update offers set received = 5000 where part_number = 'AD-1'");
  assert.equal((await orderOf(await submit("/parts/AD-1", fields))).line_items[0].quantity, 1002);
});

test("drafts that share a PO number are told apart by their order numbers", async () => {
  await offer("SHARED-1");
  for (let n = 0; n < 2; n += 1) await place({ "SHARED-1": 1 }, "PO-SHARED");
  await place({ "SHARED-1": 1 }, "PO-SINGLE");
  const body = await read("/parts/SHARED-1");
  assert.equal(body.match(/>PO-SHARED · SO-\d{6} · 1 line</g)?.length, 2);
  assert.match(body, />PO-SINGLE · 1 line</);
});

test("a refused addition shows its reason next to the field and keeps what was typed", async () => {
  await offer("AD-2", { stock: 5, vendor: "One" });
  await offer("AD-2", { stock: 7, vendor: "Two" });
  const [, second = ""] = await partIdsOf("AD-2");
  const typed = { part_id: second, draft: "new" };
  const refused = await refuse(422, "/parts/AD-2", { ...typed, quantity: "8" });
  assert.match(refused, /AD-2: 8 requested, 7 in stock/);
  assert.match(refused, /name="quantity" type="text" value="8"/);
  assert.match(refused, /aria-label="NE · Two · EA" checked/);
  assert.match(refused, /href="\/quote-requests\/new\?offer&#61;\d+&#38;quantity&#61;8"/);
  for (const quantity of ["", "0", "-1", "1.5", "1000001", "two"]) {
    const bad = await refuse(422, "/parts/AD-2", { ...typed, quantity });
    assert.match(bad, /whole number from 1 to 1,000,000/, quantity);
  }
});

test("another account's draft and part_id are treated as unknown", async () => {
  await offer("AD-3");
  const [theirs = ""] = await partIdsOf("AD-3", stranger);
  const sent = { part_id: theirs, quantity: "1", draft: "new" };
  const draft = idIn(await submit("/parts/AD-3", sent, stranger));
  assert.match(await refuse(422, "/parts/AD-3", sent), /Choose one of the offers/);
  const [part_id = ""] = await partIdsOf("AD-3");
  const [known, unknown] = await Promise.all(
    [draft, "01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705"].map(async (one) => {
      const body = await refuse(422, "/parts/AD-3", { part_id, quantity: "1", draft: one });
      return body.replaceAll(/req_[0-9a-f]{32}|pt_[\w-]{22}|name="form" value="[^"]*"/g, "");
    }),
  );
  assert.equal(known, unknown);
});

test("a part selects the cheapest offer in stock of its first condition, and of equal ones the soonest", async () => {
  await offer("BEST-1", { vendor: "A", stock: 0, price: 100 });
  await offer("BEST-1", { vendor: "B", stock: 5, price: 900 });
  await offer("BEST-1", { vendor: "C", stock: 5, price: 400, leadTimeDays: 192 });
  await offer("BEST-1", { vendor: "D", stock: 5, price: 400, leadTimeDays: 91, minQuantity: 2 });
  await offer("BEST-1", { vendor: "E", stock: 5, price: 200, minQuantity: 10 });
  await offer("BEST-1", { vendor: "F", stock: 5, price: 100, condition: "AR" });
  const body = await read("/parts/BEST-1");
  const radios = [...body.matchAll(/value="pt_[^>]* aria-label="NE · (\w) · EA"( checked)?/g)];
  assert.deepEqual(
    radios.map(([, vendor, checked]) => `${vendor}${checked ?? ""}`),
    ["B", "C", "D checked"],
  );
  assert.match(body, /name="quantity" type="text" value="2"/);
});

test("a part that is out of stock has no form but a request for a quote", async () => {
  const id = await offer("NONE-1", { stock: 0, minQuantity: 5 });
  const body = await read("/parts/NONE-1");
  assert.doesNotMatch(body, /name="part_id"|Add to draft/);
  const href = `/quote-requests/new?offer&#61;${id}&#38;quantity&#61;5"`;
  assert.equal(body.split(href).length - 1, 2, "in the box and the row");
});

test("a quote can be requested for an offer out of stock beside one in stock", async () => {
  await offer("ASK-9", { vendor: "In" });
  const id = await offer("ASK-9", { vendor: "Out", stock: 0, condition: "OH" });
  const body = await read("/parts/ASK-9");
  const href = `/quote-requests/new?offer&#61;${id}&#38;quantity&#61;1`;
  assert.ok(body.includes(`href="${href}" aria-label="Request quote for ASK-9, OH, Out"`));
  assert.equal(body.split("Request quote<").length - 1, 1);
});

test("a lead time says whether it is for more than the stock", async () => {
  await offer("LEAD-1", { leadTimeDays: 85 });
  const results = await search({ q: "LEAD-" });
  assert.match(results, /data-title="Lead time"><span class="quiet">More in 85 days</);
  await offer("LEAD-2", { leadTimeDays: 9, stock: 0, certificate: "8130-3; CoC" });
  assert.match(await search({ q: "LEAD-" }), /data-title="Lead time"><span class="quiet">9 days</);
});

test("a row and the order box show the certificates of an offer, short names unbroken", async () => {
  await offer("CERT-1", { certificate: "8130-3; CoC" });
  const short = 'FAA\u00a08130-3; <abbr title="Certificate of Conformance">CoC</abbr>';
  assert.ok((await search({ q: "CERT-" })).includes(`<span class="sub">${short}</span>`));
  const body = await read("/parts/CERT-1");
  const long = "FAA\u00a08130-3; Certificate of Conformance";
  assert.ok(body.includes(`<p class="quiet">${long}</p>`), body);
});

test("a superseded part names its replacement and cannot be added", async () => {
  await offer("OLD-1", { status: "SUPERSEDED", supersededBy: "NEW-1", stock: 6 });
  await offer("NEW-1");
  const body = await read("/parts/OLD-1");
  assert.match(body, /Superseded, not for sale/);
  assert.match(
    body,
    /"\/parts\/NEW-1">NEW-1<\/a><\/code> replaces it: <span class="badge good">100 NE in stock</,
  );
  assert.doesNotMatch(body, /name="part_id"/);
  assert.match(body, /href="\/quote-requests\/new\?part&#61;OLD-1">Request quote</);
});

test("of a chain, the part names the direct successor and the last one", async () => {
  const superseded = (by: string) => ({ status: "SUPERSEDED", supersededBy: by }) as const;
  await offer("CH-1", superseded("CH-2"));
  await offer("CH-2", superseded("CH-3"));
  await offer("CH-3", superseded("CH-4"));
  await offer("CH-4", { stock: 7 });
  const link = (number: string) => `<code><a href="/parts/${number}">${number}</a></code>`;
  const body = await read("/parts/CH-1");
  const chain = `It was superseded by ${link("CH-2")}, now\\s${link("CH-4")}: <span`;
  assert.match(body, new RegExp(`${chain} class="badge good">7 NE`));
  assert.doesNotMatch(body, /replaces it/);
  assert.match(await read("/parts/CH-3"), new RegExp(`${link("CH-4")} replaces it: `));
});

test("a part whose offers have different successors names the best one", async () => {
  await offer("TWO-1", { vendor: "A", status: "SUPERSEDED", supersededBy: "TWO-2" });
  await offer("TWO-1", { vendor: "B", status: "SUPERSEDED", supersededBy: "TWO-3" });
  await offer("TWO-3", { status: "SUPERSEDED", supersededBy: "TWO-4" });
  await offer("TWO-4");
  assert.match(await read("/parts/TWO-1"), />TWO-4<\/a><\/code> replaces it: /);
});

test("a part opened from filtered results has the offer selected that the filter shows", async () => {
  await offer("FILT-1", { vendor: "One", price: 100, partName: "FILTER UNIT" });
  await offer("FILT-1", { vendor: "Two", price: 900, partName: "FILTER UNIT" });
  await offer("FILT-1", { vendor: "One", condition: "OH", partName: "FILTER UNIT" });
  const chosenOf = (body: string) => / aria-label="([^"]*)" checked/.exec(body)?.[1];
  const found = async (filter: Record<string, string>) => {
    const results = await search({ q: "filter unit", list: "yes", ...filter });
    const [, href = ""] = /class="pn"><a href="([^"]*)"/.exec(results) ?? [];
    return chosenOf(await read(href.replaceAll("&#61;", "=").replaceAll("&#38;", "&")));
  };
  assert.equal(await found({}), "NE · One · EA");
  assert.equal(await found({ vendor: "Two" }), "NE · Two · EA");
  assert.equal(await found({ condition: "OH", stock: "yes" }), "OH · One · EA");
  assert.equal(chosenOf(await read("/parts/FILT-1?vendor=Nobody")), "NE · One · EA");
});
