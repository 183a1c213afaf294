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
import { type CellColumn, renderRows } from "../../html/table.ts";
import {
  selectUnmetDemand,
  type UnmetDemandFilter,
  type UnmetDemandPart,
} from "../../requests/unmetDemandQueries.ts";
import { weekOf } from "../../requests/unmetDemandTally.ts";
import type { Fields } from "../../site/fields.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import { partAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { type Choice, chooseAccount, renderPicker } from "../search/pickers.ts";
import { renderRequestTabs, unmetDemandNames, unmetDemandPath } from "./requestTabs.ts";

const shownParts = 100;
/** More parts than anyone reads of one week. */
const exportedParts = 50_000;
const shownWeeks = 26;
const maxNameLength = 200;

/** `account` is as it was typed. */
type UnmetDemandPageFilter = Pick<UnmetDemandFilter, "week" | "kind"> & {
  readonly account: string;
};

/** The current week, unless the address names one that is stored. */
function readUnmetDemandFilter(query: Fields, now: Date): UnmetDemandPageFilter {
  const thisWeek = weekOf(utcDay(now));
  const day = parseDay(query.text("week"));
  const week = day === undefined ? thisWeek : weekOf(day);
  const isStored = week <= thisWeek && week >= addDays(thisWeek, -7 * shownWeeks);
  return {
    kind: query.text("kind") === unmetDemandNames["out of stock"] ? "out of stock" : "not found",
    week: isStored ? week : thisWeek,
    account: readText(query, "account", maxNameLength),
  };
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
  { week, kind }: UnmetDemandPageFilter,
  { id }: Choice<AccountId>,
  limit: number,
): Promise<UnmetDemandPart[]> {
  return selectUnmetDemand(db, { week, kind, accountId: id, limit });
}

/** `account`: its name, also if the address has the id. */
function renderWeekFilters(
  { week, kind }: UnmetDemandPageFilter,
  account: string,
  now: Date,
): Html {
  const state = { ...freshForm({ week, account }), prefix: "filter" };
  const monday = weekOf(utcDay(now));
  const weeks = Array.from({ length: shownWeeks + 1 }, (_, back) => addDays(monday, -7 * back));
  const options = weeks.map((one) => ({
    value: one,
    text: one === monday ? `${one}, this week` : one,
  }));
  return renderFilters({
    action: unmetDemandPath,
    label: "Week and account",
    hidden: { kind: unmetDemandNames[kind] },
    fields: [
      renderSelect(state, { name: "week", label: "Week from Monday", options }),
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
    html`<a href="${formatAddress("/console/requests", { part, account })}">View requests</a>`;
  const byAccount: CellColumn<UnmetDemandPart> = {
    title: "Accounts",
    kind: "number",
    cell: ({ accounts }) => formatCount(accounts),
  };
  return renderRows(`Unmet demand: ${kind}`, parts, [
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
  const parts = await loadUnmetDemand(db, filter, account, shownParts);
  const none = renderEmptyState(
    "No unmet demand",
    html`<p>A part number counts once per request. New requests appear within two minutes. Enter the
name or ID of an account to filter.</p>`,
  );
  const kind = unmetDemandNames[filter.kind];
  const csv = formatAddress(`${unmetDemandPath}.csv`, { ...filter, kind });
  const list = html`${renderParts(parts, filter)}
<p class="quiet">Showing at most ${formatCount(shownParts)}.
<a href="${csv}">Download all as CSV</a></p>
`;
  const until = renderDay(addDays(filter.week, 6));
  return answerPage({
    title: `Unmet demand: ${filter.kind}`,
    sentence: html`Parts that were requested but ${filter.kind}, ${renderDay(filter.week)} to
${until}.`,
    body: html`${renderRequestTabs(filter.kind)}${renderWeekFilters(
      filter,
      account.text,
      now,
    )}${parts.length === 0 ? (account.question ?? none) : list}`,
  });
};

function* listUnmetDemand(
  parts: readonly UnmetDemandPart[],
  { week, kind }: UnmetDemandPageFilter,
): Generator<readonly WrittenCell[]> {
  yield ["week", "kind", "part_number", "times", "accounts"];
  for (const { partNumber, times, accounts } of parts) {
    const counts = [{ number: String(times) }, { number: String(accounts) }];
    yield [week, unmetDemandNames[kind].replaceAll("-", " "), partNumber, ...counts];
  }
}

export const exportUnmetDemand: Handler = async ({ files }, visit) => {
  const filter = readUnmetDemandFilter(visit.query, visit.now);
  const name = `${unmetDemandNames[filter.kind]}-${filter.week}.csv`;
  return files.send(visit, { name, type: "text/csv; charset=utf-8" }, async (session, target) => {
    const account = await readAccount(session, filter);
    const parts = await loadUnmetDemand(session, filter, account, exportedParts);
    return writeCsv(listUnmetDemand(parts, filter), target);
  });
};

/** Redirects an address of version 0.1, with its query. */
export function redirectTo(path: string): Handler {
  return async (_context, { request: { url } }) =>
    redirect(`${path}${/\?.*/.exec(url)?.[0] ?? ""}`);
}
