// The agreement pages: lists of rules, and adding, editing, ending and undoing a rule.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { addDays, formatDay, utcDay } from "../../src/day.ts";
import { selectRuleTexts } from "../../src/pricing/agreements/ruleEditQueries.ts";
import {
  type RuleTexts,
  ruleTextColumns,
  ruleVersion,
} from "../../src/pricing/agreements/ruleTexts.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { sendConfirmed } from "../support/sendConfirmed.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;
let reader: TestOperator;
let today: string;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
  reader = await openOperator(app, { role: "read-only" });
  today = utcDay(app.clock.now);
});

after(() => app.close());

async function run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

const blank = Object.fromEntries(ruleTextColumns.map((column) => [column, ""])) as RuleTexts;

type Stored = { readonly ruleId: string; readonly runId: string };

function storedOf(answer: LightMyRequestResponse): Stored {
  const pattern = /rules\/(\d+)\?done=stored&run=(\d+)$/;
  const [, ruleId, runId] = pattern.exec(String(answer.headers.location)) ?? [];
  if (ruleId === undefined || runId === undefined) {
    return assert.fail(`${answer.statusCode} ${answer.headers.location}`);
  }
  return { ruleId, runId };
}

function add(accountId: AccountId, texts: Partial<RuleTexts>): Promise<LightMyRequestResponse> {
  const path = `/console/agreements/${accountId}/rules/new`;
  return sendConfirmed(manager, path, { ...blank, ...texts });
}

async function textsOf(accountId: AccountId, ruleId: string): Promise<RuleTexts> {
  return (await selectRuleTexts(app.database.db, accountId, ruleId)) ?? assert.fail("no such rule");
}

async function change(
  accountId: AccountId,
  ruleId: string,
  texts: Partial<RuleTexts>,
): Promise<LightMyRequestResponse> {
  const current = await textsOf(accountId, ruleId);
  const version = ruleVersion(current);
  const path = `/console/agreements/${accountId}/rules/${ruleId}`;
  assert.ok((await manager.get(path)).body.includes(`name="version" value="${version}"`));
  return sendConfirmed(manager, path, { ...current, ...texts, version });
}

test("accounts are listed by name with their rules, the rules that end soon and the last change", async () => {
  const { accountId } = await app.openAccount();
  await run("update accounts set name = 'Aardvark Air' where account_id = $1", [accountId]);
  const without = await manager.get("/console/agreements?view=none&name=aardvark");
  assert.match(without.body, /Aardvark Air/);
  assert.match(
    (await manager.get("/console/agreements?name=aardvark")).body,
    /No matching agreements/,
  );
  storedOf(await add(accountId, { discount_percent: "5", valid_to: addDays(today, 10) }));
  const listed = await reader.get("/console/agreements?name=AARDVARK");
  assert.match(listed.body, /Aardvark Air/);
  assert.match(listed.body, /1 within 30 days/);
  assert.match(listed.body, /edited/);
});

test("accounts are paged, each listed once", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `Zebra ${String(index).padStart(2, "0")}`);
  for (const name of names) {
    const { accountId } = await app.openAccount({ discount: 100 });
    await run("update accounts set name = $2 where account_id = $1", [accountId, name]);
  }
  const seen: string[] = [];
  let path = "/console/agreements?name=zebra";
  for (let pages = 0; path !== "" && pages < 9; pages += 1) {
    const { body } = await manager.get(path);
    seen.push(...[...body.matchAll(/>(Zebra \d\d)</g)].map(([, name]) => name ?? ""));
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(body) ?? [];
    path = next.replaceAll(/&(amp|#38);/g, "&").replaceAll("&#61;", "=");
  }
  assert.deepEqual(seen, names);
});

test("an account's rules are listed by part, filtered by prefix and paged", async () => {
  const { accountId } = await app.openAccount({ discount: 100 });
  const numbers = Array.from({ length: 30 }, (_, index) => `KEY-${String(index).padStart(2, "0")}`);
  for (const partNumber of numbers) {
    await insertAgreementRule(app.database.db, { accountId, partNumber, price: 500 });
    const rule = { accountId, partNumber, price: 400, minQuantity: 10, vendor: "V" };
    await insertAgreementRule(app.database.db, rule);
  }
  await insertAgreementRule(app.database.db, { accountId, vendor: "Some Vendor", discount: 250 });
  const page = `/console/agreements/${accountId}`;
  const seen: string[] = [];
  let path = page;
  for (let pages = 0; path !== "" && pages < 9; pages += 1) {
    const { body } = await reader.get(path);
    seen.push(...[...body.matchAll(/parts\/(KEY-\d\d)"/g)].map(([, number]) => number ?? ""));
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(body) ?? [];
    path = next.replaceAll(/&(amp|#38);/g, "&").replaceAll("&#61;", "=");
  }
  assert.deepEqual(
    seen,
    numbers.flatMap((number) => [number, number]),
  );
  const found = await reader.get(`${page}?q=key-07`);
  assert.equal([...found.body.matchAll(/parts\/KEY-/g)].length, 2);
  assert.match((await reader.get(`${page}?of=vendor`)).body, /2\.5% off list/);
  assert.match((await reader.get(`${page}?of=vendor&q=Other`)).body, /No rules for/);
  assert.match((await reader.get(`${page}?of=account`)).body, /1% off list/);
});

test("adding a rule creates a run and an audit event, and the rule is in force immediately", async () => {
  await insertOffer(app.database.db, { partNumber: "ADD-1", price: 1000 });
  const account = await app.openAccount();
  const { accountId } = account;
  const added = await add(accountId, { part_number: "add-1", unit_price: "8.50" });
  const { ruleId, runId } = storedOf(added);
  const texts = await textsOf(accountId, ruleId);
  assert.equal(texts.unit_price, "8.50");
  assert.equal(texts.currency, "USD");
  assert.equal(texts.valid_from, today);
  const none = { operatorId: null, action: null, from: null, until: null };
  const subject = { accountId, subjectKind: "agreement rule", subjectId: ruleId };
  const page = { before: null, limit: 5 };
  const [event] = await selectAuditEvents(app.database.db, { ...none, ...subject }, page);
  assert.equal(event?.action, "added an agreement rule");
  assert.equal(event?.before, null);
  assert.deepEqual(JSON.parse(event?.after ?? ""), texts);
  assert.equal(event?.requestId, added.headers["x-request-id"]);
  const shown = await manager.get(String(added.headers.location));
  assert.ok(shown.body.includes(`name="run" value="${runId}"`));
  const lookup = await account.post("catalog", {
    part_numbers: ["ADD-1"],
    include: ["account_price"],
  });
  assert.match(lookup.body, /"unit_price":\{"amount":"8\.50"/);
});

test("a rule is checked like a row of a file, and a refusal keeps what was typed", async () => {
  const { accountId } = await app.openAccount();
  const cases: readonly (readonly [Partial<RuleTexts>, string])[] = [
    [{}, "neither a unit price nor a discount"],
    [{ unit_price: "5" }, "needs a part number"],
    [
      { part_number: "X", unit_price: "5", discount_percent: "5" },
      "cannot be combined with a unit price",
    ],
    [{ discount_percent: "101" }, "Discount (%)"],
    [{ vendor: "Nobody at all", discount_percent: "5" }, "not a vendor in the catalog"],
    [{ discount_percent: "5", valid_from: "2026-02-31" }, "is not a date"],
    [{ discount_percent: "5", valid_from: "2027-01-02", valid_to: "2027-01-01" }, "first day"],
    [{ discount_percent: "5", order_min: "3" }, "needs a part number"],
  ];
  for (const [texts, message] of cases) {
    const answer = await add(accountId, texts);
    assert.equal(answer.statusCode, 422, message);
    assert.ok(answer.body.includes(message), message);
    for (const text of Object.values(texts)) assert.ok(answer.body.includes(`value="${text}"`));
  }
  storedOf(await add(accountId, { discount_percent: "5" }));
  const again = await add(accountId, { discount_percent: "6" });
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /first day of another rule/);
});

test("the page of a rule names its overlaps and gaps with other rules", async () => {
  const { accountId } = await app.openAccount();
  const end = addDays(today, 20);
  storedOf(await add(accountId, { discount_percent: "5", valid_from: today, valid_to: end }));
  const later = { valid_from: addDays(today, 10), valid_to: addDays(today, 30) };
  const overlapping = await add(accountId, { discount_percent: "6", ...later });
  const page = await manager.get(String(overlapping.headers.location));
  assert.match(page.body, /overlap\. The later one applies/);
  const { ruleId } = storedOf(overlapping);
  const opened = await manager.get(`/console/agreements/${accountId}/rules/${ruleId}`);
  assert.match(opened.body, /Check this rule/);
  assert.doesNotMatch(opened.body, /Rule saved/);
  const gap = await change(accountId, ruleId, { valid_from: addDays(today, 25) });
  const after = await manager.get(String(gap.headers.location));
  const first = formatDay(new Date(addDays(today, 21)));
  assert.ok(after.body.includes(`no rule is in force from ${first} to `));
});

test("the page of a rule says if its price is above the list price", async () => {
  const { accountId } = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "ABOVE-1", price: 1000 });
  const fields = { part_number: "ABOVE-1", currency: "USD" };
  const above = await add(accountId, { ...fields, unit_price: "10.01" });
  const page = await manager.get(String(above.headers.location));
  const warning = /USD 10\.01 is above the list price \(from USD 10\.00\), but still applies/;
  assert.match(page.body, warning);
  const { ruleId } = storedOf(above);
  const lower = await change(accountId, ruleId, { unit_price: "10.00" });
  assert.doesNotMatch((await manager.get(String(lower.headers.location))).body, /above the list/);
});

test("an operator who edits a rule that someone else has changed sees both versions", async () => {
  const { accountId } = await app.openAccount();
  const { ruleId } = storedOf(await add(accountId, { discount_percent: "5" }));
  const current = await textsOf(accountId, ruleId);
  const version = ruleVersion(current);
  storedOf(await change(accountId, ruleId, { discount_percent: "7" }));
  const path = `/console/agreements/${accountId}/rules/${ruleId}`;
  const mine = { ...current, discount_percent: "9" };
  const conflict = await manager.post(path, { ...mine, version });
  assert.equal(conflict.statusCode, 409);
  assert.match(conflict.body, />7</);
  assert.match(conflict.body, />9</);
  assert.ok(conflict.body.includes("Last changed by Olga Operator"));
  assert.equal((await textsOf(accountId, ruleId)).discount_percent, "7");
  const [, newer = ""] = /name="version" value="([^"]+)"/.exec(conflict.body) ?? [];
  storedOf(await manager.post(path, { ...mine, version: newer }));
  assert.equal((await textsOf(accountId, ruleId)).discount_percent, "9");
});

test("a rule ends on its last day and stays stored; an invalid day or one before its first is refused", async () => {
  const { accountId } = await app.openAccount();
  const { ruleId } = storedOf(await add(accountId, { discount_percent: "5" }));
  const path = `/console/agreements/${accountId}/rules/${ruleId}`;
  const version = ruleVersion(await textsOf(accountId, ruleId));
  for (const day of ["", "soon", addDays(today, -1)]) {
    const refused = await manager.post(`${path}/end`, { version, valid_to: day });
    assert.equal(refused.statusCode, 422, day);
  }
  const stale = await manager.post(`${path}/end`, { version: "x", valid_to: today });
  assert.equal(stale.statusCode, 409);
  storedOf(await manager.post(`${path}/end`, { version, valid_to: today }));
  assert.equal((await textsOf(accountId, ruleId)).valid_to, today);
});

test("an edit of a rule is undone once; undoing an added rule removes it", async () => {
  const { accountId } = await app.openAccount();
  const { ruleId, runId } = storedOf(await add(accountId, { discount_percent: "5" }));
  const path = `/console/agreements/${accountId}/rules/${ruleId}`;
  const changed = storedOf(await change(accountId, ruleId, { discount_percent: "7" }));
  const late = await manager.post(`${path}/undo`, { run: runId });
  assert.match(String(late.headers.location), /done=changed-since$/);
  const undone = await manager.post(`${path}/undo`, { run: changed.runId });
  assert.match(String(undone.headers.location), /done=undone$/);
  assert.equal((await textsOf(accountId, ruleId)).discount_percent, "5");
  const twice = await manager.post(`${path}/undo`, { run: changed.runId });
  assert.match(String(twice.headers.location), /done=undone-already$/);
  const gone = await manager.post(`${path}/undo`, { run: runId });
  assert.equal(gone.headers.location, `/console/agreements/${accountId}?done=undone`);
  assert.equal(await selectRuleTexts(app.database.db, accountId, ruleId), undefined);
  assert.match(
    (await manager.get(String(gone.headers.location))).body,
    /Change undone|Rule removed/,
  );
});

test("a rule is not found under another account, and cannot be undone there", async () => {
  const mine = await app.openAccount();
  const other = await app.openAccount();
  const { ruleId, runId } = storedOf(await add(mine.accountId, { discount_percent: "5" }));
  const texts = await textsOf(mine.accountId, ruleId);
  const path = `/console/agreements/${other.accountId}/rules/${ruleId}`;
  assert.equal((await manager.get(path)).statusCode, 404);
  const version = ruleVersion(texts);
  assert.equal((await manager.post(path, { ...texts, version })).statusCode, 404);
  assert.equal((await manager.post(`${path}/end`, { version, valid_to: today })).statusCode, 404);
  assert.equal((await manager.post(`${path}/undo`, { run: runId })).statusCode, 404);
  for (const odd of ["x", "0", "9".repeat(30)]) {
    const answer = await manager.get(`/console/agreements/${mine.accountId}/rules/${odd}`);
    assert.equal(answer.statusCode, 404, odd);
  }
});

test("the export of an agreement is a file that can be imported again", async () => {
  const { accountId } = await app.openAccount({ discount: 500 });
  await insertAgreementRule(app.database.db, { accountId, partNumber: "=CSV", price: 500 });
  const csv = await reader.get(`/console/agreements/${accountId}/agreement.csv`);
  const [head, ...rows] = csv.body.trimEnd().split("\n");
  assert.match(head ?? "", /^part_number,vendor,condition,min_quantity,unit_price,/);
  assert.equal(rows.length, 2);
  assert.match(rows[0] ?? "", /^'=CSV,,,1,5\.00,USD,/);
});
