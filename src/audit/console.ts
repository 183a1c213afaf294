// The audit log in the console and the shell.
import { Type } from "typebox";
import {
  accountAddress,
  agreementAddress,
  keyAddress,
  keyRequestAddress,
  linkAccount,
  mailAddress,
  offerAddress,
  orderAddress,
  quoteRequestAddress,
  runAddress,
} from "../home/consoleAddresses.ts";
import { dayFilter, endOfFilteredDay, readDayFilter } from "../home/consoleFilters.ts";
import { accountFilter } from "../home/consolePickers.ts";
import { everyone } from "../kit/access.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock } from "../kit/html/codeBlock.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { list } from "../kit/list.ts";
import { groupDigits } from "../kit/money.ts";
import { record } from "../kit/record.ts";
import { sql } from "../kit/sql.ts";
import { selectOperators } from "../people/operatorQueries.ts";
import { nameAction } from "./actions.ts";
import {
  eventColumns,
  eventNoun,
  eventSource,
  isMatching,
  type StoredAuditEvent,
  selectAuditEventKinds,
} from "./queries.ts";

const path = "/console/audit";

function nameActor({ operatorName, operatorRole }: StoredAuditEvent): Content {
  if (operatorName === null) return "Command line";
  return html`${operatorName} <span class="quiet">${operatorRole}</span>`;
}

type SubjectAddress = (id: string, accountId: string | null) => string | undefined;

/** Of subjects that have a name while they exist. */
const namedAddresses = new Map<string, SubjectAddress>([
  ["account", (id) => accountAddress(id)],
  [
    "agreement rule",
    (id, account) => (account === null ? undefined : agreementAddress(account, `/rules/${id}`)),
  ],
  ["key", (id) => keyAddress(id)],
  ["key request", (id) => keyRequestAddress(id)],
  ["mail", (id) => mailAddress(id)],
  ["offer", (id) => offerAddress(Number(id))],
  ["order", (id) => orderAddress(id)],
  ["quote request", (id) => quoteRequestAddress(id)],
]);
/** Of subjects that are never deleted. */
const lastingAddresses = new Map<string, SubjectAddress>([
  ["condition", () => "/console/catalog/conditions"],
  ["import", (id) => runAddress(id)],
]);

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The values of a stored state; undefined if it is no flat object. */
function readValues(json: string | null): Values | undefined {
  const state: unknown = json === null ? null : JSON.parse(json);
  if (state === null || typeof state !== "object" || Array.isArray(state)) return undefined;
  const isFlat = Object.values(state).every((value) => value === null || typeof value !== "object");
  return isFlat ? (state as Values) : undefined;
}

function describePrice(json: string | null): string | null {
  const values = readValues(json);
  const { unit_price: price, currency, discount_percent: discount } = values ?? {};
  if (price) {
    const [whole = "", ...decimals] = String(price).split(".");
    return `${String(currency ?? "")} ${[groupDigits(whole), ...decimals].join(".")}`.trim();
  }
  return discount ? `${discount}% off list` : null;
}

/** The price or discount that an event set, and which one before; null if it set none. */
function describeTerms({ subjectKind, before, after }: StoredAuditEvent): string | null {
  if (subjectKind === "account") {
    const discount = Number(readValues(after)?.["discount_basis_points"] ?? 0);
    return discount > 0 ? `${discount / 100}% off list` : null;
  }
  if (subjectKind !== "agreement rule") return null;
  const [old, current] = [describePrice(before), describePrice(after)];
  if (old === null || current === null || old === current) return current ?? old;
  return `${old} → ${current}`;
}

function nameSubject(event: StoredAuditEvent): Content {
  const { subjectKind, subjectId, subjectName, accountId } = event;
  if (subjectId === null) return subjectKind;
  const addresses = subjectName === null ? lastingAddresses : namedAddresses;
  const address = addresses.get(subjectKind)?.(subjectId, accountId);
  const name = subjectName ?? html`<code>${subjectId}</code>`;
  const link = address === undefined ? name : html`<a href="${address}">${name}</a>`;
  const terms = describeTerms(event);
  return html`${subjectKind} ${link}${terms === null ? null : `, ${terms}`}`;
}

function linkEventAccount({ accountId, accountName }: StoredAuditEvent): Content {
  return accountId && linkAccount(accountId, accountName ?? accountId);
}

/** The options of a select. A link may name what no event has yet. */
function offer(
  texts: readonly string[],
  wanted: string | undefined,
  name: (text: string) => string = String,
) {
  const all = new Set(wanted === undefined ? texts : [...texts, wanted]);
  return [...all].map((value) => ({ value, text: name(value) }));
}

const maxTextLength = 300;

export const auditLog = list({
  name: "audit list",
  of: eventNoun,
  path,
  who: everyone,
  surfaces: ["page", "shell", "api"],
  title: "Audit log",
  sentence: "Who did what. Events can't be changed or deleted.",
  caption: "Audit events, newest first",
  about: "list who did what, newest first",
  filter: Type.Object({
    operator: Type.Optional(Type.String({ title: "Operator", format: "uuid" })),
    action: Type.Optional(Type.String({ title: "Action", maxLength: maxTextLength })),
    kind: Type.Optional(Type.String({ title: "Subject", maxLength: maxTextLength })),
    subject: Type.Optional(
      Type.String({ title: "Subject ID", maxLength: maxTextLength, code: true }),
    ),
    account: accountFilter,
    from: dayFilter("From"),
    until: dayFilter("Until"),
  }),
  select: eventColumns,
  from: eventSource,
  id: sql`e.event_id`,
  where: ({ filter: { operator, action, kind, subject, account, from, until }, zone }) =>
    isMatching({
      operatorId: operator,
      action,
      subjectKind: kind,
      subjectId: subject,
      accountId: account,
      from: readDayFilter(from, zone),
      until: endOfFilteredDay(until, zone),
    }),
  orders: { at: { keys: [sql`e.event_id`], isDescending: true } },
  csv: "audit.csv",
  columns: [
    {
      title: "When",
      kind: "words",
      cell: ({ auditEventId, at }) =>
        html`<a href="${eventNoun.address(auditEventId)}">${renderAge(at)}</a>`,
      plain: ({ at }) => at.toISOString(),
    },
    {
      title: "Who",
      kind: "text",
      cell: nameActor,
      plain: ({ operatorName }) => operatorName ?? "Command line",
    },
    { title: "Action", kind: "text", cell: ({ action }) => nameAction(action) },
    {
      title: "Subject",
      kind: "text",
      cell: nameSubject,
      plain: ({ subjectKind, subjectName, subjectId }) =>
        `${subjectKind} ${subjectName ?? subjectId ?? ""}`.trim(),
    },
    {
      title: "Account",
      kind: "text",
      cell: linkEventAccount,
      plain: ({ accountName }) => accountName,
    },
  ],
  none: () => ({
    title: "No matching events",
    body: html`<p>The audit log has every change by an operator, and every refused request.</p>`,
  }),
  around: async ({ db }, { now }, { action, kind }) => {
    const [{ actions, subjectKinds }, operators] = await Promise.all([
      selectAuditEventKinds(db),
      selectOperators(db, now),
    ]);
    return {
      options: {
        operator: operators.map(({ operatorId, name }) => ({ value: operatorId, text: name })),
        action: offer(actions, action, nameAction),
        kind: offer(subjectKinds, kind),
      },
    };
  },
});

function renderState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: none</p>\n`;
  const values = readValues(json);
  if (values === undefined) {
    return renderCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
  }
  const rows = Object.entries(values).map(([name, value]) =>
    name === "discount_basis_points"
      ? { term: "Discount", value: `${Number(value) / 100}%` }
      : { term: capitalize(name.replaceAll("_", " ")), value: String(value ?? "") || "None" },
  );
  return renderCard({ title: label, body: renderDefinitions(rows) });
}

const auditEvent = record({
  of: eventNoun,
  path: `${path}/:event`,
  who: everyone,
  actions: [],
  page: async (_context, _visit, event) => ({
    title: capitalize(nameAction(event.action)),
    above: { href: path, text: "Audit log" },
    body: html`${renderDefinitions([
      { term: "When", value: renderMoment(event.at) },
      { term: "Who", value: nameActor(event) },
      { term: "E-mail", value: event.operatorEmail ?? "None" },
      { term: "Subject", value: nameSubject(event) },
      { term: "Subject ID", value: html`<code>${event.subjectId ?? "None"}</code>` },
      { term: "Account", value: linkEventAccount(event) ?? "None" },
      { term: "Request", value: html`<code>${event.requestId}</code>` },
    ])}${renderState("Before", event.before)}${renderState("After", event.after)}`,
  }),
});

export const auditRoutes = [...auditLog.routes, ...auditEvent.routes];
