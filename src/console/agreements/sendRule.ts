// What the forms of a rule do: adding, storing, ending it, and taking the last of that back.
import { operatorActor } from "../../audit/actor.ts";
import { freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderUndo } from "../../html/undo.ts";
import { readRunId } from "../../imports/importRun.ts";
import { editRule, type RuleEditOutcome } from "../../pricing/agreements/editRule.ts";
import { selectRuleTexts } from "../../pricing/agreements/ruleEditQueries.ts";
import { type RuleTexts, ruleTextColumns } from "../../pricing/agreements/ruleTexts.ts";
import { undoRuleEdit } from "../../pricing/agreements/undoRuleEdit.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { compareTypedRows, readTypedRow, toFieldFaults } from "../typedRow.ts";
import { agreementAddress, findAccount } from "./agreementAddress.ts";
import { answerRule, answerRuleConflict, type RulePlace, ruleAddress } from "./answerRule.ts";
import { ruleLabels } from "./renderRuleFields.ts";

const notices: Readonly<Record<string, Html>> = {
  unchanged: renderNotice("neutral", "Nothing was changed: the rule is as you typed it."),
  undone: renderNotice("good", "Taken back. The agreement stands as it did before."),
  "undone-already": renderNotice("neutral", "That was taken back already."),
  "changed-since": renderNotice(
    "short",
    "This cannot be taken back",
    html`<p>The rule was changed since, and that would be lost. Change it as it should be.</p>`,
  ),
  busy: renderNotice(
    "short",
    "A file about this account is being written just now",
    html`<p>Nothing was changed. Try again when it is through.</p>`,
  ),
};

/** What was just done, from the address. */
export function renderRuleDone({ query }: Visit, place: RulePlace): Content {
  const run = readRunId(query.text("run"));
  if (query.text("done") === "stored" && run !== undefined) {
    return renderUndo("The rule is stored, and holds for orders from now on.", {
      action: `${ruleAddress(place)}/undo`,
      hidden: { run: String(run) },
    });
  }
  const done = query.text("done");
  return Object.hasOwn(notices, done) ? notices[done] : null;
}

/** The rule of an address; undefined where there can be none. */
export async function findRulePlace(
  { db }: ConsoleContext,
  visit: Visit,
  isNew: boolean,
): Promise<RulePlace | undefined> {
  const account = await findAccount(db, visit.param("account"));
  if (account === undefined) return undefined;
  if (isNew) return { account, ruleId: null };
  const ruleId = visit.param("rule");
  return /^[1-9]\d{0,17}$/.test(ruleId) ? { account, ruleId } : undefined;
}

function toAnswer(
  context: ConsoleContext,
  visit: Visit,
  place: RulePlace,
  { texts, outcome }: { readonly texts: RuleTexts; readonly outcome: RuleEditOutcome },
): Promise<Answer> | Answer {
  const version = visit.form.text("version");
  const form = freshForm(texts);
  switch (outcome.outcome) {
    case "stored": {
      const to = ruleAddress({ ...place, ruleId: outcome.ruleId });
      return redirect(`${to}?done=stored&run=${outcome.runId}`);
    }
    case "unchanged":
      return redirect(`${ruleAddress(place)}?done=unchanged`);
    case "unknown":
      return notFound;
    case "refused": {
      const faults = toFieldFaults(outcome.faults, ruleLabels, "The rule");
      return answerRule(context, visit, place, { form: { ...form, faults }, version, status: 422 });
    }
    case "busy":
      return answerRule(context, visit, place, {
        ...{ above: notices["busy"], form, version, status: 409 },
      });
    case "conflict": {
      const fields = compareTypedRows(ruleTextColumns, ruleLabels, outcome.stands, texts);
      return answerRuleConflict(context, visit, place, { ...outcome, fields, form });
    }
  }
}

async function store(
  context: ConsoleContext,
  visit: Visit,
  place: RulePlace,
  texts: RuleTexts,
): Promise<Answer> {
  const { form, now } = visit;
  const { account, ruleId } = place;
  const rule = ruleId === null ? null : { ruleId, version: form.text("version") };
  const outcome = await editRule(context.db, { account, rule, texts }, operatorActor(visit), now);
  return toAnswer(context, visit, place, { texts, outcome });
}

/** POST: a new rule, or what was typed of one. */
export async function sendRule(
  context: ConsoleContext,
  visit: Visit,
  isNew: boolean,
): Promise<Answer> {
  const place = await findRulePlace(context, visit, isNew);
  if (place === undefined) return notFound;
  return store(context, visit, place, readTypedRow(visit.form, ruleTextColumns));
}

/** POST …/end: the rule as it stands, with another last day. */
export async function endRule(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const place = await findRulePlace(context, visit, false);
  const ruleId = place?.ruleId ?? null;
  if (place === undefined || ruleId === null) return notFound;
  const texts = await selectRuleTexts(context.db, place.account.accountId, ruleId);
  if (texts === undefined) return notFound;
  const day = visit.form.text("valid_to").trim();
  if (day === "") {
    const faults = [{ field: "valid_to", text: "Last day: say on which day the rule ends." }];
    const version = visit.form.text("version");
    const form = { ...freshForm(texts), faults };
    return answerRule(context, visit, place, { form, version, status: 422 });
  }
  return store(context, visit, place, { ...texts, valid_to: day });
}

/** POST …/undo: what stood before the edit that is run `run`. */
export async function undoRule(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const place = await findRulePlace(context, visit, false);
  const runId = readRunId(visit.form.text("run"));
  const ruleId = place?.ruleId ?? null;
  if (place === undefined || ruleId === null || runId === undefined) return notFound;
  const { accountId } = place.account;
  const outcome = await undoRuleEdit(
    context.db,
    { accountId, ruleId },
    runId,
    operatorActor(visit),
    visit.now,
  );
  if (outcome === "unknown") return notFound;
  const left = await selectRuleTexts(context.db, accountId, ruleId);
  const done = `?done=${outcome.replace(" ", "-")}`;
  const to =
    left === undefined ? agreementAddress(accountId, done) : `${ruleAddress(place)}${done}`;
  return { kind: "redirect", to };
}
