// The search of the buyers' site finds quote requests by their numbers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Queryable } from "../../src/db/database.ts";
import { selectRequestsByBeginning } from "../../src/quotes/foundRequestQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openQuoteRequestFixture, type SentQuote } from "../support/quoteRequestFixture.ts";
import { runSql } from "../support/runSql.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let quotes: ReturnType<typeof openQuoteRequestFixture>;
let own: SentQuote;
let buyer: TestVisitor;
let stranger: TestVisitor;

before(async () => {
  app = await openTestApp();
  quotes = openQuoteRequestFixture(app);
  own = await quotes.send([{ partNumber: "WANTED-1" }]);
  buyer = await openVisitor(app, own.request.accountId);
  stranger = await openVisitor(app, (await app.openAccount()).accountId);
});

after(() => app.close());

const addressOf = ({ request }: SentQuote) => `/quote-requests/${request.requestId}`;
const withText = (path: string, q: string) => `${path}?${new URLSearchParams({ q })}`;

/** The pages that are suggested for a text. */
async function suggest(q: string, by = buyer): Promise<string[]> {
  const { statusCode, body } = await by.get(withText("/suggestions", q));
  assert.equal(statusCode, 200, body);
  return [...body.matchAll(/data-href="([^"]*)"/g)].map(([, href = ""]) => href);
}

test("a quote request is suggested by its number or the beginning of it", async () => {
  const { requestNumber } = own.request;
  const digits = requestNumber.slice("RFQ-".length);
  const written = [requestNumber, `rfq ${digits}`, `RFQ${digits}`, `#${digits}`, digits, "rfq-1"];
  for (const q of written) assert.deepEqual(await suggest(q), [addressOf(own)], q);
  const { body } = await buyer.get(withText("/suggestions", requestNumber));
  assert.match(body, /<mark>RFQ-\d+<\/mark> <span\s+class="quiet">WANTED-1<\/span>/);
  assert.match(body, />Sent</);
  for (const q of ["rf", digits.slice(0, 3), `${requestNumber}9`, `${requestNumber}x`, "rfq-%"]) {
    assert.deepEqual(await suggest(q), [], q);
  }
});

test("Enter on the number of a quote request opens it", async () => {
  const { requestNumber } = own.request;
  for (const q of [requestNumber, ` ${requestNumber.toLowerCase().replace("-", " ")} `]) {
    const { statusCode, headers } = await buyer.get(withText("/parts", q));
    assert.deepEqual([statusCode, headers.location], [303, addressOf(own)], q);
  }
});

test("digits only, and the beginning of a number, list quote requests above the parts", async () => {
  for (const q of [own.request.requestNumber.slice("RFQ-".length), "RFQ-1"]) {
    const { statusCode, body } = await buyer.get(withText("/parts", q));
    assert.equal(statusCode, 200, q);
    assert.match(body, /Your quote requests with this number:/, q);
    assert.match(body, new RegExp(`<a href="${addressOf(own)}">RFQ-\\d+</a>`), q);
  }
});

test("the name of quote requests without digits lists none above the parts", async () => {
  for (const q of ["RFQ", "rfq-", "#RFQ "]) {
    const { statusCode, body } = await buyer.get(withText("/parts", q));
    assert.equal(statusCode, 200, q);
    assert.doesNotMatch(body, /Your quote requests/, q);
  }
});

test("quote requests of other accounts are not found", async () => {
  const { requestNumber } = own.request;
  for (const q of [requestNumber, requestNumber.slice("RFQ-".length), "RFQ"]) {
    assert.deepEqual(await suggest(q, stranger), [], q);
    const { statusCode, body } = await stranger.get(withText("/parts", q));
    assert.equal(statusCode, 200, q);
    assert.doesNotMatch(body, /quote-requests\/[0-9a-f]{8}|Your quote requests/, q);
  }
});

test("the whole number comes first, and more than five lead to the list", async () => {
  const first = await quotes.send();
  const by = await openVisitor(app, first.request.accountId);
  for (let more = 0; more < 5; more += 1) await quotes.send([{}], { by: first.buyer });
  const { body } = await by.get(withText("/parts", "RFQ-1"));
  assert.equal(body.match(/<li><a href="\/quote-requests\/[^"]*">RFQ-/g)?.length, 5);
  assert.match(body, /<a href="\/quote-requests">View all quote requests<\/a>/);
  assert.equal((await suggest("RFQ", by)).length, 3);
  assert.deepEqual(await suggest(first.request.requestNumber, by), [addressOf(first)]);
});

test("quote requests are read by indexes", async () => {
  const { db } = app.database;
  const run = (text: string, values: readonly unknown[] = []) =>
    db.query<{ "QUERY PLAN": unknown }>({ name: "", text, values: [...values] });
  const other = (await quotes.send()).request;
  await run(
    `insert into quote_requests (request_id, account_id, user_id, buyer_name, buyer_email, form_id,
        created_at, changed_at, open_since)
      select gen_random_uuid(), $1, $2, 'Ada', 'ada@example.com', gen_random_uuid(), now(), now(),
        now()
      from generate_series(1, 5000)`,
    [other.accountId, other.userId],
  );
  await run("analyze quote_requests");
  const plans: string[] = [];
  const explaining: Queryable = {
    query: async ({ text, values }) => {
      plans.push(JSON.stringify(await run(`explain (format json) ${text}`, values)));
      return [];
    },
  };
  await selectRequestsByBeginning(explaining, own.request.accountId, "RFQ-10001", 3);
  assert.equal(plans.length, 1);
  assert.match(plans[0] ?? "", /quote_requests_request_number_key/);
  assert.match(plans[0] ?? "", /quote_requests_account/);
  assert.doesNotMatch(plans[0] ?? "", /"Seq Scan","[^}]*"quote_requests"/);
});

test("a part whose number is the text comes before a quote request", async (t) => {
  const other = await quotes.send();
  const { requestNumber, accountId } = other.request;
  await insertOffer(app.database.db, { partNumber: requestNumber });
  t.after(() =>
    runSql(app.database.db, "delete from offers where part_number = $1", [requestNumber]),
  );
  const visitor = await openVisitor(app, accountId);
  const { headers } = await visitor.get(withText("/parts", requestNumber));
  assert.equal(headers.location, `/parts/${requestNumber}`);
});
