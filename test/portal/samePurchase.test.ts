// What an order shows of its purchase: quote requests, and drafts of the same list.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { readForm } from "../support/openedForm.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { addRows, draftOf, paste } from "../support/portalLists.ts";
import { openQuoteForm, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { listIdOf } from "../support/sendList.ts";
import { idIn, offer, run, submit } from "../support/steps.ts";

let usd: OfferId;
let none: OfferId;
openPortal();

before(async () => {
  usd = await offer("USD-1", { stock: 500 });
  await offer("EUR-1", { stock: 500, currency: "EUR" });
  none = await offer("NONE-1", { stock: 0 });
});

/** Sends the form at an address; the id of the request. */
async function request(path: string, by = buyer): Promise<string> {
  return (await sendQuote((await openQuoteForm(path, by)).fields, by)).requestId;
}

async function confirm(order: string): Promise<void> {
  const address = `${order}/confirm`;
  const sent = await submit(address, readForm((await buyer.get(address)).body, address));
  assert.equal(sent, `${order}?done=confirmed`);
}

const read = async (address: string) => (await buyer.get(address)).body.replaceAll("\u00a0", " ");

/** The requests that a page names. */
async function requestsOn(address: string): Promise<readonly string[]> {
  const [, named = ""] = /<p>Quote requests: (.*?)<\/p>/s.exec(await read(address)) ?? [];
  return [...named.matchAll(/quote-requests\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id);
}

test("an order, its draft and its review name the requests for other rows of its list", async () => {
  await offer("OWN-1");
  await offer("OWN-2", { stock: 0 });
  const list = await paste("OWN-1\t2\nOWN-2\t3");
  const ofList = await request(`${quoteForm}?list=${listIdOf(list)}`);
  const order = await draftOf(list);
  for (const address of [order, `${order}/confirm`]) {
    assert.deepEqual(await requestsOn(address), [ofList]);
  }
  await confirm(order);
  await run("update quote_requests set state = 'answered'");
  assert.deepEqual(await requestsOn(order), [ofList]);
  await run("update quote_requests set state = 'withdrawn'");
  assert.deepEqual(await requestsOn(order), []);
});

test("an order names the five newest requests for its parts, of its own account and time", async () => {
  const path = `${quoteForm}?offer=${usd}&quantity=900`;
  const answered = await request(path);
  await run("update quote_requests set state = 'answered', changed_at = '2020-01-01'");
  const order = await draftOf(await paste("USD-1\t2"));
  const stranger = await openStranger();
  await request(path, stranger);
  await request(`${quoteForm}?offer=${none}&quantity=1`);
  assert.deepEqual(await requestsOn(order), []);
  const sent: string[] = [];
  for (let count = 1; count <= 5; count += 1) sent.unshift(await request(path));
  assert.deepEqual(await requestsOn(order), sent);
  const more = /and <a href="\/quote-requests">more<\/a>/;
  assert.doesNotMatch(await read(order), more);
  sent.unshift(await request(path));
  assert.deepEqual(await requestsOn(order), sent.slice(0, 5));
  assert.match(await read(`${order}/confirm`), more);
  assert.ok(!sent.includes(answered));
  await confirm(order);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  const later = await request(path);
  assert.ok(!(await requestsOn(order)).includes(later));
});

test("a review and a confirmed order name the drafts of their list that are not confirmed", async () => {
  const list = await paste("USD-1\t2\nEUR-1\t2");
  const first = await draftOf(list);
  const [, link = ""] =
    /rows are in\s*<a href="([^"]*)"/.exec(
      (await buyer.get(`${first}?list=${listIdOf(list)}`)).body,
    ) ?? [];
  const named = new RegExp(
    `<a href="${link}">SO-\\d+</a>\\s+\\(EUR [\\d.,]+\\), from the same list, is still a draft\\.`,
  );
  assert.match(await read(`${first}/confirm`), named);
  await confirm(first);
  assert.match(await read(first), named);
  assert.doesNotMatch(await read(`${link}/confirm`), /from the same list/);
  await confirm(link);
  assert.doesNotMatch(await read(first), /The list of this order/);
});

test("the PO number of another order of the list is used with one click", async () => {
  const list = await paste("USD-1\t2\nEUR-1\t3");
  const other = await paste("USD-1\t7");
  const largest = await draftOf(list);
  const [second = ""] =
    /\/orders\/[0-9a-f-]{36}/.exec(
      (await read(`${largest}/confirm`)).match(/[^>]*<a [^<]*<\/a>[^<]*from the same list/)?.[0] ??
        "",
    ) ?? [];
  const fields = readForm((await buyer.get(largest)).body, largest);
  await buyer.post(largest, { ...fields, po_number: "PO-7118" });
  const button = /name="use_po_number" value="PO-7118"/;
  assert.match(await read(second), button);
  assert.match(await read(`${second}/confirm`), button);
  assert.doesNotMatch(await read(largest), button, "it has it");
  assert.doesNotMatch(await read(await draftOf(other)), button, "another list");
  const typed = readForm((await buyer.get(second)).body, second);
  await submit(second, { ...typed, use_po_number: "PO-7118" });
  assert.match(await read(second), /name="po_number"[^>]*value="PO-7118"/);
});

/** Confirms a draft with a PO number that is typed on its review; returns where that leads. */
async function confirmAs(orderId: string, poNumber: string): Promise<string> {
  const address = `/orders/${orderId}/confirm`;
  const fields = readForm((await buyer.get(address)).body, address);
  const sent = await buyer.post(address, { ...fields, po_number: poNumber });
  return String(sent.headers.location).replace(/^.*\?/, "");
}

/** The two drafts of a list with prices in two currencies. */
async function addBoth(quantity: number): Promise<readonly [string, string]> {
  const rows = `USD-1\t${quantity}\nEUR-1\t${quantity}`;
  const address = await addRows(await paste(rows));
  const { body } = await buyer.get(address);
  const [, other = ""] = /The other rows are in\s*<a href="\/orders\/([^"]+)"/.exec(body) ?? [];
  return [idIn(address), other];
}

test("drafts that a list was split into by currency take one PO number without a warning", async () => {
  const [one, other] = await addBoth(2);
  assert.equal(await confirmAs(one, "PO-BOTH"), "done=confirmed");
  const review = await buyer.post(`/orders/${other}`, { version: "1", po_number: "PO-BOTH" });
  assert.equal(review.statusCode, 303);
  assert.doesNotMatch((await buyer.get(`/orders/${other}/confirm`)).body, /also on/);
  const [first, second] = await addBoth(3);
  assert.equal(await confirmAs(first, "PO-TWO"), "done=confirmed");
  assert.equal(await confirmAs(second, "PO-TWO"), "done=confirmed");
});

test("the same list added again is another purchase", async () => {
  const [one] = await addBoth(4);
  const [again, euros] = await addBoth(4);
  assert.equal(await confirmAs(one, "PO-AGAIN"), "done=confirmed");
  assert.equal(await confirmAs(again, "PO-AGAIN"), "done=saved");
  assert.equal(await confirmAs(euros, "PO-AGAIN"), "done=saved");
});
