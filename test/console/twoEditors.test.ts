// Two people who edit the same offer or the same rule of an agreement at a time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { selectOfferTexts } from "../../src/catalog/offerEditQueries.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { addDays, utcDay } from "../../src/day.ts";
import { selectRuleTexts } from "../../src/pricing/agreements/ruleEditQueries.ts";
import type { RuleTexts } from "../../src/pricing/agreements/ruleTexts.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { sendConfirmed } from "../support/sendConfirmed.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
});

after(() => app.close());

type Form = Record<string, string>;

const offerPath = (offerId: OfferId) => `/console/catalog/offers/${offerId}`;

async function openForm(path: string): Promise<Form> {
  return readForm((await manager.get(path)).body, path);
}

function send(offerId: OfferId, form: Form): Promise<LightMyRequestResponse> {
  return manager.post(offerPath(offerId), form);
}

async function store(offerId: OfferId, form: Form): Promise<LightMyRequestResponse> {
  const answer = await send(offerId, form);
  assert.match(String(answer.headers.location), /done=edited/, String(answer.statusCode));
  return answer;
}

async function storedOffer(offerId: OfferId) {
  return (await selectOfferTexts(app.database.db, offerId)) ?? assert.fail();
}

/** What a page shows as both versions. */
function tableOf({ body }: LightMyRequestResponse): string {
  return /<table[\s\S]*<\/table>/.exec(body)?.[0] ?? assert.fail("no table");
}

test("two people who edit different fields of an offer keep each other's, and the second is told", async () => {
  const offerId = await insertOffer(app.database.db, {
    partNumber: "MERGE-1",
    nsn: "0000000065152",
  });
  const form = await openForm(offerPath(offerId));
  const theirs = { description: "Theirs", nsn: "0000000065153", price: "11.00" };
  await store(offerId, { ...form, ...theirs });
  const saved = await store(offerId, { ...form, title: "Mine" });
  const page = await manager.get(String(saved.headers.location));
  assert.match(
    page.body,
    /Someone else also changed: Description, List price, NSN\. Both changes are saved\./,
  );
  const { title, description, nsn, price } = await storedOffer(offerId);
  assert.deepEqual({ title, description, nsn, price }, { title: "Mine", ...theirs });
  const none = { operatorId: null, action: null, accountId: null, from: null, until: null };
  const filter = { ...none, subjectKind: "offer", subjectId: String(offerId) };
  const [event] = await selectAuditEvents(app.database.db, filter, { before: null, limit: 1 });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { title: "Mine" }, "only what changed");
});

test("what both typed in different notations is no conflict of an offer", async () => {
  const offerId = await insertOffer(app.database.db, { partNumber: "MERGE-4" });
  const form = await openForm(offerPath(offerId));
  const theirs = { price: "11.00", nsn: "0000000065153", certificate: "8130-3" };
  await store(offerId, { ...form, ...theirs });
  const mine = { price: "11", nsn: "0000-00-006-5153", certificate: "FAA 8130-3" };
  await store(offerId, { ...form, ...mine, title: "Mine" });
  const { title, nsn, price, certificate } = await storedOffer(offerId);
  assert.deepEqual({ title, nsn, price, certificate }, { title: "Mine", ...theirs });
  const faulty = await send(offerId, { ...form, ...mine, lead_time_days: "soon" });
  assert.equal(faulty.statusCode, 422, "another field with a fault makes no conflict of them");
  assert.equal((await send(offerId, { ...form, ...mine, price: "12" })).statusCode, 409);
});

test("the longest texts in any script fit into the form of an offer", async () => {
  const description = `${"航空".repeat(9)} `.repeat(210).trim();
  const offerId = await insertOffer(app.database.db, { partNumber: "MERGE-5", description });
  const form = await openForm(offerPath(offerId));
  await store(offerId, { ...form, title: "Mine" });
  const { title, description: kept } = await storedOffer(offerId);
  assert.deepEqual([title, kept], ["Mine", description]);
});

test("of an offer, a refused form and one with a conflict keep what others changed when they are sent again", async () => {
  const offerId = await insertOffer(app.database.db, { partNumber: "MERGE-2" });
  const form = await openForm(offerPath(offerId));
  await store(offerId, { ...form, title: "Theirs", description: "Theirs" });
  const refused = await send(offerId, { ...form, lead_time_days: "soon" });
  assert.equal(refused.statusCode, 422);
  const again = readForm(refused.body, offerPath(offerId));
  await store(offerId, { ...again, lead_time_days: "7" });
  const conflict = await send(offerId, { ...form, title: "Mine" });
  assert.equal(conflict.statusCode, 409);
  assert.match(tableOf(conflict), /Title/);
  assert.doesNotMatch(tableOf(conflict), /Description|Lead time/);
  await store(offerId, readForm(conflict.body, offerPath(offerId)));
  const { title, description, lead_time_days: days } = await storedOffer(offerId);
  assert.deepEqual([title, description, days], ["Mine", "Theirs", "7"]);
});

test("the selling terms of an offer are one group: another's price is not kept beside a typed minimum", async () => {
  const offerId = await insertOffer(app.database.db, { partNumber: "MERGE-3" });
  const form = await openForm(offerPath(offerId));
  await store(offerId, { ...form, price: "11.00" });
  const conflict = await send(offerId, { ...form, min_quantity: "5" });
  assert.equal(conflict.statusCode, 409);
  assert.match(tableOf(conflict), /List price[\s\S]*Minimum quantity/);
  assert.equal((await storedOffer(offerId)).price, "11.00");
});

type OpenedRule = { readonly path: string; readonly form: Form; readTexts(): Promise<RuleTexts> };

async function openRule(): Promise<OpenedRule> {
  const { db } = app.database;
  const accountId: AccountId = (await app.openAccount()).accountId;
  await insertAgreementRule(db, { accountId, discount: 500 });
  const [{ id } = assert.fail()] = await db.query<{ id: string }>({
    name: "",
    text: "select rule_id::text as id from agreement_rules where account_id = $1",
    values: [accountId],
  });
  const path = `/console/agreements/${accountId}/rules/${id}`;
  const readTexts = async () => (await selectRuleTexts(db, accountId, id)) ?? assert.fail();
  return { path, form: await openForm(path), readTexts };
}

async function storeRule(path: string, form: Form): Promise<void> {
  const answer = await sendConfirmed(manager, path, form);
  assert.match(String(answer.headers.location), /done=stored/, String(answer.statusCode));
}

test("a rule that only the other person changed is kept, and the same change from both is no conflict", async () => {
  const { path, form, readTexts } = await openRule();
  await storeRule(path, { ...form, discount_percent: "7" });
  for (const sent of [form, { ...form, discount_percent: "7" }]) {
    const answer = await manager.post(path, sent);
    assert.match(String(answer.headers.location), /done=unchanged$/);
    assert.equal((await readTexts()).discount_percent, "7");
  }
});

test("a rule is never merged from two: a conflict, and a refusal before it, ask about all of it", async () => {
  const { path, form, readTexts } = await openRule();
  const refused = await manager.post(path, { ...form, discount_percent: "900" });
  assert.equal(refused.statusCode, 422);
  const end = addDays(utcDay(app.clock.now), 9);
  await storeRule(path, { ...form, valid_to: end });
  const again = { ...readForm(refused.body, path), discount_percent: "9" };
  const conflict = await manager.post(path, again);
  assert.equal(conflict.statusCode, 409);
  assert.match(tableOf(conflict), /Discount/);
  assert.match(tableOf(conflict), new RegExp(`Last day[\\s\\S]*${end}`));
  assert.equal((await readTexts()).valid_to, end);
  await storeRule(path, readForm(conflict.body, path));
  const { discount_percent: discount, valid_to: last } = await readTexts();
  assert.deepEqual([discount, last], ["9", ""]);
});
