import { operatorActor } from "../../audit/actor.ts";
import { renderDifferences } from "../../html/conflict.ts";
import { freshForm } from "../../html/form.ts";
import { renderMessage } from "../../html/notice.ts";
import { readRunId } from "../../imports/importRun.ts";
import { editRule } from "../../pricing/agreements/editRule.ts";
import { selectRuleTexts } from "../../pricing/agreements/ruleEditQueries.ts";
import {
  type RuleTexts,
  ruleTextColumns,
  ruleVersion,
} from "../../pricing/agreements/ruleTexts.ts";
import { undoRuleEdit } from "../../pricing/agreements/undoRuleEdit.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { agreementAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import type { RuleOfAccount, StoredRuleOfAccount } from "../loaders.ts";
import {
  createEditMessages,
  describeLastChange,
  readTypedRow,
  renderBusy,
  toFieldFaults,
} from "../typedRow.ts";
import { answerRule, ruleAddress } from "./answerRule.ts";
import { ruleLabels } from "./renderRuleFields.ts";
import { texts } from "./texts.ts";

const busyNotice = renderBusy("An import for this account is running");

const messages = createEditMessages({
  name: texts.rule.name,
  change: "change",
  saved: ["stored", "Rule saved. It applies to new orders."],
  busy: busyNotice,
});

export const showRule: Handler<RuleOfAccount> = async (context, visit, place) => {
  const { query } = visit;
  const address = ruleAddress(place.account, place.rule);
  const message = { address, runId: readRunId(query.text("run")) };
  const above = renderMessage(messages, query.text("done"), message);
  return answerRule(context, visit, place, { above });
};

async function store(
  context: ConsoleContext,
  visit: Visit,
  place: RuleOfAccount,
  typed: RuleTexts,
  confirmed: string | null,
): Promise<Answer> {
  const { account } = place;
  const version = visit.form.text("version");
  const rule = place.rule && { ruleId: place.rule.ruleId, version };
  const { maxPriceMove } = context;
  const earlier = visit.form.text("earlier");
  const endsEarlier = earlier === "end";
  const edit = { account, rule, texts: typed, maxPriceMove, confirmed, endsEarlier };
  const outcome = await editRule(context.db, edit, operatorActor(visit), visit.now);
  const form = freshForm({ ...typed, earlier });
  switch (outcome.outcome) {
    case "stored": {
      const to = ruleAddress(place.account, outcome);
      return redirect(`${to}?done=stored&run=${outcome.runId}`);
    }
    case "unchanged":
      return redirect(`${ruleAddress(place.account, place.rule)}?done=unchanged`);
    case "unknown":
      return notFound;
    case "refused": {
      const faults = toFieldFaults(outcome.faults, ruleLabels, "The rule");
      return answerRule(context, visit, place, { form: { ...form, faults }, version, status: 422 });
    }
    case "asked":
      return answerRule(context, visit, place, { asked: outcome, form, version, status: 422 });
    case "busy":
      return answerRule(context, visit, place, { above: busyNotice, form, version, status: 409 });
    case "conflict": {
      const { current, last } = outcome;
      const by = describeLastChange(texts.rule.name, last);
      const above = renderDifferences(by, ruleLabels, current, typed);
      const latest = ruleVersion(current);
      return answerRule(context, visit, place, { above, form, version: latest, status: 409 });
    }
  }
}

/** Adds a rule, or stores what was typed of one. */
export const storeRule: Handler<RuleOfAccount> = (context, visit, place) =>
  store(
    context,
    visit,
    place,
    readTypedRow(visit.form, ruleTextColumns),
    visit.form.text("confirmed"),
  );

/** Stores the rule as it is, with another last day. */
export const endRule: Handler<StoredRuleOfAccount> = async (context, visit, place) => {
  const { texts: stored } = place.rule;
  const day = visit.form.text("valid_to").trim();
  if (day === "") {
    const faults = [{ field: "valid_to", text: "Last day: enter the day on which the rule ends." }];
    const version = visit.form.text("version");
    const form = { ...freshForm(stored), faults };
    return answerRule(context, visit, place, { form, version, status: 422 });
  }
  return store(context, visit, place, { ...stored, valid_to: day }, null);
};

/** Restores the rule as it was before the edit that is run `run`. */
export const undoRule: Handler<StoredRuleOfAccount> = async ({ db }, visit, { account, rule }) => {
  const runId = readRunId(visit.form.text("run"));
  if (runId === undefined) return notFound;
  const { accountId } = account;
  const { ruleId } = rule;
  const actor = operatorActor(visit);
  const outcome = await undoRuleEdit(db, { accountId, ruleId }, runId, actor, visit.now);
  if (outcome === "unknown") return notFound;
  const left = await selectRuleTexts(db, accountId, ruleId);
  const address = left === undefined ? agreementAddress(accountId) : ruleAddress(account, rule);
  return redirect(`${address}?done=${outcome.replace(" ", "-")}`);
};
