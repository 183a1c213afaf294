// Agreements: lists of rules, editing a rule, what is asked before a price is stored, and how a price
// is explained.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import { addDays, utcDay } from "../../src/kit/day.ts";
import { selectRuleTexts } from "../../src/prices/agreements/ruleEditQueries.ts";
import {
  type RuleTexts,
  ruleTextColumns,
  ruleVersion,
} from "../../src/prices/agreements/ruleTexts.ts";
import {
  actionsOn,
  app,
  count,
  eventsOn,
  manager,
  offer,
  openConsole,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import type { TestOperator } from "../support/testOperator.ts";

type Form = Readonly<Record<string, string>>;

/** Sends a form and, if its page asks first, sends it again with `answers` and the confirmation. */
async function sendConfirmed(
  operator: TestOperator,
  path: string,
  form: Form,
  answers: Form = {},
): Promise<LightMyRequestResponse> {
  const sent = await operator.post(path, { ...form });
  const [, confirmed] = /name="confirmed" value="([^"]+)"/.exec(sent.body) ?? [];
  return confirmed === undefined ? sent : operator.post(path, { ...form, ...answers, confirmed });
}

let today: string;

openConsole();

before(async () => {
  today = utcDay(app.clock.now);
});

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

/** Adds a rule; answers what is asked. */
function add(accountId: AccountId, texts: Partial<RuleTexts>, answers = {}) {
  const path = `/console/agreements/${accountId}/rules/new`;
  return sendConfirmed(manager, path, { ...blank, ...texts }, answers);
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

test("adding a rule creates a run and an audit event, and the rule is in force immediately", async () => {
  await offer("ADD-1", { price: 1000 });
  const account = await app.openAccount();
  const { accountId } = account;
  const added = await add(accountId, { part_number: "add-1", unit_price: "8.50" });
  const { ruleId, runId } = storedOf(added);
  const texts = await textsOf(accountId, ruleId);
  const { unit_price, currency, valid_from } = texts;
  assert.deepEqual([unit_price, currency, valid_from], ["8.50", "USD", today]);
  const [event] = await eventsOn(ruleId);
  assert.deepEqual([event?.action, event?.before], ["added an agreement rule", null]);
  assert.deepEqual(JSON.parse(event?.after ?? ""), texts);
  assert.equal(event?.requestId, added.headers["x-request-id"]);
  await expectAnswer(
    manager.get(String(added.headers.location)),
    200,
    `Run ${runId}</a> can be reverted`,
  );
  const include = ["account_price"];
  const lookup = await account.post("catalog", { part_numbers: ["ADD-1"], include });
  assert.match(lookup.body, /"unit_price":\{"amount":"8\.50"/);
});

test("a rule ends on its last day and stays stored; an invalid day or one before its first is refused", async () => {
  const { accountId } = await app.openAccount();
  const { ruleId } = storedOf(await add(accountId, { discount_percent: "5" }));
  const current = ruleVersion(await textsOf(accountId, ruleId));
  const end = (valid_to: string, version = current) =>
    manager.post(`/console/agreements/${accountId}/rules/${ruleId}/end`, { version, valid_to });
  for (const day of ["", "soon", addDays(today, -1)]) await expectAnswer(end(day), 422);
  await expectAnswer(end(today, "x"), 409);
  storedOf(await end(today));
  assert.equal((await textsOf(accountId, ruleId)).valid_to, today);
});

test("an edit of a rule is stored as a run, which its page names", async () => {
  const { accountId } = await app.openAccount();
  const { ruleId } = storedOf(await add(accountId, { discount_percent: "5" }));
  const { runId } = storedOf(await change(accountId, ruleId, { discount_percent: "6" }));
  const path = `/console/agreements/${accountId}/rules/${ruleId}?done=stored&run=${runId}`;
  await expectAnswer(manager.get(path), 200, `Run ${runId}</a> can be reverted`);
  assert.equal((await textsOf(accountId, ruleId)).discount_percent, "6");
});

test("a rule is not found under another account", async () => {
  const [mine, other] = [await app.openAccount(), await app.openAccount()];
  const { ruleId, runId } = storedOf(await add(mine.accountId, { discount_percent: "5" }));
  const texts = await textsOf(mine.accountId, ruleId);
  const path = `/console/agreements/${other.accountId}/rules/${ruleId}`;
  await expectAnswer(manager.get(path), 404);
  const fields = { ...texts, version: ruleVersion(texts), valid_to: today, run: runId };
  for (const under of ["", "/end"]) {
    await expectAnswer(manager.post(`${path}${under}`, fields), 404);
  }
  for (const odd of ["x", "0", "9".repeat(30)]) {
    await expectAnswer(manager.get(`/console/agreements/${mine.accountId}/rules/${odd}`), 404);
  }
});

test("a rule for an unknown part, or far from the list price, is stored only if confirmed", async () => {
  const { accountId } = await app.openAccount();
  await offer("AS65152-14", { price: 202 });
  const path = `/console/agreements/${accountId}/rules/new`;
  const rulesNow = () => count("agreement_rules where account_id = $1", [accountId]);
  const part = { ...blank, part_number: "AS65152-14", currency: "USD" };
  for (const [texts, question] of [
    [
      { part_number: "AS6515214", unit_price: "2.00" },
      "AS6515214 is not in the catalog. Did you mean AS65152-14?",
    ],
    [
      { unit_price: "1820" },
      "USD 1,820.00 per unit differs from the list price, USD 2.02, by over 50%",
    ],
    [{ unit_price: "1.00" }, "differs from the list price"],
    [
      { unit_price: "2.00", currency: "EUR" },
      "EUR 2.00 per unit is in a different currency from the list price, USD 2.02",
    ],
    [{ unit_price: "1820", confirmed: "other" }, "differs from the list price"],
  ] as const) {
    await expectAnswer(manager.post(path, { ...part, ...texts }), 422, "Not saved yet", question);
    assert.equal(await rulesNow(), 0);
  }
  storedOf(await add(accountId, { ...part, unit_price: "1820" }));
  assert.equal(await rulesNow(), 1);
  const second = await app.openAccount();
  const plain = { ...part, unit_price: "1.99" };
  storedOf(await manager.post(`/console/agreements/${second.accountId}/rules/new`, plain));
});

test("a rule in the currency of its account, or of the account's other rules, is not asked for", async () => {
  await offer("CUR-1", { price: 202 });
  await offer("CUR-2", { price: 202 });
  const { accountId } = await app.openAccount({ currency: "EUR" });
  const path = `/console/agreements/${accountId}/rules`;
  const ruleOf = (part_number: string, currency: string) => ({
    ...{ ...blank, part_number },
    ...{ currency, unit_price: "2.00" },
  });
  const send = (part: string, currency: string) =>
    manager.post(`${path}/new`, ruleOf(part, currency));
  storedOf(await send("CUR-1", "EUR"));
  const different = "is in a different currency from the list price";
  await expectAnswer(send("CUR-2", "GBP"), 422, `GBP 2.00 per unit ${different}`);
  const { ruleId } = storedOf(await add(accountId, ruleOf("CUR-2", "GBP")));
  // The only rule in a currency does not confirm its own currency.
  const own = `${path}/${ruleId}`;
  const form = readForm((await manager.get(own)).body, own);
  const changed = manager.post(own, { ...form, unit_price: "2.10" });
  await expectAnswer(changed, 422, `GBP 2.10 per unit ${different}`);
  const asked = await expectAnswer(send("CUR-1", "GBP"), 422, /Another rule for the same quantity/);
  assert.doesNotMatch(asked.body, /different currency/, "another rule is in GBP");
});

test("a second rule for the same quantity is asked for, and the first one can end before it", async () => {
  const { accountId } = await app.openAccount();
  await offer("TWO-1", { price: 500 });
  const terms = { part_number: "two-1", currency: "USD", unit_price: "4.56" };
  const first = storedOf(await add(accountId, { ...terms, valid_from: addDays(today, -9) }));
  assert.equal((await textsOf(accountId, first.ruleId)).part_number, "TWO-1");
  const path = `/console/agreements/${accountId}/rules`;
  const next = { ...terms, unit_price: "4.10", valid_from: today };
  const endsFirst = /<option value="end"[^>]*>[\s\S]*<option value="leave"/;
  const another = `Another rule for the same quantity is in force: USD 4.56 from ${addDays(today, -9)}.`;
  await expectAnswer(manager.post(`${path}/new`, { ...blank, ...next }), 422, another, endsFirst);
  const temporary = { ...blank, ...next, valid_to: addDays(today, 30), earlier: "" };
  const leavesFirst = /<option value="leave"[^>]*>[\s\S]*<option value="end"/;
  await expectAnswer(manager.post(`${path}/new`, temporary), 422, leavesFirst);
  const kept = manager.post(`${path}/new`, { ...temporary, earlier: "end" });
  await expectAnswer(kept, 422, '<option value="end" selected>');
  storedOf(await add(accountId, next, { earlier: "end" }));
  const lastDay = async () => (await textsOf(accountId, first.ruleId)).valid_to;
  assert.equal(await lastDay(), addDays(today, -1));
  const changed = ["added an agreement rule", "changed an agreement rule"];
  assert.deepEqual(await actionsOn(first.ruleId), changed);
});

test("a price that changes as much as stops an import is stored only if confirmed", async () => {
  const { db } = app.database;
  const offerId = await offer("ASK-1", { price: 485 });
  const textsNow = async () => (await selectOfferTexts(db, offerId)) ?? assert.fail();
  const path = `/console/catalog/offers/${offerId}`;
  const send = async (typed: Readonly<Record<string, string>>) =>
    manager.post(path, { ...readForm((await manager.get(path)).body, path), ...typed });
  const changes = "The price changes from USD 4.85 to";
  const asked = [`${changes} USD 4,850.00, more than 50%`, "Save anyway"];
  await expectAnswer(send({ price: "4850" }), 422, ...asked);
  await expectAnswer(send({ price: "4851", confirmed: "USD 4,850.00" }), 422);
  await expectAnswer(send({ currency: "EUR" }), 422, `${changes} EUR 4.85.`);
  await expectAnswer(send({ price: "" }), 422, `${changes} on request.`);
  assert.equal((await textsNow()).price, "4.85");
  const saved = await send({ price: "7.27" });
  assert.match(String(saved.headers.location), /done=edited/);
  await expectAnswer(send({ price: "4850", confirmed: "USD 4,850.00" }), 303);
  assert.equal((await textsNow()).price, "4850.00");
});

test("the pages of an agreement have each rule of the tab once, in the order of its part", async () => {
  const { accountId } = await app.openAccount();
  await app.database.db.query({
    name: "",
    text: `insert into agreement_rules (account_id, scope, part_number, part_number_key, condition,
        min_quantity, discount, valid_from, updated_at)
      select $1, 'part', 'PG-' || n / 3, 'PG-' || n / 3, case when n % 2 = 0 then 'NE' end, 1 + n, 500,
        '2026-01-01', now()
      from generate_series(1, 60) n`,
    values: [accountId],
  });
  const seen: string[] = [];
  let address: string | undefined = `/console/agreements/${accountId}?q=PG-`;
  while (address !== undefined) {
    const { body } = await expectAnswer(manager.get(address), 200);
    seen.push(...[...body.matchAll(/aria-label="Edit rule (\d+)"/g)].map(([, id = ""]) => id));
    const [, next] = /rel="next" href="([^"]+)"/.exec(body) ?? [];
    address = next?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  }
  const rows = await app.database.db.query<{ id: string }>({
    name: "",
    text: `select rule_id::text as id from agreement_rules where account_id = $1
      order by part_number_key, coalesce(condition, ''), min_quantity`,
    values: [accountId],
  });
  assert.deepEqual(
    seen,
    rows.map(({ id }) => id),
  );
  assert.equal(seen.length, 60);
  for (const scope of ["vendor", "account"]) {
    const answer = manager.get(`/console/agreements/${accountId}?of=${scope}&after=${seen[0]}`);
    await expectAnswer(answer, 200, "No rules yet");
  }
});
