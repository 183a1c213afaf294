// The rows that a run changes or would change: the first on its page, all of them with filters, and
// as a file.

import { formatField } from "../catalog/consoleFields.ts";
import type { Queryable } from "../db/database.ts";
import { runAddress } from "../home/consoleAddresses.ts";
import type { Handler } from "../home/consoleContext.ts";
import { readText } from "../home/consoleFilters.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { anyOption, renderSelect, renderTextField } from "../kit/html/field.ts";
import { freshForm, renderFilters, renderForm } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type Meaning, renderBadge, renderNotice } from "../kit/html/notice.ts";
import { formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { type CellColumn, renderTable } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import type { Fields } from "../kit/site/fields.ts";
import { answerPage } from "../kit/site/visit.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import { nameColumn, nameCount } from "./consoleRuns.ts";
import { canExcludeRows } from "./excludedRows.ts";
import type { FileId } from "./file.ts";
import { selectFile } from "./fileQueries.ts";
import {
  allChangedRows,
  type ChangedRow,
  type ChangedRowFilter,
  type ChangedRowKey,
  changedRowKinds,
  exportChangedRows,
  readChangedRows,
  rowColumns,
  selectChangedRows,
  selectListingRun,
} from "./offers/changedRowQueries.ts";
import type { ImportRun, LeftOutRow } from "./run.ts";
import { isOutdated } from "./startRun.ts";

// The filters of the rows of a run: from an address, and as tabs and a form.

/** The rows that are left out, as a kind in addresses. */
const leftOutKind = "left_out";

const filterNames = ["kind", "field", "part", "change", "sort"] as const;
const fieldNames = [...rowColumns, "on_hand"];

/** An invalid text counts as not sent. */
function readFilter(query: Fields): ChangedRowFilter {
  const change = readText(query, "change", 10).replace(/\s*%$/, "");
  return {
    kind: changedRowKinds.find((kind) => kind === query.text("kind")) ?? null,
    isExcluded: query.text("kind") === leftOutKind,
    field: fieldNames.find((field) => field === query.text("field")) ?? null,
    partNumber: readText(query, "part") || null,
    minPriceChange: /^\d+(\.\d+)?$/.test(change) ? Number(change) : null,
    isByPrice: query.text("sort") === "price",
  };
}

/** The row before the page, as `formatKey` writes it. */
function readKey(query: Fields, { isByPrice }: ChangedRowFilter): ChangedRowKey | null {
  const [position = "", priceChange = "NaN"] = query.text("after").split(" ");
  if (!/^\d{1,10}$/.test(position) || Number(position) > 2_147_483_647) return null;
  const change = Number(priceChange);
  if (isByPrice && Number.isNaN(change)) return null;
  return { position: Number(position), priceChange: change };
}

function formatKey({ position, priceChange }: ChangedRowKey): string {
  return priceChange === null ? String(position) : `${position} ${priceChange}`;
}

function countKinds({ report }: ImportRun): [ChangedRow["kind"], number][] {
  return changedRowKinds.flatMap((kind): [ChangedRow["kind"], number][] => {
    const count = report?.counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, count]];
  });
}

function renderKindTabs(run: ImportRun, filter: ChangedRowFilter, sent: Sent): Html {
  const { kind, isExcluded } = filter;
  const address = (kind: string) =>
    formatAddress(runAddress(run.runId, "/rows"), { ...sent, kind });
  const kinds = countKinds(run);
  const leftOut = run.report?.counts[leftOutKind] ?? 0;
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return renderTabs("Type of change", [
    {
      href: address(""),
      text: "All",
      count: total,
      current: kind === null && !isExcluded,
    },
    ...kinds.map(([one, count]) => ({
      href: address(one),
      text: capitalize(nameCount(one)),
      count,
      current: kind === one,
    })),
    ...(leftOut === 0
      ? []
      : [
          {
            href: address(leftOutKind),
            text: "Left out",
            count: leftOut,
            current: isExcluded,
          },
        ]),
  ]);
}

type Sent = Readonly<Record<string, string>>;

function renderRowFilters({ runId }: ImportRun, sent: Sent): Html {
  const state = freshForm(sent);
  const fields = [
    renderTextField(state, {
      name: "part",
      label: "Part number",
      type: "search",
      code: true,
      autocomplete: "off",
      maxLength: 200,
    }),
    renderSelect(state, {
      name: "field",
      label: "Changed field",
      options: [anyOption, ...fieldNames.map((value) => ({ value, text: nameColumn(value) }))],
    }),
    renderTextField(state, {
      name: "change",
      label: "Price change of at least (%)",
      maxLength: 10,
    }),
    renderSelect(state, {
      name: "sort",
      label: "Order",
      options: [
        { value: "", text: "As in the file" },
        { value: "price", text: "Largest price change first" },
      ],
    }),
  ];
  const action = runAddress(runId, "/rows");
  return renderFilters({
    action,
    label: "Rows",
    hidden: { kind: sent["kind"] ?? null },
    fields,
  });
}

function listSent(query: Fields): Sent {
  return Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
}

const kindMeanings: Readonly<Record<ChangedRow["kind"], Meaning>> = {
  created: "good",
  updated: "neutral",
  deactivated: "short",
  emptied: "short",
};

function renderKind({ kind }: ChangedRow): Html {
  return renderBadge(kindMeanings[kind], capitalize(nameCount(kind)));
}

function renderPart({ partNumber, partName }: ChangedRow): Html {
  const name = partName === null ? null : html`<br><span class="quiet">${partName}</span>`;
  return html`<code>${partNumber}</code>${name}`;
}

/** What every offer has unless its file says otherwise. */
const usual = new Set(["status ACTIVE", "min_quantity 1", "multiple 1"]);

function renderValues({ kind, fields, currencies, partName }: ChangedRow): Html {
  const { before, after } = currencies;
  const isUsual = (field: string, value: unknown) =>
    kind === "created" &&
    (usual.has(`${field} ${value}`) ||
      field === "currency" ||
      (field === "title" && value === partName));
  const points = fields
    .filter((change) => !isUsual(change.field, change.after))
    .map((change) => {
      const now = formatField(change.field, change.after, after);
      const was = formatField(change.field, change.before, before);
      const values = kind === "created" ? now : html`${was} → ${now}`;
      return html`<li>${change.field.replaceAll("_", " ")}: ${values}</li>\n`;
    });
  return html`<ul class="plain">\n${points}</ul>`;
}

/** A smaller change than this many percent, which would be shown as 0.0%. */
const minShown = 0.05;

/** +8.0%; empty if the price stays. Other currencies and prices on request have no percentage. */
function formatPriceChange({ priceChange }: ChangedRow): string {
  if (priceChange === null || priceChange === 0) return "";
  if (!Number.isFinite(priceChange)) return "no percentage";
  if (Math.abs(priceChange) < minShown) {
    return priceChange > 0 ? "less than +0.1%" : "less than \u22120.1%";
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const number = priceChange.toLocaleString("en-US", { ...digits, signDisplay: "always" });
  return `${number.replace("-", "\u2212")}%`;
}

/** Only rows of the file can be left out; other offers change because it lacks them. */
function nameRow({ kind, position, partNumber }: ChangedRow) {
  const isOfFile = kind === "created" || kind === "updated";
  return { line: isOfFile ? position : null, name: partNumber };
}

function renderChangedRows(
  caption: string,
  rows: readonly ChangedRow[],
  choice: RowChoice | null,
): Html {
  const columns: CellColumn<ChangedRow>[] = [
    { title: "Part number", kind: "text", cell: renderPart },
    { title: "Change", kind: "words", cell: renderKind },
    {
      title: "Offer",
      kind: "text",
      cell: ({ vendor, condition, unitOfMeasure }) => `${condition}, ${unitOfMeasure}, ${vendor}`,
    },
    { title: "Price change", kind: "number", cell: formatPriceChange },
    { title: "Values", kind: "prose", cell: renderValues },
  ];
  return renderChoiceRows(caption, rows, columns, choice && { ...choice, nameRow });
}

/** That the rows are what a run would change, but the catalog has changed since; else null. */
async function renderOutdated(db: Queryable, run: ImportRun): Promise<Html | null> {
  if (!(await isOutdated(db, run))) return null;
  return renderNotice("short", "The catalog has changed since this check.");
}

function nameRows({ state }: ImportRun): string {
  return state === "committed" ? "Changed rows" : "Rows that would change";
}

const rowsOnRunPage = 10;

/** The first rows of a run, for its page; null if it has none. */
export async function renderFirstRows(
  db: Queryable,
  run: ImportRun,
  mayExclude: boolean,
): Promise<Html | null> {
  const total = countKinds(run).reduce((sum, [, count]) => sum + count, 0);
  if (total === 0 || run.mode === "revert" || run.mode === "edit") return null;
  const page = { after: null, limit: rowsOnRunPage };
  const listing = await selectListingRun(db, run.runId);
  if (listing === undefined) return null;
  const rows = await selectChangedRows(db, listing, allChangedRows, page);
  const address = runAddress(run.runId, "/rows");
  const isAll = rows.length === total;
  const link = isAll ? "Filter and download" : `View all ${formatCount(total)} rows`;
  return renderCard({
    title: nameRows(run),
    body: html`${renderChangedRows(
      isAll ? nameRows(run) : `${nameRows(run)}, the first ${rowsOnRunPage}`,
      rows,
      chooseRows(run, mayExclude, "first-rows"),
    )}<p><a href="${address}">${link}</a></p>
`,
  });
}

/** Whether the file of a run is still stored. */
async function isStored(db: Queryable, { fileId }: ImportRun): Promise<boolean> {
  return fileId !== null && (await selectFile(db, fileId as FileId)) !== undefined;
}

/** All rows of a run, with filters. */
export const showChangedRows: Handler<ImportRun> = async ({ db }, { query, signedIn }, run) => {
  const filter = readFilter(query);
  const sent = listSent(query);
  const path = runAddress(run.runId, "/rows");
  const after = readKey(query, filter);
  const page = { after, limit: pageSize + 1 };
  const listing = await selectListingRun(db, run.runId);
  const found = listing === undefined ? [] : await selectChangedRows(db, listing, filter, page);
  const { rows, pager } = paginate<ChangedRow, string>(found, {
    after: after === null ? null : formatKey(after),
    keyOf: formatKey,
    addressOf: (after) => formatAddress(path, { ...sent, after }),
    backText: "First",
    onText: "Next",
  });
  const none: Content = renderEmptyState(
    "No matching rows",
    html`<p>Rows of a run are stored for a limited time. For a part's history, see its page.</p>`,
  );
  const csv = formatAddress(`${path}.csv`, sent);
  const action = filter.isExcluded ? "include" : "leave-out";
  const mayExclude = mayUse(catalogManagers, signedIn) && (await isStored(db, run));
  const choice = chooseRows(run, mayExclude, "all-rows", action);
  const list = html`${renderChangedRows(nameRows(run), rows, choice)}${pager}
<p class="quiet"><a href="${csv}">Download all as CSV</a></p>
`;
  return answerPage({
    title: `${nameRows(run)}, run ${run.runId}`,
    above: { href: runAddress(run.runId), text: `Run ${run.runId}` },
    body: html`${await renderOutdated(db, run)}${[
      renderKindTabs(run, filter, sent),
      renderRowFilters(run, sent),
      rows.length === 0 ? none : list,
    ]}`,
  });
};

/** All rows of a run that match the filter, as CSV. */
export const sendChangedRows: Handler<ImportRun> = async ({ db, files }, visit, { runId }) => {
  const filter = readFilter(visit.query);
  const file = { name: `rows-of-run-${runId}.csv`, type: "text/csv; charset=utf-8" };
  const listing = (await selectListingRun(db, runId)) ?? runId;
  return files.send(visit, file, (session, target) =>
    writeCsv(exportChangedRows(readChangedRows(session, listing, filter)), target),
  );
};

// Leaving rows of a checked file out of its import, and including them again: boxes in the tables
// of rows, and a form with one button below each table. It needs no script.

/** A table whose rows can be left out, or included again; several of a page differ in `id`. */
export type RowChoice = {
  readonly run: ImportRun;
  readonly id: string;
  readonly action: "leave-out" | "include";
};

/** What names a row: its line in the file, null if it has none, and its part number. */
type NamedRow = { readonly line: number | null; readonly name: string };

function renderBox({ id, action }: RowChoice, { line, name }: NamedRow): Html | null {
  if (line === null) return null;
  const label = `${action === "include" ? "Include" : "Leave out"} ${name}, line ${formatCount(line)}`;
  return html`<input type="checkbox" form="${id}" name="line" value="${line}"
 aria-label="${label}" autocomplete="off">`;
}

/** As `renderRows`; with a choice, each row that `nameRow` names a line of has a box. */
export function renderChoiceRows<Item>(
  caption: string,
  items: readonly Item[],
  columns: readonly CellColumn<Item>[],
  choice: (RowChoice & { readonly nameRow: (item: Item) => NamedRow }) | null,
): Html {
  const rows = items.map((item) => ({
    ...(choice && { pick: renderBox(choice, choice.nameRow(item)) }),
    cells: columns.map(({ cell }): Content => cell(item)),
  }));
  const pickHead = choice && html`<span class="unseen">Leave out or include</span>`;
  const table = renderTable({ caption, columns, rows, ...(pickHead && { pickHead }) });
  return html`${table}${choice && renderChoiceForm(choice)}`;
}

function renderChoiceForm({ run, id, action }: RowChoice): Html {
  const [hint, button] =
    action === "include"
      ? ["The file is checked again with these rows.", "Include selected rows"]
      : [
          "Their offers stay as they are. The file is checked again, and nothing is imported yet.",
          "Leave out selected rows",
        ];
  return renderForm({
    id,
    action: runAddress(run.runId, `/${action}`),
    body: html`<p class="hint">${hint}</p>\n`,
    button: { text: button },
  });
}

/** The choice for the rows of a run; null if they cannot be left out. */
export function chooseRows(
  run: ImportRun,
  mayExclude: boolean,
  id: string,
  action: RowChoice["action"] = "leave-out",
): RowChoice | null {
  return mayExclude && canExcludeRows(run) ? { run, id, action } : null;
}

const shownRows = 10;

/** The rows that a run leaves out, or has left out; null without any. `hasFile`: of such rows. */
export function renderLeftOut(run: ImportRun, mayExclude: boolean, hasFile: boolean): Html | null {
  const { report, state, runId } = run;
  const { leftOut = [] } = report ?? {};
  if (leftOut.length === 0) return null;
  const named = chooseRows(run, mayExclude, "included", "include");
  const nameRow = ({ line, partNumber }: LeftOutRow) => ({ line, name: partNumber });
  const title = state === "committed" ? "Rows that were left out" : "Rows left out";
  const table = renderChoiceRows(
    title,
    leftOut.slice(0, shownRows),
    [
      { title: "Part number", kind: "code", cell: ({ partNumber }) => partNumber },
      { title: "Line", kind: "number", cell: ({ line }) => formatCount(line) },
      { title: "Left out by", kind: "text", titled: true, cell: ({ by }) => by },
    ],
    named && { ...named, nameRow },
  );
  const address = runAddress(runId, "/rows?kind=left_out");
  const link = "View their changes";
  return renderCard({
    title,
    body: html`<p>The offers of these rows stay exactly as they are.</p>
${table}<p><a href="${address}">${link}</a></p>
${
  hasFile
    ? html`<p><a href="${runAddress(runId, "/refused.csv")}">Download them</a> as CSV, with
refused rows. Correct the rows and import the file.</p>\n`
    : null
}`,
  });
}
