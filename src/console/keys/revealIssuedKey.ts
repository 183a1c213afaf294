// Without a mail server the operator delivers a new key: it is shown once, right after it was
// issued, and counts as delivered by that operator.
import type { AccountId } from "../../accounts/account.ts";
import { operatorActor } from "../../audit/actor.ts";
import { renderCard } from "../../html/card.ts";
import { renderCodeBlock, renderCopyable } from "../../html/codeBlock.ts";
import { freshForm } from "../../html/form.ts";
import { type Content, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import type { Place } from "../../html/page.ts";
import { type MailId, markUndelivered } from "../../mail/queries.ts";
import { revealMail } from "../../mail/revealMail.ts";
import { userRoles } from "../../signIn/signedIn.ts";
import { selectUsers } from "../../signIn/userQueries.ts";
import { renderInviting } from "../../signInPages/invitationForm.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import { accountAddress, mailAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

const words = texts.issued;

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
