// Without a mail server the operator delivers a new key: it is shown once, right after it was
// issued, and counts as delivered by that operator (decisions 111 and 114).
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

/** A key that was just issued, with the e-mail that would deliver it. */
export type IssuedMail = {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly mailId: MailId;
  readonly above: Place;
};

/** A form that invites the recipient of a key to the portal, if they are not of the account yet. */
async function offerInvitation(
  { db }: ConsoleContext,
  { accountId, accountName }: IssuedMail,
  recipient: string,
): Promise<Content> {
  const users = await selectUsers(db, accountId);
  if (users.some(({ email }) => email.toLowerCase() === recipient.toLowerCase())) {
    return html`<p>${recipient} can already sign in to the site.</p>\n`;
  }
  const why =
    users.length === 0
      ? `Nobody of ${accountName} can sign in yet, so nobody can confirm its drafts.`
      : "People who sign in check and confirm the drafts that the key creates.";
  const state = { ...freshForm({ email: recipient, role: "admin" }), prefix: "invite" };
  return html`${renderInviting(state, {
    title: "Invite this person to the site",
    action: `${accountAddress(accountId)}/invitations`,
    roles: userRoles,
    roleHint: "Buyers order. Admins also manage people.",
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
  const what = key === undefined ? "link to the key" : "key";
  const shown = html`<p>${renderCopyable(key ?? link, `the ${what}`)}</p>
<p>No mail server is configured, so you deliver it to ${recipient}. The audit log records that
you have seen it.</p>
`;
  return answerPage({
    title: "Key issued",
    sentence: `For ${issued.accountName}. Shown only once.`,
    above: issued.above,
    body: html`${[
      renderNotice(
        "short",
        `Copy the ${what} now.`,
        "It is not shown again, even if you reload this page.",
      ),
      renderCard({ title: key === undefined ? "Link to the key" : "Key", body: shown }),
      renderCodeBlock("E-mail with instructions", text),
      await offerInvitation(context, issued, recipient),
    ]}`,
  });
}
