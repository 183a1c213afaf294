import { type ListedOperator, selectOperators } from "../../accounts/operatorQueries.ts";
import { exportAuditEvents } from "../../audit/exportAuditEvents.ts";
import {
  type StoredAuditEvent,
  selectAuditEventKinds,
  selectAuditEvents,
} from "../../audit/queries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Option, renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage } from "../../site/visit.ts";
import {
  accountAddress,
  keyAddress,
  keyRequestAddress,
  orderAddress,
  runAddress,
} from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { filterNames, formatFilters, readAuditFilter } from "./auditFilter.ts";

const pageSize = 50;

export function nameActor({ operatorName, operatorRole }: StoredAuditEvent): Content {
  if (operatorName === null) return "Command line";
  return html`${operatorName} <span class="quiet">${operatorRole}</span>`;
}

/** Subjects that are never deleted have a link. */
const subjectAddresses: Readonly<Record<string, (id: string) => string>> = {
  account: accountAddress,
  import: runAddress,
  key: (id) => keyAddress(id),
  "key request": (id) => keyRequestAddress(id),
  order: (id) => orderAddress(id),
};

export function nameSubject({ subjectKind, subjectId }: StoredAuditEvent): Content {
  if (subjectId === null) return subjectKind;
  const address = subjectAddresses[subjectKind]?.(subjectId);
  const id = html`<code>${subjectId}</code>`;
  return html`${subjectKind} ${address === undefined ? id : html`<a href="${address}">${id}</a>`}`;
}

export function linkEventAccount({ accountId, accountName }: StoredAuditEvent): Content {
  if (accountId === null) return null;
  return html`<a href="${accountAddress(accountId)}">${accountName ?? accountId}</a>`;
}

function renderFilters(
  query: Fields,
  operators: readonly ListedOperator[],
  { actions, subjectKinds }: Awaited<ReturnType<typeof selectAuditEventKinds>>,
): Html {
  const state = freshForm(Object.fromEntries(filterNames.map((name) => [name, query.text(name)])));
  const choice = (name: string, label: string, options: readonly Option[]): Html =>
    renderSelect(state, { name, label, options: [{ value: "", text: "Any" }, ...options] });
  const words = (texts: readonly string[]): Option[] =>
    texts.map((text) => ({ value: text, text }));
  const people = operators.map(({ operatorId, name }) => ({ value: operatorId, text: name }));
  return html`<form class="filters" action="/console/audit" role="search" aria-label="Audit">
${choice("operator", "Operator", people)}
${choice("action", "Action", words(actions))}
${choice("kind", "Subject", words(subjectKinds))}
${renderTextField(state, { name: "subject", label: "Subject id", code: true })}
${renderTextField(state, { name: "account", label: "Account id", code: true })}
${renderTextField(state, { name: "from", label: "From", type: "date" })}
${renderTextField(state, { name: "until", label: "Until", type: "date" })}
<button class="button plain">Filter</button>
</form>
`;
}

function renderEvents(events: readonly StoredAuditEvent[]): Html {
  return renderTable({
    caption: "Audit events, newest first",
    columns: [
      { title: "When", kind: "words" },
      { title: "Who", kind: "text" },
      { title: "Action", kind: "text" },
      { title: "Subject", kind: "text" },
      { title: "Account", kind: "text" },
    ],
    rows: events.map((event) => ({
      cells: [
        html`<a href="/console/audit/${event.auditEventId}">${renderMoment(event.at)}</a>`,
        nameActor(event),
        event.action,
        nameSubject(event),
        linkEventAccount(event),
      ],
    })),
  });
}

export const showAudit: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const before = isUuid(query.text("before")) ? query.text("before") : null;
  const filter = readAuditFilter(query);
  const [found, kinds, operators] = await Promise.all([
    selectAuditEvents(db, filter, { before, limit: pageSize + 1 }),
    selectAuditEventKinds(db),
    selectOperators(db, now),
  ]);
  const { rows: events, last } = cutPage(found, pageSize);
  const address = (more?: Readonly<Record<string, string>>): string =>
    `/console/audit${formatFilters(query, more)}`;
  const pager = renderPager({
    back: before === null ? null : address(),
    on: last === undefined ? null : address({ before: last.auditEventId }),
    backText: "Newest",
  });
  const none = renderEmptyState(
    "No matching events",
    html`<p>The audit log has every change by an operator, and every refused request.</p>`,
  );
  const csv = `/console/audit/export.csv${formatFilters(query)}`;
  const list = html`${renderEvents(events)}${pager}
<p class="quiet"><a href="${csv}">Download all as CSV</a></p>
`;
  return answerPage({
    title: "Audit",
    sentence: "Who did what. Events cannot be changed or deleted.",
    body: html`${renderFilters(query, operators, kinds)}${events.length === 0 ? none : list}`,
  });
};

const csvFile = { name: "audit.csv", type: "text/csv; charset=utf-8" };

export const exportAudit: Handler = async ({ files }, visit) => {
  const filter = readAuditFilter(visit.query);
  return files.send(visit, csvFile, (session, target) =>
    writeCsv(exportAuditEvents(session, filter), target),
  );
};
