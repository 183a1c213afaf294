// Where operators find quote requests: the list, the home page, the search and the account.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTaskCounter } from "../../src/console/openTasks.ts";
import { pageSize } from "../../src/html/pager.ts";
import { countMailTasks } from "../../src/mail/outboxQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import {
  openQuoteRequestFixture,
  quoteRequestsPath as root,
  type SentQuote,
} from "../support/quoteRequestFixture.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

const hourMs = 3_600_000;
let app: TestApp;
let olga: TestOperator;
let quotes: ReturnType<typeof openQuoteRequestFixture>;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  quotes = openQuoteRequestFixture(app);
});

after(() => app.close());

function moveClock(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

async function reply({ page }: SentQuote): Promise<void> {
  const form = readForm((await olga.get(page)).body, `${page}/reply`);
  assert.equal((await olga.post(`${page}/reply`, { ...form, text: "Soon" })).statusCode, 303);
}

async function textOf(path: string): Promise<string> {
  const { body } = await olga.get(path);
  return readAttribute(body.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}

/** The numbers of the requests that a list shows, in order. */
async function listed(path: string): Promise<string[]> {
  const { body, statusCode } = await olga.get(path);
  assert.equal(statusCode, 200, path);
  return [...body.matchAll(/<th [^>]*><a [^>]*>(RFQ-\d+)<\/a><\/th>/g)].map(
    ([, number = ""]) => number,
  );
}

/** What the home page says of quote requests. */
async function taskOf(path = "/console"): Promise<string> {
  const { body } = await olga.get(path);
  const row = body.split(/<li\b/).find((one) => one.includes("<strong>Quote requests")) ?? "none";
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("without open requests nothing needs attention, and the list says where they come from", async () => {
  assert.equal(await taskOf(), "none");
  const empty = await textOf(root);
  assert.match(empty, /No quote requests to answer .* not in the catalog\. Show all/);
  assert.match(await textOf(`${root}?view=withdrawn`), /No quote requests with this state/);
  assert.match(await textOf(`${root}?view=all`), /No quote requests Buyers send them/);
});

test("open requests are listed by the time without an answer, others by state, newest first", async () => {
  const first = await quotes.send([{ partNumber: "LIST-1" }, {}, {}, {}]);
  moveClock(hourMs);
  const second = await quotes.send();
  moveClock(hourMs);
  await reply(first);
  moveClock(hourMs);
  const third = await quotes.send();
  moveClock(hourMs);
  await quotes.write(first, "Sooner?");
  moveClock(hourMs);
  // A further message on an open request does not make it younger.
  await quotes.write(second, "Any news?");
  const numbers = [second, third, first].map(({ request }) => request.requestNumber);
  assert.deepEqual(await listed(root), numbers);
  assert.match(await textOf(root), /LIST-1 \+ 3 more 1 h ago/);
  assert.match(await taskOf(), /Quote requests to answer Oldest 4 h ago 3 Answer/);
  const counter = createTaskCounter(app.database.db);
  await counter.refresh(app.clock.now, true);
  assert.equal(counter.current()[root], 3);
  await quotes.withdraw(third);
  await reply(second);
  const [two, one] = [second, first].map(({ request }) => request.requestNumber);
  assert.deepEqual(await listed(root), [one]);
  assert.deepEqual(await listed(`${root}?view=answered`), [two]);
  assert.deepEqual(await listed(`${root}?view=withdrawn`), [third.request.requestNumber]);
  assert.deepEqual(await listed(`${root}?view=all`), [third.request.requestNumber, two, one]);
});

test("a list continues on the next page after its last request", async () => {
  const { buyer } = await quotes.send();
  for (let sent = 1; sent <= pageSize; sent += 1) await quotes.send([{}], { by: buyer });
  const path = `${root}?account=${buyer.account.accountId}`;
  const first = await listed(path);
  assert.equal(first.length, pageSize);
  const { body } = await olga.get(path);
  const [, next = ""] = /rel="next" href="([^"]*)"/.exec(body) ?? [];
  const second = await listed(readAttribute(next));
  assert.equal(second.length, 1);
  assert.ok(!first.includes(second[0] ?? ""));
});

test("the page of an account links to its requests only, and an unknown account has none", async () => {
  const one = await quotes.send();
  const other = await quotes.send();
  const { accountId } = one.buyer.account;
  const link = `${root}?view=all&account=${accountId}`;
  const { body } = await olga.get(`/console/accounts/${accountId}`);
  assert.ok(readAttribute(body).includes(`href="${link}"`));
  assert.deepEqual(await listed(link), [one.request.requestNumber]);
  assert.match(await textOf(link), /Quote requests of Account \S+ ?\. Show those of all accounts/);
  await quotes.withdraw(one);
  const open = await olga.get(`${root}?account=${accountId}`);
  assert.match(open.body, /No quote requests with this state/);
  assert.ok(!open.body.includes(other.request.requestNumber));
  const none = await olga.get(`${root}?account=${encodeURIComponent('"><script>')}`);
  assert.match(none.body, /No account has this name or ID/);
});

test("the search finds a request by its number, in any writing", async () => {
  const { request, page } = await quotes.send([{ partNumber: "FOUND-1" }]);
  const digits = request.requestNumber.slice(4);
  for (const q of [request.requestNumber, `rfq-${digits}`, `RFQ ${digits}`, `#${digits}`, digits]) {
    const { body } = await olga.get(`/console/search?${new URLSearchParams({ q })}`);
    const [, found = "none"] = /<h2>Quote requests<\/h2>([\s\S]*?)<\/section>/.exec(body) ?? [];
    assert.ok(found.includes(`href="${page}"`), q);
    assert.match(found, /FOUND-1/, q);
  }
  for (const q of ["RFQ-1", `${digits}0`, `SO-${digits}`]) {
    const { body } = await olga.get(`/console/search?${new URLSearchParams({ q })}`);
    assert.ok(!body.includes(page), q);
  }
});

test("without a mail server only replies have to be delivered manually", async () => {
  const { db } = app.database;
  const kept = async () => (await countMailTasks(db)).get("kept") ?? 0;
  const keep = () => db.query({ name: "", text: "update mails set state = 'kept'", values: [] });
  await keep();
  const before = await kept();
  const sent = await quotes.send();
  await keep();
  assert.equal(await kept(), before);
  await reply(sent);
  await keep();
  assert.equal(await kept(), before + 1);
  const outbox = await textOf("/console/outbox?state=kept");
  assert.match(outbox, /support@parts\.example Distributor .*? quote requested Not delivered/);
  assert.match(outbox, /Reply to your quote request .*? Customer .*? quote reply Not delivered/);
});

test("without a mail server, the form of a reply says that a person delivers the e-mail", async () => {
  const { body } = await olga.get((await quotes.send()).page);
  const [, hint = ""] = /<p class="hint" id="field-text-hint">(.*?)<\/p>/.exec(body) ?? [body];
  const [deliver, also] = ["Deliver the e-mail from the", "The buyer also sees it on the site."];
  assert.equal(hint, `${deliver} <a href="/console/outbox">outbox</a>. ${also}`);
});

test("a draft takes remark and day of a request, and shows a remark that is too long in full", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "DRAFT-3" });
  await insertOffer(db, { partNumber: "DRAFT-4" });
  const long = `${"AOG, please call before shipping. ".repeat(10)}Gate 7`;
  const sent = await quotes.send([
    { partNumber: "DRAFT-3", neededBy: "2031-01-12", remark: "No split", vendor: "Able & Sons" },
    { partNumber: "DRAFT-4", unitOfMeasure: "CARTON", remark: long },
  ]);
  const path = `/console/accounts/${sent.buyer.account.accountId}/orders/new`;
  const { body } = await olga.get(`${path}?quote=${sent.request.requestId}`);
  const [notice = ""] = /1 remark too long for a line of an order[\s\S]*?<\/ul>/.exec(body) ?? [];
  assert.ok(notice.includes(`DRAFT-4: <span class="typed">${long}`), body);
  assert.doesNotMatch(notice, /No split/);
  const form = readForm(body, `${path}#checked`);
  assert.match(form["lines"] ?? "", /\tNo split\tAble & Sons\n/);
  const checked = await olga.post(path, { ...form, step: "check" });
  const text = readAttribute(checked.body.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
  assert.match(text, /DRAFT-3 .*? NE 4 EA 100 .*? Ready .*?12 Jan 2031 No split/);
  assert.match(text, /Sold [^.]*\. Enter .4 CARTON. in /);
});

test("a draft starts with the lines of a request of that account, cell by cell", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: 'DRAFT 1/4"-X', price: 300 });
  await insertOffer(db, { partNumber: "DRAFT-2", condition: "OH" });
  const sent = await quotes.send([
    { partNumber: 'DRAFT 1/4"-X', quantity: 12, certificate: null },
    { partNumber: "DRAFT-2", quantity: null, unitOfMeasure: null, condition: null },
  ]);
  const { accountId } = sent.buyer.account;
  const path = `/console/accounts/${accountId}/orders/new`;
  const page = await olga.get(sent.page);
  const link = `${path}?quote=${sent.request.requestId}`;
  assert.ok(readAttribute(page.body).includes(`href="${link}"`));
  const opened = await olga.get(link);
  const form = readForm(opened.body, `${path}#checked`);
  assert.equal(form["notes"], `Quote request ${sent.request.requestNumber}`);
  const checked = await olga.post(path, { ...form, step: "check" });
  assert.equal(checked.statusCode, 200, checked.body);
  const text = readAttribute(checked.body.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
  assert.match(text, /DRAFT 1\/4"-X .*? NE 12 EA 100 USD 3\.00 USD 36\.00 Ready/);
  assert.match(text, /1 row can't be ordered yet/);
  const other = await quotes.send();
  const foreign = await olga.get(`${path}?quote=${other.request.requestId}`);
  assert.equal(readForm(foreign.body, `${path}#checked`)["lines"], "");
});
