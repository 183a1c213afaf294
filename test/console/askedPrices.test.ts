// What is asked before an operator's rule or price is stored (decision 216).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectOfferTexts } from "../../src/catalog/offerEditQueries.ts";
import { addDays, utcDay } from "../../src/day.ts";
import { selectRuleTexts } from "../../src/pricing/agreements/ruleEditQueries.ts";
import { type RuleTexts, ruleTextColumns } from "../../src/pricing/agreements/ruleTexts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openedForm, readForm } from "../support/openedForm.ts";
import { sendConfirmed } from "../support/sendConfirmed.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;
let today: string;

before(async () => {
  app = await openTestApp();
  manager = await openOperator(app, { role: "catalog manager" });
  today = utcDay(app.clock.now);
});

after(() => app.close());

const blank = Object.fromEntries(ruleTextColumns.map((column) => [column, ""])) as RuleTexts;

async function run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

function storedOf(answer: LightMyRequestResponse) {
  const pattern = /rules\/(\d+)\?done=stored&run=(\d+)$/;
  const [, ruleId = "", runId = ""] = pattern.exec(String(answer.headers.location)) ?? [];
  assert.notEqual(runId, "", String(answer.statusCode));
  return { ruleId, runId };
}

/** Adds a rule; answers what is asked. */
function add(accountId: AccountId, texts: Partial<RuleTexts>, answers = {}) {
  const path = `/console/agreements/${accountId}/rules/new`;
  return sendConfirmed(manager, path, { ...blank, ...texts }, answers);
}

async function textsOf(accountId: AccountId, ruleId: string): Promise<RuleTexts> {
  return (await selectRuleTexts(app.database.db, accountId, ruleId)) ?? assert.fail("no such rule");
}

test("a rule for an unknown part, or far from the list price, is stored only if confirmed", async () => {
  const { accountId } = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "AS65152-14", price: 202 });
  const path = `/console/agreements/${accountId}/rules/new`;
  const rulesNow = async () =>
    (await run("select 1 from agreement_rules where account_id = $1", [accountId])).length;
  const ask = async (texts: Partial<RuleTexts>) => {
    const asked = await manager.post(path, { ...blank, currency: "USD", ...texts });
    assert.equal(asked.statusCode, 422);
    assert.match(asked.body, /Not saved yet/);
    assert.equal(await rulesNow(), 0);
    return asked.body;
  };
  const unknown = await ask({ part_number: "AS6515214", unit_price: "2.00" });
  assert.match(unknown, /AS6515214 is not in the catalog\. Did you mean AS65152-14\?/);
  const part = { part_number: "AS65152-14" };
  assert.match(
    await ask({ ...part, unit_price: "1820" }),
    /USD 1,820\.00 per unit differs from the list price, USD 2\.02, by over 50%/,
  );
  assert.match(await ask({ ...part, unit_price: "1.00" }), /differs from the list price/);
  const euro = await ask({ ...part, unit_price: "2.00", currency: "EUR" });
  assert.match(
    euro,
    /EUR 2\.00 per unit is in a different currency from the list price, USD 2\.02/,
  );
  const stale = { ...blank, ...part, currency: "USD", unit_price: "1820", confirmed: "other" };
  assert.equal((await manager.post(path, stale)).statusCode, 422);
  storedOf(await add(accountId, { ...part, currency: "USD", unit_price: "1820" }));
  assert.equal(await rulesNow(), 1);
  const { accountId: second } = await app.openAccount();
  const plain = { ...blank, ...part, currency: "USD", unit_price: "1.99" };
  storedOf(await manager.post(`/console/agreements/${second}/rules/new`, plain));
});

test("a rule in the currency of its account, or of the account's other rules, is not asked for", async () => {
  await insertOffer(app.database.db, { partNumber: "CUR-1", price: 202 });
  await insertOffer(app.database.db, { partNumber: "CUR-2", price: 202 });
  const { accountId } = await app.openAccount({ currency: "EUR" });
  const path = `/console/agreements/${accountId}/rules/new`;
  const send = (partNumber: string, currency: string) => {
    const rule = { ...blank, part_number: partNumber, currency, unit_price: "2.00" };
    return manager.post(path, rule);
  };
  storedOf(await send("CUR-1", "EUR"));
  const other = await send("CUR-2", "GBP");
  assert.equal(other.statusCode, 422);
  assert.match(other.body, /GBP 2\.00 per unit is in a different currency from the list price/);
  const typed = { part_number: "CUR-2", currency: "GBP", unit_price: "2.00" };
  storedOf(await add(accountId, typed));
  const asked = await send("CUR-1", "GBP");
  assert.match(asked.body, /Another rule for the same quantity/);
  assert.doesNotMatch(asked.body, /different currency/, "another rule is in GBP");
});

test("the only rule in a currency does not confirm its own currency", async () => {
  await insertOffer(app.database.db, { partNumber: "OWN-1", price: 202 });
  const { accountId } = await app.openAccount();
  const typed = { part_number: "OWN-1", currency: "GBP", unit_price: "2.00" };
  const { ruleId } = storedOf(await add(accountId, typed));
  const path = `/console/agreements/${accountId}/rules/${ruleId}`;
  const form = readForm((await manager.get(path)).body, path);
  const changed = await manager.post(path, { ...form, unit_price: "2.10" });
  assert.match(changed.body, /GBP 2\.10 per unit is in a different currency/);
});

test("a second rule for the same quantity is asked for, and the first one can end before it", async () => {
  const { accountId } = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "TWO-1", price: 500 });
  const terms = { currency: "USD", unit_price: "4.56", valid_from: addDays(today, -9) };
  const first = storedOf(await add(accountId, { ...terms, part_number: "two-1" }));
  assert.equal((await textsOf(accountId, first.ruleId)).part_number, "TWO-1");
  const next = { part_number: "TWO-1", currency: "USD", unit_price: "4.10", valid_from: today };
  const asked = await manager.post(`/console/agreements/${accountId}/rules/new`, {
    ...blank,
    ...next,
  });
  assert.equal(asked.statusCode, 422);
  assert.match(asked.body, /Another rule for the same quantity is in force: USD 4\.56/);
  assert.match(asked.body, /<option value="end"[^>]*>[\s\S]*<option value="leave"/);
  const temporary = { ...blank, ...next, valid_to: addDays(today, 30), earlier: "" };
  const path = `/console/agreements/${accountId}/rules`;
  const leaves = await manager.post(`${path}/new`, temporary);
  assert.match(leaves.body, /<option value="leave"[^>]*>[\s\S]*<option value="end"/);
  const kept = await manager.post(`${path}/new`, { ...temporary, earlier: "end" });
  assert.match(kept.body, /<option value="end" selected>/);
  const second = storedOf(await add(accountId, next, { earlier: "end" }));
  const lastDay = async () => (await textsOf(accountId, first.ruleId)).valid_to;
  assert.equal(await lastDay(), addDays(today, -1));
  const audited = await app.database.db.query({
    name: "",
    text: "select action from audit_events where subject_id = $1 order by event_id desc limit 1",
    values: [first.ruleId],
  });
  assert.deepEqual(audited, [{ action: "changed an agreement rule" }]);
  await manager.post(`${path}/${second.ruleId}/undo`, { run: second.runId });
  assert.equal(await lastDay(), "", "undoing restores both rules");
  const undone = await app.database.db.query<{ id: string; last: string | null }>({
    name: "",
    text: `select subject_id as id, after->>'valid_to' as last from audit_events
      where action = 'undid an edit of an agreement rule' and account_id = $1
      order by event_id`,
    values: [accountId],
  });
  const expected = [
    { id: first.ruleId, last: "" },
    { id: second.ruleId, last: null },
  ];
  assert.deepEqual(undone, expected, "each rule that the undo changed has an audit event");
});

test("a price that changes as much as stops an import is stored only if confirmed", async () => {
  const { db } = app.database;
  const offerId = await insertOffer(db, { partNumber: "ASK-1", price: 485 });
  const form = async (typed: Readonly<Record<string, string>>) => {
    const texts = (await selectOfferTexts(db, offerId)) ?? assert.fail();
    return { ...openedForm(texts), ...typed };
  };
  const path = `/console/catalog/offers/${offerId}`;
  const priceNow = async () => (await selectOfferTexts(db, offerId))?.price;
  const asked = await manager.post(path, await form({ price: "4850" }));
  assert.equal(asked.statusCode, 422);
  assert.match(asked.body, /The price changes from USD 4\.85 to USD 4,850\.00, more than 50%/);
  assert.match(asked.body, /Save anyway/);
  assert.equal(await priceNow(), "4.85");
  const other = await manager.post(path, await form({ price: "4851", confirmed: "USD 4,850.00" }));
  assert.equal(other.statusCode, 422);
  for (const typed of [{ currency: "EUR" }, { price: "" }]) {
    const moved = await manager.post(path, await form(typed));
    assert.match(moved.body, /The price changes from USD 4\.85 to (EUR 4\.85|on request)\./);
  }
  assert.equal(await priceNow(), "4.85");
  const saved = await manager.post(path, await form({ price: "7.27" }));
  assert.match(String(saved.headers.location), /done=edited/);
  const confirmed = { price: "4850", confirmed: "USD 4,850.00" };
  assert.equal((await manager.post(path, await form(confirmed))).statusCode, 303);
  assert.equal(await priceNow(), "4850.00");
});
