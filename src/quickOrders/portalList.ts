// The page of a list: its rows, what can be done with them, and the button that orders those that
// are ready.

import type { Queryable } from "../db/database.ts";
import { listQuoteAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { errorColumn } from "../imports/rows/columns.ts";
import { readLeftOutLines, readLeftOutSentence } from "../imports/rows/leftOutRows.ts";
import { limits } from "../kit/contract/limits.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderSelect, renderTextField } from "../kit/html/field.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice, renderProgress } from "../kit/html/notice.ts";
import { formatAddress, renderPager } from "../kit/html/pager.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderTable } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { formatMoney } from "../kit/price.ts";
import { startWriting } from "../kit/site/createFileAnswers.ts";
import type { Fields } from "../kit/site/fields.ts";
import { answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { titleOrder } from "../orders/sharedOrders.ts";
import { type OrderSummary, selectSummaries } from "../orders/summaryQueries.ts";
import { selectRowQuotes } from "../quotes/listRowQueries.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import { urgencies } from "../reading/urgency.ts";
import { mayChooseColumns } from "./createList.ts";
import { unreadColumns, unreadDates } from "./listColumns.ts";
import {
  type ListId,
  type ListRow,
  type ListSummary,
  type OrderList,
  type RowState,
  rowStates,
} from "./orderList.ts";
import { fixableStates } from "./planFixes.ts";
import { renderRepeatForm } from "./portal.ts";
import { type RowSetting, renderListRow, rowsForm } from "./portalRow.ts";
import { selectUploadFacts, summarizeList } from "./queries.ts";
import { loadRowFacts } from "./rowFacts.ts";
import { hasUndo, type RowFilter, selectRows, selectStartBefore } from "./rowQueries.ts";
import { stateWords } from "./sharedRows.ts";

/** Rows per page; with eight offers to choose from in each it stays below 100 KB. */
export const rowsPerPage = 40;

/** "requested": rows for which a quote is requested, which no other view except "all" has. */
export type ViewName = "all" | "unready" | "requested" | RowState;

export type ListView = { readonly show: ViewName; readonly after: number };

const largestRow = 2_147_483_647;

/** The states of rows that a person has to fix; a price comes from the distributor. */
const unreadyStates = rowStates.filter(
  (state) => !["ready", "added", "waiting", "on_request"].includes(state),
);

export function filterOfView(show: ViewName): Pick<RowFilter, "isRequested"> & {
  readonly states: readonly RowState[];
} {
  if (show === "all") return { states: rowStates };
  if (show === "requested") return { states: rowStates, isRequested: true };
  return { states: show === "unready" ? unreadyStates : [show], isRequested: false };
}

/** How many rows a view has. */
function countView({ rows, states, requested }: ListSummary, show: ViewName): number {
  if (show === "all") return rows;
  const filter = filterOfView(show);
  const count = (state: RowState) =>
    filter.isRequested === true ? requested[state] : states[state] - requested[state];
  return filter.states.reduce((sum, state) => sum + count(state), 0);
}

/** Reads the view of an address or a form; `usual` is that of an address that names none. */
export function readListView(fields: Fields, usual: ViewName): ListView {
  const text = fields.text("show");
  const show =
    (["all", "unready", "requested", ...rowStates] as const).find((one) => one === text) ?? usual;
  const after = /^\d{1,10}$/.test(fields.text("after")) ? Number(fields.text("after")) : 0;
  return { show, after: Math.min(after, largestRow) };
}

/** `changed` is a row that was just changed. */
export function formatListAddress(
  listId: string,
  { show, after = 0 }: { readonly show: ViewName; readonly after?: number },
  changed: number | null = null,
): string {
  const query = { show, after: after === 0 ? null : after, changed };
  return formatAddress(`/quick-order/${listId}`, query);
}

/** Where all rows are shown from a row on. */
function formatRowAddress(listId: string, row: number): string {
  return `${formatListAddress(listId, { show: "all", after: row - 1 })}#row-${row}`;
}

/** What an answer adds to a page of a list. */
export type ListPageMore = {
  readonly notice?: Html;
  /** By row, what was typed and refused. */
  readonly refused?: ReadonlyMap<number, FormState>;
  /** The rows to show instead of those of the view. */
  readonly rowNumbers?: readonly number[];
  /** The refused form of the name. */
  readonly renamed?: FormState;
};

/** What the parts of a page show. */
export type ListOnPage = {
  readonly list: OrderList;
  readonly summary: ListSummary;
  readonly view: ListView;
  readonly rows: readonly ListRow[];
  /** The rows after which the previous and next pages start; null if there are none. */
  readonly back: number | null;
  readonly on: number | null;
  readonly setting: RowSetting;
  /** The drafts to which rows can be added. */
  readonly drafts: readonly OrderSummary[];
  readonly mayChoose: boolean;
  /** The lines of the upload that were left out and can be used as rows. */
  readonly leftOut: readonly number[];
  /** Whether the last change can be undone. */
  readonly isUndoable: boolean;
  readonly more: ListPageMore;
};

const maxTargets = 20;

async function loadRows({ db }: PortalContext, { listId }: OrderList, { show, after }: ListView) {
  const filter = filterOfView(show);
  const found = await selectRows(db, listId, filter, { after, limit: rowsPerPage + 1 });
  const rows = found.slice(0, rowsPerPage);
  const on = found.length > rowsPerPage ? (rows.at(-1)?.rowNumber ?? null) : null;
  const back = after === 0 ? null : await selectStartBefore(db, listId, filter, after, rowsPerPage);
  return { rows, on, back };
}

/** Loads the page at the view that a form or an address names. */
export async function loadListPage(
  context: PortalContext,
  { now, form, query }: Visit,
  list: OrderList,
  more: ListPageMore = {},
): Promise<ListOnPage> {
  const { db, replica } = context;
  const { listId, accountId } = list;
  const summary = await summarizeList(db, listId);
  // A checked list opens on the rows that need attention, if there are any.
  const isUnready = summary.states.waiting === 0 && countView(summary, "unready") > 0;
  const view = readListView(form.has("show") ? form : query, isUnready ? "unready" : "all");
  const { rowNumbers, refused = new Map() } = more;
  const filter = { accountId, status: "draft", before: null, limit: maxTargets } as const;
  const [{ rows, on, back }, drafts, upload, isUndoable] = await Promise.all([
    rowNumbers === undefined
      ? loadRows(context, list, view)
      : { rows: await selectRows(db, listId, { rowNumbers }), on: null, back: null },
    selectSummaries(db, filter),
    selectUploadFacts(db, listId),
    hasUndo(db, listId),
  ]);
  const numbers = rows.map(({ rowNumber }) => rowNumber);
  const lines = upload === undefined ? [] : list.notes.flatMap(readLeftOutLines);
  const [facts, quotes, included] = await Promise.all([
    loadRowFacts({ db, replica, accountId, listId, now }, rows),
    numbers.length === 0 ? [] : selectRowQuotes(db, listId, numbers),
    lines.length === 0 ? [] : selectRows(db, listId, { rowNumbers: lines }),
  ]);
  const taken = new Set(included.map(({ rowNumber }) => rowNumber));
  const { headers } = list.columns;
  const quoteOf = new Map(quotes.map((one) => [one.rowNumber, one]));
  return {
    ...{ list, summary, view, rows, on, back, drafts, isUndoable, more },
    leftOut: lines.filter((line) => !taken.has(line)),
    mayChoose: upload !== undefined && mayChooseColumns(list, upload),
    setting: { listId, facts, refused, headers, quotes: quoteOf, now },
  };
}

/** The name of a list, saving it or no longer, and ordering it again: for everyone in the account. */
function renderMenu(list: OrderList, refused: FormState | undefined): Html {
  const { listId, name, isSaved, isUnclear } = list;
  const state = refused ?? { ...freshForm({ name }), prefix: "list" };
  const action = `/quick-order/${listId}/settings`;
  const form = renderForm({
    action,
    state,
    body: renderTextField(state, {
      name: "name",
      label: "Name",
      hint: "Everyone in your account can use a saved list. It is never deleted.",
      maxLength: 200,
    }),
    button: { text: "Save list" },
  });
  const end =
    isSaved &&
    renderForm({
      action,
      hidden: { name, saved: "no" },
      body: html`<p class="hint">Lists that are not saved are deleted after some time.</p>\n`,
      button: { text: "Remove from saved lists" },
    });
  const body = html`${form}${!isUnclear && renderRepeatForm(list)}${end}`;
  return renderQuestion(isSaved ? "Saved list" : "Name and save", "List", body, state);
}

/** What was left out of the upload, except its columns: these are named where they are chosen. */
const isUnread = (note: string) =>
  [unreadColumns, unreadDates].some((start) => note.startsWith(start));

/** How the list was read; each line that was left out is in a table, with a way to use it as a row. */
function renderNotes({ list, leftOut }: ListOnPage): Html | null {
  const notes = list.notes.filter((note) => !isUnread(note));
  if (notes.length === 0) return null;
  const rows: { readonly line: number; readonly cells: readonly Content[] }[] = [];
  const texts = notes.map((note) => {
    const sentence = readLeftOutSentence(note);
    const usable = sentence?.lines.filter(({ line }) => leftOut.includes(line)) ?? [];
    if (sentence === null || usable.length === 0) return html`<p>${note}</p>\n`;
    const { kind, more } = sentence;
    for (const { line, text } of usable) {
      const use = renderForm({
        action: `/quick-order/${list.listId}/include`,
        hidden: { line: String(line) },
        button: { text: "Use as a row", label: `Use as a row: line ${line}` },
      });
      rows.push({ line, cells: [formatCount(line), text, capitalize(kind), use] });
    }
    return more && html`<p>Also left out: ${more} more ${kind}.</p>\n`;
  });
  const table = renderTable({
    caption: "Lines that were left out",
    columns: [
      { title: "Line", kind: "words" },
      { title: "In your list", kind: "prose" },
      { title: "Looks like", kind: "words" },
      { title: "Use as a row", kind: "actions" },
    ],
    rows: rows.toSorted((a, b) => a.line - b.line),
  });
  const lines = formatCounted(leftOut.length, "line");
  return html`<details class="hint" id="list-notes">
<summary>How this list was read${leftOut.length > 0 && `: ${lines} left out`}</summary>
${texts}${rows.length > 0 && html`<section class="card">\n${table}</section>\n`}</details>
`;
}

/** Whether a notice asks for the columns: none has quantities, or some have dates. */
function lacksColumns({ list, mayChoose }: ListOnPage): "quantities" | "dates" | null {
  const { quantityColumn, headers } = list.columns;
  if (!mayChoose) return null;
  if (quantityColumn === null && headers.length > 1) return "quantities";
  return list.notes.some((note) => note.startsWith(unreadDates)) ? "dates" : null;
}

/** Other columns can be chosen until a row is changed. */
function renderColumnsLink(shown: ListOnPage): Html {
  const { list, mayChoose } = shown;
  const unread = list.notes.filter(isUnread).join(" ");
  if (!mayChoose) {
    return html`<p id="list-columns" class="hint"${unread === "" && html` hidden`}>${unread}</p>\n`;
  }
  const href = `/quick-order/${list.listId}/columns`;
  const lacking = lacksColumns(shown);
  if (lacking === null) {
    return html`<p id="list-columns" class="hint">${unread} <a href="${href}">Choose other columns</a></p>\n`;
  }
  const notice =
    lacking === "quantities"
      ? renderNotice(
          "short",
          "No column was read as quantities",
          html`<p>The rows have no quantities. If your list has a column of quantities, <a
 href="${href}">choose it</a>.</p>${unread && html`<p>${unread}</p>`}`,
        )
      : renderNotice(
          "short",
          "Dates in your list were not read",
          html`<p>${unread} If parts are needed by one of these dates, <a href="${href}">choose its
 column</a>.</p>`,
        );
  return html`<div id="list-columns">${notice}</div>\n`;
}

/** The button that adds the ready rows to a draft, with the choice of one. */
function renderAdding({ list, summary, drafts }: ListOnPage) {
  const { states, totals } = summary;
  if (states.ready === 0 || states.waiting > 0) return { form: null, limit: null };
  // One draft cannot have all ready rows.
  const isLong = states.ready > limits.orderLines || totals.length > 1;
  const options = drafts.map(({ orderId, subtotal, ...named }) => ({
    value: orderId,
    text: `${titleOrder(named)}, ${formatMoney(subtotal)}`,
  }));
  const field = {
    name: "draft",
    label: "Add to",
    options: [{ value: "", text: "New draft" }, ...options],
    form: rowsForm,
  };
  const select =
    (drafts.length > 0 || isLong) && renderSelect({ ...freshForm(), prefix: "add" }, field);
  // A part of the form of the rows, so that adding saves what was typed.
  const add = renderButton({
    text: `Add ${formatCounted(states.ready, "row")}, ${totals.map(formatMoney).join(" and ")}`,
    kind: "primary",
    action: `/quick-order/${list.listId}/add`,
    form: rowsForm,
  });
  const limit =
    isLong &&
    html`<p class="hint">Up to ${limits.orderLines} lines and one currency per draft. Extra rows go into additional drafts.</p>
`;
  return { form: html`${select}${add}`, limit };
}

/** How many rows are ready, as a bar, and what can be done with all of them. */
function renderSummary(shown: ListOnPage): Html {
  const { list, summary } = shown;
  const { states, rows, toQuote } = summary;
  const unready = countView(summary, "unready");
  const requested = countView(summary, "requested");
  const onRequest = countView(summary, "on_request");
  const address = `/quick-order/${list.listId}/unready.csv`;
  const file =
    unready + requested + onRequest > 0 &&
    renderButtonLink(address, "Download rows to fix (CSV)", "plain");
  const quoteText = `Request a quote for ${formatCounted(toQuote, "row")}`;
  const quote =
    toQuote > 0 &&
    states.waiting === 0 &&
    renderButtonLink(listQuoteAddress(list.listId), quoteText, "plain");
  const { form, limit } = renderAdding(shown);
  // The shares of the rows that are ready and that need attention, as a bar.
  const ready = states.ready + states.added;
  const share = (of: number) => ((100 * of) / Math.max(1, rows)).toFixed(2);
  return html`<section class="card listbar" id="list-summary" aria-label="List">
<input type="hidden" name="version" form="${rowsForm}"
 value="${list.version}"><svg class="shares" viewBox="0 0 100 1" preserveAspectRatio="none" role="img"
 aria-label="${list.name}: ${formatCount(ready)} of ${formatCount(rows)} rows ready">
<rect class="good" width="${share(ready)}" height="1"/>
<rect class="short" x="${share(ready)}" width="${share(unready)}" height="1"/>
</svg>
<div class="actions">
${file}${quote}${form}</div>
${limit}</section>
`;
}

/** Tabs, and links to the rows of each reason. */
function renderListTabs({ list, summary, view }: ListOnPage): Html {
  const at = (show: ViewName) => ({
    count: countView(summary, show),
    current: show === view.show,
    href: formatListAddress(list.listId, { show }),
  });
  const tabs = renderTabs("Rows", [
    { text: "Needs attention", ...at("unready") },
    { text: stateWords.ready.word, ...at("ready") },
    { text: "All", ...at("all") },
  ]);
  const states = rowStates.filter((state) => state !== "ready");
  const reasons = [...states, "requested" as const].flatMap((show) => {
    const { count, current, href } = at(show);
    if (count === 0 && !current) return [];
    const word = show === "requested" ? "Quote requested" : stateWords[show].word;
    return html`<a href="${href}"${current && html` aria-current="page"`}>${word} <span class="quiet">${formatCount(count)}</span></a>\n`;
  });
  const nav =
    reasons.length > 0 &&
    html`<nav class="reasons" aria-label="Rows by reason">
${reasons}</nav>
`;
  return html`<div id="list-tabs">${tabs}${nav}</div>
`;
}

/** What can be done with several rows; nothing while they are being checked. */
function renderTools({ list, summary: { states }, isUndoable }: ListOnPage): Html {
  const isChecked = states.waiting === 0;
  const fixable = fixableStates.reduce((sum, state) => sum + states[state], 0);
  const address = `/quick-order/${list.listId}/several`;
  const several = isChecked && fixable > 1 && renderButtonLink(address, "Fix several", "plain");
  const undo = { text: "Undo last change", name: "undo", value: "yes", form: rowsForm };
  return html`<div class="actions" id="list-tools">
${several}${isChecked && isUndoable && renderButton(undo)}</div>
`;
}

function renderTableOfRows({ list, summary, view: { show }, rows, setting }: ListOnPage): Html {
  if (rows.length === 0) {
    const at = (name: ViewName) => formatListAddress(list.listId, { show: name });
    // Rows of the view may be on another page, if those of this one were removed.
    const hint =
      countView(summary, show) > 0
        ? html`No more rows on this page. <a href="${at(show)}">Show
the other rows</a>.`
        : html`No rows in this state. <a href="${at("all")}">Show
all rows</a>.`;
    return renderEmptyState("No rows", html`<p>${hint}</p>`);
  }
  return renderTable({
    caption: `Rows of ${list.name}`,
    hasFields: true,
    columns: [
      { title: "Row", kind: "number" },
      { title: "Part and name", kind: "prose" },
      { title: "Offer", kind: "prose" },
      { title: "Stock and lead time", kind: "words" },
      { title: "Quantity", kind: "number" },
      { title: "Price", kind: "number", corner: true },
      { title: "Fix", kind: "prose" },
    ],
    rows: rows.map((row) => renderListRow(row, setting)),
  });
}

/** Urgent rows that are linked; more are counted. */
const maxUrgentRows = 20;

/** What the list says of how urgent it is, with its rows. */
function renderUrgent({ listId, urgent }: OrderList): readonly (Html | null)[] {
  return urgencies.map((urgency) => {
    const lines = urgent.filter((one) => one.urgency === urgency);
    if (lines.length === 0) return null;
    const ofList = lines.find(({ isRow }) => !isRow);
    const rows = lines.filter(({ isRow }) => isRow).map(({ line }) => line);
    const links = rows.slice(0, maxUrgentRows).map((row, at) => {
      const link = html`<a href="${formatRowAddress(listId, row)}">${formatCount(row)}</a>`;
      return html`${at > 0 && ", "}${link}`;
    });
    const more = rows.length - links.length;
    const where = [
      ofList && `Line ${ofList.line} says so for the whole list. `,
      links.length > 0 && html`Rows: ${links}${more > 0 && ` and ${formatCount(more)} more`}`,
    ];
    return renderNotice("short", urgency, html`<p>${where}</p>`);
  });
}

/** What the script replaces after a change: the rows that it shows, and what counts them. */
export function renderListParts(shown: ListOnPage): Html {
  const around = html`${renderSummary(shown)}${renderListTabs(shown)}${renderTools(shown)}`;
  return html`${around}${renderTableOfRows(shown)}${renderColumnsLink(shown)}`;
}

export function renderListPage(shown: ListOnPage): SitePage {
  const { list, summary, view, back, on, setting, more } = shown;
  const { listId, name, madeBy, createdAt } = list;
  const { rows, states } = summary;
  const isChecking = states.waiting > 0;
  const checked = rows - states.waiting;
  const words = `${formatCount(checked)} of ${formatCount(rows)} rows checked`;
  const faults = [...setting.refused.values()].flatMap((state) => state.faults);
  const columnsLink = renderColumnsLink(shown);
  const isLacking = lacksColumns(shown) !== null;
  const at = (after: number | null) =>
    after === null ? null : formatListAddress(listId, { ...view, after });
  // One form for all rows of the page: whatever is pressed, no row loses what was typed. It comes
  // first, because Enter presses the button of a form that is first on the page, and that must
  // neither be a fix nor add the list to a draft.
  return {
    title: name,
    above: { href: "/quick-order", text: "Quick order" },
    primary: renderMenu(list, more.renamed),
    sentence: html`Created by ${madeBy.name}, ${renderMoment(createdAt)}.`,
    body: html`<form id="${rowsForm}" method="post" hidden data-rows
 action="/quick-order/${listId}/rows"><button hidden></button>
<input type="hidden" name="show" value="${view.show}"><input type="hidden" name="after"
 value="${view.after}"></form>
${more.notice}${renderUrgent(list)}${renderFaults({ value: () => "", faults, prefix: "row" })}${
  isLacking && columnsLink
}${isChecking && renderProgress(words, checked, rows)}${renderSummary(shown)}${renderListTabs(
  shown,
)}${renderTools(shown)}<section class="card rows">
${renderTableOfRows(shown)}<footer><noscript>${renderButton({
      text: "Save changes",
      form: rowsForm,
    })}</noscript>${renderPager({
      back: at(back),
      on: at(on),
      backText: "Previous",
      onText: "Next",
    })}</footer>
</section>
${renderNotes(shown)}${!isLacking && columnsLink}`,
    refreshS: isChecking ? 1 : undefined,
  };
}

/** What the page says of the change that led to it. */
async function describeDone(
  { db }: PortalContext,
  { query }: Visit,
  { listId, isSaved }: OrderList,
  rows: readonly ListRow[],
): Promise<Html | null> {
  const [fixed, stale, changed] = ["fixed", "stale", "changed"].map((name) => query.text(name));
  if (/^\d{1,3}$/.test(fixed ?? "")) {
    const left = /^[1-9]\d{0,2}$/.test(stale ?? "") ? Number(stale) : 0;
    const done = `${formatCounted(Number(fixed), "row")} changed.`;
    if (left === 0) return renderNotice("good", done);
    const rest = html`<p>${formatCounted(left, "row")} changed in the meantime: check again.</p>`;
    return renderNotice("short", done, rest);
  }
  if (query.has("named")) {
    return renderNotice("good", isSaved ? "List saved." : "List removed from saved lists.");
  }
  if (query.has("saved")) {
    return renderNotice("good", "Changes saved. Check the total, then add the rows.");
  }
  const rowNumber = /^[1-9]\d{0,6}$/.test(changed ?? "") ? Number(changed) : null;
  const isShown = rows.some((row) => row.rowNumber === rowNumber);
  return rowNumber === null || isShown ? null : describeGone(db, listId, rowNumber);
}

/** A changed row that left the view: its state, and where it is. */
async function describeGone(db: Queryable, listId: ListId, rowNumber: number): Promise<Html> {
  const [row] = await selectRows(db, listId, { rowNumbers: [rowNumber] });
  if (row === undefined) return renderNotice("good", `Row ${rowNumber} removed.`);
  const { word, meaning } = stateWords[row.state];
  return renderNotice(
    meaning,
    `Row ${rowNumber} saved: ${word.toLowerCase()}.`,
    html`<a href="${formatRowAddress(listId, rowNumber)}">Show row ${rowNumber}</a>`,
  );
}

export const showList: Handler<OrderList> = async (context, visit, list) => {
  if (list.isUnclear) return redirect(`/quick-order/${list.listId}/columns`);
  const shown = await loadListPage(context, visit, list);
  const notice = await describeDone(context, visit, list, shown.rows);
  return answerPage(renderListPage(notice === null ? shown : { ...shown, more: { notice } }));
};

const rowsPerBatch = 1_000;

/** Yields the header, then every row that is neither ready nor added, by row number. */
export async function* exportUnready(
  db: Queryable,
  { listId, columns }: OrderList,
): AsyncGenerator<readonly string[]> {
  const errorPlace = columns.headers.findIndex(
    (header) => header.trim().toLowerCase() === errorColumn,
  );
  const own = columns.headers.filter((_, place) => place !== errorPlace);
  yield [...own, errorColumn];
  const states = rowStates.filter((state) => state !== "ready" && state !== "added");
  for (let after = 0; ; ) {
    const rows = await selectRows(db, listId, { states }, { after, limit: rowsPerBatch });
    for (const { cells, reason } of rows) {
      const rest = cells.filter((_, place) => place !== errorPlace);
      const padding = Array.from({ length: Math.max(0, own.length - rest.length) }, () => "");
      yield [...rest, ...padding, reason ?? ""];
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerBatch) return;
    after = last.rowNumber;
  }
}

/**
 * The rows that need attention, as a file that can be corrected and uploaded again: its own columns,
 * and a last one with the errors, which is ignored on upload.
 */
export const sendUnreadyRows: Handler<OrderList> = async (context, visit, list) => {
  const body = startWriting(context, visit, (target) =>
    writeCsv(exportUnready(context.db, list), target),
  );
  return { kind: "file", name: "rows-to-fix.csv", type: "text/csv; charset=utf-8", body };
};
