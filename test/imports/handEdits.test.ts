// Edits between imports: they block the revert of earlier runs, and no file is compared with them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { editOffer, offerVersion, selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import type { RunId } from "../../src/imports/run.ts";
import { selectImportsNow } from "../../src/imports/runQueries.ts";
import { editRule } from "../../src/prices/agreements/editRule.ts";
import { importAgreement } from "../../src/prices/agreements/importAgreement.ts";
import { selectRuleTexts } from "../../src/prices/agreements/ruleEditQueries.ts";
import { ruleVersion } from "../../src/prices/agreements/ruleTexts.ts";
import {
  catalogHeader as header,
  importText,
  revertImport,
  toFeedFile,
  toRequest,
  toSource,
  withSession,
} from "../support/importText.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertAccount } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { anyOperator } from "../support/testOperator.ts";

const database = share(() => openTestDatabase(6));
const now = new Date();
async function importPart(partNumber: string, name: string): Promise<RunId> {
  const text = `${header}\n${partNumber},${name},NE,EA,10,10.00,USD,${partNumber} Co\n`;
  return (await importText(database.db, text)).runId;
}

async function offerOf(partNumber: string): Promise<OfferId> {
  const rows = await runSql<{ id: string }>(
    database.db,
    "select offer_id as id from offers where part_number = $1",
    [partNumber],
  );
  return Number(rows[0]?.id) as OfferId;
}

async function edit(offerId: OfferId, title: string) {
  const texts = (await selectOfferTexts(database.db, offerId)) ?? assert.fail();
  const expected = { version: offerVersion(texts), shownOnHand: texts.on_hand };
  return editOffer(
    database.db,
    { offerId, texts: { ...texts, title }, ...expected },
    anyOperator,
    now,
  );
}

async function editedRun(offerId: OfferId, title: string): Promise<RunId> {
  const edited = await edit(offerId, title);
  return edited.outcome === "edited" ? edited.runId : assert.fail(edited.outcome);
}

const revert = (runId: RunId) => revertImport(database.db, runId, now);

const withoutQuestions = { maxPriceMove: 50, confirmed: null, endsEarlier: false };

test("a file is not reverted if one of its offers was edited later, and the edit is named", async () => {
  await importPart("H-1", "BOLT");
  const file = await importPart("H-1", "LONG BOLT");
  const offerId = await offerOf("H-1");
  const edited = await editedRun(offerId, "By hand");
  const stopped = await revert(file);
  assert.equal(stopped.state, "stopped");
  assert.match(stopped.stops[0]?.message ?? "", new RegExp(`run ${edited} \\(1 row\\)`));
  assert.equal((await revert(edited)).state, "committed");
  assert.equal((await revert(file)).state, "committed");
  assert.equal((await selectOfferTexts(database.db, offerId))?.part_name, "BOLT");
});

test("an edit is not reverted after a later file changed the offer", async () => {
  await importPart("H-2", "BOLT");
  const offerId = await offerOf("H-2");
  const edited = await editedRun(offerId, "By hand");
  await importPart("H-2", "LONG BOLT");
  assert.equal((await revert(edited)).state, "stopped");
});

test("importing the same file again replaces later edits", async () => {
  const text = `${header},title\nH-3,BOLT,NE,EA,10,10.00,USD,H-3 Co,Bolt of the file\n`;
  const first = await importText(database.db, text);
  const offerId = await offerOf("H-3");
  await editedRun(offerId, "By hand");
  const again = await importText(database.db, text);
  assert.notEqual(again.runId, first.runId);
  assert.equal((await selectOfferTexts(database.db, offerId))?.title, "Bolt of the file");
});

test("an edit keeps the part number, also one that a file could not have today", async () => {
  for (const partNumber of ["'00123", "1/1/1907"]) {
    const offerId = await insertOffer(database.db, { partNumber });
    await editedRun(offerId, "By hand");
    const text = `select part_number, part_number_key as key, title from offers
      where offer_id = $1`;
    const rows = await runSql(database.db, text, [offerId]);
    assert.deepEqual(rows, [{ part_number: partNumber, key: partNumber, title: "By hand" }]);
  }
});

test("an edit does not change the stock age", async () => {
  await importPart("H-4", "BOLT");
  const { stockAt } = await selectImportsNow(database.db, new Date(0));
  await editedRun(await offerOf("H-4"), "By hand");
  assert.deepEqual((await selectImportsNow(database.db, new Date(0))).stockAt, stockAt);
});

test("of concurrent edits of one version, one is stored and the others get a conflict", async () => {
  await importPart("H-5", "BOLT");
  const offerId = await offerOf("H-5");
  const texts = (await selectOfferTexts(database.db, offerId)) ?? assert.fail();
  const change = { offerId, version: offerVersion(texts), shownOnHand: texts.on_hand };
  const edits = Array.from({ length: 4 }, (_, place) =>
    editOffer(
      database.db,
      { ...change, texts: { ...texts, title: `T${place}` } },
      anyOperator,
      now,
    ),
  );
  const outcomes = (await Promise.all(edits)).map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomes, ["conflict", "conflict", "conflict", "edited"]);
});

async function importRules(accountId: AccountId, price: string): Promise<RunId> {
  const file = toFeedFile(`part_number,unit_price,valid_from\nR-1,${price},2026-01-01\n`);
  const request = toRequest("agreement", { accountId, now });
  const run = await withSession(database.db, (session) =>
    importAgreement(database.db, session, toSource(file), request),
  );
  return run.runId;
}

test("a file of rules is reverted, but not if one of them was edited later", async () => {
  const { db } = database;
  const accountId = await insertAccount(db, now);
  const account = (await selectAccount(db, accountId)) ?? assert.fail();
  await importRules(accountId, "5.00");
  const file = await importRules(accountId, "6.00");
  const rows = await runSql<{ id: string }>(
    db,
    "select rule_id as id from agreement_rules where account_id = $1",
    [accountId],
  );
  const ruleId = rows[0]?.id ?? assert.fail();
  const current = (await selectRuleTexts(db, accountId, ruleId)) ?? assert.fail();
  const rule = { ruleId, version: ruleVersion(current) };
  const texts = { ...current, unit_price: "7.00" };
  const edited = await editRule(
    db,
    { account, rule, texts, ...withoutQuestions },
    anyOperator,
    now,
  );
  assert.ok(edited.outcome === "stored");
  const stopped = await revert(file);
  assert.equal(stopped.state, "stopped");
  assert.match(stopped.stops[0]?.message ?? "", new RegExp(`run ${edited.runId} `));
  assert.equal((await revert(edited.runId)).state, "committed");
  assert.equal((await revert(file)).state, "committed");
  assert.equal((await selectRuleTexts(db, accountId, ruleId))?.unit_price, "5.00");
});

test("a rule keeps its part number when it ends, also one that a file could not have today", async () => {
  const { db } = database;
  for (const partNumber of ["1/1/1907", "'00123"]) {
    const accountId = await insertAccount(db, now);
    const account = (await selectAccount(db, accountId)) ?? assert.fail();
    await insertAgreementRule(db, { accountId, partNumber, price: 500 });
    const text = `select rule_id as id, part_number_key as key, valid_to::text as "validTo"
      from agreement_rules where account_id = $1`;
    const read = () => runSql<{ id: string }>(db, text, [accountId]);
    const [{ id: ruleId } = assert.fail()] = await read();
    const current = (await selectRuleTexts(db, accountId, ruleId)) ?? assert.fail();
    const rule = { ruleId, version: ruleVersion(current) };
    const texts = { ...current, valid_to: "2030-01-01" };
    assert.equal(
      (await editRule(db, { account, rule, texts, ...withoutQuestions }, anyOperator, now)).outcome,
      "stored",
    );
    assert.deepEqual(await read(), [{ id: ruleId, key: partNumber, validTo: "2030-01-01" }]);
  }
});
