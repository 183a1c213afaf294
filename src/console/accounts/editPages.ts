// Editing an account. If two operators edit it at the same time, the second sees both versions and
// must save again to replace the first.

import { accountChange, changeAccount } from "../../accounts/changeAccount.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { selectAuditEvents } from "../../audit/queries.ts";
import { renderDifferences } from "../../html/conflict.ts";
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
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { accountLabels, readAccount, renderNameFields, renderNotesField } from "./readAccount.ts";
import { texts } from "./texts.ts";

function showEditing(
  account: OperatorAccount,
  version: number,
  state: FormState,
  conflict: Html | null,
): SitePage {
  const address = accountAddress(account.accountId);
  return {
    title: `Edit ${account.name}`,
    sentence: "The currency can't be changed. The discount is part of the agreement.",
    above: { href: address, text: account.name },
    body: html`${conflict}${renderFaults(state)}${renderForm({
      action: `${address}/edit`,
      hidden: { version: String(version) },
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

export const editAccount: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  const { accountId } = account;
  const version = readFormVersion(form);
  const sent = { value: form.text, faults: [] };
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showEditing(account, version, { ...sent, faults }, null), 422);
  const typed = readAccount(form, [account.email]);
  if (!("name" in typed)) return refuse(typed);
  const edit = { accountId, typed, version };
  const changed = await changeAccount(context.db, edit, operatorActor(visit), now);
  const address = accountAddress(accountId);
  switch (changed.outcome) {
    case "changed":
      return redirect(`${address}?done=changed`);
    case "unchanged":
      return redirect(address);
    case "unknown":
      return notFound;
    case "name taken":
      return refuse([{ field: "name", text: texts.form.nameTaken }]);
    case "conflict": {
      const { latest } = changed;
      const by = await describeLastChange(context, latest);
      const both = renderDifferences(by, accountLabels, latest, typed);
      return answerPage(showEditing(latest, latest.version, sent, both), 409);
    }
  }
};

export const showAccountEditor: Handler<OperatorAccount> = async (_context, _visit, account) => {
  const { name, email, notes } = account;
  const state = freshForm({ name, email, notes: notes ?? "" });
  return answerPage(showEditing(account, account.version, state, null));
};
