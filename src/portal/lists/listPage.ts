// A list of quick order as a page: how far its check has come, its rows by state, and what the
// ready ones come to.
import { formatCount } from "../../html/amount.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writePager } from "../../html/pager.ts";
import { writeProgress } from "../../html/progress.ts";
import { type Column, writeTable } from "../../html/table.ts";
import { type Tab, writeTabs } from "../../html/tabs.ts";
import type { SitePage } from "../../http/visit.ts";
import { type ListSummary, type OrderList, rowStates } from "../../lists/orderList.ts";
import type { ShownRow } from "../../lists/pageQueries.ts";
import { type RowSetting, writeListRow } from "./listRow.ts";
import { type DraftTarget, writeListSide } from "./listSide.ts";
import { type ListView, type ViewName, writeListAddress } from "./listView.ts";
import { stateWords } from "./stateWords.ts";

/** All that a page of a list shows. */
export type ShownList = {
  readonly list: OrderList;
  readonly summary: ListSummary;
  readonly view: ListView;
  readonly rows: readonly ShownRow[];
  /** The rows after which the pages before and behind begin; null where there are none. */
  readonly back: number | null;
  readonly on: number | null;
  readonly setting: RowSetting;
  readonly targets: readonly DraftTarget[];
  readonly notice: Html | null;
};

const columns: readonly Column[] = [
  { title: "Row", kind: "number" },
  { title: "Part number", kind: "code" },
  { title: "Quantity", kind: "number" },
  { title: "Condition", kind: "words", titled: true },
  { title: "State", kind: "prose" },
  { title: "Total", kind: "number" },
  { title: "Change", kind: "actions" },
];

const refreshS = 1;

function countUnready({ rows, states }: ListSummary): number {
  return rows - states.ready - states.added - states.waiting;
}

function listTabs({ list, summary, view }: ShownList): Tab[] {
  const tab = (show: ViewName, text: string, count: number): Tab => ({
    ...{ text, count, current: show === view.show },
    href: writeListAddress(list.listId, { show, after: 0 }),
  });
  const { states } = summary;
  const shown = rowStates.filter((state) => states[state] > 0 || state === view.show);
  return [
    tab("all", "All rows", summary.rows),
    tab("mend", "To mend", countUnready(summary)),
    ...shown.map((state) => tab(state, stateWords[state].word, states[state])),
  ];
}

function writeRows({ list, view, rows, back, on, setting }: ShownList): Html {
  if (rows.length === 0) {
    const all = writeListAddress(list.listId, { show: "all", after: 0 });
    const way = html`<p>No row is in this state. <a href="${all}">Show all rows</a>.</p>`;
    return writeEmptyState("Nothing here", way);
  }
  const at = (after: number | null) =>
    after === null ? null : writeListAddress(list.listId, { ...view, after });
  const table = writeTable({
    caption: `Rows of ${list.name}`,
    columns,
    rows: rows.map((row) => writeListRow(row, setting)),
  });
  const pager = writePager({
    ...{ back: at(back), on: at(on), backText: "Earlier rows", onText: "Later rows" },
  });
  return html`${table}${pager}`;
}

/** The page of a list; it asks for itself again until every row is checked. */
export function writeListPage(shown: ShownList): SitePage {
  const { list, summary, setting, notice } = shown;
  const isChecking = summary.states.waiting > 0;
  const { checked, rows } = summary;
  const words = `${formatCount(checked)} of ${formatCount(rows)} rows checked`;
  const progress = isChecking ? writeProgress(words, checked, rows) : null;
  const tabs = writeTabs("Rows by state", listTabs(shown));
  const faults = setting.refused === null ? null : writeFaults(setting.refused.state);
  return {
    title: list.name,
    above: { href: "/quick-order", text: "Quick order" },
    sentence: html`Sent by ${list.madeBy.name}, ${writeMoment(list.createdAt)}.`,
    body: html`${notice}${faults}${progress}${tabs}${writeRows(shown)}`,
    side: writeListSide(shown.list, summary, shown.targets, countUnready(summary)),
    ...(isChecking ? { refreshS } : {}),
  };
}
