// Issuing a key in the console, and showing it once without a mail server.

import type { AccountId, KeyId } from "../accounts/account.ts";
import type { OperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { findExample } from "../catalog/search/siteQueries.ts";
import { isUuid } from "../db/isUuid.ts";
import { newId } from "../db/newId.ts";
import { accountAddress, keyAddress, mailAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { keyNameLength } from "../keyRequests/requestKey.ts";
import { endOfDay, parseDay, utcDay } from "../kit/day.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock, renderCopyable } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import type { Place } from "../kit/html/page.ts";
import type { Fields } from "../kit/site/fields.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { type MailId, markUndelivered } from "../mail/queries.ts";
import { isMailbox } from "../mail/queueMail.ts";
import { revealMail } from "../mail/revealMail.ts";
import { parsePersonName } from "../people/personName.ts";
import { renderInviting } from "../signIn/sharedInvitationForm.ts";
import { userRoles } from "../signIn/signedIn.ts";
import { selectUsers } from "../signIn/userQueries.ts";
import { type KeyMailParts, mailKeyOnce, previewNewKey } from "./mailNewKey.ts";

// The terms of a new key as an operator types them, and what the e-mail with it contains.

export const keyNameFault = {
  field: "name",
  text: `Enter a name of at most ${keyNameLength} characters on one line.`,
} as const;

export function readKeyName(form: Fields): string | undefined {
  const name = parsePersonName(form.text("name"));
  return name !== undefined && [...name].length <= keyNameLength ? name : undefined;
}

export const expiryFault = {
  field: "expires",
  text: "Choose a day in the future, or leave it empty.",
} as const;

/** The end of the last day in UTC, null for no day, undefined for an invalid or past day. */
export function readExpiry(form: Fields, now: Date): Date | null | undefined {
  const text = form.text("expires").trim();
  if (text === "") return null;
  const day = parseDay(text);
  const expiresAt = day === undefined ? undefined : endOfDay(day);
  return expiresAt !== undefined && expiresAt > now ? expiresAt : undefined;
}

/** What the e-mail with a key says about the service, with a part number to try. */
export function keyMailParts(
  { replica, publicUrl, supportEmail }: ConsoleContext,
  now: Date,
): KeyMailParts {
  const { partNumber } = findExample(replica, utcDay(now));
  return { publicUrl, supportEmail, partNumber };
}

// Without a mail server the operator delivers a new key: it is shown once, right after it was
// issued, and counts as delivered by that operator.

const words = {
  done: "Key issued.",
  already: "This key was already issued.",
  alreadyHint: "The form was sent twice. Only one key exists.",
  title: "Key issued",
  sentence: (account: string) => `For ${account}. Shown only once.`,
  copyKey: "Copy the key now.",
  copyLink: "Copy the link to the key now.",
  copyHint: "It is not shown again, even if you reload this page.",
  key: "Key",
  keyName: "the key",
  link: "Link to the key",
  linkName: "the link to the key",
  deliver: (recipient: Content) => html`No mail server is configured, so you deliver it to
${recipient}. The audit log records that you have seen it.`,
  mail: "E-mail with instructions",
  canSignIn: (recipient: string) => `${recipient} can already sign in to the site.`,
  invite: "Invite this person to the site",
  nobody: (account: string) =>
    `Nobody at ${account} can sign in yet, so nobody can confirm its drafts.`,
  people: "People who sign in check and confirm the drafts that the key creates.",
  roles: "Buyers order. Admins also manage people.",
};

/** A key that was just issued, with the e-mail that would deliver it. */
export type IssuedMail = {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly mailId: MailId;
  readonly above: Place;
  /** The name of its recipient, if it is known. */
  readonly person?: string | null;
};

/** A form that invites the recipient of a key to the portal, if they are not of the account yet. */
async function offerInvitation(
  { db }: ConsoleContext,
  { accountId, accountName, person = null }: IssuedMail,
  recipient: string,
): Promise<Content> {
  const users = await selectUsers(db, accountId);
  if (users.some(({ email }) => email.toLowerCase() === recipient.toLowerCase())) {
    return html`<p>${words.canSignIn(recipient)}</p>\n`;
  }
  const why = users.length === 0 ? words.nobody(accountName) : words.people;
  const known = { email: recipient, name: person ?? "", role: "admin" };
  const state = { ...freshForm(known), prefix: "invite" };
  return html`${renderInviting(state, {
    title: words.invite,
    action: `${accountAddress(accountId)}/invitations`,
    roles: userRoles,
    roleHint: words.roles,
  })}
<p class="quiet">${why}</p>
`;
}

/** Shows the key of an e-mail that no server will send, once. */
export async function revealIssuedKey(
  context: ConsoleContext,
  visit: Visit,
  issued: IssuedMail,
): Promise<Answer> {
  const { db, mailEncryption } = context;
  await markUndelivered(db, issued.mailId);
  const actor = operatorActor(visit);
  const revealed = await revealMail(db, mailEncryption, issued.mailId, actor, visit.now);
  // Someone else delivers it from the outbox.
  if (revealed.outcome !== "revealed") return redirect(mailAddress(issued.mailId));
  const { recipient, secrets, text } = revealed;
  const { key, link = "" } = secrets;
  const [title, copy, name] =
    key === undefined
      ? [words.link, words.copyLink, words.linkName]
      : [words.key, words.copyKey, words.keyName];
  const shown = html`<p>${renderCopyable(key ?? link, name)}</p>
<p>${words.deliver(recipient)}</p>
`;
  return answerPage({
    title: words.title,
    sentence: words.sentence(issued.accountName),
    above: issued.above,
    body: html`${[
      renderNotice("short", copy, words.copyHint),
      renderCard({ title, body: shown }),
      renderCodeBlock(words.mail, text),
      await offerInvitation(context, issued, recipient),
    ]}`,
  });
}

// Issuing a key to an account: the name, a preview of the e-mail, then key and e-mail in one step.
// Invariant: the operator sees the key only if there is no mail server.

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
    label: "Expires on",
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
