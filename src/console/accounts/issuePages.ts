// Issuing a key to an account: what it is called, the very mail, and then key and mail at once. Who
// issues it never sees it.

import type { KeyId } from "../../accounts/account.ts";
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { parseDay } from "../../day.ts";
import { isUuid } from "../../db/isUuid.ts";
import { newId } from "../../db/newId.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
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
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { keyMailParts } from "../keys/keyMailParts.ts";

type Wish = { readonly name: string; readonly expiresAt: Date | null };

/** A key is good to the end of its last day, in UTC. */
function readWish(form: Fields, now: Date): Wish | readonly FieldFault[] {
  const name = form.text("name").trim();
  const typedDay = form.text("expires").trim();
  const day = parseDay(typedDay);
  const expiresAt = day === undefined ? null : new Date(`${day}T23:59:59.999Z`);
  const faults: FieldFault[] = [];
  if (name === "" || [...name].length > keyNameLength || /\p{Cc}/u.test(name)) {
    const text = `Give the key a name of at most ${keyNameLength} characters, on one line.`;
    faults.push({ field: "name", text });
  }
  if (typedDay !== "" && (expiresAt === null || expiresAt <= now)) {
    faults.push({ field: "expires", text: "Choose a day to come, or none." });
  }
  return faults.length > 0 ? faults : { name, expiresAt };
}

function address({ accountId }: OperatorAccount): string {
  return `${accountAddress(accountId)}/keys/new`;
}

function renderPage(account: OperatorAccount, body: Content): SitePage {
  return {
    title: "Issue a key",
    sentence: html`For ${account.name}; it goes to ${account.email} by mail, and is shown to
nobody here.`,
    above: { href: accountAddress(account.accountId), text: account.name },
    body: html`${body}`,
  };
}

function showForm(account: OperatorAccount, state: FormState): SitePage {
  const body = html`${renderTextField(state, {
    name: "name",
    label: "Name of the key",
    hint: "What it is called here and in mails, as in ERP production.",
    autocomplete: "off",
    maxLength: keyNameLength,
    focused: true,
  })}${renderTextField(state, {
    name: "expires",
    label: "Last day it is good",
    type: "date",
    optional: true,
    hint: "To its end, in UTC. Without one it is good until it is revoked.",
  })}${renderActions(renderButton({ text: "Show the mail", kind: "primary" }))}`;
  return renderPage(account, [
    renderFaults(state),
    renderForm({ action: address(account), hidden: { step: "show" }, body }),
  ]);
}

async function showMail(
  context: ConsoleContext,
  { form, now }: Visit,
  account: OperatorAccount,
  wish: Wish,
  isChanged = false,
): Promise<SitePage> {
  const mail = previewNewKey(account, wish, await keyMailParts(context, now));
  const texts = { name: form.text("name"), expires: form.text("expires") };
  const send = renderForm({
    action: address(account),
    hidden: { ...texts, step: "send", to: mail.to, key: newId() },
    body: renderActions(
      renderButton({ text: `Issue the key and send it to ${mail.to}`, kind: "primary" }),
      html`<a href="${address(account)}">Begin anew</a>`,
    ),
  });
  const note = context.people.sendsMail
    ? null
    : renderNotice("short", "No mail goes out here.", "It waits in the outbox to be handed over.");
  const heads = renderDefinitions([
    { term: "To", value: mail.to },
    { term: "Subject", value: mail.subject },
  ]);
  const changed = isChanged
    ? renderNotice(
        "short",
        "No key was issued: the account's address is another now.",
        "Look at the mail again, and send it if it is right.",
      )
    : null;
  return renderPage(account, [changed, note, heads, renderCodeBlock("The mail", mail.text), send]);
}

export async function issueKey(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
): Promise<Answer> {
  const { form, now } = visit;
  const refuse = (faults: readonly FieldFault[]): Answer =>
    answerPage(showForm(account, { value: form.text, faults }), 422);
  const wish = readWish(form, now);
  if (!("name" in wish)) return refuse(wish);
  if (!isMailbox(account.email)) {
    const text = "The account has no address that mail can be written to. Edit it first.";
    return refuse([{ field: "", text }]);
  }
  if (form.text("step") !== "send") {
    return answerPage(await showMail(context, visit, account, wish));
  }
  // The key goes where the mail that was seen would go, or nowhere.
  if (form.text("to") !== account.email) {
    return answerPage(await showMail(context, visit, account, wish, true), 409);
  }
  const keyId = form.text("key");
  if (!isUuid(keyId)) return refuse([{ field: "", text: "Look at the mail first." }]);
  const request = {
    ...{ account, ...wish, now, actor: operatorActor(visit), keyId: keyId as KeyId },
    mail: await keyMailParts(context, now),
  };
  const mailed = await mailKeyOnce(context.db, context.mailEncryption, request);
  const done = mailed === undefined ? "issued-already" : "issued";
  return redirect(`/console/keys/${keyId}?done=${done}`);
}

export async function showKeyForm(
  _context: ConsoleContext,
  _visit: Visit,
  account: OperatorAccount,
): Promise<Answer> {
  return answerPage(showForm(account, freshForm()));
}
