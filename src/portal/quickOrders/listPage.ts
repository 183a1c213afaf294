// The page of a list: its rows, what can be done with them, and the button that orders those that
// are ready.
import { stateWords } from "../../components/listRows.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type FormState, renderButton, renderButtonLink, renderFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice, renderProgress } from "../../html/notice.ts";
import { renderPager } from "../../html/pager.ts";
import { type Column, renderTable } from "../../html/table.ts";
import { renderTabs, type Tab } from "../../html/tabs.ts";
import { titleOrder } from "../../orders/sharedOrders.ts";
import { selectSummaries } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { selectMergedLines } from "../../quickOrders/editQueries.ts";
import { hasUndo } from "../../quickOrders/fixes/undoQueries.ts";
import { mayChooseColumns } from "../../quickOrders/layout/chooseColumns.ts";
import { unreadColumns, unreadDates } from "../../quickOrders/layout/unreadColumns.ts";
import { selectUploadFacts } from "../../quickOrders/layout/uploadQueries.ts";
import {
  type ListSummary,
  type OrderList,
  type RowState,
  rowStates,
} from "../../quickOrders/orderList.ts";
import {
  type RowOnPage,
  selectRowsByNumber,
  selectRowsOnPage,
  selectStartBefore,
} from "../../quickOrders/pageQueries.ts";
import { summarizeList } from "../../quickOrders/queries.ts";
import { loadRowFacts } from "../../quickOrders/rowFacts.ts";
import { urgencies } from "../../reading/urgency.ts";
import type { SitePage } from "../../site/visit.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { rowsForm } from "./fixWords.ts";
import { loadLeftOut, renderNotes } from "./leftOutLines.ts";
import { renderListMenu } from "./listMenu.ts";
import { type RowSetting, renderListRow } from "./listRow.ts";
import { type Adding, renderListSummary } from "./listSide.ts";
import {
  countView,
  filterOfView,
  formatListAddress,
  type ListView,
  rowsPerPage,
  type ViewName,
} from "./listView.ts";
import { loadQuoteRows, renderListQuote } from "./quoteRows.ts";
import { texts } from "./texts.ts";

export type QuickOrderPageFacts = {
  readonly list: OrderList;
  readonly summary: ListSummary;
  readonly view: ListView;
  readonly rows: readonly RowOnPage[];
  /** The rows after which the previous and next pages start; null if there are none. */
  readonly back: number | null;
  readonly on: number | null;
  readonly setting: RowSetting;
  readonly adding: Adding;
  readonly mayChooseColumns: boolean;
  /** The lines of the upload that were left out and can be used as rows. */
  readonly leftOut: readonly number[];
  /** Whether the last change can be undone. */
  readonly isUndoable: boolean;
  readonly notice: Html | null;
  /** The refused form of the name; null if it was not refused. */
  readonly renamed: FormState | null;
};

const maxTargets = 20;

async function loadAdding(
  { db }: PortalContext,
  { signedIn }: Visit,
  { listId }: OrderList,
): Promise<Adding> {
  const { accountId } = signedIn.account;
  const filter = { accountId, status: "draft", before: null, limit: maxTargets } as const;
  const [drafts, merged] = await Promise.all([
    selectSummaries(db, filter),
    selectMergedLines(db, listId),
  ]);
  const targets = drafts.map(({ orderId, subtotal, ...named }) => ({
    orderId,
    text: `${titleOrder(named)}, ${formatMoney(subtotal)}`,
  }));
  return { targets, merged };
}

async function loadRows({ db }: PortalContext, { listId }: OrderList, view: ListView) {
  const filter = filterOfView(view.show);
  const found = await selectRowsOnPage(db, listId, filter, view.after, rowsPerPage + 1);
  const rows: RowOnPage[] = found.slice(0, rowsPerPage);
  const on = found.length > rowsPerPage ? (rows.at(-1)?.rowNumber ?? null) : null;
  const back =
    view.after === 0 ? null : await selectStartBefore(db, listId, filter, view.after, rowsPerPage);
  return { rows, on, back };
}

/** What an answer adds to a page of a list, or leaves out. */
type ListPageMore = {
  readonly notice?: Html;
  readonly refused?: ReadonlyMap<number, FormState>;
  /** The rows to show instead of those of the view. */
  readonly rowNumbers?: readonly number[];
  /** The refused form of the name. */
  readonly renamed?: FormState;
};

export async function loadListPage(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  view: ListView,
  said: ListPageMore = {},
): Promise<QuickOrderPageFacts> {
  const { db, replica } = context;
  const { now } = visit;
  const { listId, accountId } = list;
  const [summary, { rows, on, back }, adding, upload, isUndoable] = await Promise.all([
    summarizeList(db, listId),
    said.rowNumbers === undefined
      ? loadRows(context, list, view)
      : { rows: await selectRowsByNumber(db, listId, said.rowNumbers), on: null, back: null },
    loadAdding(context, visit, list),
    selectUploadFacts(db, listId),
    hasUndo(db, listId),
  ]);
  const [facts, quotes] = await Promise.all([
    loadRowFacts({ db, replica, accountId, listId, now }, rows),
    loadQuoteRows(context, listId, rows),
  ]);
  const { headers } = list.columns;
  return {
    list,
    summary,
    view,
    rows,
    on,
    back,
    adding,
    isUndoable,
    leftOut: upload === undefined ? [] : await loadLeftOut(context, list),
    mayChooseColumns: upload !== undefined && mayChooseColumns(list, upload),
    notice: said.notice ?? null,
    renamed: said.renamed ?? null,
    setting: { listId, facts, refused: said.refused ?? new Map(), headers, quotes, now },
  };
}

const columns: readonly Column[] = [
  { title: "Row", kind: "number" },
  { title: "Part and name", kind: "prose" },
  { title: "Offer", kind: "prose" },
  { title: "Stock and lead time", kind: "words" },
  { title: "Quantity", kind: "number" },
  { title: "Price", kind: "number", corner: true },
  { title: "Fix", kind: "prose" },
];

function listTabs({ list, summary, view }: QuickOrderPageFacts): Tab[] {
  const tab = (show: ViewName, text: string): Tab => ({
    text,
    count: countView(summary, show),
    current: show === view.show,
    href: formatListAddress(list.listId, { show, after: 0 }),
  });
  return [
    tab("unready", "Needs attention"),
    tab("ready", stateWords.ready.word),
    tab("all", "All"),
  ];
}

/** The states that a filter names, beside those of the tabs. */
const reasons: readonly ViewName[] = [
  ...rowStates.filter((state: RowState) => state !== "ready"),
  "requested",
];

/** Links to the rows of each reason. */
function renderReasons({ list, summary, view }: QuickOrderPageFacts): Html | null {
  const found = reasons.filter((show) => countView(summary, show) > 0 || show === view.show);
  if (found.length === 0) return null;
  const links = found.map((show) => {
    const word = show === "requested" ? "Quote requested" : stateWords[show as RowState].word;
    const here = show === view.show ? html` aria-current="page"` : null;
    const href = formatListAddress(list.listId, { show, after: 0 });
    return html`<a href="${href}"${here}>${word} <span class="quiet">${formatCount(
      countView(summary, show),
    )}</span></a>\n`;
  });
  return html`<nav class="reasons" aria-label="Rows by reason">
${links}</nav>
`;
}

function renderListTabs(shown: QuickOrderPageFacts): Html {
  return html`<div id="list-tabs">${renderTabs("Rows", listTabs(shown))}${renderReasons(shown)}</div>
`;
}

/** Rows that may have a change that is made for many. */
function countFixable({ states }: ListSummary): number {
  const { not_found, not_orderable, ambiguous, short, bad_quantity } = states;
  return not_found + not_orderable + ambiguous + short + bad_quantity;
}

/** What can be done with several rows; nothing while they are being checked. */
function renderTools({ list, summary, isUndoable }: QuickOrderPageFacts): Html {
  const isChecked = summary.states.waiting === 0;
  const several =
    isChecked && countFixable(summary) > 1
      ? renderButtonLink(`/quick-order/${list.listId}/several`, "Fix several", "plain")
      : null;
  const undo = { text: "Undo last change", name: "undo", value: "yes", form: rowsForm };
  const back = isChecked && isUndoable ? renderButton(undo) : null;
  return html`<div class="actions" id="list-tools">
${several}${back}</div>
`;
}

/** What was left out of the upload, except its columns: these are named where they are chosen. */
const isUnread = (note: string) =>
  [unreadColumns, unreadDates].some((start) => note.startsWith(start));

/** Whether the upload has columns, none of which was read as quantities. */
function lacksQuantities({ list, mayChooseColumns }: QuickOrderPageFacts): boolean {
  return (
    mayChooseColumns && list.columns.quantityColumn === null && list.columns.headers.length > 1
  );
}

/** Whether columns have dates that were not read, although they may be wanted. */
function lacksDates({ list, mayChooseColumns }: QuickOrderPageFacts): boolean {
  return mayChooseColumns && list.notes.some((note) => note.startsWith(unreadDates));
}

/** Other columns can be chosen until a row is changed. */
function renderColumnsLink(shown: QuickOrderPageFacts): Html {
  const { list, mayChooseColumns } = shown;
  const unread = list.notes.filter(isUnread).join(" ");
  if (!mayChooseColumns) {
    return html`<p id="list-columns" class="hint"${unread === "" && html` hidden`}>${unread}</p>\n`;
  }
  const href = `/quick-order/${list.listId}/columns`;
  if (lacksQuantities(shown)) {
    const { title, hint } = texts.list.noQuantities;
    const way = html`${hint(href)}${unread && html`<p>${unread}</p>`}`;
    return html`<div id="list-columns">${renderNotice("short", title, way)}</div>\n`;
  }
  const link = html`<a href="${href}">${texts.list.chooseColumns}</a>`;
  if (lacksDates(shown)) {
    const { title, hint } = texts.list.unreadDates;
    const way = html`<p>${unread} ${hint(href)}</p>`;
    return html`<div id="list-columns">${renderNotice("short", title, way)}</div>\n`;
  }
  return html`<p id="list-columns" class="hint">${unread} ${link}</p>\n`;
}

/** Rows of the view may be on another page, if those of this one were removed. */
function renderEmpty({ list, summary, view: { show } }: QuickOrderPageFacts): Html {
  const { none, noneHint, noneHere } = texts.list;
  const at = (name: ViewName) => formatListAddress(list.listId, { show: name, after: 0 });
  const hint = countView(summary, show) > 0 ? noneHere(at(show)) : noneHint(at("all"));
  return renderEmptyState(none, html`<p>${hint}</p>`);
}

function renderTableOfRows(shown: QuickOrderPageFacts): Html {
  const { list, rows, setting } = shown;
  if (rows.length === 0) return renderEmpty(shown);
  return renderTable({
    caption: `Rows of ${list.name}`,
    hasFields: true,
    columns,
    rows: rows.map((row) => renderListRow(row, setting)),
  });
}

/**
 * One form for all rows of the page: whatever is pressed, no row loses what was typed. It comes
 * first, because Enter presses the button of a form that is first on the page, and that must
 * neither be a fix nor add the list to a draft.
 */
function renderRowsForm({ list, view }: QuickOrderPageFacts): Html {
  return html`<form id="${rowsForm}" method="post" hidden data-rows
 action="/quick-order/${list.listId}/rows"><button hidden></button>
<input type="hidden" name="show" value="${view.show}"><input type="hidden" name="after"
 value="${view.after}"></form>
`;
}

function renderRows(shown: QuickOrderPageFacts): Html {
  const { list, view, back, on } = shown;
  const at = (after: number | null) =>
    after === null ? null : formatListAddress(list.listId, { ...view, after });
  const { previous, next, save } = texts.list;
  const pager = renderPager({ back: at(back), on: at(on), backText: previous, onText: next });
  const saving = html`<noscript>${renderButton({ text: save, form: rowsForm })}</noscript>`;
  return html`<section class="card rows">
${renderTableOfRows(shown)}<footer>${saving}${pager}</footer>
</section>
`;
}

function renderSummary(shown: QuickOrderPageFacts): Html {
  const { list, summary, adding } = shown;
  return renderListSummary(list, summary, adding, renderListQuote(list.listId, summary));
}

/** Urgent rows that are linked; more are counted. */
const maxUrgentRows = 20;

/** What the list says of how urgent it is, with its rows. */
function renderUrgent({ listId, urgent }: OrderList): Html {
  const notices = urgencies.map((urgency) => {
    const lines = urgent.filter((one) => one.urgency === urgency);
    if (lines.length === 0) return null;
    const list = lines.find(({ isRow }) => !isRow);
    const rows = lines.filter(({ isRow }) => isRow).map(({ line }) => line);
    const links = rows.slice(0, maxUrgentRows).map((row, at) => {
      const href = `${formatListAddress(listId, { show: "all", after: row - 1 })}#row-${row}`;
      return html`${at === 0 ? "" : ", "}<a href="${href}">${formatCount(row)}</a>`;
    });
    const more = rows.length - links.length;
    const { ofList, ofRows, moreRows } = texts.list.urgent;
    const where = [
      list && html`${ofList(list.line)} `,
      links.length > 0 && html`${ofRows(links)}${more > 0 && moreRows(more)}`,
    ];
    return renderNotice("short", urgency, html`<p>${where}</p>`);
  });
  return html`${notices}`;
}

/** What the script replaces after a change: the rows that it shows, and what counts them. */
export function renderListParts(shown: QuickOrderPageFacts): Html {
  const around = html`${renderSummary(shown)}${renderListTabs(shown)}${renderTools(shown)}`;
  return html`${around}${renderTableOfRows(shown)}${renderColumnsLink(shown)}`;
}

export function renderListPage(shown: QuickOrderPageFacts): SitePage {
  const { list, summary, setting, notice } = shown;
  const isChecking = summary.states.waiting > 0;
  const { checked, rows } = summary;
  const words = texts.list.progress(formatCount(checked), formatCount(rows));
  const progress = isChecking ? renderProgress(words, checked, rows) : null;
  const faults = [...setting.refused.values()].flatMap((state) => state.faults);
  const refused = renderFaults({ value: () => "", faults, prefix: "row" });
  const columnsLink = renderColumnsLink(shown);
  const missing = lacksQuantities(shown) || lacksDates(shown) ? columnsLink : null;
  const asked = html`${notice}${renderUrgent(list)}${refused}${missing}${progress}`;
  const above = html`${asked}${renderSummary(shown)}`;
  const tools = html`${renderListTabs(shown)}${renderTools(shown)}`;
  const notes = list.notes.filter((note) => !isUnread(note));
  const read = renderNotes(list, notes, shown.leftOut);
  const below = html`${read}${missing === null ? columnsLink : null}`;
  return {
    title: list.name,
    above: { href: "/quick-order", text: texts.list.above },
    primary: renderListMenu(list, shown.renamed),
    sentence: texts.list.sentence(list.madeBy.name, renderMoment(list.createdAt)),
    body: html`${renderRowsForm(shown)}${above}${tools}${renderRows(shown)}${below}`,
    refreshS: isChecking ? 1 : undefined,
  };
}
