// Quote requests in the console: the page of a request and its reply.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { maxMessageLength } from "../../src/quotes/quoteRequest.ts";
import {
  app,
  moveClock,
  offer,
  olga,
  openConsole,
  query,
  smtpUrl,
  textOf,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { readForm } from "../support/openedForm.ts";
import { openQuoteRequestFixture, type SentQuote } from "../support/quoteRequestFixture.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openOperator } from "../support/testOperator.ts";

let quotes: ReturnType<typeof openQuoteRequestFixture>;

openConsole({ smtpUrl });

before(async () => {
  quotes = openQuoteRequestFixture(app);
});

async function openReply({ page }: SentQuote, by = olga): Promise<Record<string, string>> {
  return readForm((await by.get(page)).body, `${page}/answer`);
}

/** Replies as the page was seen now, or as `form` was. */
async function reply(sent: SentQuote, text: string, { by = olga, form = {} } = {}) {
  return by.post(`${sent.page}/answer`, { ...(await openReply(sent)), ...form, text });
}

function mailsTo(recipient: string) {
  const text = "select subject, body from mails where recipient = $1 order by mail_id";
  return query<{ subject: string; body: string }>(text, [recipient]);
}

function rowsOf(body: string): string[] {
  const [, rows = ""] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(body) ?? [];
  return rows
    .split("<tr")
    .slice(1)
    .map((row) => textOf(`<tr${row}`));
}

test("each line shows the catalog now: stock, the account's price, status, or that it has none", async () => {
  const { db } = app.database;
  const short = await offer("NOW-1", { stock: 3 });
  const held = await offer("NOW-2", { stock: 0, price: null, status: "ON_HOLD" });
  await offer("NOW-3");
  await offer("NOW-3", { condition: "OH" });
  const all = { vendor: "Example Supply", certificate: "8130-3", neededBy: "2027-01-12" };
  const sent = await quotes.send([
    { ...all, reason: "no stock", offerId: short, partNumber: "NOW-1", quantity: 12, rowNumber: 7 },
    { reason: "no price", offerId: held, partNumber: "NOW-2", remark: "Any trace" },
    { partNumber: "NOW-3" },
    { partNumber: "NOW/4 X", quantity: null, unitOfMeasure: null, condition: null },
    { partNumber: "NOW-5", offerId: 281_474_976_710_600 as typeof short },
  ]);
  const { accountId } = sent.buyer.account;
  await insertAgreementRule(db, { accountId, partNumber: "NOW-1", price: 750 });
  const { body } = await olga.get(sent.page);
  const rows = rowsOf(body);
  const expected = [
    /1\. NOW-1 12 EA · NE · FAA 8130-3 · Example Supply · Row 7 Needed by .* NOW-1 : 3 EA, USD 7\.50/,
    /2\. NOW-2 4 EA · NE Any trace Not in the catalog/,
    /3\. NOW-3 4 EA · NE NOW-3 : 100 EA, USD 10\.00/,
    /4\. NOW\/4 X Not in the catalog/,
    /5\. NOW-5 4 EA · NE Not in the catalog/,
  ];
  const shown = rows.filter((row) => !row.includes("Option 2"));
  assert.equal(shown.length, expected.length);
  for (const [place, row] of expected.entries()) assert.match(shown[place] ?? "", row);
  const link = "/console/catalog/parts/NOW-3";
  assert.ok(readAttribute(body).includes(`href="${link}"`), link);
});

test("a reply to what changed in the meantime is not sent, and its text stays", async () => {
  const other = await openOperator(app, { role: "operator" });
  const sent = await quotes.send();
  const form = await openReply(sent);
  moveClock(1_000);
  assert.equal((await reply(sent, "From a colleague", { by: other })).statusCode, 303);
  const late = await expectAnswer(reply(sent, "My offer & price", { form }), 409);
  // Both have the same name; who replied is known by id.
  assert.match(textOf(late.body), /Reply not sent: Olga Operator replied on/);
  const kept = readForm(late.body, `${sent.page}/answer`);
  assert.deepEqual([kept["version"], kept["text"]], ["2", "My offer & price"]);
  assert.equal((await mailsTo(sent.buyer.user.email)).length, 1);
  moveClock(1_000);
  await quotes.write(sent, "Sooner?");
  const again = await expectAnswer(reply(sent, kept["text"] ?? "", { form: kept }), 409);
  assert.match(textOf(again.body), /Reply not sent: Ada Buyer wrote on/);
  assert.match(again.body, /Sooner\?/);
  const last = readForm(again.body, `${sent.page}/answer`);
  assert.equal((await olga.post(`${sent.page}/answer`, last)).statusCode, 303);
  assert.equal((await mailsTo(sent.buyer.user.email)).length, 2);
});

test("a form sent twice replies once; another text of another tab is kept and not sent", async () => {
  const sent = await quotes.send();
  const form = await openReply(sent);
  const both = await Promise.all([1, 2].map(() => reply(sent, "Once", { form })));
  assert.deepEqual(
    both.map(({ headers }) => headers.location),
    [1, 2].map(() => `${sent.page}?done=replied`),
  );
  assert.equal((await mailsTo(sent.buyer.user.email)).length, 1);
  const tab = await expectAnswer(reply(sent, "Of another tab", { form }), 409);
  assert.match(textOf(tab.body), /Reply not sent: you already replied on/);
  assert.equal(readForm(tab.body, `${sent.page}/answer`)["text"], "Of another tab");
  assert.equal((await mailsTo(sent.buyer.user.email)).length, 1);
});

test("a request that the buyer withdrew takes no reply, and the text is shown again", async () => {
  const sent = await quotes.send();
  const form = await openReply(sent);
  await quotes.withdraw(sent);
  const late = await reply(sent, "Too <late>", { form });
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /Reply not sent: the buyer withdrew the request/);
  assert.match(readAttribute(late.body), /Your text:<\/p>\n<p class="typed">Too <late></);
  assert.doesNotMatch(late.body, /<late>|<textarea|Draft an order/);
  assert.deepEqual(await mailsTo(sent.buyer.user.email), []);
});

test("a reply has 1 to 4,000 characters; what was typed stays", async () => {
  const sent = await quotes.send();
  const empty = await reply(sent, " \n ");
  assert.equal(empty.statusCode, 422);
  assert.match(empty.body, /<a href="#field-text">Enter prices, or a message\.<\/a>/);
  assert.doesNotMatch(empty.body, /<textarea [^>]*maxlength/);
  const long = "✈".repeat(maxMessageLength + 1);
  const refused = await expectAnswer(reply(sent, long), 422);
  assert.match(refused.body, /The reply has 4,001 characters\. The maximum is 4,000\./);
  assert.equal(readForm(refused.body, `${sent.page}/answer`)["text"], long);
  assert.equal((await reply(sent, long.slice(1))).statusCode, 303);
});

test("a reply to a removed buyer is stored for the account and not e-mailed", async () => {
  const sent = await quotes.send();
  const { userId, email } = sent.buyer.user;
  const remove = `/console/accounts/${sent.buyer.account.accountId}/people/${userId}/remove`;
  assert.equal((await olga.post(remove, { typed_name: "Ada Buyer" })).statusCode, 303);
  const shown = textOf((await olga.get(sent.page)).body);
  assert.match(shown, /Ada Buyer no longer has access to the account\. Your reply is not e-mailed/);
  assert.equal((await reply(sent, "For your colleagues")).statusCode, 303);
  assert.ok(!(await mailsTo(email)).some(({ subject }) => subject.startsWith("Reply")));
  const done = textOf((await olga.get(`${sent.page}?done=replied`)).body);
  assert.match(done, /Reply saved\. Shown on the site\. Not e-mailed\./);
  assert.match(done, /\(distributor\) · Not e-mailed/);
});
