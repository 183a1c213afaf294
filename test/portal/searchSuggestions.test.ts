// The suggestions while someone types in the search box, and on the page of results: parts, orders
// and quote requests.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { openQuoteRequestFixture, type SentQuote } from "../support/quoteRequestFixture.ts";
import { offer, place, read, run } from "../support/steps.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" });

before(async () => {
  await offer("DA64053", { partName: "FUEL BOOST PUMP", stock: 7 });
  await offer("DA64053", {
    condition: "OH",
    partName: "FUEL BOOST PUMP",
    stock: 2,
  });
  await offer("DA64053-2", { partName: "FUEL BOOST PUMP", stock: 0 });
  await offer("HX-1", { partName: `<i>"&` });
});

type Suggested = { readonly href: string; readonly text: string };

async function suggest(q: string, by = buyer): Promise<Suggested[]> {
  const answer = await by.get(`/suggestions?${new URLSearchParams({ q })}`);
  assert.equal(answer.statusCode, 200);
  const option = /<li role="option" aria-selected="false" data-href="([^"]*)">([\s\S]*?)<\/li>/g;
  return [...answer.body.matchAll(option)].map(([, href = "", inner = ""]) => {
    const text = inner
      .replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, "")
      .replace(/\s+/g, " ")
      .trim();
    return { href: href.replaceAll("&#61;", "="), text };
  });
}

test("a name is completed, with its number of offers, and parts follow with their stock", async () => {
  assert.deepEqual(await suggest("fuel bo"), [
    { href: "/parts?q=FUEL+BOOST+PUMP", text: "FUEL BOOST PUMP3 offers" },
    { href: "/parts/DA64053", text: "DA64053 FUEL BOOST PUMP7 NE in stock" },
    { href: "/parts/DA64053-2", text: "DA64053-2 FUEL BOOST PUMPOut of stock" },
  ]);
  assert.match(await read("/suggestions?q=fuel+bo"), /<mark>FUEL BO<\/mark>OST PUMP/);
});

test("numbers are completed, the exact one first", async () => {
  const hrefs = (await suggest("da64053")).map(({ href }) => href);
  assert.deepEqual(hrefs, ["/parts/DA64053", "/parts/DA64053-2"]);
});

test("typing errors lead to parts, with the reason", async () => {
  assert.deepEqual((await suggest("DA64O53")).at(0), {
    href: "/parts/DA64053",
    text: "DA64053similar number",
  });
  assert.match((await suggest("fuel bosot pump"))[0]?.text ?? "", /found with the spelling/);
});

test("a search without matches shows what it may mean as results, with price and Add", async () => {
  for (const q of ["fuel bosot pump", "DA64O53"]) {
    const page = await buyer.get(`/parts?${new URLSearchParams({ q })}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /class="pn"><a href="\/parts\/DA64053">/, q);
    assert.match(page.body, /aria-label="Add DA64053, NE/, q);
    assert.match(page.body, /USD 10\.00/, q);
    assert.doesNotMatch(page.body, /No part matches/, q);
  }
  const added = await buyer.get("/parts?q=fuel+bosot+pump");
  assert.match(added.body, /Found with the spelling “fuel boost pump”/i);
});

test("own purchase orders are suggested, and no one else's", async () => {
  const orderId = await place({ "HX-1": 1 }, "PO-4711");
  const found = await suggest("po-47");
  assert.deepEqual(
    found.map(({ href }) => href),
    [`/orders/${orderId}`],
  );
  assert.match(found[0]?.text ?? "", /SO-\d+ · PO-4711 USD .*Draft/);
  const stranger = await openStranger();
  assert.deepEqual(await suggest("po-47", stranger), []);
});

test("the page of results shows own orders with the number, above the parts", async () => {
  const orderId = await place({ "HX-1": 1 }, "ERS-4171");
  for (const q of ["ERS-4171", "ers 4171", "4171"]) {
    const body = await read(`/parts?${new URLSearchParams({ q })}`);
    assert.match(body, new RegExp(`<a href="/orders/${orderId}">SO-\\d+ · PO ERS-4171</a>`), q);
    assert.deepEqual(
      (await suggest(q)).map(({ href }) => href),
      [`/orders/${orderId}`],
    );
    const stranger = await openStranger();
    const theirs = await stranger.get(`/parts?${new URLSearchParams({ q })}`);
    assert.doesNotMatch(theirs.body, /Your orders/, q);
  }
  for (let more = 0; more < 5; more += 1) await place({ "HX-1": 1 }, "ERS-4171");
  const body = await read("/parts?q=ERS-4171");
  assert.equal(body.match(/ · PO ERS-4171<\/a>/g)?.length, 5);
  assert.match(body, /href="\/orders\?q(=|&#61;)ERS-4171">View all orders/);
});

test("parts are found while a standby does not confirm the orders of their text", async () => {
  const own = await app.openAccount();
  const by = await openVisitor(app, own.accountId);
  const orderId = await placeDraft(own, { "HX-1": 1 }, "Fuel boost");
  await run("update orders set status = 'confirmed' where order_id = $1", [orderId]);
  const hasOrder = (body: string) => body.includes(`/orders/${orderId}`);
  const addresses = ["/parts?q=fuel+boost", "/suggestions?q=fuel+boost"];
  for (const url of addresses) assert.equal(hasOrder((await by.get(url)).body), true, url);
  const failing = () => Promise.reject(new UnavailableError("No standby."));
  const { db } = app.database;
  const { awaitReplication } = db;
  for (const wait of [failing, () => new Promise<void>(() => undefined)]) {
    Object.assign(db, { awaitReplication: wait });
    try {
      for (const url of addresses) {
        const { statusCode, body } = await by.get(url);
        assert.deepEqual([statusCode, hasOrder(body)], [200, false], url);
        assert.match(body, /DA64053/);
      }
    } finally {
      Object.assign(db, { awaitReplication });
    }
  }
});

test("one letter, hostile text and nothing suggest nothing", async () => {
  for (const q of ["", "d", "\u0000\u0000", "%%", "--", "zzzz zzzz", "x".repeat(5_000)]) {
    assert.deepEqual(await suggest(q), [], q.slice(0, 9));
  }
  assert.doesNotMatch(await read("/suggestions?q=HX-"), /<i>/);
});

let quotes: ReturnType<typeof openQuoteRequestFixture>;
let own: SentQuote;
let asker: TestVisitor;
let stranger: TestVisitor;

before(async () => {
  quotes = openQuoteRequestFixture(app);
  own = await quotes.send([{ partNumber: "WANTED-1" }]);
  asker = await openVisitor(app, own.request.accountId);
  stranger = await openVisitor(app, (await app.openAccount()).accountId);
});

const addressOf = ({ request }: SentQuote) => `/quote-requests/${request.requestId}`;
const withText = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`;

/** The pages that are suggested for a text. */
async function suggestPages(q: string, by = asker): Promise<string[]> {
  const { statusCode, body } = await by.get(withText("/suggestions", q));
  assert.equal(statusCode, 200, body);
  return [...body.matchAll(/data-href="([^"]*)"/g)].map(([, href = ""]) => href);
}

test("a quote request is suggested by its number or the beginning of it", async () => {
  const { requestNumber } = own.request;
  const digits = requestNumber.slice("RFQ-".length);
  const written = [requestNumber, `rfq ${digits}`, `RFQ${digits}`, `#${digits}`, digits, "rfq-1"];
  for (const q of written) assert.deepEqual(await suggestPages(q), [addressOf(own)], q);
  const { body } = await asker.get(withText("/suggestions", requestNumber));
  assert.match(body, /<mark>RFQ-\d+<\/mark> <span\s+class="quiet">WANTED-1<\/span>/);
  assert.match(body, />Sent</);
  for (const q of ["rf", digits.slice(0, 3), `${requestNumber}9`, `${requestNumber}x`, "rfq-%"]) {
    assert.deepEqual(await suggestPages(q), [], q);
  }
});

test("Enter on the number of a quote request opens it", async () => {
  const { requestNumber } = own.request;
  for (const q of [requestNumber, ` ${requestNumber.toLowerCase().replace("-", " ")} `]) {
    const { statusCode, headers } = await asker.get(withText("/parts", q));
    assert.deepEqual([statusCode, headers.location], [303, addressOf(own)], q);
  }
});

test("quote requests of other accounts are not found", async () => {
  const { requestNumber } = own.request;
  for (const q of [requestNumber, requestNumber.slice("RFQ-".length), "RFQ"]) {
    assert.deepEqual(await suggestPages(q, stranger), [], q);
    const { statusCode, body } = await stranger.get(withText("/parts", q));
    assert.equal(statusCode, 200, q);
    assert.doesNotMatch(body, /quote-requests\/[0-9a-f]{8}|Your quote requests/, q);
  }
});
