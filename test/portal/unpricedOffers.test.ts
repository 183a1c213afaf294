// Offers without a price on the web site: shown with a request for a quote, and never ordered.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { account, buyer, openPortal } from "../support/portal.ts";
import { paste, readRows, showAll, textOfRow } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { agree, offer, place, placeNew, read, refuse, run, submit } from "../support/steps.ts";

openPortal({}, { discount: 1000 });

/** The way to request a quote for an offer. */
function quoteFor(offerId: OfferId, quantity = 1): string {
  return `href="/quote-requests/new?offer&#61;${offerId}&#38;quantity&#61;${quantity}"`;
}

test("a search shows an offer without a price, and a request for a quote", async () => {
  const asked = await offer("ASK-1", { price: null, partName: "ASKED SEAL" });
  await offer("ASK-2", { price: null, partName: "ASKED SEAL" });
  await agree({ partNumber: "ASK-2", price: 700, minQuantity: 5 });
  const found = await read("/parts?q=ask-1&list=yes");
  assert.match(found, /Price on request<\/span><\/td>/);
  assert.ok(found.includes(quoteFor(asked)), found);
  const own = await read("/parts?q=ask-2&list=yes");
  assert.match(
    own,
    /<strong>USD 7\.00<\/strong> <span class="sub">from\s+5<\/span> <span class="sub">Your price/,
  );
  assert.ok(!own.includes("Request quote"));
  const byName = await read("/parts?q=asked+seal");
  assert.match(byName, /ASK-1[\s\S]*ASK-2/);
  assert.ok(byName.includes(quoteFor(asked)));
});

test("a part's page offers only what has a price to be added to a draft", async () => {
  const unpriced = await offer("PART-1", { price: null });
  const alone = await read("/parts/PART-1");
  assert.ok(alone.includes(quoteFor(unpriced)));
  assert.match(alone, /No offer of this part can be ordered now/);
  await offer("PART-1", { condition: "OH" });
  const both = await read("/parts/PART-1");
  assert.ok(both.includes(quoteFor(unpriced)));
  assert.deepEqual(
    [...both.matchAll(/value="pt_[^>]* aria-label="([^"]*)"/g)].map(([, text]) => text),
    ["OH · Example Supply · EA"],
  );
});

test("a part without a price is not added to a draft", async () => {
  await offer("DRAFT-1");
  await offer("DRAFT-2", { price: null });
  const orderId = await place({ "DRAFT-1": 1 }, "PO-1");
  const fields = { part_number: "DRAFT-2", quantity: "1", version: "1" };
  assert.match(await refuse(422, `/orders/${orderId}/add`, fields), /DRAFT-2: price on request\./);
});

test("of several offers, one at a contract price is not called on request", async () => {
  await offer("CHOICE-1");
  await offer("CHOICE-2", { price: null, vendor: "Able" });
  await offer("CHOICE-2", { vendor: "Best" });
  await agree({ partNumber: "CHOICE-2", price: 700 });
  const orderId = await place({ "CHOICE-1": 1 }, "PO-6");
  const fields = { part_number: "CHOICE-2", quantity: "1", version: "1" };
  const { body } = await buyer.post(`/orders/${orderId}/add`, fields);
  const texts = [...body.matchAll(/<option value="pt_[^>]*>([^<]*)/g)].map(([, text]) => text);
  assert.deepEqual(
    texts.map((text) => text?.split(" · ").at(-1)),
    ["no list price", "list USD 10.00"],
  );
});

/** The fingerprint in the form on the page of a confirmation. */
const fingerprintOf = (body: string) => /name="reviewed" value="([^"]*)"/.exec(body)?.[1];

test("a draft whose part lost its price is reviewed and cannot be confirmed without one", async () => {
  const offerId = await offer("GONE-1");
  await offer("STAY-1");
  const orderId = await place({ "GONE-1": 2, "STAY-1": 1 }, "PO-2");
  const address = `/orders/${orderId}/confirm`;
  const fingerprint = fingerprintOf(await read(address)) ?? assert.fail();
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const late = await refuse(409, address, { reviewed: fingerprint });
  assert.match(late, /GONE-1: price on request\./);
  assert.match(late, /9\.00<\/del>\s*<span class="short">on request/);
  const quote = `${quoteFor(offerId, 2).slice(0, -1)}&#38;order&#61;${orderId}">`;
  assert.ok(late.includes(`${quote}Request a quote for 1 line`));
  assert.equal(fingerprintOf(late), undefined);
  assert.match(await read("/"), /1 line to fix/);
  await refuse(422, `/orders/${orderId}/reprice`, { version: "1" });
  await agree({ partNumber: "GONE-1", price: 800 });
  const review = await read(address);
  const now = fingerprintOf(review) ?? assert.fail(review);
  const confirmed = await buyer.post(address, { reviewed: now });
  assert.match(String(confirmed.headers.location), /done=confirmed/);
});

test("a draft at 0.00 does not keep that price once the part has another", async () => {
  const offerId = await offer("FREE-1", { price: 0 });
  const orderId = await place({ "FREE-1": 2 }, "PO-5");
  const address = `/orders/${orderId}/confirm`;
  const free = fingerprintOf(await read(address)) ?? assert.fail();
  await run("update offers set list_price = 1000 where offer_id = $1", [offerId]);
  const late = await refuse(409, address, { reviewed: free });
  assert.match(late, /0\.00<\/del>\s*<ins>[^>]*>now <\/span>9\.00/);
  const now = fingerprintOf(late) ?? assert.fail(late);
  await buyer.post(address, { reviewed: now });
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual([order.status, order.subtotal.amount], ["confirmed", "18.00"]);
});

test("reducing a draft to what can be ordered removes the lines without a price", async () => {
  const orderId = await placeNew({ "FIT-1": 1, "FIT-2": 1 }, "PO-3");
  await run("update offers set list_price = null where part_number = 'FIT-1'");
  assert.match(await submit(`/orders/${orderId}/fit`, { version: "1" }), /done=removed&version=2$/);
  const { order } = (await account.get(`orders/${orderId}`)).json();
  assert.deepEqual(pick(order.line_items, "part_number"), ["FIT-2"]);
});

test("an order at a contract price has no list price, on pages and in exports", async () => {
  await offer("LINE-1", { price: null });
  await agree({ partNumber: "LINE-1", price: 500 });
  const orderId = await place({ "LINE-1": 2 }, "PO-4");
  const page = await read(`/orders/${orderId}`);
  assert.match(page, /<td[^>]*data-title="Unit price USD"[^>]*>5\.00<\/td>/);
  const lines = (await read(`/orders/${orderId}/lines.csv`)).split("\n");
  const [head = [], row = []] = lines.map((line) => line.split(","));
  const cellOf = (name: string) => row[head.findIndex((cell) => cell.trim() === name)];
  assert.deepEqual(["list_price", "list_currency", "unit_price"].map(cellOf), ["", "", "5.00"]);
});

test("a row of a quick order is offered no quantity below the first with a price", async () => {
  await offer("STEP-1", { price: null, stock: 8 });
  await agree({ partNumber: "STEP-1", price: 700, minQuantity: 6 });
  await offer("STEP-2", { price: null, stock: 5 });
  await agree({ partNumber: "STEP-2", price: 700, minQuantity: 6 });
  const rows = await readRows(await paste("STEP-1\t9\nSTEP-2\t9"));
  assert.deepEqual(pick(rows, "state", "nearestQuantity"), ["short 8", "short null"]);
});

test("a row of a quick order without a quantity lacks that, not a price of the account", async () => {
  await offer("BARE-1", { price: null });
  await agree({ partNumber: "BARE-1", price: 700 });
  const [row] = await readRows(await paste("BARE-1"));
  assert.deepEqual(
    [row?.state, row?.reason, row?.nearestQuantity],
    ["bad_quantity", "Quantity missing. The minimum is 1.", 1],
  );
});

test("a row of a quick order without a price says so, and has a request for a quote", async () => {
  await offer("QUICK-1", { price: null, minQuantity: 5 });
  await offer("QUICK-2", { price: null, vendor: "Able" });
  await offer("QUICK-2", { vendor: "Best" });
  const address = await paste("QUICK-1\t1\nQUICK-2\t1\nQUICK-1");
  const rows = await readRows(address);
  assert.deepEqual(pick(rows, "state", "reason"), [
    "on_request QUICK-1: price on request.",
    "ambiguous 2 offers match.",
    "on_request QUICK-1: price on request.",
  ]);
  const page = await showAll(address);
  assert.match(textOfRow(page, 1), /Price on request\. /);
  assert.match(page, /Best[\s\S]*USD.9\.00 \/ EA[\s\S]*Able[\s\S]*price on request/i);
  assert.match(page, /aria-label="Request quote for row 1"/);
});
