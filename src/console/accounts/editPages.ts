// Editing an account. If two operators edit the same field at the same time, the second sees both
// versions and must save again to replace the first.

import {
  type AccountChange,
  accountChange,
  accountFields,
  changeAccount,
} from "../../accounts/changeAccount.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { selectAuditEvents } from "../../audit/queries.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { readShown, repeatShown, shownField } from "../../site/shownFields.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { addOthers, renderConflicts } from "../mergedForm.ts";
import { accountLabels, readAccount, renderNameFields, renderNotesField } from "./readAccount.ts";
import { texts } from "./texts.ts";

const shownFields = accountFields.map(shownField);

function repeatAccount(account: OperatorAccount) {
  return repeatShown(account, accountFields);
}

function showEditing(account: OperatorAccount, state: FormState, conflict: Html | null): SitePage {
  const address = accountAddress(account.accountId);
  return {
    title: `Edit ${account.name}`,
    sentence: "The currency can't be changed. The discount is part of the agreement.",
    above: { href: address, text: account.name },
    body: html`${conflict}${renderFaults(state)}${renderForm({
      action: `${address}/edit`,
      hidden: Object.fromEntries(shownFields.map((field) => [field, state.value(field)])),
      body: [renderNameFields(state), renderNotesField(state)],
      button: { text: "Save changes", kind: "primary" },
      beside: html`<a href="${address}">Cancel</a>`,
    })}`,
  };
}

async function describeLastChange(
  { db }: ConsoleContext,
  { accountId }: OperatorAccount,
): Promise<Content> {
  const filter = { accountId, action: accountChange };
  const [event] = await selectAuditEvents(db, filter, { before: null, limit: 1 });
  if (event === undefined) return "The account was changed.";
  const by = event.operatorName ?? "A command on the server";
  return html`${by} changed it on ${renderMoment(event.at)}.`;
}

async function answerConflict(
  context: ConsoleContext,
  conflict: Extract<AccountChange, { readonly outcome: "conflict" }>,
): Promise<Answer> {
  const { latest, merged, conflicts } = conflict;
  const above = renderConflicts(await describeLastChange(context, latest), accountLabels, {
    conflicts,
    current: latest,
    typed: merged,
  });
  const state = freshForm({ ...merged, notes: merged.notes ?? "", ...repeatAccount(latest) });
  return answerPage(showEditing(latest, state, above), 409);
}

export const editAccount: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  const { accountId } = account;
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showEditing(account, { value: form.text, faults }, null), 422);
  if (!accountFields.every((field) => form.has(shownField(field)))) {
    return refuse([{ field: "", text: "The form is incomplete. Reload the page and try again." }]);
  }
  const shown = readShown(form, accountFields);
  const typed = readAccount(form, [account.email, shown.email]);
  if (!("name" in typed)) return refuse(typed);
  const edit = { accountId, typed, shown };
  const changed = await changeAccount(context.db, edit, operatorActor(visit), now);
  const address = accountAddress(accountId);
  switch (changed.outcome) {
    case "changed":
      return redirect(addOthers(address, { done: "changed" }, changed.others));
    case "unchanged":
      return redirect(address);
    case "unknown":
      return notFound;
    case "name taken":
      return refuse([{ field: "name", text: texts.form.nameTaken }]);
    case "conflict":
      return answerConflict(context, changed);
  }
};

export const showAccountEditor: Handler<OperatorAccount> = async (_context, _visit, account) => {
  const { name, email, notes } = account;
  const state = freshForm({ name, email, notes: notes ?? "", ...repeatAccount(account) });
  return answerPage(showEditing(account, state, null));
};
