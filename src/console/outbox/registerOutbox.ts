// The outbox's pages: the list, one mail with what is sealed masked, sending it again, and handing
// over by oneself what no server takes.
import { isUuid } from "../../db/isUuid.ts";
import { writeCodeBlock } from "../../html/codeBlock.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeActions, writeButton, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import type { Answer } from "../../http/visit.ts";
import { fillSecrets, listPlaceholders } from "../../mail/fillSecrets.ts";
import { handOverMail, opensConsole } from "../../mail/handOverMail.ts";
import { type ShownMail, selectMail } from "../../mail/outboxQueries.ts";
import { resendMail } from "../../mail/resendMail.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { deskRoles, everyRole, isAmong } from "../everyRole.ts";
import { showOutbox, writeMailState } from "./showOutbox.ts";

const above = { href: "/console/outbox", text: "Outbox" };

const notices: Readonly<Record<string, Html>> = {
  queued: writeNotice("good", "The mail is on its way again."),
  copied: writeNotice("good", "A copy of the mail is on its way."),
  waiting: writeNotice("short", "The mail is on its way already."),
  sealed: writeNotice(
    "fault",
    "This mail cannot be sent again: what it told went when it was sent. Have it written anew.",
  ),
  "not kept": writeNotice("short", "Somebody was quicker: the mail is not kept any more."),
  "admins alone": writeNotice(
    "fault",
    "Nothing was shown: an admin alone hands this mail over.",
    "Whoever has its link signs in to the console.",
  ),
  lost: writeNotice("fault", "What is sealed in this mail cannot be read. Have it written anew."),
};

/** The text as it may be seen: what is or was sealed is named, never shown. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

/** Whether all that a mail tells is still there. */
function isWhole(mail: ShownMail): boolean {
  return mail.isSealed || listPlaceholders(mail.body).size === 0;
}

function canResend(mail: ShownMail): boolean {
  return mail.state !== "queued" && isWhole(mail);
}

function writeResend(mail: ShownMail): Html {
  const text = mail.state === "sent" ? "Send a copy" : "Send it again";
  return writeForm({
    action: `/console/outbox/${mail.mailId}/send`,
    body: writeButton({ text, kind: "primary" }),
  });
}

function writeFacts(mail: ShownMail): Html {
  const { recipient, kind, state, attempts, createdAt, sentAt, dueAt, lastError } = mail;
  const by = mail.handedOverBy === null ? null : ` by ${mail.handedOverBy}, by hand`;
  const went = sentAt === null ? [] : [{ term: "Sent", value: html`${writeMoment(sentAt)}${by}` }];
  const due = state === "queued" ? [{ term: "Next try", value: writeMoment(dueAt) }] : [];
  const error = lastError === null ? [] : [{ term: "Last error", value: lastError }];
  return writeDefinitions([
    { term: "State", value: writeMailState(state) },
    { term: "To", value: recipient },
    { term: "About", value: kind },
    { term: "Account", value: mail.accountName ?? "none" },
    { term: "Written", value: writeMoment(createdAt) },
    ...[...went, ...due],
    { term: "Attempts", value: attempts },
    ...error,
  ]);
}

function writeHandingOver({ mailId, recipient }: ShownMail): Html {
  const form = writeForm({
    action: `/console/outbox/${mailId}/hand-over`,
    body: html`<p>The whole text is shown, with what is sealed in it, this once. The mail counts as
sent then, by you, and that is written down.</p>
${writeActions(writeButton({ text: "Show it, I hand it over" }))}`,
  });
  return html`<h2>Hand it over yourself</h2>
<p>There was no mail server to send it to ${recipient}.</p>
${writeQuestion("Hand it over yourself …", "Show the whole mail?", form)}`;
}

async function handOver(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db, mailSeal } = context;
  const { param, signedIn, requestId, now } = visit;
  const request = { mailId: param("mail"), operator: signedIn.operator, requestId };
  const handed = await handOverMail(db, mailSeal, request, now);
  if (handed.outcome !== "handed over") {
    const shown = await showMail(context, visit, handed.outcome);
    return shown.kind === "page" ? { ...shown, status: 409 } : shown;
  }
  const { recipient, subject, text } = handed;
  return {
    kind: "page",
    page: {
      title: subject,
      sentence: `Hand this to ${recipient}.`,
      above,
      body: html`${writeNotice(
        "short",
        "Copy it now: it is not shown again.",
        "What was sealed in it is gone from here.",
      )}${writeCodeBlock("The whole mail", text)}`,
    },
  };
}

async function showMail(
  { db }: ConsoleContext,
  visit: Visit,
  done = visit.query.text("done"),
): Promise<Answer> {
  const { signedIn } = visit;
  const mailId = visit.param("mail");
  const mail = isUuid(mailId) ? await selectMail(db, mailId) : undefined;
  if (mail === undefined) return { kind: "nothing" };
  const mayChange = isAmong(deskRoles, signedIn.operator.role);
  const mayResend = mayChange && canResend(mail);
  const mayHave = mayChange && (!opensConsole(mail) || signedIn.operator.role === "admin");
  const mayHandOver = mayHave && mail.state === "kept" && isWhole(mail);
  return {
    kind: "page",
    page: {
      title: mail.subject,
      above,
      ...(mayResend ? { primary: writeResend(mail) } : {}),
      body: html`${Object.hasOwn(notices, done) ? notices[done] : null}${writeFacts(mail)}
<pre tabindex="0" role="group" aria-label="Text of the mail">${maskBody(mail.body)}</pre>
${mayHandOver ? writeHandingOver(mail) : null}`,
    },
  };
}

/** Adds `/console/outbox` and what is under it. */
export function registerOutbox({ get, post, context }: ConsoleServer): void {
  const { db, mailSeal } = context;
  get("/console/outbox", { roles: everyRole, answer: (visit) => showOutbox(context, visit) });
  get("/console/outbox/:mail", { roles: everyRole, answer: (visit) => showMail(context, visit) });
  post("/console/outbox/:mail/send", {
    roles: deskRoles,
    answer: async ({ param, signedIn: { operator }, requestId, now }) => {
      const mailId = param("mail");
      const resent = await resendMail(db, mailSeal, { mailId, operator, requestId }, now);
      if (resent.outcome === "unknown") return { kind: "nothing" };
      const to = resent.outcome === "copied" ? resent.mailId : mailId;
      return { kind: "see other", to: `/console/outbox/${to}?done=${resent.outcome}` };
    },
  });
  post("/console/outbox/:mail/hand-over", {
    roles: deskRoles,
    answer: (visit) => handOver(context, visit),
  });
}
