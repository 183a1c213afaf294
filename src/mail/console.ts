// The outbox in the console and the shell.
import { Type } from "typebox";
import { operatorActor } from "../audit/actor.ts";
import type { Queryable } from "../db/database.ts";
import {
  accountAddress,
  keyRequestAddress,
  quoteRequestAddress,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { selectKeyRequestOfMail } from "../keyRequests/operatorKeyRequestQueries.ts";
import { admins, type ConsoleAccess, everyone, mayUse, operators } from "../kit/access.ts";
import { action } from "../kit/action.ts";
import type { Context } from "../kit/declared.ts";
import { dismissal } from "../kit/dismissal.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { type Meaning, renderBadge, renderNotice } from "../kit/html/notice.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { list } from "../kit/list.ts";
import { record } from "../kit/record.ts";
import { createRouteBuilders } from "../kit/site/routes.ts";
import { answerPage, notFound } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import { selectRequestOfMail } from "../quotes/quoteRequestQueries.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { fillSecrets, listPlaceholders, type MailEncryption } from "./mailSecrets.ts";
import {
  countUnsent,
  hasText,
  isOpen,
  isTask,
  isWhole,
  type Mail,
  mailColumns,
  mailNoun,
  mailSource,
  mailStates,
  markDismissed,
  maxSearchedMails,
  ownNotices,
  requeueMail,
  selectMail,
} from "./outbox.ts";
import type { MailKind, MailState } from "./queries.ts";
import { queueMail } from "./queueMail.ts";
import { grantsConsoleAccess, revealMail } from "./revealMail.ts";

const path = "/console/outbox";
const above = { href: path, text: "Outbox" };

const { post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

type MailContext = Context & { readonly mailEncryption: MailEncryption };

const stateWords: Readonly<Record<MailState, readonly [Meaning, string]>> = {
  queued: ["neutral", "Queued"],
  sent: ["good", "Sent"],
  kept: ["short", "Not delivered"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

function renderState({ state, deliveredBy, dismissedAt }: Mail): Html {
  if (dismissedAt !== null) return renderBadge("neutral", "Dismissed");
  if (state === "sent" && deliveredBy !== null) return renderBadge("good", "Delivered manually");
  return renderBadge(...stateWords[state]);
}

const accessKinds: readonly MailKind[] = [
  "invitation",
  "reset",
  "password changed",
  "second factor changed",
];

/** For whom an e-mail is, by its kind. */
function describeReader({ kind, accountId }: Mail): string {
  if (ownNotices.includes(kind)) return "Distributor";
  return accountId === null && accessKinds.includes(kind) ? "Operator" : "Customer";
}

export const outbox = list({
  name: "mail list",
  of: mailNoun,
  path,
  who: everyone,
  surfaces: ["page", "shell"],
  title: "Outbox",
  sentence: "E-mails that partsdesk sends, with their state.",
  caption: "E-mails, newest first",
  about: "list the e-mails of the outbox, newest first",
  filter: Type.Object({
    to: Type.Optional(
      Type.String({
        maxLength: 254,
        title: "Address or subject",
        description: `A part is enough for the newest ${formatCount(maxSearchedMails)} e-mails; older ones need the address.`,
      }),
    ),
    state: Type.Optional(Type.Enum(mailStates, { title: "State" })),
    tasks: Type.Optional(Type.Boolean({ title: "Only e-mails that need an operator" })),
  }),
  hidden: ["tasks"],
  button: "Search",
  tabs: {
    name: "state",
    label: "States",
    words: [[null, "All"], ...mailStates.map((state) => [state, stateWords[state][1]] as const)],
    async count({ db }: Context, { to, tasks = false }) {
      if (to !== undefined) return new Map();
      const counts = await countUnsent(db, { onlyTasks: tasks });
      const unsent = mailStates.filter((state) => state !== "sent");
      return new Map(unsent.map((state) => [state, counts.get(state) ?? 0]));
    },
  },
  select: mailColumns,
  from: mailSource,
  id: sql`m.mail_id`,
  where: ({ filter: { state, to, tasks = false } }) => [
    state !== undefined && sql`m.state = ${state} and m.dismissed_at is null`,
    // Matches the condition of the partial index of unsent mails.
    state !== undefined && state !== "sent" && sql`m.state <> 'sent'`,
    to !== undefined && hasText(to),
    tasks && isTask,
  ],
  orders: { created: { keys: [sql`m.mail_id`], isDescending: true } },
  columns: [
    {
      title: "Subject",
      kind: "text",
      cell: ({ mailId, subject }) => html`<a href="${mailNoun.address(mailId)}">${subject}</a>`,
      plain: ({ subject }) => subject,
    },
    { title: "To", kind: "text", cell: ({ recipient }) => recipient },
    { title: "For", kind: "words", cell: describeReader },
    {
      title: "Created",
      kind: "words",
      cell: ({ createdAt }) => renderAge(createdAt),
      plain: ({ createdAt }) => createdAt.toISOString(),
    },
    { title: "Type", kind: "words", cell: ({ kind }) => kind },
    { title: "State", kind: "words", cell: renderState, plain: ({ state }) => state },
    { title: "Attempts", kind: "number", cell: ({ attempts }) => attempts },
  ],
  none: () => ({
    title: "No matching e-mails",
    body: html`<p>The outbox has every e-mail that partsdesk sends, with its state.</p>`,
  }),
  around: async (_context, _visit, { tasks, ...filter }) => {
    if (!tasks) return {};
    const all = filter.state === undefined ? path : `${path}?state=${filter.state}`;
    return {
      before: html`<p>Only e-mails that need you. Keys are tasks of their key
requests. <a href="${all}">Show all</a></p>\n`,
    };
  },
});

function hasEndedKey({ keyEndsAt }: Mail, now: Date): boolean {
  return keyEndsAt !== null && keyEndsAt <= now;
}

const endedKey = "The key in this e-mail has expired or was revoked. Issue a new key.";

const resend = action({
  name: "mail resend",
  of: mailNoun,
  who: operators,
  surfaces: ["page", "shell"],
  input: Type.Object({}),
  isOffered: (mail, { now }) => mail.state !== "queued" && isWhole(mail) && !hasEndedKey(mail, now),
  async run(tx, mail, _input, { context, now }: { readonly context: MailContext; now: Date }) {
    if (hasEndedKey(mail, now)) return "key ended";
    if (mail.state === "queued") return "waiting";
    if (!isWhole(mail)) return "sealed";
    if (mail.state !== "sent") {
      await requeueMail(tx, mail.mailId, now);
      return "queued";
    }
    const { kind, recipient: to, accountId, subject, body: text } = mail;
    const copy = { kind, to, accountId, subject, text };
    return { done: "copied", at: await queueMail(tx, context.mailEncryption, copy, now) };
  },
  audit: ({ state, lastError }, _input, { at }) => ({
    action: "resent an e-mail",
    before: { state, last_error: lastError },
    after: { state: "queued", mail_id: at },
  }),
  words: {
    about: "queue an e-mail again, or a copy of one that was sent",
    button: ({ state }) => (state === "sent" ? "Send a copy" : "Send again"),
    done: { queued: "E-mail queued again.", copied: "Copy queued." },
    refused: {
      waiting: "This e-mail is already queued.",
      sealed: "Can't be sent again: the secrets of this e-mail were deleted. Create a new e-mail.",
      "key ended": endedKey,
    },
  },
});

const dismiss = dismissal({
  of: mailNoun,
  what: "an e-mail",
  who: operators,
  surfaces: ["page", "shell"],
  isOpen,
  mark: (tx, { mailId }, now) => markDismissed(tx, mailId, now),
});

/** Links to what an e-mail belongs to, where its address is corrected. */
async function renderOrigin(
  db: Queryable,
  { signedIn }: Visit,
  { mailId, kind, accountId }: Mail,
): Promise<Content> {
  if (kind === "quote reply" || kind === "quote requested") {
    const quote = await selectRequestOfMail(db, mailId);
    return (
      quote && html`<a href="${quoteRequestAddress(quote.requestId)}">${quote.requestNumber}</a>`
    );
  }
  if (kind !== "invitation") {
    const request = await selectKeyRequestOfMail(db, mailId);
    return (
      request &&
      html`<a href="${keyRequestAddress(request.requestId)}">${request.company ?? request.email}</a>`
    );
  }
  if (accountId !== null) {
    return html`<a href="${accountAddress(accountId)}/people">People of the account</a>`;
  }
  return mayUse(admins, signedIn) ? html`<a href="/console/operators">Operators</a>` : "Operators";
}

function renderReveal({ mailId, recipient }: Mail): Html {
  const form = renderForm({
    action: `${mailNoun.address(mailId)}/reveal`,
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

function renderFacts(mail: Mail, origin: Content): Html {
  const { recipient, kind, state, attempts, createdAt, sentAt, dueAt, lastError } = mail;
  const sent = sentAt && renderMoment(sentAt);
  const by = mail.deliveredBy;
  const { accountId, accountName } = mail;
  return renderDefinitions([
    { term: "State", value: renderState(mail) },
    { term: "To", value: recipient },
    { term: "Type", value: kind },
    {
      term: "Account",
      value: accountId && html`<a href="${accountAddress(accountId)}">${accountName}</a>`,
    },
    { term: "Belongs to", value: origin ?? null },
    { term: "Created", value: renderMoment(createdAt) },
    { term: "Sent", value: by === null ? sent : html`${sent}. Delivered manually by ${by}` },
    { term: "Next attempt", value: state === "queued" ? renderMoment(dueAt) : null },
    { term: "Attempts", value: attempts },
    { term: "Last error", value: isOpen(mail) ? null : lastError },
  ]);
}

/** The text with the name of each secret in its place. */
function maskBody(body: string): string {
  const masked = [...listPlaceholders(body)].map((name) => [name, `(${name}: not shown)`] as const);
  return fillSecrets(body, Object.fromEntries(masked));
}

/** Why a mail did not arrive. */
function renderUndelivered(mail: Mail): Html | null {
  const { state, lastError } = mail;
  if (!isOpen(mail) || state === "kept") return null;
  const [, word] = stateWords[state];
  return renderNotice("fault", lastError === null ? `${word}.` : `${word}: ${lastError}`);
}

const mailRecord = record({
  of: mailNoun,
  path: `${path}/:mail`,
  who: everyone,
  actions: [resend, dismiss],
  async page({ db }: MailContext, visit, mail, { notice, form }) {
    const { signedIn, now } = visit;
    const mayRead =
      mayUse(operators, signedIn) && (!grantsConsoleAccess(mail) || mayUse(admins, signedIn));
    const isEnded = hasEndedKey(mail, now) && mail.state !== "sent" && notice === null;
    const ended = isEnded ? renderNotice("short", endedKey) : null;
    const origin = await renderOrigin(db, visit, mail);
    const primary = form(resend, "primary");
    return {
      title: mail.subject,
      above,
      ...(primary && { primary }),
      body: html`${notice}${renderUndelivered(mail)}${ended}${renderFacts(mail, origin)}
<pre tabindex="0" role="group" aria-label="Text of the e-mail">${maskBody(mail.body)}</pre>
${form(dismiss)}${mayRead && mail.state === "kept" && isWhole(mail) ? renderReveal(mail) : null}`,
    };
  },
});

const unrevealed = {
  "not kept": "Someone else has already delivered this e-mail or sent it again.",
  "admins alone": "Only admins can show this e-mail. Its link gives access to the console.",
  lost: "The secrets of this e-mail can't be decrypted. Create a new e-mail.",
};

/** Shows the whole mail once, for an operator who delivers it themselves. */
const reveal: Handler<Mail> = async (context, visit, mail) => {
  const { db, mailEncryption } = context;
  const actor = operatorActor(visit);
  const revealed = await revealMail(db, mailEncryption, mail.mailId, actor, visit.now);
  if (revealed.outcome !== "revealed") {
    const latest = await selectMail(db, mail.mailId);
    const notice = renderNotice("short", unrevealed[revealed.outcome]);
    return latest === undefined
      ? notFound
      : mailRecord.show(context, visit, latest, { notice }, 409);
  }
  const { recipient, subject, text } = revealed;
  const once = [
    "Copy it now. It is shown only once.",
    "The stored secrets have been deleted.",
  ] as const;
  return answerPage({
    title: subject,
    sentence: `Deliver this to ${recipient}.`,
    above,
    body: html`${renderNotice("short", ...once)}${renderCodeBlock("Complete e-mail", text)}`,
  });
};

export const mailActions = [resend, dismiss];

export const mailRoutes = [
  ...outbox.routes,
  ...mailRecord.routes,
  post(`${path}/:mail/reveal`, operators, mailRecord.load, reveal),
];
