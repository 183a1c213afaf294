// Editing an account. If two operators edit it at the same time, the second sees both versions and
// must save again to replace the first.

import { accountChange, changeAccount } from "../../accounts/changeAccount.ts";
import type { AccountTexts, OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { selectAuditEvents } from "../../audit/queries.ts";
import { renderConflict } from "../../html/conflict.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { readAccount, renderNameFields, renderNotesField } from "./readAccount.ts";
import { texts } from "./texts.ts";

function showEditing(account: OperatorAccount, state: FormState, conflict: Html | null): SitePage {
  const address = accountAddress(account.accountId);
  return {
    title: texts.edit.title(account.name),
    sentence: texts.edit.sentence,
    above: { href: address, text: account.name },
    body: html`${conflict}${renderFaults(state)}${renderForm({
      action: `${address}/edit`,
      hidden: { version: String(account.version) },
      body: [renderNameFields(state), renderNotesField(state)],
      button: { text: texts.edit.save, kind: "primary" },
      beside: html`<a href="${address}">${texts.edit.cancel}</a>`,
    })}`,
  };
}

async function describeLastChange(
  { db }: ConsoleContext,
  { accountId }: OperatorAccount,
): Promise<Content> {
  const filter = { accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  if (event === undefined) return texts.edit.changed;
  const by = event.operatorName ?? texts.edit.command;
  return texts.edit.changedBy(by, renderMoment(event.at));
}

async function showBoth(
  context: ConsoleContext,
  { form }: Visit,
  latest: OperatorAccount,
  typed: AccountTexts,
): Promise<Answer> {
  const field = (label: string, current: string | null, text: string | null) => ({
    label,
    current: current ?? html`<span class="quiet">${texts.edit.none}</span>`,
    typed: text ?? html`<span class="quiet">${texts.edit.none}</span>`,
    differs: current !== text,
  });
  const conflict = renderConflict(await describeLastChange(context, latest), [
    field(texts.form.name, latest.name, typed.name),
    field(texts.form.email, latest.email, typed.email),
    field(texts.form.notes, latest.notes, typed.notes),
  ]);
  const state = { value: form.text, faults: [] };
  return answerPage(showEditing(latest, state, conflict), 409);
}

export const editAccount: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  const { accountId } = account;
  const version = readFormVersion(form);
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showEditing({ ...account, version }, { value: form.text, faults }, null), 422);
  if (version < 1) {
    const text = texts.edit.incomplete;
    return refuse([{ field: "", text }]);
  }
  const read = readAccount(form);
  if (!("name" in read)) return refuse(read);
  const request = { ...read, accountId, version };
  const changed = await changeAccount(context.db, request, operatorActor(visit), now);
  switch (changed.outcome) {
    case "changed":
      return redirect(`${accountAddress(accountId)}?done=changed`);
    case "unchanged":
      return redirect(accountAddress(accountId));
    case "unknown":
      return notFound;
    case "name taken":
      return refuse([{ field: "name", text: texts.form.nameTaken }]);
    case "changed meanwhile":
      return showBoth(context, visit, changed.latest, read);
  }
};

export const showAccountEditor: Handler<OperatorAccount> = async (_context, _visit, account) => {
  const { name, email, notes } = account;
  const state = freshForm({ name, email, notes: notes ?? "" });
  return answerPage(showEditing(account, state, null));
};
