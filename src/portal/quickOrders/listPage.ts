import { stateWords } from "../../components/listRows.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type FormState, renderButton, renderFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice, renderProgress } from "../../html/notice.ts";
import { renderPager } from "../../html/pager.ts";
import { type Column, renderTable } from "../../html/table.ts";
import { renderTabs, type Tab } from "../../html/tabs.ts";
import type { Converting } from "../../quickOrders/bulk/convertedRows.ts";
import type { ChangeCounts } from "../../quickOrders/bulk/countChanges.ts";
import type { Rounding } from "../../quickOrders/bulk/roundedRows.ts";
import { unreadColumns, unreadDates } from "../../quickOrders/layout/unreadColumns.ts";
import { type ListSummary, type OrderList, rowStates } from "../../quickOrders/orderList.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { urgencies } from "../../reading/urgency.ts";
import type { SitePage } from "../../site/visit.ts";
import { renderConverting } from "./bulk/convertedRows.ts";
import { renderRounding } from "./bulk/roundedRows.ts";
import { type BulkDone, renderBulkOutcome } from "./bulkOutcome.ts";
import { renderListMenu } from "./listMenu.ts";
import { renderListRow } from "./listRow.ts";
import { type Adding, renderListSummary } from "./listSide.ts";
import { renderListTools } from "./listTools.ts";
import { countView, formatListAddress, type ListView, type ViewName } from "./listView.ts";
import { renderListQuote } from "./quoteRows.ts";
import { type RowSetting, rowsForm } from "./rowSetting.ts";
import { renderNotes } from "./rows/leftOutLines.ts";
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
  /** The rows that can be rounded to packs. */
  readonly rounding: Rounding;
  /** The quantities in another unit that can be converted. */
  readonly converting: Converting;
  /** How many rows each bulk action would change. */
  readonly counts: ChangeCounts;
  /** What a bulk action just did. */
  readonly bulk: BulkDone | null;
  readonly notice: Html | null;
  /** The refused form of the name; null if it was not refused. */
  readonly renamed: FormState | null;
};

const columns: readonly Column[] = [
  { title: texts.list.row, kind: "number" },
  { title: texts.list.partNumber, kind: "code" },
  { title: texts.list.quantity, kind: "number" },
  { title: texts.list.condition, kind: "words", titled: true },
  { title: texts.list.state, kind: "prose" },
  { title: texts.list.actions, kind: "actions" },
];

function listTabs({ list, summary, view }: QuickOrderPageFacts): Tab[] {
  const tab = (show: ViewName, text: string): Tab => ({
    text,
    count: countView(summary, show),
    current: show === view.show,
    href: formatListAddress(list.listId, { show, after: 0 }),
  });
  const isShown = (show: ViewName) => countView(summary, show) > 0 || show === view.show;
  return [
    tab("all", texts.list.all),
    tab("unready", texts.list.unready),
    ...(isShown("requested") ? [tab("requested", texts.quotes.state)] : []),
    ...rowStates.filter(isShown).map((state) => tab(state, stateWords[state].word)),
  ];
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
    caption: texts.list.caption(list.name),
    hasFields: true,
    columns,
    rows: rows.map((row) => renderListRow(row, setting)),
  });
}

/**
 * One form for all rows of the page: whatever is pressed, no row loses what was typed. It comes
 * first, because Enter presses the button of a form that is first on the page, and that must
 * neither be a bulk action nor add the list to a draft.
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

function renderListTabs(shown: QuickOrderPageFacts): Html {
  return html`<div id="list-tabs">${renderTabs(texts.list.tabs, listTabs(shown))}</div>
`;
}

function renderTools(facts: QuickOrderPageFacts): Html {
  const { list, summary, counts, isUndoable, bulk, rows } = facts;
  const shown = new Set(rows.map(({ rowNumber }) => rowNumber));
  const outcome = renderBulkOutcome(list.listId, bulk, (row) => shown.has(row));
  const quantities = html`${renderConverting(facts.converting)}${renderRounding(facts.rounding)}`;
  return html`${renderListTools(summary, counts, isUndoable)}${quantities}${outcome}`;
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
