// Quote requests on the web site: the form, the list and the page of a request.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { QuoteRequest } from "../../src/quotes/quoteRequest.ts";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { readForm } from "../support/openedForm.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { openQuoteForm, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { replyToQuote } from "../support/replyToQuote.ts";
import { listIdOf } from "../support/sendList.ts";
import { agree, offer, place, read, refuse, run, submit } from "../support/steps.ts";

openPortal();

const openForm = (query: string, by = buyer) => openQuoteForm(`${quoteForm}?${query}`, by);

async function requestOne(partNumber: string, fields: Readonly<Record<string, string>> = {}) {
  const form = await openForm(`offer=${await offer(partNumber, { stock: 0 })}`);
  return sendQuote({ ...form.fields, ...fields });
}

const placeOf = ({ requestId }: QuoteRequest, under = "") => `/quote-requests/${requestId}${under}`;

const reply = ({ requestId }: QuoteRequest, text: string) => replyToQuote(app, requestId, text);

test("a request for an offer says why, and becomes the buyer's text, quantity and day", async () => {
  const sold = { stock: 2, certificate: "8130-3", vendor: "Able & Sons", unit: "FT" };
  const offerId = await offer("ASK-1", sold);
  const { body, fields } = await openForm(`offer=${offerId}&quantity=5`);
  assert.match(body, /Not available as requested/);
  const typed = { [`needed_by-${offerId}`]: "2031-01-12", [`remark-${offerId}`]: "AOG" };
  const sent = await sendQuote({ ...fields, ...typed, message: "Please\nquote" });
  const { reason, quantity, vendor, certificate, ...line } = sent.lines[0] ?? assert.fail();
  const { offerId: of, unitOfMeasure, neededBy, remark } = line;
  assert.deepEqual(
    [of, reason, quantity, unitOfMeasure, vendor, certificate, neededBy, remark],
    [offerId, "no stock", 5, "FT", "Able & Sons", "8130-3", "2031-01-12", "AOG"],
  );
  assert.equal(sent.messages[0]?.body, "Please\nquote");
  const page = await read(placeOf(sent, "?done=sent"));
  const done = `Quote request ${sent.requestNumber} sent to partsdesk. We`;
  assert.ok(page.includes(done), page);
});

test("the server decides the reason, and a quantity that can be ordered is not requested", async () => {
  const unpriced = await openForm(`offer=${await offer("WHY-1", { price: null })}`);
  assert.match(unpriced.body, /Price on request/);
  assert.equal((await sendQuote(unpriced.fields)).lines[0]?.reason, "no price");
  const offerId = await offer("WHY-2", { stock: 10 });
  const { body, fields } = await openForm(`offer=${offerId}&quantity=3`);
  assert.match(body, /Can be ordered now: <a href="\/parts\/WHY-2"/);
  assert.match(await refuse(422, quoteForm, fields), /WHY-2: this quantity can be ordered now/);
  const more = await sendQuote({ ...fields, [`quantity-${offerId}`]: "11" });
  assert.deepEqual([more.lines[0]?.reason, more.lines[0]?.quantity], ["no stock", 11]);
});

test("a part that is not sold or unknown can be requested; one that is sold leads to its page", async () => {
  await offer("HELD-1", { status: "ON_HOLD" });
  const form = await openForm("part=held-1");
  const held = await sendQuote({ ...form.fields, "quantity-1": "1" });
  assert.deepEqual([held.lines[0]?.partNumber, held.lines[0]?.reason], ["HELD-1", "not found"]);
  const { fields } = await openForm("part=NEVER-1");
  assert.match((await buyer.post(quoteForm, fields)).body, /NEVER-1: enter a whole number/);
  assert.equal((await sendQuote({ ...fields, "quantity-1": "2" })).lines[0]?.partNumber, "NEVER-1");
  await offer("SOLD-1");
  assert.equal((await buyer.get(`${quoteForm}?part=SOLD-1`)).headers.location, "/parts/SOLD-1");
  assert.match(await read(quoteForm), /Part number/);
});

test("a refused form keeps everything that was typed, with the fault at its field", async () => {
  const offerId = await offer("KEEP-1", { stock: 0 });
  const { fields } = await openForm(`offer=${offerId}`);
  const faulty = { [`quantity-${offerId}`]: "many", [`needed_by-${offerId}`]: "2001-01-01" };
  const long = { [`remark-${offerId}`]: "r".repeat(501), message: "m".repeat(4_001) };
  const typed = { ...fields, ...faulty, ...long };
  const refused = await refuse(422, quoteForm, typed);
  assert.deepEqual(readForm(refused, quoteForm), typed);
  for (const field of ["quantity", "needed_by", "remark"]) {
    assert.ok(refused.includes(`id="quote-${field}-${offerId}-fault"`), field);
  }
  assert.match(refused, /The message has 4,001 characters/);
  const { [`include-${offerId}`]: _, ...none } = fields;
  const empty = await buyer.post(quoteForm, none);
  assert.match(empty.body, /No line is included/);
  assert.equal(readForm(empty.body, quoteForm)[`include-${offerId}`], undefined);
  const longest = { [`remark-${offerId}`]: "r".repeat(500), message: "m".repeat(4_000) };
  await sendQuote({ ...fields, ...longest });
});

test("unknown offers, and requests of other accounts, are not found", async () => {
  const other = await openStranger();
  for (const query of ["offer=999999999", "offer=x", `list=${randomUUID()}`, "list=x"]) {
    assert.equal((await buyer.get(`${quoteForm}?${query}`)).statusCode, 404, query);
  }
  await requestOne("OWN-1");
  assert.doesNotMatch((await other.get("/quote-requests")).body, /OWN-1/);
});

test("a reply is shown with its author, and a further message opens the request again", async () => {
  const request = await requestOne("TALK-1");
  await reply(request, "Which\naircraft?");
  const place = placeOf(request);
  const page = await buyer.get(place);
  assert.match(page.body, /Olga \(partsdesk\)[\s\S]*Which\naircraft\?/);
  const fields = readForm(page.body, placeOf(request, "/messages"));
  await refuse(422, placeOf(request, "/messages"), { ...fields, message: " " });
  const written = { ...fields, message: "5B-DCX" };
  const sent = await submit(placeOf(request, "/messages"), written);
  assert.equal(sent, `${place}?done=written#messages`);
  assert.match(await read(place), /5B-DCX/);
  const leads = await submit(placeOf(request, "/messages"), written);
  assert.equal(leads, `${place}?done=written#messages`);
  const now = await selectQuoteRequest(app.database.db, request.requestId, null);
  assert.deepEqual([now?.state, now?.messages.length], ["open", 2]);
});

test("a change in the meantime keeps the typed message, and a request is withdrawn once", async () => {
  const request = await requestOne("BOTH-1");
  await reply(request, "Two weeks");
  const fields = { version: "1", message: "Any news?" };
  const late = await refuse(409, placeOf(request, "/messages"), fields);
  assert.match(late, /This request changed in the meantime[\s\S]*Two weeks/);
  const form = readForm(late, placeOf(request, "/messages"));
  assert.deepEqual(form, { version: "2", message: "Any news?" });
  await refuse(409, placeOf(request, "/withdraw"), { version: "1" });
  for (const _ of [1, 2]) {
    const sent = await submit(placeOf(request, "/withdraw"), { version: "2" });
    assert.equal(sent, `${placeOf(request)}?done=withdrawn`);
  }
  assert.doesNotMatch(await read(placeOf(request)), /<textarea|Withdraw this request/);
  const withdrawn = await buyer.post(placeOf(request, "/messages"), form);
  assert.equal(withdrawn.statusCode, 409);
  assert.match(withdrawn.body, /It was withdrawn[\s\S]*Any news\?/);
});

test("a quote for a line of a draft has its remark and day, and leads back to the order", async () => {
  const offerId = await offer("LINE-1");
  await offer("LINE-2");
  const orderId = await place({ "LINE-1": 2, "LINE-2": 1 }, "PO-7");
  const draft = (await buyer.get(`/orders/${orderId}`)).body;
  const typed = { "remark-1": "Tail 5B-DCX", "needed_by-1": "2031-01-12", save: "yes" };
  const saved = { ...readForm(draft, `/orders/${orderId}`), ...typed };
  await submit(`/orders/${orderId}`, saved);
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const { body: page } = await buyer.get(`/orders/${orderId}`);
  const [, link = ""] = /href="(\/quote-requests\/new[^"]*)">Request a quote for 1 line/.exec(
    readAttribute(page),
  ) ?? [page];
  const { body, fields } = await openQuoteForm(link);
  const above = new RegExp(`class="above"><a href="/orders/${orderId}">.*Order PO-7<`);
  assert.match(body, above);
  const faulty = await buyer.post(quoteForm, { ...fields, [`quantity-${offerId}`]: "x" });
  assert.match(faulty.body, above);
  const [line] = (await sendQuote(readForm((await buyer.get(link)).body, quoteForm))).lines;
  assert.deepEqual(
    [line?.offerId, line?.quantity, line?.remark, line?.neededBy],
    [offerId, 2, "Tail 5B-DCX", "2031-01-12"],
  );
  const other = await openStranger();
  assert.equal((await other.get(link)).statusCode, 404);
  const sum = await openQuoteForm(
    `${quoteForm}?offer=${offerId}&quantity=2&offer=${offerId}&quantity=3`,
  );
  assert.equal(sum.fields[`quantity-${offerId}`], "5");
});

test("the page of a request shows today's price at the quantity of its line", async () => {
  const offerId = await offer("BREAK-1", { stock: 0 });
  await agree({ partNumber: "BREAK-1", price: 750, minQuantity: 50 });
  const { fields } = await openQuoteForm(`${quoteForm}?offer=${offerId}&quantity=60`);
  const many = await sendQuote(fields);
  const few = await openQuoteForm(`${quoteForm}?offer=${offerId}&quantity=49`);
  const one = await sendQuote(few.fields);
  await run("update offers set received = 500 where offer_id = $1", [offerId]);
  const priceOf = async ({ requestId }: typeof many) =>
    /USD [\d.]+ \/ EA/.exec((await buyer.get(`/quote-requests/${requestId}`)).body)?.[0];
  assert.equal(await priceOf(many), "USD 7.50 / EA");
  assert.equal(await priceOf(one), "USD 10.00 / EA");
});

test("a form with the longest remarks is accepted, and kept for a visitor who was signed out", async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `БОЛТ-${row}X\t1`);
  const list = await paste(rows.join("\n"));
  const { fields } = await openQuoteForm(`${quoteForm}?list=${listIdOf(list)}`);
  const remark = "✈".repeat(500);
  const remarks = rows.map((_, row) => [`remark-${row + 1}`, remark]);
  const filled = { ...fields, ...Object.fromEntries(remarks), message: "✈".repeat(4_000) };
  assert.ok(new URLSearchParams(filled).toString().length > 900_000);
  const { server } = app;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams(filled).toString();
  const kept = await server.inject({ method: "POST", url: quoteForm, headers, payload });
  assert.equal(kept.statusCode, 403);
  assert.ok(kept.body.includes(remark));
  const { lines } = await sendQuote(filled);
  assert.equal(lines.length, 200);
  assert.equal(lines.at(-1)?.remark, remark);
});
