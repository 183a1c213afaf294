// The outbox's pages: the list, one mail with what is sealed masked, sending it again, and handing
// over by oneself what no server takes.
import { operatorActor } from "../../audit/actor.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderActions, renderButton, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { fillSecrets, listPlaceholders } from "../../mail/mailSecrets.ts";
import type { MailDetails } from "../../mail/outboxQueries.ts";
import { resendMail } from "../../mail/resendMail.ts";
import { grantsConsoleAccess, revealMail } from "../../mail/revealMail.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { admins, mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { renderMailState } from "./showOutbox.ts";

const above = { href: "/console/outbox", text: "Outbox" };

const messages: Messages = {
  queued: () => renderNotice("good", "The mail is on its way again."),
  copied: () => renderNotice("good", "A copy of the mail is on its way."),
  waiting: () => renderNotice("short", "The mail is on its way already."),
  sealed: () =>
    renderNotice(
      "fault",
      "This mail cannot be sent again: what it told went when it was sent. Have it written anew.",
    ),
  "not kept": () => renderNotice("short", "Somebody was quicker: the mail is not kept any more."),
  "admins alone": () =>
    renderNotice(
      "fault",
      "Nothing was shown: an admin alone hands this mail over.",
      "Whoever has its link signs in to the console.",
    ),
  lost: () =>
    renderNotice("fault", "What is sealed in this mail cannot be read. Have it written anew."),
};

/** The text as it may be seen: what is or was sealed is named, never shown. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

/** Whether all that a mail tells is still there. */
function isWhole(mail: MailDetails): boolean {
  return mail.hasSecrets || listPlaceholders(mail.body).size === 0;
}

function canResend(mail: MailDetails): boolean {
  return mail.state !== "queued" && isWhole(mail);
}

function renderResend(mail: MailDetails): Html {
  const text = mail.state === "sent" ? "Send a copy" : "Send it again";
  return renderForm({
    action: `/console/outbox/${mail.mailId}/send`,
    body: renderButton({ text, kind: "primary" }),
  });
}

function renderFacts(mail: MailDetails): Html {
  const { recipient, kind, state, attempts, createdAt, sentAt, dueAt, lastError } = mail;
  const by = mail.deliveredBy === null ? null : ` by ${mail.deliveredBy}, by hand`;
  const went = sentAt === null ? [] : [{ term: "Sent", value: html`${renderMoment(sentAt)}${by}` }];
  const due = state === "queued" ? [{ term: "Next try", value: renderMoment(dueAt) }] : [];
  const error = lastError === null ? [] : [{ term: "Last error", value: lastError }];
  return renderDefinitions([
    { term: "State", value: renderMailState(state) },
    { term: "To", value: recipient },
    { term: "About", value: kind },
    { term: "Account", value: mail.accountName ?? "none" },
    { term: "Written", value: renderMoment(createdAt) },
    ...[...went, ...due],
    { term: "Attempts", value: attempts },
    ...error,
  ]);
}

function renderHandingOver({ mailId, recipient }: MailDetails): Html {
  const form = renderForm({
    action: `/console/outbox/${mailId}/reveal`,
    body: html`<p>The whole text is shown, with what is sealed in it, this once. The mail counts as
sent then, by you, and that is written down.</p>
${renderActions(renderButton({ text: "Show it, I hand it over" }))}`,
  });
  return html`<h2>Hand it over yourself</h2>
<p>There was no mail server to send it to ${recipient}.</p>
${renderQuestion("Hand it over yourself …", "Show the whole mail?", form)}`;
}

/** `refused`: why a change was not made, as a message. */
export async function showMail(
  _context: ConsoleContext,
  { query, signedIn }: Visit,
  mail: MailDetails,
  refused?: string,
): Promise<Answer> {
  const mayChange = mayUse(operators, signedIn);
  const mayResend = mayChange && canResend(mail);
  const mayHave = mayChange && (!grantsConsoleAccess(mail) || mayUse(admins, signedIn));
  const mayHandOver = mayHave && mail.state === "kept" && isWhole(mail);
  const message = renderMessage(messages, refused ?? query.text("done"), null);
  const page = {
    title: mail.subject,
    above,
    ...(mayResend ? { primary: renderResend(mail) } : {}),
    body: html`${message}${renderFacts(mail)}
<pre tabindex="0" role="group" aria-label="Text of the mail">${maskBody(mail.body)}</pre>
${mayHandOver ? renderHandingOver(mail) : null}`,
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}

export async function resend(
  { db, mailEncryption }: ConsoleContext,
  visit: Visit,
  { mailId }: MailDetails,
): Promise<Answer> {
  const resent = await resendMail(db, mailEncryption, mailId, operatorActor(visit), visit.now);
  if (resent.outcome === "unknown") return notFound;
  const to = resent.outcome === "copied" ? resent.mailId : mailId;
  return redirect(`/console/outbox/${to}?done=${resent.outcome}`);
}

/** Shows the whole mail once, for an operator who delivers it themselves. */
export async function reveal(
  context: ConsoleContext,
  visit: Visit,
  mail: MailDetails,
): Promise<Answer> {
  const { db, mailEncryption } = context;
  const actor = operatorActor(visit);
  const revealed = await revealMail(db, mailEncryption, mail.mailId, actor, visit.now);
  if (revealed.outcome !== "handed over") {
    return showMail(context, visit, mail, revealed.outcome);
  }
  const { recipient, subject, text } = revealed;
  return answerPage({
    title: subject,
    sentence: `Hand this to ${recipient}.`,
    above,
    body: html`${renderNotice(
      "short",
      "Copy it now: it is not shown again.",
      "What was sealed in it is gone from here.",
    )}${renderCodeBlock("The whole mail", text)}`,
  });
}
