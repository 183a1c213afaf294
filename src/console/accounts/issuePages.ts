// Issuing a key to an account: the name, a preview of the e-mail, then key and e-mail in one step.
// Invariant: the operator sees the key only if there is no mail server.

import type { KeyId } from "../../accounts/account.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { isUuid } from "../../db/isUuid.ts";
import { newId } from "../../db/newId.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { keyNameLength } from "../../keyRequests/requestKey.ts";
import { mailKeyOnce, previewNewKey } from "../../keys/mailNewKey.ts";
import { isMailbox } from "../../mail/queueMail.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress, keyAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import {
  expiryFault,
  keyMailParts,
  keyNameFault,
  readExpiry,
  readKeyName,
} from "../keys/keyTerms.ts";
import { revealIssuedKey } from "../keys/revealIssuedKey.ts";

type KeyForm = { readonly name: string; readonly expiresAt: Date | null };

function readKeyForm(form: Fields, now: Date): KeyForm | readonly FieldFault[] {
  const name = readKeyName(form);
  const expiresAt = readExpiry(form, now);
  if (name !== undefined && expiresAt !== undefined) return { name, expiresAt };
  return [
    name === undefined ? keyNameFault : [],
    expiresAt === undefined ? expiryFault : [],
  ].flat();
}

function address({ accountId }: OperatorAccount): string {
  return `${accountAddress(accountId)}/keys/new`;
}

function renderPage(
  { people }: ConsoleContext,
  { accountId, name, email }: OperatorAccount,
  body: Content,
): SitePage {
  const delivery = people.sendsMail
    ? `The key is sent to ${email} and never shown here.`
    : `The key is shown once, so that you can deliver it to ${email}.`;
  return {
    title: "New key",
    sentence: `For ${name}. ${delivery}`,
    above: { href: accountAddress(accountId), text: name },
    body: html`${body}`,
  };
}

function describeIssuing({ people }: ConsoleContext, to: string): string {
  return people.sendsMail ? `Issue key and send to ${to}` : "Issue and show key";
}

function showForm(context: ConsoleContext, account: OperatorAccount, state: FormState): SitePage {
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Key name",
    hint: "Shown here and in e-mails, such as ERP production.",
    autocomplete: "off",
    maxLength: keyNameLength,
    focused: true,
  })}${renderTextField(state, {
    name: "expires",
    label: "Last day",
    type: "date",
    optional: true,
    hint: "Works until the end of this day, UTC. Leave empty for no end.",
  })}`;
  return renderPage(context, account, [
    renderFaults(state),
    renderForm({
      action: address(account),
      hidden: { step: "show" },
      body,
      button: { text: "Preview e-mail", kind: "primary" },
    }),
  ]);
}

async function showMail(
  context: ConsoleContext,
  { form, now }: Visit,
  account: OperatorAccount,
  terms: KeyForm,
  isChanged = false,
): Promise<SitePage> {
  const mail = previewNewKey(account, terms, keyMailParts(context, now));
  const typed = { name: form.text("name"), expires: form.text("expires") };
  const send = renderForm({
    action: address(account),
    hidden: { ...typed, step: "send", to: mail.to, key: newId() },
    button: { text: describeIssuing(context, mail.to), kind: "primary" },
    beside: html`<a href="${address(account)}">Start over</a>`,
  });
  const note = context.people.sendsMail
    ? null
    : renderNotice(
        "short",
        "No mail server is configured.",
        "The key is shown to you once, with this e-mail. Deliver both yourself.",
      );
  const heads = renderDefinitions([
    { term: "To", value: mail.to },
    { term: "Subject", value: mail.subject },
  ]);
  const changed = isChanged
    ? renderNotice(
        "short",
        "Key not issued: the account's e-mail address has changed.",
        "Check the e-mail and send it again.",
      )
    : null;
  const body = [changed, note, heads, renderCodeBlock("E-mail", mail.text), send];
  return renderPage(context, account, body);
}

export const issueKey: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showForm(context, account, { value: form.text, faults }), 422);
  const terms = readKeyForm(form, now);
  if (!("name" in terms)) return refuse(terms);
  if (!isMailbox(account.email)) {
    const text = "The account has no valid e-mail address. Edit the account first.";
    return refuse([{ field: "", text }]);
  }
  if (form.text("step") !== "send") {
    return answerPage(await showMail(context, visit, account, terms));
  }
  // The key goes only to the address of the e-mail that the operator saw.
  if (form.text("to") !== account.email) {
    return answerPage(await showMail(context, visit, account, terms, true), 409);
  }
  const keyId = form.text("key");
  if (!isUuid(keyId)) return refuse([{ field: "", text: "Preview the e-mail first." }]);
  const request = {
    account,
    ...terms,
    now,
    actor: operatorActor(visit),
    keyId: keyId as KeyId,
    mail: keyMailParts(context, now),
  };
  const mailed = await mailKeyOnce(context.db, context.mailEncryption, request);
  if (mailed === undefined) return redirect(keyAddress(keyId, "?done=issued-already"));
  if (context.people.sendsMail) return redirect(keyAddress(keyId, "?done=issued"));
  const { accountId, name: accountName } = account;
  const above = { href: accountAddress(accountId), text: accountName };
  return revealIssuedKey(context, visit, { accountId, accountName, mailId: mailed.mailId, above });
};

export const showKeyForm: Handler<OperatorAccount> = async (context, _visit, account) => {
  return answerPage(showForm(context, account, freshForm()));
};
