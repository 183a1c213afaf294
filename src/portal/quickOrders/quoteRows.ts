// The rows of a list that need a quote: how many, the request that was sent for each, and the ways
// to send one (decision 261).
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { ListId, ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import { type RowOnPage, selectRowsByNumber } from "../../quickOrders/pageQueries.ts";
import { type RequestedRow, selectRequestedRows } from "../../quoteRequests/quoteRequestQueries.ts";
import { listQuoteAddress, quoteAddress } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { findRowReason, quoteStates } from "../quoteRequests/quoteReason.ts";
import { matchRequested } from "../quoteRequests/wantedLines.ts";
import { texts } from "./texts.ts";

export type QuoteRows = {
  /** The requests of rows whose part number has not changed since, by row. */
  readonly requested: ReadonlyMap<number, RequestedRow>;
  /** Rows that need a quote and for which none was requested. */
  readonly count: number;
};

type QuoteSetting = { readonly listId: ListId; readonly quotes: QuoteRows };

export async function loadQuoteRows(
  { db }: PortalContext,
  { signedIn }: Visit,
  { listId }: OrderList,
  { states }: ListSummary,
): Promise<QuoteRows> {
  const sent = await selectRequestedRows(db, signedIn.account.accountId, listId);
  const numbers = sent.map(({ rowNumber }) => rowNumber);
  const rows = numbers.length === 0 ? [] : await selectRowsByNumber(db, listId, numbers);
  const requested = matchRequested(sent, rows);
  const isRequested = ({ rowNumber, state }: RowOnPage) =>
    findRowReason(state) !== null && requested.has(rowNumber);
  const needed = quoteStates.reduce((sum, state) => sum + states[state], 0);
  const count = needed - rows.filter(isRequested).length;
  return { requested, count: states.waiting > 0 ? 0 : count };
}

/** A way to request a quote for all rows that need one. */
export function renderListQuote({ listId, quotes: { count } }: QuoteSetting): Html | null {
  if (count <= 0) return null;
  return renderButtonLink(listQuoteAddress(listId), texts.quotes.button(count), "plain");
}

/** A way to request a quote for a row that needs one. */
export function renderRowQuote(
  { rowNumber, state, partNumber }: RowOnPage,
  { listId, quotes }: QuoteSetting,
): Html | null {
  const isNeeded = findRowReason(state) !== null && (partNumber ?? "") !== "";
  if (!isNeeded || quotes.requested.has(rowNumber)) return null;
  const { rowButton, rowButtonOf } = texts.quotes;
  return html`<a class="button plain" href="${listQuoteAddress(listId, [rowNumber])}"
 aria-label="${rowButtonOf(rowNumber)}">${rowButton}</a>`;
}

/** The request that was sent for a row. */
export function describeRowQuote(
  { rowNumber, state }: RowOnPage,
  { quotes }: QuoteSetting,
): Html | null {
  const sent = quotes.requested.get(rowNumber);
  if (sent === undefined || state === "added") return null;
  const link = html`<a href="${quoteAddress(sent.requestId)}">${sent.requestNumber}</a>`;
  return sent.state === "answered" ? texts.quotes.answered(link) : texts.quotes.requested(link);
}
