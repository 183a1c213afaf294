// Quotes on the pages: an operator answers in one table, the buyer accepts into a draft.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectQuoteRequest } from "../../src/quotes/quoteRequestQueries.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { openQuoteForm, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { offer, read, refuse, submit } from "../support/steps.ts";
import { openOperator } from "../support/testOperator.ts";

openPortal();

type Fields = Record<string, string>;

/** A request for an offer that is sold out, and its page in the console. */
async function request(partNumber: string, fields: Parameters<typeof offer>[1] = {}) {
  const offerId = await offer(partNumber, { stock: 2, ...fields });
  const form = await openQuoteForm(`${quoteForm}?offer=${offerId}&quantity=5`);
  const { requestId } = await sendQuote(form.fields);
  const olga = await openOperator(app);
  const page = `/console/quote-requests/${requestId}`;
  const open = async () => readForm((await olga.get(page)).body, `${page}/answer`);
  const send = async (typed: Fields) =>
    olga.post(`${page}/answer`, { ...(await open()), ...typed });
  return { offerId, requestId, page, olga, open, send, own: `/quote-requests/${requestId}` };
}

async function openAcceptance(own: string): Promise<Fields> {
  return readForm(await read(own), `${own}/accept`);
}

test("the answer is prefilled from the catalog and the agreement, and from the last quote", async () => {
  await insertAgreementRule(app.database.db, {
    ...{ accountId: account.accountId, partNumber: "PRE-1", price: 750 },
  });
  const { offerId, open, send, page, olga } = await request("PRE-1", {
    ...{ stock: 2, leadTimeDays: 30, certificate: "8130-3", minQuantity: 2, multiple: 2 },
  });
  const fields = await open();
  // Too few are in stock, so the part is to be ordered.
  assert.deepEqual(
    ["source", "price", "currency", "quantity", "min", "multiple", "lead", "certificate"].map(
      (field) => fields[`${field}-1-1`],
    ),
    ["part", "7.50", "USD", "6", "2", "2", "30", "8130-3"],
  );
  assert.equal(
    (await send({ "price-1-1": "7.10", "source-1-1": String(offerId) })).statusCode,
    303,
  );
  const corrected = await open();
  assert.deepEqual([corrected["price-1-1"], corrected["source-1-1"]], ["7.10", String(offerId)]);
  const again = await request("PRE-1", { vendor: "Other" });
  assert.match((await again.olga.get(again.page)).body, /Last quote: USD 7\.10 for 6/);
  assert.doesNotMatch((await olga.get(page)).body, /Last quote/);
});

test("a refusal is at its field, and what was typed stays", async () => {
  const { send, requestId } = await request("REF-1");
  const refused = await send({ "price-1-1": "0", valid_until: "2020-01-01", "quantity-1-1": "x" });
  assert.equal(refused.statusCode, 422);
  for (const field of ["price-1-1", "quantity-1-1", "valid_until"]) {
    assert.match(refused.body, new RegExp(`href="#field-${field}"`), field);
  }
  assert.match(refused.body, /name="price-1-1" value="0"/);
  const far = await send({ "price-1-1": "99.00" });
  assert.match(far.body, /It differs from the list price, USD 10\.00, by over/);
  assert.equal((await selectQuoteRequest(app.database.db, requestId, null))?.quote, null);
  assert.equal((await send({ "price-1-1": "99.00", accepted: "yes" })).statusCode, 303);
});

test("a buyer accepts an option into a new draft and the rest into that draft", async () => {
  const { send, own } = await request("ACC-1");
  assert.equal((await send({ "price-1-1": "9.5" })).statusCode, 303);
  const page = await read(own);
  assert.match(page, /<strong>USD 9\.50<\/strong> \/ EA/);
  assert.match(page, /Total of what is chosen: <strong>USD.47\.50/);
  const fields = await openAcceptance(own);
  const order = await submit(`${own}/accept`, { ...fields, "quantity-1": "3", draft: "new" });
  const [address = ""] = order.split("?");
  const draft = await read(address);
  assert.match(draft, /Quote <a href="\/quote-requests\/[^"]+">RFQ-\d+<\/a>, valid until/);
  assert.match(draft, /to order/);
  assert.match(draft, /28\.50/);
  const rest = await openAcceptance(own);
  assert.equal(rest["quantity-1"], "2");
  const over = await refuse(409, `${own}/accept`, { ...rest, "quantity-1": "3" });
  assert.match(over, /ACC-1: 6 requested, 5 of 5 left of quote RFQ-\d+\./);
  const id = address.split("/").at(-1) ?? "";
  assert.ok((await submit(`${own}/accept`, { ...rest, draft: id })).startsWith(address));
  assert.match(await read(address), /47\.50/);
  assert.match(await read(own), /is used up: all 5 are ordered/);
});

test("nothing is accepted of a quote that was corrected, chosen from or owned otherwise", async () => {
  const { send, own } = await request("NOT-1");
  await send({ "price-1-1": "9.5" });
  const fields = await openAcceptance(own);
  const none = await refuse(422, `${own}/accept`, { ...fields, "option-1": "" });
  assert.match(none, /Choose at least one option\./);
  await send({ "price-1-1": "8.5" });
  const late = await refuse(409, `${own}/accept`, fields);
  assert.match(late, /The quote was corrected or withdrawn in the meantime/);
  const stranger = await openStranger();
  const current = await openAcceptance(own);
  assert.equal((await stranger.post(`${own}/accept`, current)).statusCode, 404);
  assert.equal((await stranger.get(own)).statusCode, 404);
  assert.equal((await buyer.get(own)).statusCode, 200);
});

test("a line without a quote says why, and one option of several can be chosen", async () => {
  const { send, own, requestId } = await request("TWO-1");
  await send({
    ...{ "price-1-1": "9.5", "source-1-2": "part", "price-1-2": "9", "quantity-1-2": "50" },
    "min-1-2": "50",
  });
  const fields = await openAcceptance(own);
  const chosen = { ...fields, "option-1": "2", "quantity-1": "50", draft: "new" };
  assert.match(await read((await submit(`${own}/accept`, chosen)).split("?")[0] ?? ""), /450\.00/);
  const no = await request("TWO-2");
  await no.send({ "source-1-1": "none", "reason-1-1": "Out of <production>." });
  assert.match(await read(no.own), /No quote[\s\S]*?Out of \S+production/);
  assert.notEqual(no.requestId, requestId);
});
