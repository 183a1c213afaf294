// Requests for a quote: sending, replying, writing again and withdrawing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperatorActor } from "../../src/audit/actor.ts";
import { isOwnChange } from "../../src/audit/isOwnChange.ts";
import { newId } from "../../src/db/newId.ts";
import {
  answerQuoteRequest,
  type SeenQuoteRequest,
  withdrawQuoteRequest,
  writeOnQuoteRequest,
} from "../../src/quotes/changeQuoteRequest.ts";
import {
  maxLineRemark,
  maxMessageLength,
  maxQuoteLines,
  type QuoteLine,
  type QuoteRequest,
} from "../../src/quotes/quoteRequest.ts";
import {
  countOpenQuoteRequests,
  selectQuoteRequest,
  selectQuoteRequests,
} from "../../src/quotes/quoteRequestQueries.ts";
import { requestQuote } from "../../src/quotes/requestQuote.ts";
import { attemptLimits } from "../../src/signIn/attemptLimits.ts";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, readMails } from "../support/testPeople.ts";

const now = new Date("2026-11-26T10:00:00Z");
const supportEmail = "support@parts.example";
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let people: PeopleContext;
let buyer: SignedIn;

const operatorId = newId();
const actor: OperatorActor = {
  kind: "operator",
  operator: { operatorId, name: "Olga Operator", email: "o@parts.example", role: "operator" },
  requestId: "req_test",
};

const line: QuoteLine = {
  reason: "no stock",
  offerId: null,
  partNumber: "DA65152-14",
  vendor: "Acme",
  condition: "NE",
  certificate: "8130-3",
  quantity: 1_200,
  unitOfMeasure: "EA",
  neededBy: "2027-01-12",
  remark: "for {{key}} 5B-DCX",
  rowNumber: 4,
};

before(async () => {
  database = await openTestDatabase();
  people = createTestPeople(database.db);
  buyer = await insertBuyer(database.db, now);
});

after(() => database.close());

async function send(by: SignedIn, message: string | null = null): Promise<QuoteRequest> {
  const wanted = { formId: newId(), lines: [line], message, poNumber: null, listId: null };
  const sent = await requestQuote(people, by, wanted, now);
  assert.ok(sent.outcome === "requested", sent.outcome);
  return read(sent.requestId);
}

/** Answers with a message only. */
function reply(
  seen: SeenQuoteRequest & { readonly actor: OperatorActor },
  message: string,
  at: Date,
) {
  const answer = { lines: [], message, isAccepted: false, limitPercent: 30 };
  return answerQuoteRequest(people, seen, answer, at);
}

async function read(requestId: string): Promise<QuoteRequest> {
  const request = await selectQuoteRequest(database.db, requestId, null);
  return request ?? assert.fail("there is no such request");
}

test("a request keeps what was asked for, and is e-mailed to the distributor", async () => {
  const request = await send(buyer, "We need it for an AOG.");
  assert.match(request.requestNumber, /^RFQ-1\d{4}$/);
  assert.deepEqual(request.lines, [line]);
  assert.deepEqual([request.state, request.version, request.lineCount], ["open", 1, 1]);
  assert.deepEqual(
    request.messages.map(({ author, body, mailState }) => [author, body, mailState]),
    [["buyer", "We need it for an AOG.", "queued"]],
  );
  const mail = (await readMails(people, supportEmail)).at(-1);
  assert.equal(mail?.subject, `Quote requested: ${request.requestNumber}, ${buyer.account.name}`);
  const wanted = "1. DA65152-14  NE     1,200 EA\n    FAA 8130-3, needed by 12 Jan 2027, Acme";
  assert.ok(mail?.body.includes(`${wanted}, not available as requested\n`), mail?.body);
  assert.ok(mail?.body.includes("We need it for an AOG."));
  assert.ok(mail?.body.includes(`/console/quote-requests/${request.requestId}`));
});

test("the longest request fits into an e-mail", async () => {
  const [long, by] = ["W".repeat(200), await insertBuyer(database.db, now)];
  const longest = { ...line, partNumber: long, vendor: long, condition: long };
  const lines = Array(maxQuoteLines).fill({ ...longest, remark: "W".repeat(maxLineRemark) });
  const message = "W".repeat(maxMessageLength);
  const wanted = { formId: newId(), lines, message, poNumber: null, listId: null };
  assert.equal((await requestQuote(people, by, wanted, now)).outcome, "requested");
  const mail = (await readMails(people, supportEmail)).at(-1);
  assert.match(mail?.body ?? "", /\nand 100 more: follow the link\n/);
});

test("a form that is sent twice, concurrently too, makes one request and one e-mail", async () => {
  const by = await insertBuyer(database.db, now);
  const before = (await readMails(people, supportEmail)).length;
  const wanted = { formId: newId(), lines: [line], message: null, poNumber: null, listId: null };
  const sent = await Promise.all([1, 2, 3].map(() => requestQuote(people, by, wanted, now)));
  const outcomes = sent.map(({ outcome }) => outcome).toSorted();
  assert.deepEqual(outcomes, ["repeated", "repeated", "requested"]);
  const { accountId } = by.account;
  const stored = await selectQuoteRequests(database.db, { accountId }, { after: null, limit: 9 });
  assert.equal(stored.length, 1);
  assert.equal((await readMails(people, supportEmail)).length, before + 1);
});

test("an account sees only its own requests", async () => {
  const request = await send(buyer);
  const other = await insertBuyer(database.db, now);
  const { accountId } = other.account;
  assert.equal(await selectQuoteRequest(database.db, request.requestId, accountId), undefined);
  const all = await selectQuoteRequests(database.db, { accountId }, { after: null, limit: 9 });
  assert.deepEqual(all, []);
  const withdrawn = await withdrawQuoteRequest(people, other, request, now);
  const written = await writeOnQuoteRequest(people, other, request, { text: "Hi", now });
  assert.deepEqual([withdrawn.outcome, written.outcome], ["unknown", "unknown"]);
  assert.equal((await read(request.requestId)).state, "open");
});

test("a reply answers the request, is e-mailed to the buyer and recorded", async () => {
  const by = await insertBuyer(database.db, now);
  const request = await send(by);
  const { count } = await countOpenQuoteRequests(database.db);
  const seen = { requestId: request.requestId, version: 1, actor };
  const replied = await reply(seen, "USD 500.00, 3 weeks.\n{{key}}", now);
  assert.equal(replied.outcome, "changed");
  assert.equal((await countOpenQuoteRequests(database.db)).count, count - 1);
  const answered = await read(request.requestId);
  assert.deepEqual([answered.state, answered.version], ["answered", 2]);
  const [mail, ...others] = await readMails(people, by.user.email);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, `Reply to your quote request ${request.requestNumber}`);
  assert.ok(mail?.body.includes("USD 500.00, 3 weeks."), mail?.body);
  assert.ok(mail?.body.includes(`/quote-requests/${request.requestId}`));
  const subject = { kind: "quote request", id: request.requestId, changedAt: now };
  assert.ok(await isOwnChange(database.db, { operatorId }, subject));
});

test("a reply goes to the colleague who wrote last as well, and to nobody who was removed", async () => {
  const by = await insertBuyer(database.db, now);
  const colleague = await insertBuyer(database.db, now, by.account.accountId);
  const { requestId } = await send(by);
  const seen = { requestId, version: 1 };
  await writeOnQuoteRequest(people, colleague, seen, { text: "Any news?", now });
  await reply({ requestId, version: 2, actor }, "Soon.", now);
  for (const { user } of [by, colleague]) {
    assert.equal((await readMails(people, user.email)).length, 1, user.email);
  }
  const text = "update users set removed_at = $2, password_hash = null where user_id = $1";
  for (const { user } of [by, colleague]) {
    await database.db.query({ name: "", text, values: [user.userId, now] });
  }
  await reply({ requestId, version: 3, actor }, "In stock.", now);
  assert.equal((await readMails(people, by.user.email)).length, 1);
  assert.equal((await read(requestId)).messages.at(-1)?.mailId, null);
});

test("the buyer without an answer for the longest time comes first, also after writing again", async () => {
  const by = await insertBuyer(database.db, now);
  const [early, late] = [await send(by), await send(by)];
  const hour = (count: number) => new Date(now.getTime() + count * 3_600_000);
  await reply({ requestId: early.requestId, version: 1, actor }, "In 3 weeks.", hour(1));
  for (const [version, count] of [
    [2, 2],
    [3, 3],
  ] as const) {
    const seen = { requestId: early.requestId, version };
    await writeOnQuoteRequest(people, by, seen, { text: "Sooner?", now: hour(count) });
  }
  const filter = { accountId: by.account.accountId, states: ["open"] } as const;
  const page = { after: null, limit: 9, oldestFirst: true };
  const open = await selectQuoteRequests(database.db, filter, page);
  assert.deepEqual(
    open.map(({ requestNumber, openSince }) => [requestNumber, openSince]),
    [
      [late.requestNumber, now],
      [early.requestNumber, hour(2)],
    ],
  );
});

test("a change of a version that was not seen changes nothing", async () => {
  const by = await insertBuyer(database.db, now);
  const request = await send(by);
  const seen = { requestId: request.requestId, version: 1, actor };
  const replies = await Promise.all(["One", "Two"].map((text) => reply(seen, text, now)));
  assert.deepEqual(replies.map(({ outcome }) => outcome).toSorted(), ["changed", "conflict"]);
  assert.equal((await readMails(people, by.user.email)).length, 1);
  const late = await withdrawQuoteRequest(people, by, request, now);
  assert.ok(late.outcome === "conflict" && late.request.state === "answered");
});

test("a further message opens the request again, a withdrawn one takes none", async () => {
  const by = await insertBuyer(database.db, now);
  const { requestId } = await send(by);
  await reply({ requestId, version: 1, actor }, "In 3 weeks.", now);
  const seen = { requestId, version: 2 };
  const written = await writeOnQuoteRequest(people, by, seen, { text: "Sooner?", now });
  assert.equal(written.outcome, "changed");
  const open = await read(requestId);
  assert.deepEqual([open.state, open.version], ["open", 3]);
  assert.deepEqual(
    open.messages.map(({ body }) => body),
    ["In 3 weeks.", "Sooner?"],
  );
  const mail = (await readMails(people, supportEmail)).at(-1);
  assert.equal(mail?.subject, `Message on ${open.requestNumber} from ${open.accountName}`);
  assert.equal((await withdrawQuoteRequest(people, by, open, now)).outcome, "changed");
  const late = await reply({ requestId, version: 4, actor }, "Late", now);
  assert.equal(late.outcome, "conflict");
  const again = { requestId, version: 4 };
  const more = await writeOnQuoteRequest(people, by, again, { text: "Late", now });
  assert.equal(more.outcome, "conflict");
});

test("an account cannot flood the distributor with e-mails", async () => {
  const by = await insertBuyer(database.db, now);
  const { attempts } = attemptLimits.quoteRequestsOfAccount;
  for (let sent = 0; sent < attempts; sent += 1) await send(by);
  const before = (await readMails(people, supportEmail)).length;
  const wanted = { formId: newId(), lines: [line], message: null, poNumber: null, listId: null };
  const refused = await requestQuote(people, by, wanted, now);
  assert.ok(refused.outcome === "too many" && refused.waitS > 0);
  assert.equal((await readMails(people, supportEmail)).length, before);
});

test("requests are listed in pages, the newest or the oldest first", async () => {
  const by = await insertBuyer(database.db, now);
  const sent: string[] = [];
  for (let count = 0; count < 5; count += 1) sent.push((await send(by)).requestId);
  const { accountId } = by.account;
  const page = async (after: string | null, oldestFirst: boolean) => {
    const options = { after, limit: 2, oldestFirst };
    const found = await selectQuoteRequests(database.db, { accountId }, options);
    return found.map(({ requestId }) => sent.indexOf(requestId));
  };
  assert.deepEqual(await page(null, false), [4, 3]);
  assert.deepEqual(await page(sent[3] ?? "", false), [2, 1]);
  assert.deepEqual(await page(sent[1] ?? "", true), [2, 3]);
  const filter = { accountId, states: ["answered"] } as const;
  assert.deepEqual(await selectQuoteRequests(database.db, filter, { after: null, limit: 2 }), []);
});
