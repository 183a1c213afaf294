// The outbox's pages: the list, one mail with what is sealed masked, and sending it again.
import { isUuid } from "../../db/isUuid.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeButton, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import type { Answer } from "../../http/visit.ts";
import { fillSecrets, listPlaceholders } from "../../mail/fillSecrets.ts";
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
};

/** The text as it may be seen: what is or was sealed is named, never shown. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

function canResend(mail: ShownMail): boolean {
  if (mail.state === "queued") return false;
  return mail.state !== "sent" || listPlaceholders(mail.body).size === 0;
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
  const went = sentAt === null ? [] : [{ term: "Sent", value: writeMoment(sentAt) }];
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

async function showMail({ db }: ConsoleContext, visit: Visit): Promise<Answer> {
  const { query, signedIn } = visit;
  const mailId = visit.param("mail");
  const mail = isUuid(mailId) ? await selectMail(db, mailId) : undefined;
  if (mail === undefined) return { kind: "nothing" };
  const done = query.text("done");
  const mayResend = isAmong(deskRoles, signedIn.operator.role) && canResend(mail);
  return {
    kind: "page",
    page: {
      title: mail.subject,
      above,
      ...(mayResend ? { primary: writeResend(mail) } : {}),
      body: html`${Object.hasOwn(notices, done) ? notices[done] : null}${writeFacts(mail)}
<pre tabindex="0" role="group" aria-label="Text of the mail">${maskBody(mail.body)}</pre>
`,
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
}
