import { operatorActor } from "../../audit/actor.ts";
import { renderCard } from "../../html/card.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { type FormState, freshForm, renderButton, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { dismissMail } from "../../mail/dismissMail.ts";
import { fillSecrets, listPlaceholders } from "../../mail/mailSecrets.ts";
import { type MailDetails, selectMail } from "../../mail/outboxQueries.ts";
import { resendMail } from "../../mail/resendMail.ts";
import { grantsConsoleAccess, revealMail } from "../../mail/revealMail.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import { admins, mayUse, operators } from "../access.ts";
import { accountAddress, mailAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import {
  findCorrectionRefusal,
  findMailOrigin,
  hasUselessKey,
  isCorrectable,
  isUndelivered,
  isWhole,
  type MailOrigin,
  renderCorrection,
  renderMailOrigin,
  renderOriginal,
} from "./mailOrigin.ts";
import { renderMailState } from "./showOutbox.ts";
import { texts } from "./texts.ts";

const above = { href: "/console/outbox", text: texts.list.title };

const messages: Messages = {
  queued: () => renderNotice("good", "E-mail queued again."),
  corrected: () => renderNotice("good", "Address corrected. E-mail queued."),
  changed: () => renderNotice("short", texts.refused.changed),
  "key ended": () => renderNotice("short", texts.refused.keyEnded),
  "quote reply": () => renderNotice("short", texts.refused.quoteReply),
  "quote requested": () => renderNotice("short", texts.refused.quoteRequested),
  "admins correct": () =>
    renderNotice("fault", texts.refused.adminsCorrect, texts.refused.adminsOnlyHint),
  dismissed: () => renderNotice("good", "E-mail dismissed.", "It is no longer listed as a task."),
  copied: () => renderNotice("good", "Copy queued."),
  waiting: () => renderNotice("short", "This e-mail is already queued."),
  sealed: () => renderNotice("fault", texts.refused.sealed),
  "not kept": () => renderNotice("short", texts.refused.taken),
  "admins alone": () =>
    renderNotice("fault", texts.refused.adminsOnly, texts.refused.adminsOnlyHint),
  lost: () => renderNotice("fault", texts.refused.lost),
};

/** The text without its secrets, each replaced by its name. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

function canResend(mail: MailDetails): boolean {
  return mail.state !== "queued" && isWhole(mail);
}

/** Ends the task of a mail that needs no delivery any more. */
function renderDismiss({ mailId }: MailDetails): Html {
  return renderForm({
    action: mailAddress(mailId, "/dismiss"),
    body: renderButton({ text: "Dismiss" }),
  });
}

function renderResend(mail: MailDetails): Html {
  const text = mail.state === "sent" ? "Send a copy" : "Send again";
  return renderForm({
    action: mailAddress(mail.mailId, "/send"),
    body: renderButton({ text, kind: "primary" }),
  });
}

/** Why a mail did not arrive, with what helps. */
function renderUndelivered(mail: MailDetails, help: Content): Html | null {
  if (!isUndelivered(mail)) return null;
  const state = mail.state === "bounced" ? texts.states.bounced : texts.states.failed;
  const { lastError } = mail;
  return renderNotice("fault", lastError === null ? `${state}.` : `${state}: ${lastError}`, help);
}

/** Why a dismissed mail is not sent again, if its key ended. */
function renderEnded({ dismissedAt }: MailDetails, why: string | undefined): Html | null {
  return dismissedAt === null || why === undefined ? null : renderNotice("short", why);
}

function renderFacts(mail: MailDetails, origin: MailOrigin | undefined, visit: Visit): Html {
  const { recipient, kind, state, attempts, createdAt, sentAt, dueAt, lastError } = mail;
  const sent = sentAt && renderMoment(sentAt);
  const by = mail.deliveredBy;
  const account =
    mail.accountId && html`<a href="${accountAddress(mail.accountId)}">${mail.accountName}</a>`;
  return renderDefinitions([
    { term: "State", value: renderMailState(mail) },
    { term: "To", value: recipient },
    { term: "Type", value: kind },
    { term: "Account", value: account },
    { term: "Belongs to", value: renderMailOrigin(origin, visit) },
    { term: "Original e-mail", value: renderOriginal(origin) },
    { term: "Created", value: renderMoment(createdAt) },
    {
      term: "Sent",
      value: sent && by !== null ? html`${sent}. Delivered manually by ${by}` : sent,
    },
    { term: "Next attempt", value: state === "queued" ? renderMoment(dueAt) : null },
    { term: "Attempts", value: attempts },
    { term: "Last error", value: isUndelivered(mail) ? null : lastError },
  ]);
}

function renderReveal({ mailId, recipient }: MailDetails): Html {
  const form = renderForm({
    action: mailAddress(mailId, "/reveal"),
    body: html`<p>This shows the full e-mail, including its secrets, once. The e-mail is marked as sent, and the audit log records it.</p>
`,
    button: { text: "Show and mark as sent" },
  });
  return renderCard({
    title: "Manual delivery",
    body: html`<p>No mail server is configured. Deliver this e-mail to ${recipient} manually.</p>
${renderQuestion("Show the complete e-mail…", "Show the complete e-mail?", form)}`,
  });
}

/** `refused`: why a change was not made, as a message. */
type MailShown = {
  readonly refused?: string;
  readonly correcting?: FormState;
  readonly status?: PageStatus;
};

/** What helps if a mail did not arrive: its address is corrected, or why it can't be. */
function renderHelp(
  visit: Visit,
  mail: MailDetails,
  origin: MailOrigin | undefined,
  shown: { readonly correcting: FormState; readonly refused: string | undefined },
): Content | undefined {
  if (origin === undefined) return undefined;
  if (isCorrectable(origin)) {
    const mayCorrect = findCorrectionRefusal(visit, mail, origin) === null;
    return mayCorrect ? renderCorrection(mail, origin, shown.correcting) : undefined;
  }
  if (shown.refused !== undefined) return undefined;
  const { quoteReply, quoteRequested } = texts.refused;
  return origin.kind === "quote reply" ? quoteReply : quoteRequested;
}

export async function showMail(
  { db }: ConsoleContext,
  visit: Visit,
  mail: MailDetails,
  { refused, correcting = freshForm({ email: mail.recipient }), status }: MailShown = {},
): Promise<Answer> {
  const { query, signedIn } = visit;
  const origin = await findMailOrigin(db, mail);
  const mayChange = mayUse(operators, signedIn);
  const isUseless = hasUselessKey(visit, origin);
  const mayResend = mayChange && canResend(mail) && !isUseless;
  const isOpen = ["kept", "failed", "bounced"].includes(mail.state) && mail.dismissedAt === null;
  const mayDismiss = mayChange && isOpen;
  const mayRead = mayChange && (!grantsConsoleAccess(mail) || mayUse(admins, signedIn));
  const mayReveal = mayRead && mail.state === "kept" && isWhole(mail);
  const why = isUseless && refused === undefined ? texts.refused.keyEnded : undefined;
  const help = renderHelp(visit, mail, origin, { correcting, refused }) ?? why;
  const message = renderMessage(messages, refused ?? query.text("done"), null);
  const notices = [message, renderEnded(mail, why), renderUndelivered(mail, help)];
  const page = {
    title: mail.subject,
    above,
    ...(mayResend ? { primary: renderResend(mail) } : {}),
    body: html`${notices}${renderFacts(mail, origin, visit)}
<pre tabindex="0" role="group" aria-label="Text of the e-mail">${maskBody(mail.body)}</pre>
${mayDismiss ? renderDismiss(mail) : null}${mayReveal ? renderReveal(mail) : null}`,
  };
  return answerPage(page, status);
}

export const resend: Handler<MailDetails> = async (context, visit, mail) => {
  const { db, mailEncryption } = context;
  const { mailId } = mail;
  if (hasUselessKey(visit, await findMailOrigin(db, mail))) {
    return showMail(context, visit, mail, { refused: "key ended", status: 409 });
  }
  const resent = await resendMail(db, mailEncryption, mailId, operatorActor(visit), visit.now);
  if (resent.outcome === "unknown") return notFound;
  const to = resent.outcome === "copied" ? resent.mailId : mailId;
  return redirect(mailAddress(to, `?done=${resent.outcome}`));
};

export const dismiss: Handler<MailDetails> = async ({ db }, visit, mail) => {
  const isDone = await dismissMail(db, mail, operatorActor(visit), visit.now);
  return redirect(mailAddress(mail.mailId, isDone ? "?done=dismissed" : ""));
};

/** Shows the whole mail once, for an operator who delivers it themselves. */
export const reveal: Handler<MailDetails> = async (context, visit, mail) => {
  const { db, mailEncryption } = context;
  const actor = operatorActor(visit);
  const revealed = await revealMail(db, mailEncryption, mail.mailId, actor, visit.now);
  if (revealed.outcome !== "revealed") {
    const latest = await selectMail(db, mail.mailId);
    return latest === undefined
      ? notFound
      : showMail(context, visit, latest, { refused: revealed.outcome, status: 409 });
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
