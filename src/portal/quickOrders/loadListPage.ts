import { titleOrder } from "../../components/nameOrder.ts";
import type { FormState } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import { selectSummaries } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { countChanges } from "../../quickOrders/bulk/countChanges.ts";
import { loadSplits } from "../../quickOrders/bulk/loadSplits.ts";
import { hasUndo } from "../../quickOrders/bulk/undoQueries.ts";
import { selectMergedLines } from "../../quickOrders/editQueries.ts";
import { mayChooseColumns } from "../../quickOrders/layout/chooseColumns.ts";
import { selectUploadFacts } from "../../quickOrders/layout/uploadQueries.ts";
import { loadRowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import {
  type RowOnPage,
  selectRowsByNumber,
  selectRowsOnPage,
  selectStartBefore,
  selectTogether,
} from "../../quickOrders/pageQueries.ts";
import { summarizeList } from "../../quickOrders/queries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { loadConverting } from "./bulk/convertedRows.ts";
import { loadRounding } from "./bulk/roundedRows.ts";
import type { BulkDone } from "./bulkOutcome.ts";
import type { QuickOrderPageFacts } from "./listPage.ts";
import type { Adding } from "./listSide.ts";
import { filterOfView, type ListView, rowsPerPage } from "./listView.ts";
import { loadQuoteRows } from "./quoteRows.ts";
import { loadLeftOut } from "./rows/leftOutLines.ts";
import type { RefusedRows } from "./saveRows.ts";

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

/** The rows that are checked with those that have a quantity to offer. */
function loadTogether({ db }: PortalContext, { listId }: OrderList, rows: readonly RowOnPage[]) {
  const fixed = rows.filter(({ nearestQuantity }) => nearestQuantity !== null);
  return selectTogether(
    db,
    listId,
    fixed.map(({ rowNumber }) => rowNumber),
  );
}

/** What the actions on several rows would change. */
async function loadTools(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  summary: ListSummary,
) {
  const [rounding, converting, counts] = await Promise.all([
    loadRounding(context, visit, list, summary),
    loadConverting(context, visit, list, summary),
    countChanges({ ...context, list, now: visit.now }, summary),
  ]);
  return { rounding, converting, counts };
}

async function loadRowsByNumber(
  { db }: PortalContext,
  { listId }: OrderList,
  rowNumbers: readonly number[],
) {
  const rows = await selectRowsByNumber(db, listId, rowNumbers);
  return { rows, on: null, back: null };
}

/** What an answer adds to a page of a list, or leaves out. */
type ListPageMore = {
  readonly notice?: Html;
  readonly refused?: RefusedRows;
  readonly bulk?: BulkDone | null;
  /** The rows to show instead of those of the view. */
  readonly rowNumbers?: readonly number[];
  /** The refused form of the name. */
  readonly renamed?: FormState;
};

/** Loads a page of a list; `said` adds a notice or a refused row. */
export async function loadListPage(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  view: ListView,
  said: ListPageMore = {},
): Promise<QuickOrderPageFacts> {
  const { db, partIds } = context;
  const { signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const [summary, { rows, on, back }, adding, upload, isUndoable] = await Promise.all([
    summarizeList(db, list.listId),
    said.rowNumbers === undefined
      ? loadRows(context, list, view)
      : loadRowsByNumber(context, list, said.rowNumbers),
    loadAdding(context, visit, list),
    selectUploadFacts(db, list.listId),
    hasUndo(db, list.listId),
  ]);
  const [offers, quotes, together, tools] = await Promise.all([
    loadRowOffers(context, accountId, rows, now),
    loadQuoteRows(context, list.listId, rows),
    loadTogether(context, list, rows),
    loadTools(context, visit, list, summary),
  ]);
  return {
    list,
    summary,
    ...tools,
    view,
    rows,
    on,
    back,
    adding,
    isUndoable,
    leftOut: upload === undefined ? [] : await loadLeftOut(context, list),
    mayChooseColumns: upload !== undefined && mayChooseColumns(list, upload),
    notice: said.notice ?? null,
    bulk: said.bulk ?? null,
    renamed: said.renamed ?? null,
    setting: {
      listId: list.listId,
      offers,
      ...(await loadSplits(db, list.listId, rows, offers)),
      mintPartId: ({ offer }) => partIds.mint(accountId, [offer.offerId], now.getTime())[0] ?? "",
      refused: said.refused ?? new Map(),
      headers: list.columns.headers,
      quotes,
      together,
      now,
    },
  };
}
