import type { AccountId } from "../../accounts/account.ts";
import { addDays, parseDay, utcDay } from "../../day.ts";
import type { Queryable } from "../../db/database.ts";
import { writeCsv } from "../../files/writeCsv.ts";
import type { WrittenCell } from "../../files/writtenCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { formatAddress } from "../../html/pager.ts";
import { formatCalendarDay } from "../../html/reader/reader.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import type { Choice } from "../../kit/input.ts";
import {
  selectUnmetDemand,
  type UnmetDemandFilter,
  type UnmetDemandPart,
} from "../../requests/unmetDemandQueries.ts";
import { weekOf } from "../../requests/unmetDemandTally.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage } from "../../site/visit.ts";
import { partAddress } from "../addresses.ts";
import type { Handler, Visit } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { chooseAccount, renderPicker } from "../search/pickers.ts";
import { renderRequestTabs, unmetDemandNames, unmetDemandPath } from "./requestTabs.ts";
import { texts } from "./texts.ts";

const shownParts = 100;
/** More parts than anyone reads of one week. */
const exportedParts = 50_000;
const shownWeeks = 26;
/** With this one: on its Monday, a week has hardly any requests. */
const recentWeeks = 4;
const maxNameLength = 200;

/** `account` is as it was typed. */
type UnmetDemandPageFilter = Pick<UnmetDemandFilter, "kind"> & {
  /** Its Monday; empty for the last weeks. */
  readonly week: string;
  readonly account: string;
};

/** The last weeks, unless the address names one that is stored. */
function readUnmetDemandFilter(query: Fields, now: Date): UnmetDemandPageFilter {
  const thisWeek = weekOf(utcDay(now));
  const day = parseDay(query.text("week"));
  const week = day === undefined ? "" : weekOf(day);
  const isStored = week <= thisWeek && week >= addDays(thisWeek, -7 * shownWeeks);
  return {
    kind: query.text("kind") === unmetDemandNames["out of stock"] ? "out of stock" : "not found",
    week: isStored ? week : "",
    account: readText(query, "account", maxNameLength),
  };
}

/** The Mondays of the first and the last week. */
function listWeeks({ week }: UnmetDemandPageFilter, now: Date) {
  const thisWeek = weekOf(utcDay(now));
  return week === ""
    ? { firstWeek: addDays(thisWeek, -7 * (recentWeeks - 1)), lastWeek: thisWeek }
    : { firstWeek: week, lastWeek: week };
}

/** The account that the filter names. */
function readAccount(
  db: Queryable,
  { account, kind, ...filter }: UnmetDemandPageFilter,
): Promise<Choice<AccountId>> {
  const names = { ...filter, kind: unmetDemandNames[kind] };
  return chooseAccount(db, account, (id) =>
    formatAddress(unmetDemandPath, { ...names, account: id }),
  );
}

/** The parts requested most; none for an unknown account. */
function loadUnmetDemand(
  db: Queryable,
  filter: UnmetDemandPageFilter,
  { id }: Choice<AccountId>,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<UnmetDemandPart[]> {
  const weeks = listWeeks(filter, now);
  return selectUnmetDemand(db, { ...weeks, kind: filter.kind, accountId: id, limit });
}

/** `account`: its name, also if the address has the id. */
function renderWeekFilters(
  { week, kind }: UnmetDemandPageFilter,
  account: string,
  { now, reader }: Pick<Visit, "now" | "reader">,
): Html {
  const state = { ...freshForm({ week, account }), prefix: "filter" };
  const monday = weekOf(utcDay(now));
  const weeks = Array.from({ length: shownWeeks + 1 }, (_, back) => addDays(monday, -7 * back));
  const nameWeek = (day: string, isThis: boolean) =>
    isThis ? `Week of ${day}, this week` : `Week of ${day}`;
  const options = [
    { value: "", text: texts.unmet.recent(recentWeeks) },
    ...weeks.map((one) => ({
      value: one,
      text: nameWeek(formatCalendarDay(one, reader), one === monday),
    })),
  ];
  return renderFilters({
    action: unmetDemandPath,
    label: "Week and account",
    hidden: { kind: unmetDemandNames[kind] },
    fields: [
      renderSelect(state, { name: "week", label: "Week", options }),
      renderPicker(state, "accounts", { name: "account", label: "Account" }),
    ],
  });
}

function renderParts(
  parts: readonly UnmetDemandPart[],
  { kind, account }: UnmetDemandPageFilter,
): Html {
  const namePart = ({ partNumber }: UnmetDemandPart) =>
    kind === "out of stock"
      ? html`<a href="${partAddress(partNumber)}">${partNumber}</a>`
      : partNumber;
  const link = ({ partNumber: part }: UnmetDemandPart) =>
    html`<a
href="${formatAddress("/console/requests", { part, account })}">View requests</a>`;
  const byAccount: CellColumn<UnmetDemandPart> = {
    title: "Accounts",
    kind: "number",
    cell: ({ accounts }) => formatCount(accounts),
  };
  return renderRows(texts.unmet.title(kind), parts, [
    { title: "Part number", kind: "code", cell: namePart },
    { title: "Requested", kind: "number", cell: ({ times }) => formatCount(times) },
    ...(account === "" ? [byAccount] : []),
    { title: "Requests", kind: "prose", cell: link },
  ]);
}

export const showUnmetDemand: Handler = async ({ db }, visit) => {
  const { query, now } = visit;
  const filter = readUnmetDemandFilter(query, now);
  const account = await readAccount(db, filter);
  const parts = await loadUnmetDemand(db, filter, account, { limit: shownParts, now });
  const none = renderEmptyState(
    "No unmet demand",
    html`<p>A part number counts once per request. New requests appear within two minutes. Enter the name or ID of an account to filter.</p>`,
  );
  const kind = unmetDemandNames[filter.kind];
  const csv = formatAddress(`${unmetDemandPath}.csv`, { ...filter, kind });
  const first = parts.length < shownParts ? null : html`Showing the first ${shownParts}. `;
  const list = html`${renderParts(parts, filter)}
<p class="quiet">${first}<a href="${csv}">Download all as CSV</a></p>
`;
  const { firstWeek, lastWeek } = listWeeks(filter, now);
  const [lastDay, today] = [addDays(lastWeek, 6), utcDay(now)];
  const until = renderDay(lastDay < today ? lastDay : today);
  return answerPage({
    title: texts.unmet.title(filter.kind),
    sentence: html`Parts that were requested but ${filter.kind}, ${renderDay(firstWeek)} to ${until}.`,
    body: html`${renderRequestTabs(filter.kind)}${renderWeekFilters(
      filter,
      account.text,
      visit,
    )}${parts.length === 0 ? (account.question ?? none) : list}`,
  });
};

function* listUnmetDemand(
  parts: readonly UnmetDemandPart[],
  { kind }: UnmetDemandPageFilter,
  { firstWeek, lastWeek }: ReturnType<typeof listWeeks>,
): Generator<readonly WrittenCell[]> {
  yield ["week", "kind", "part_number", "times", "accounts", "weeks"];
  const weeks = firstWeek === lastWeek ? 1 : recentWeeks;
  for (const { partNumber, times, accounts } of parts) {
    const counts = [times, accounts, weeks].map((count) => ({ number: String(count) }));
    yield [firstWeek, unmetDemandNames[kind].replaceAll("-", " "), partNumber, ...counts];
  }
}

export const exportUnmetDemand: Handler = async ({ files }, visit) => {
  const filter = readUnmetDemandFilter(visit.query, visit.now);
  const { now } = visit;
  const weeks = listWeeks(filter, now);
  const name = `${unmetDemandNames[filter.kind]}-${weeks.firstWeek}.csv`;
  return files.send(visit, { name, type: "text/csv; charset=utf-8" }, async (session, target) => {
    const account = await readAccount(session, filter);
    const parts = await loadUnmetDemand(session, filter, account, { limit: exportedParts, now });
    return writeCsv(listUnmetDemand(parts, filter, weeks), target);
  });
};
