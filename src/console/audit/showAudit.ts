import { exportAuditEvents } from "../../audit/exportAuditEvents.ts";
import {
  type AuditEventFilter,
  type StoredAuditEvent,
  selectAuditEventKinds,
  selectAuditEvents,
} from "../../audit/queries.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { anyOption, type Option, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { type ListedOperator, selectOperators } from "../../people/operatorQueries.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage } from "../../site/visit.ts";
import {
  accountAddress,
  keyAddress,
  keyRequestAddress,
  linkAccount,
  orderAddress,
  runAddress,
  valuesAddress,
} from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { endOfFilteredDay, readDayFilter, readText, readUuid } from "../filters.ts";

const path = "/console/audit";

const filterNames = ["operator", "action", "kind", "subject", "account", "from", "until"];
const maxTextLength = 300;

/** `until` is an included day. An invalid text counts as not sent. */
function readAuditFilter(query: Fields): AuditEventFilter {
  return {
    operatorId: readUuid(query, "operator"),
    action: readText(query, "action", maxTextLength) || null,
    subjectKind: readText(query, "kind", maxTextLength) || null,
    subjectId: readText(query, "subject", maxTextLength) || null,
    accountId: readUuid(query, "account"),
    from: readDayFilter(query.text("from")),
    until: endOfFilteredDay(query.text("until")),
  };
}

function nameActor({ operatorName, operatorRole }: StoredAuditEvent): Content {
  if (operatorName === null) return "Command line";
  return html`${operatorName} <span class="quiet">${operatorRole}</span>`;
}

/** Subjects that are never deleted have a link. */
const subjectAddresses: Readonly<Record<string, (id: string) => string>> = {
  account: accountAddress,
  condition: () => "/console/catalog/conditions",
  import: runAddress,
  key: (id) => keyAddress(id),
  "key request": (id) => keyRequestAddress(id),
  order: (id) => orderAddress(id),
  vendor: valuesAddress,
};

function nameSubject({ subjectKind, subjectId }: StoredAuditEvent): Content {
  if (subjectId === null) return subjectKind;
  const address = subjectAddresses[subjectKind]?.(subjectId);
  const id = html`<code>${subjectId}</code>`;
  return html`${subjectKind} ${address === undefined ? id : html`<a href="${address}">${id}</a>`}`;
}

function linkEventAccount({ accountId, accountName }: StoredAuditEvent): Content {
  if (accountId === null) return null;
  return linkAccount(accountId, accountName ?? accountId);
}

function renderEventFilters(
  query: Fields,
  operators: readonly ListedOperator[],
  { actions, subjectKinds }: Awaited<ReturnType<typeof selectAuditEventKinds>>,
): Html {
  const state = freshForm(Object.fromEntries(filterNames.map((name) => [name, query.text(name)])));
  const choice = (name: string, label: string, options: readonly Option[]): Html =>
    renderSelect(state, { name, label, options: [anyOption, ...options] });
  const words = (texts: readonly string[]): Option[] =>
    texts.map((text) => ({ value: text, text }));
  const people = operators.map(({ operatorId, name }) => ({ value: operatorId, text: name }));
  const fields = [
    choice("operator", "Operator", people),
    choice("action", "Action", words(actions)),
    choice("kind", "Subject", words(subjectKinds)),
    renderTextField(state, { name: "subject", label: "Subject id", code: true }),
    renderTextField(state, { name: "account", label: "Account id", code: true }),
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
    { title: "Action", kind: "text", cell: ({ action }) => action },
    { title: "Subject", kind: "text", cell: nameSubject },
    { title: "Account", kind: "text", cell: linkEventAccount },
  ]);
}

export const showAudit: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const before = readUuid(query, "before");
  const filter = readAuditFilter(query);
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
    title: "Audit",
    sentence: "Who did what. Events cannot be changed or deleted.",
    body: html`${renderEventFilters(query, operators, kinds)}${events.length === 0 ? none : list}`,
  });
};

const csvFile = { name: "audit.csv", type: "text/csv; charset=utf-8" };

export const exportAudit: Handler = async ({ files }, visit) => {
  const filter = readAuditFilter(visit.query);
  return files.send(visit, csvFile, (session, target) =>
    writeCsv(exportAuditEvents(session, filter), target),
  );
};

function renderState(label: string, json: string | null): Html {
  if (json === null) return html`<p class="quiet">${label}: none</p>\n`;
  return renderCodeBlock(label, JSON.stringify(JSON.parse(json), null, 2));
}

function renderFacts(event: StoredAuditEvent): Html {
  return renderDefinitions([
    { term: "When", value: renderMoment(event.at) },
    { term: "Who", value: nameActor(event) },
    { term: "E-mail", value: event.operatorEmail ?? "None" },
    { term: "Subject", value: nameSubject(event) },
    { term: "Account", value: linkEventAccount(event) ?? "None" },
    { term: "Request", value: html`<code>${event.requestId}</code>` },
  ]);
}

export const showAuditEvent: Handler<StoredAuditEvent> = async (_context, _visit, event) => {
  const { action, before, after } = event;
  const states = [renderState("Before", before), renderState("After", after)];
  return answerPage({
    title: `${action.slice(0, 1).toUpperCase()}${action.slice(1)}`,
    above: { href: path, text: "Audit" },
    body: html`${renderFacts(event)}${states}`,
  });
};
