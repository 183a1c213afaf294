// Quotes: answering with prices, accepting into drafts, and what the price of such a line is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectOffers } from "../../src/catalog/queries.ts";
import { formatMoney } from "../../src/kit/price.ts";
import { renderHtmlMail, unsetLetterhead } from "../../src/mail/renderHtmlMail.ts";
import { duplicateOrder } from "../../src/orders/drafts/createDraft.ts";
import { editDraft } from "../../src/orders/drafts/editDraft.ts";
import { discardDraft } from "../../src/orders/endOrder.ts";
import { runOrderTransaction } from "../../src/orders/runOrderTransaction.ts";
import { withdrawQuoteRequest } from "../../src/quotes/changeQuoteRequest.ts";
import { countEndingQuotes } from "../../src/quotes/quoteRequestQueries.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openOrderFixture } from "../support/orderFixture.ts";
import { openQuoteFixture, quotedPart, writeOption } from "../support/quoteFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(() => openOrderFixture());
const context = () => ({
  db: fixture.db,
  mailEncryption: fixture.mail.encryption,
  publicUrl: fixture.mail.publicUrl,
  supportEmail: fixture.mail.supportEmail,
});
const quotes = () => openQuoteFixture(context(), fixture.now);
const later = new Date("2027-01-02T00:00:00Z");

async function openQuote(options = [writeOption()]) {
  const by = await insertBuyer(fixture.db, fixture.now);
  const { requestId } = await quotes().request(by);
  return { by, request: await quotes().answer(requestId, [options]) };
}

test("an answer has options with prices, or a reason, for each line", async () => {
  const by = await insertBuyer(fixture.db, fixture.now);
  const offerId = await insertOffer(fixture.db, { partNumber: "A-1", price: 100_000 });
  const { requestId } = await quotes().request(by, [{}, { partNumber: "A-1" }, {}]);
  const two = [writeOption({ amount: "0.1234" }), writeOption({ quantity: 500 })];
  const answered = await quotes().answer(requestId, [
    two,
    [writeOption({ offerId, amount: "990.00" })],
    "Out of production.",
  ]);
  assert.equal(answered.state, "answered");
  const { quote } = answered;
  assert.deepEqual(
    quote?.options.map((one) => [one.lineNumber, one.option, formatMoney(one.unitPrice), one.left]),
    [
      [1, 1, "USD 0.1234", 10],
      [1, 2, "USD 12.50", 500],
      [2, 1, "USD 990.00", 10],
    ],
  );
  assert.deepEqual([...(quote?.noQuote ?? [])], [[3, "Out of production."]]);
  const offered = quote?.options[2];
  assert.deepEqual([offered?.offerId, offered?.partNumber], [offerId, "A-1"]);
});

test("accepted options become lines at the quoted prices, and are confirmed without stock", async () => {
  const { by, request } = await openQuote([writeOption({ amount: "12.3456" })]);
  const order = await quotes().accept(by, request.requestId, [{ line: 1, option: 1, quantity: 4 }]);
  const [line] = order.lines;
  assert.deepEqual([line?.offerId, line?.vendor, line?.leadTimeDays], [null, "", 21]);
  assert.equal(line?.quote?.requestNumber, request.requestNumber);
  assert.equal(formatMoney(order.subtotal), "USD 49.38");
  assert.equal((await quotes().read(request.requestId)).state, "accepted");
  // After the 7 days for which other prices are valid.
  const at = new Date("2026-12-31T23:59:00Z");
  const confirmed = await fixture.confirm(by, order, at);
  assert.ok(confirmed.outcome === "confirmed", confirmed.outcome);
  assert.equal(formatMoney(confirmed.order.subtotal), "USD 49.38");
  const stored = await fixture.read(order);
  assert.deepEqual(stored.lines[0]?.quote, line?.quote);
});

test("a quote is good for its quantity over all drafts and orders of the account", async () => {
  const { by, request } = await openQuote();
  const { requestId } = request;
  const first = await quotes().accept(by, requestId, [{ line: 1, option: 1, quantity: 4 }]);
  const seven = await quotes().tryAccept(by, requestId, [{ line: 1, option: 1, quantity: 7 }]);
  assert.ok(seven !== "busy" && seven.outcome === "refused");
  const [fault] = seven.lines.flatMap(({ faults }) => faults);
  assert.deepEqual([fault?.code, fault?.["left"]], ["QUOTE_USED_UP", 6]);
  const six = await quotes().accept(by, requestId, [{ line: 1, option: 1, quantity: 6 }]);
  const none = await quotes().tryAccept(by, requestId, [{ line: 1, option: 1, quantity: 1 }]);
  assert.ok(none !== "busy" && none.outcome === "refused");
  // A draft that ends gives its quantity back.
  const discarded = { signedIn: by, orderId: six.orderId, requestId: "r", now: fixture.now };
  await fixture.db.transaction((tx) => discardDraft(tx, { ...discarded, version: null }));
  await quotes().accept(by, requestId, [{ line: 1, option: 1, quantity: 6 }], {
    orderId: first.orderId,
  });
  const { lines } = await fixture.read(first);
  assert.deepEqual(
    lines.map(({ quantity }) => quantity),
    [10],
  );
});

test("concurrent acceptances never take more than was quoted", async () => {
  const { by, request } = await openQuote();
  const accepted = [{ line: 1, option: 1, quantity: 4 }];
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => quotes().tryAccept(by, request.requestId, accepted)),
  );
  const kinds = outcomes.map((one) => (one === "busy" ? one : one.outcome)).toSorted();
  assert.deepEqual(kinds, ["accepted", "accepted", ...Array(4).fill("refused")]);
});

test("an edit cannot raise a line above what is left, and a removed line returns it", async () => {
  const { by, request } = await openQuote();
  const { requestId } = request;
  const order = await quotes().accept(by, requestId, [{ line: 1, option: 1, quantity: 4 }]);
  const offerId = await insertOffer(fixture.db, { partNumber: "B-1" });
  const edit = (quantities: readonly (readonly [number, number])[], added: boolean) =>
    runOrderTransaction(fixture.db, (tx) =>
      editDraft(tx, {
        ...{ signedIn: by, orderId: order.orderId, requestId: "r", now: fixture.now },
        version: null,
        edit: {
          quantities: new Map(quantities),
          ...(added && { added: [{ offerId, quantity: 1 }] }),
        },
      }),
    );
  const raised = await edit([[1, 11]], true);
  assert.ok(raised !== "busy" && raised.outcome === "refused");
  assert.equal(
    raised.lines[0]?.faults[0]?.message,
    `QUOTED-1: 11 requested, 10 of 10 left of quote ${request.requestNumber}.`,
  );
  const removed = await edit([[1, 0]], true);
  assert.ok(removed !== "busy" && removed.outcome === "edited");
  await quotes().accept(by, requestId, [{ line: 1, option: 1, quantity: 8 }]);
});

test("after its validity a line of an offer has today's price, a part outside the catalog none", async () => {
  const by = await insertBuyer(fixture.db, fixture.now);
  const offerId = await insertOffer(fixture.db, { partNumber: "C-1", price: 2_000 });
  const { requestId } = await quotes().request(by, [{}, {}]);
  await quotes().answer(requestId, [[writeOption({ offerId, amount: "15" })], [writeOption()]]);
  const order = await quotes().accept(by, requestId, [
    { line: 1, option: 1, quantity: 2 },
    { line: 2, option: 1, quantity: 2 },
  ]);
  const late = await fixture.review(order, later);
  const [offered, outside] = late.lines;
  assert.equal(offered?.quote?.status, "expired");
  assert.equal(offered?.after && formatMoney(offered.after.unitPrice), "USD 20.00");
  assert.equal(offered?.after?.quote, null);
  assert.deepEqual([outside?.after, outside?.fit], [null, 0]);
  const { requestNumber } = await quotes().read(requestId);
  assert.equal(
    outside?.faults[0]?.message,
    `QUOTED-1: price on request. Quote ${requestNumber} ended on 31 Dec 2026. Request a new quote.`,
  );
  const accepted = [{ line: 1, option: 1, quantity: 1 }];
  const tooLate = await quotes().tryAccept(by, requestId, accepted, { at: later });
  assert.ok(tooLate !== "busy" && tooLate.outcome === "refused");
  assert.equal(tooLate.lines[0]?.faults[0]?.code, "QUOTE_EXPIRED");
});

test("a correction replaces the options until one is accepted, and is mailed", async () => {
  const { by, request } = await openQuote();
  const { requestId } = request;
  const corrected = await quotes().answer(requestId, [[writeOption({ amount: "11.00" })]]);
  assert.equal(corrected.quote?.version, 2);
  const sent = "select body from mails where recipient = $1 order by mail_id";
  const mails = await fixture.run<{ body: string }>(sent, [by.user.email]);
  for (const [place, price] of ["12.50", "11.00"].entries()) {
    const { body = "" } = mails[place] ?? {};
    const row = ["1. QUOTED-1", "NE   ", "   10 EA", ` USD ${price}`, "31 Dec 2026"].join("  ");
    assert.ok(body.includes(`${row}\n    Option ${place + 1}, Pump, requested: 10 EA\n`), body);
    assert.ok(body.includes(`Accept the quote:\n\n`), body);
    assert.match(renderHtmlMail(body, unsetLetterhead), /<td[^>]*>31 Dec 2026<\/td>/);
  }
  assert.equal(mails.length, 2);
  assert.match(corrected.messages.at(-1)?.body ?? "", /corrected/);
  const old = await quotes().tryAccept(by, requestId, [{ line: 1, option: 1, quantity: 1 }]);
  assert.deepEqual(old, { outcome: "missing", place: 0 });
  const order = await quotes().accept(by, requestId, [{ line: 1, option: 2, quantity: 1 }]);
  assert.equal(formatMoney(order.subtotal), "USD 11.00");
  const late = await quotes().tryAnswer(requestId, [[writeOption({ amount: "13.00" })]]);
  assert.equal(late.outcome, "ordered");
  const gone = await quotes().tryAccept(by, requestId, [{ line: 1, option: 3, quantity: 1 }]);
  assert.deepEqual(gone, { outcome: "missing", place: 0 });
});

test("a quote that nobody ordered of is a task in the last 2 days of its prices", async () => {
  const { by, request } = await openQuote([writeOption({ validUntil: "2028-05-10" })]);
  const count = (day: string) => countEndingQuotes(fixture.db, new Date(`${day}T12:00:00Z`));
  const days = ["2028-05-07", "2028-05-08", "2028-05-10", "2028-05-11"];
  assert.deepEqual(await Promise.all(days.map(count)), [0, 1, 1, 0]);
  await quotes().accept(by, request.requestId, [{ line: 1, option: 1, quantity: 1 }]);
  assert.equal(await count("2028-05-09"), 0);
});

test("a withdrawn request and another account's accept nothing", async () => {
  const { by, request } = await openQuote();
  const accepted = [{ line: 1, option: 1, quantity: 1 }];
  const stranger = await insertBuyer(fixture.db, fixture.now);
  assert.deepEqual(await quotes().tryAccept(stranger, request.requestId, accepted), {
    outcome: "unknown",
  });
  const withdrawn = await withdrawQuoteRequest(context(), by, request, fixture.now);
  assert.equal(withdrawn.outcome, "changed");
  const outcome = await quotes().tryAccept(by, request.requestId, accepted);
  assert.deepEqual(outcome, { outcome: "missing", place: 0 });
});

test("a duplicate leaves a part outside the catalog out, and prices a quoted offer as of today", async () => {
  const by = await insertBuyer(fixture.db, fixture.now);
  const offerId = await insertOffer(fixture.db, { partNumber: "D-1", price: 2_000 });
  const { requestId } = await quotes().request(by, [{}, {}]);
  await quotes().answer(requestId, [[writeOption({ offerId, amount: "15" })], [writeOption()]]);
  const order = await quotes().accept(by, requestId, [
    { line: 1, option: 1, quantity: 2 },
    { line: 2, option: 1, quantity: 2 },
  ]);
  const asked = { signedIn: by, orderId: order.orderId, requestId: "r", now: fixture.now };
  const copy = await fixture.db.transaction((tx) => duplicateOrder(tx, { ...asked, again: false }));
  assert.ok(copy.outcome === "created");
  assert.deepEqual(
    copy.order.lines.map(({ quote, unitPrice }) => [quote, formatMoney(unitPrice)]),
    [[null, "USD 20.00"]],
  );
  assert.deepEqual(
    copy.leftOut.map(({ partNumber, code }) => [partNumber, code]),
    [["QUOTED-1", "PART_NOT_FOUND"]],
  );
});

const faulty = [
  ["unit_price", { amount: "0" }, "A quoted price is above 0."],
  ["unit_price", { amount: "1.23456" }, "A price has at most 4 decimals."],
  ["unit_price", { amount: "1,050" }, "Enter a price per unit such as 1250.00."],
  ["currency", { currency: "XXX" }, "Enter an ISO 4217 currency code such as USD."],
  ["valid_until", { validUntil: "2026-11-20" }, "This day has passed."],
  ["valid_until", { validUntil: "soon" }, "Enter a day such as 2026-12-31."],
  ["quantity", { quantity: 0 }, "Enter a whole number from 1 to 1,000,000."],
  ["min_quantity", { minQuantity: 11 }, "The minimum is above the quantity."],
  ["multiple", { multiple: 3 }, "The quantity is no multiple of this."],
  ["lead_time_days", { leadTimeDays: 3_651 }, "Enter days from 0 to 3,650."],
  [
    "unit_of_measure",
    { part: { ...quotedPart, unitOfMeasure: "ZZ" } },
    "Choose a unit that the catalog knows.",
  ],
  [
    "condition",
    { part: { ...quotedPart, condition: "ZZ" } },
    "Choose a condition that the catalog knows.",
  ],
  [
    "part_number",
    { part: { ...quotedPart, partNumber: "" } },
    "Required for a part outside the catalog.",
  ],
  ["offer_id", { offerId: 123_456_789 }, "There is no such offer in the catalog."],
] as const;

for (const [field, fields, text] of faulty) {
  test(`an answer is refused at its field: ${field}, ${text}`, async () => {
    const by = await insertBuyer(fixture.db, fixture.now);
    const { requestId } = await quotes().request(by);
    const refused = await quotes().tryAnswer(requestId, [[writeOption(fields)]]);
    assert.ok(refused.outcome === "refused", refused.outcome);
    const found = refused.faults.map((one) => [one.line, one.option, one.field, one.text]);
    assert.deepEqual(found, [[1, 1, field, text]]);
    assert.equal((await quotes().read(requestId)).quote, null);
  });
}

test("a price far from the list price is asked about, and stored once that is accepted", async () => {
  const by = await insertBuyer(fixture.db, fixture.now);
  const offerId = await insertOffer(fixture.db, { partNumber: "E-1", price: 2_000 });
  const { requestId } = await quotes().request(by);
  const far = [[writeOption({ offerId, amount: "13.99" })]];
  const asked = await quotes().tryAnswer(requestId, far, { isAccepted: false });
  assert.ok(asked.outcome === "refused");
  assert.deepEqual(
    asked.faults.map(({ field, isQuestion, text }) => [field, isQuestion, text]),
    [["unit_price", true, "It differs from the list price, USD 20.00, by over 30%."]],
  );
  const near = [[writeOption({ offerId, amount: "14.00" })]];
  const [offer] = await selectOffers(fixture.db, [offerId], "2026-11-21");
  assert.equal(offer?.partNumber, "E-1");
  assert.equal(
    (await quotes().tryAnswer(requestId, near, { isAccepted: false })).outcome,
    "changed",
  );
  assert.equal((await quotes().tryAnswer(requestId, far)).outcome, "changed");
});
