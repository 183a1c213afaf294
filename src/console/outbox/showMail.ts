import { operatorActor } from "../../audit/actor.ts";
import { renderCard } from "../../html/card.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderButton, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { fillSecrets, listPlaceholders } from "../../mail/mailSecrets.ts";
import { type MailDetails, selectMail } from "../../mail/outboxQueries.ts";
import { resendMail } from "../../mail/resendMail.ts";
import { grantsConsoleAccess, revealMail } from "../../mail/revealMail.ts";
import { type Answer, answerPage, notFound, redirect } from "../../site/visit.ts";
import { admins, mayUse, operators } from "../access.ts";
import { mailAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { renderMailState } from "./showOutbox.ts";

const above = { href: "/console/outbox", text: "Outbox" };

const messages: Messages = {
  queued: () => renderNotice("good", "E-mail queued again."),
  copied: () => renderNotice("good", "Copy queued."),
  waiting: () => renderNotice("short", "This e-mail is already queued."),
  sealed: () =>
    renderNotice(
      "fault",
      "Cannot be sent again: the secrets of this e-mail were deleted. Create a new e-mail.",
    ),
  "not kept": () =>
    renderNotice("short", "Someone else has already delivered this e-mail or sent it again."),
  "admins alone": () =>
    renderNotice(
      "fault",
      "Only admins can show this e-mail.",
      "Its link gives access to the console.",
    ),
  lost: () =>
    renderNotice("fault", "The secrets of this e-mail cannot be decrypted. Create a new e-mail."),
};

/** The text without its secrets, each replaced by its name. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

/** Whether the mail can still be sent: its secrets, if any, are stored. */
function isWhole(mail: MailDetails): boolean {
  return mail.hasSecrets || listPlaceholders(mail.body).size === 0;
}

function canResend(mail: MailDetails): boolean {
  return mail.state !== "queued" && isWhole(mail);
}

function renderResend(mail: MailDetails): Html {
  const text = mail.state === "sent" ? "Send a copy" : "Send again";
  return renderForm({
    action: mailAddress(mail.mailId, "/send"),
    body: renderButton({ text, kind: "primary" }),
  });
}

function renderFacts(mail: MailDetails): Html {
  const { recipient, kind, state, attempts, createdAt, sentAt, dueAt, lastError } = mail;
  const by = mail.deliveredBy === null ? null : `. Delivered manually by ${mail.deliveredBy}`;
  return renderDefinitions([
    { term: "State", value: renderMailState(state) },
    { term: "To", value: recipient },
    { term: "Type", value: kind },
    { term: "Account", value: mail.accountName ?? "None" },
    { term: "Created", value: renderMoment(createdAt) },
    { term: "Sent", value: sentAt && html`${renderMoment(sentAt)}${by}` },
    { term: "Next attempt", value: state === "queued" ? renderMoment(dueAt) : null },
    { term: "Attempts", value: attempts },
    { term: "Last error", value: lastError },
  ]);
}

function renderReveal({ mailId, recipient }: MailDetails): Html {
  const form = renderForm({
    action: mailAddress(mailId, "/reveal"),
    body: html`<p>This shows the full e-mail, including its secrets, once. The e-mail is marked
as sent, and the audit log records it.</p>
`,
    button: { text: "Show and mark as sent" },
  });
  return renderCard({
    title: "Manual delivery",
    body: html`<p>No mail server is configured. Deliver this e-mail to ${recipient} manually.</p>
${renderQuestion("Show the complete e-mail …", "Show the complete e-mail?", form)}`,
  });
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
  const mayRead = mayChange && (!grantsConsoleAccess(mail) || mayUse(admins, signedIn));
  const mayReveal = mayRead && mail.state === "kept" && isWhole(mail);
  const message = renderMessage(messages, refused ?? query.text("done"), null);
  const page = {
    title: mail.subject,
    above,
    ...(mayResend ? { primary: renderResend(mail) } : {}),
    body: html`${message}${renderFacts(mail)}
<pre tabindex="0" role="group" aria-label="Text of the e-mail">${maskBody(mail.body)}</pre>
${mayReveal ? renderReveal(mail) : null}`,
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}

export const resend: Handler<MailDetails> = async ({ db, mailEncryption }, visit, { mailId }) => {
  const resent = await resendMail(db, mailEncryption, mailId, operatorActor(visit), visit.now);
  if (resent.outcome === "unknown") return notFound;
  const to = resent.outcome === "copied" ? resent.mailId : mailId;
  return redirect(mailAddress(to, `?done=${resent.outcome}`));
};

/** Shows the whole mail once, for an operator who delivers it themselves. */
export const reveal: Handler<MailDetails> = async (context, visit, mail) => {
  const { db, mailEncryption } = context;
  const actor = operatorActor(visit);
  const revealed = await revealMail(db, mailEncryption, mail.mailId, actor, visit.now);
  if (revealed.outcome !== "revealed") {
    const latest = await selectMail(db, mail.mailId);
    return latest === undefined ? notFound : showMail(context, visit, latest, revealed.outcome);
  }
  const { recipient, subject, text } = revealed;
  return answerPage({
    title: subject,
    sentence: `Deliver this to ${recipient}.`,
    above,
    body: html`${renderNotice(
      "short",
      "Copy it now. It is shown only once.",
      "The stored secrets have been deleted.",
    )}${renderCodeBlock("Complete e-mail", text)}`,
  });
};
