import type { AccountId } from "../../accounts/account.ts";
import { exportAuditEvents } from "../../audit/exportAuditEvents.ts";
import {
  type AuditEventFilter,
  type StoredAuditEvent,
  selectAuditEventKinds,
  selectAuditEvents,
} from "../../audit/queries.ts";
import type { Queryable } from "../../db/database.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { capitalize } from "../../html/capitalize.ts";
import { renderCard } from "../../html/card.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, type Option, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import type { Choice } from "../../kit/input.ts";
import { type ListedOperator, selectOperators } from "../../people/operatorQueries.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage } from "../../site/visit.ts";
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
  valuesAddress,
} from "../addresses.ts";
import type { Handler, Visit } from "../consoleContext.ts";
import { endOfFilteredDay, readDayFilter, readText, readUuid } from "../filters.ts";
import { chooseAccount, placeUnder, renderPicker } from "../search/pickers.ts";
import { describeTerms, describeValue, nameAction, readValues } from "./describeEvent.ts";
import { texts } from "./texts.ts";

const path = "/console/audit";

const filterNames = ["operator", "action", "kind", "subject", "account", "from", "until"];
const maxTextLength = 300;

/** `until` is an included day. An invalid text counts as not sent. */
function readAuditFilter(
  { query, reader: { zone } }: Visit,
  account: Choice<AccountId>,
): AuditEventFilter {
  return {
    operatorId: readUuid(query, "operator"),
    action: readText(query, "action", maxTextLength) || null,
    subjectKind: readText(query, "kind", maxTextLength) || null,
    subjectId: readText(query, "subject", maxTextLength) || null,
    accountId: account.id,
    from: readDayFilter(query.text("from"), zone),
    until: endOfFilteredDay(query.text("until"), zone),
  };
}

/** The account that the filter names. */
function readAccount(db: Queryable, { query }: Visit): Promise<Choice<AccountId>> {
  const sent = Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
  return chooseAccount(db, readText(query, "account"), (account) =>
    formatAddress(path, { ...sent, account }),
  );
}

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
  ["vendor", (id) => valuesAddress(id)],
]);

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
  if (accountId === null) return null;
  return linkAccount(accountId, accountName ?? accountId);
}

function renderEventFilters(
  query: Fields,
  account: string,
  operators: readonly ListedOperator[],
  { actions, subjectKinds }: Awaited<ReturnType<typeof selectAuditEventKinds>>,
): Html {
  const sent = Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
  const state = freshForm({ ...sent, account });
  const choice = (name: string, label: string, options: readonly Option[]): Html =>
    renderSelect(state, { name, label, options: [anyOption, ...options] });
  // A link may name what no event has yet.
  const words = (texts: readonly string[], wanted = "", name = (text: string) => text): Option[] =>
    [...new Set(wanted === "" ? texts : [...texts, wanted])].map((text) => {
      return { value: text, text: name(text) };
    });
  const people = operators.map(({ operatorId, name }) => ({ value: operatorId, text: name }));
  const fields = [
    choice("operator", "Operator", people),
    choice("action", "Action", words(actions, sent["action"], nameAction)),
    choice("kind", "Subject", words(subjectKinds, sent["kind"])),
    renderTextField(state, { name: "subject", label: "Subject ID", code: true }),
    renderPicker(state, "accounts", { name: "account", label: "Account" }),
    renderTextField(state, { name: "from", label: "From", type: "date" }),
    renderTextField(state, { name: "until", label: "Until", type: "date" }),
  ];
  return renderFilters({ action: path, label: "Audit", fields });
}

function renderEvents(events: readonly StoredAuditEvent[]): Html {
  const link = ({ auditEventId, at }: StoredAuditEvent) =>
    html`<a href="${path}/${auditEventId}">${renderMoment(at)}</a>`;
  return renderRows("Audit events, newest first", events, [
    { title: "When", kind: "words", cell: link },
    { title: "Who", kind: "text", cell: nameActor },
    { title: "Action", kind: "text", cell: ({ action }) => nameAction(action) },
    { title: "Subject", kind: "text", cell: nameSubject },
    { title: "Account", kind: "text", cell: linkEventAccount },
  ]);
}

export const showAudit: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const before = readUuid(query, "before");
  const account = await readAccount(db, visit);
  const filter = readAuditFilter(visit, account);
  const [found, kinds, operators] = await Promise.all([
    selectAuditEvents(db, filter, { before, limit: pageSize + 1 }),
    selectAuditEventKinds(db),
    selectOperators(db, now),
  ]);
  const sent = Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
  const { rows: events, pager } = paginate(found, {
    after: before,
    keyOf: ({ auditEventId }) => auditEventId,
    addressOf: (before) => formatAddress(path, { ...sent, before }),
  });
  const none = renderEmptyState(
    "No matching events",
    html`<p>The audit log has every change by an operator, and every refused request.</p>`,
  );
  const csv = formatAddress(`${path}/export.csv`, sent);
  const list = html`${renderEvents(events)}${pager}
<p class="quiet"><a href="${csv}">Download all as CSV</a></p>
`;
  return answerPage({
    title: texts.title,
    sentence: "Who did what. Events can't be changed or deleted.",
    ...placeUnder(account),
    body: html`${renderEventFilters(query, account.text, operators, kinds)}${
      events.length === 0 ? (account.question ?? none) : list
    }`,
  });
};

const csvFile = { name: "audit.csv", type: "text/csv; charset=utf-8" };

export const exportAudit: Handler = async ({ db, files }, visit) => {
  const filter = readAuditFilter(visit, await readAccount(db, visit));
  return files.send(visit, csvFile, (session, target) =>
    writeCsv(exportAuditEvents(session, filter), target),
  );
};

function renderState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: none</p>\n`;
  const values = readValues(json);
  if (values !== undefined) {
    const rows = Object.entries(values).map(([name, value]) => {
      const [term, text] = describeValue(name, value);
      return { term, value: text };
    });
    return renderCard({ title: label, body: renderDefinitions(rows) });
  }
  return renderCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
}

function renderFacts(event: StoredAuditEvent): Html {
  return renderDefinitions([
    { term: "When", value: renderMoment(event.at) },
    { term: "Who", value: nameActor(event) },
    { term: "E-mail", value: event.operatorEmail ?? texts.event.none },
    { term: "Subject", value: nameSubject(event) },
    {
      term: "Subject ID",
      value: html`<code>${event.subjectId ?? texts.event.none}</code>`,
    },
    { term: "Account", value: linkEventAccount(event) ?? texts.event.none },
    { term: "Request", value: html`<code>${event.requestId}</code>` },
  ]);
}

export const showAuditEvent: Handler<StoredAuditEvent> = async (_context, _visit, event) => {
  const { action, before, after } = event;
  const states = [renderState("Before", before), renderState("After", after)];
  return answerPage({
    title: capitalize(nameAction(action)),
    above: { href: path, text: texts.title },
    body: html`${renderFacts(event)}${states}`,
  });
};
