import { titleOrder } from "../../components/nameOrder.ts";
import type { FormState } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import { selectSummaries } from "../../orders/summaryQueries.ts";
import { formatMoney } from "../../price.ts";
import { planSplit, type Split } from "../../quickOrders/bulk/planSplit.ts";
import { selectUndo } from "../../quickOrders/bulk/undoQueries.ts";
import { mayChooseColumns } from "../../quickOrders/layout/chooseColumns.ts";
import { selectUploadFacts } from "../../quickOrders/layout/uploadQueries.ts";
import { loadRowOffers, type RowOffers } from "../../quickOrders/loadRowOffers.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import {
  type RowOnPage,
  selectRowsByNumber,
  selectRowsOfOffers,
  selectRowsOnPage,
  selectStartBefore,
} from "../../quickOrders/pageQueries.ts";
import { summarizeList } from "../../quickOrders/queries.ts";
import { selectSameLists } from "../../quickOrders/repeated/sameListQueries.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import type { BulkDone } from "./bulkOutcome.ts";
import { loadComparedNumbers } from "./comparedNumbers.ts";
import type { QuickOrderPageFacts } from "./listPage.ts";
import type { DraftTarget } from "./listSide.ts";
import { type ListView, rowsPerPage, statesOfView } from "./listView.ts";
import { loadPriceRequest } from "./priceRequest.ts";
import type { RefusedRows } from "./saveRows.ts";

const maxTargets = 20;
/** A list is compared with those that were ordered in this time: decision 249. */
const sameListMs = 30 * 86_400_000;

async function loadTargets({ db }: PortalContext, visit: Visit): Promise<DraftTarget[]> {
  const { accountId } = visit.signedIn.account;
  const filter = { accountId, status: "draft", before: null, limit: maxTargets } as const;
  const drafts = await selectSummaries(db, filter);
  return drafts.map(({ orderId, subtotal, ...named }) => ({
    orderId,
    text: `${titleOrder(named)}, ${formatMoney(subtotal)}`,
  }));
}

async function loadRows({ db }: PortalContext, { listId }: OrderList, view: ListView) {
  const states = statesOfView(view.show);
  const found = await selectRowsOnPage(db, listId, states, view.after, rowsPerPage + 1);
  const rows: RowOnPage[] = found.slice(0, rowsPerPage);
  const on = found.length > rowsPerPage ? (rows.at(-1)?.rowNumber ?? null) : null;
  const back =
    view.after === 0 ? null : await selectStartBefore(db, listId, states, view.after, rowsPerPage);
  return { rows, on, back };
}

async function loadRowsByNumber(
  { db }: PortalContext,
  { listId }: OrderList,
  rowNumbers: readonly number[],
) {
  const rows = await selectRowsByNumber(db, listId, rowNumbers);
  return { rows, on: null, back: null };
}

/** The rows that would order the offers of rows, and how rows can be split over offers. */
async function loadSharing(
  { db }: PortalContext,
  { listId }: OrderList,
  rows: readonly RowOnPage[],
  { choices, makers }: RowOffers,
) {
  const named = rows.flatMap(({ offerId }) => offerId ?? []);
  const possible = [...choices.values()].flat().map(({ offer }) => offer.offerId);
  const sharing = await selectRowsOfOffers(db, listId, [...new Set([...named, ...possible])]);
  const splits = rows.flatMap((row): [number, Split][] => {
    const ofRow = choices.get(row.rowNumber) ?? [];
    const split = planSplit(row, {
      choices: ofRow,
      makers: makers.get(row.rowNumber) ?? 0,
      sharing,
    });
    return split === null ? [] : [[row.rowNumber, split]];
  });
  return { sharing, splits: new Map(splits) };
}

/** Loads a page of a list; `said` adds a notice or a refused row. */
export async function loadListPage(
  context: PortalContext,
  visit: Visit,
  list: OrderList,
  view: ListView,
  said: {
    readonly notice?: Html;
    readonly refused?: RefusedRows;
    readonly bulk?: BulkDone | null;
    /** The rows to show instead of those of the view. */
    readonly rowNumbers?: readonly number[];
    /** The refused form of the name. */
    readonly renamed?: FormState;
  } = {},
): Promise<QuickOrderPageFacts> {
  const { db, partIds } = context;
  const { signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const [summary, { rows, on, back }, targets, upload, undo] = await Promise.all([
    summarizeList(db, list.listId),
    said.rowNumbers === undefined
      ? loadRows(context, list, view)
      : loadRowsByNumber(context, list, said.rowNumbers),
    loadTargets(context, visit),
    selectUploadFacts(db, list.listId),
    selectUndo(db, list.listId),
  ]);
  const [offers, sameLists, compared, prices] = await Promise.all([
    loadRowOffers(context, accountId, rows, now),
    selectSameLists(db, accountId, list.listId, new Date(now.getTime() - sameListMs)),
    loadComparedNumbers(context, visit, list, summary),
    loadPriceRequest(context, visit, list, summary),
  ]);
  return {
    list,
    summary,
    view,
    rows,
    on,
    back,
    targets,
    undo,
    compared,
    sameLists,
    mayChooseColumns: upload !== undefined && mayChooseColumns(list, upload),
    notice: said.notice ?? null,
    bulk: said.bulk ?? null,
    renamed: said.renamed ?? null,
    prices,
    setting: {
      listId: list.listId,
      offers,
      ...(await loadSharing(context, list, rows, offers)),
      mintPartId: ({ offer }) => partIds.mint(accountId, [offer.offerId], now.getTime())[0] ?? "",
      refused: said.refused ?? new Map(),
      headers: list.columns.headers,
      now,
    },
  };
}
