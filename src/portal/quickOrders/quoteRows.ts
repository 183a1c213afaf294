// The rows of a list that need a quote: how many, the request that was sent for each, and the ways
// to send one.
import { formatCount } from "../../html/amount.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderBadge } from "../../html/notice.ts";
import type { ListId, ListSummary } from "../../quickOrders/orderList.ts";
import type { RowOnPage } from "../../quickOrders/pageQueries.ts";
import { type RowQuote, selectRowQuotes } from "../../quoteRequests/listRowQueries.ts";
import { listQuoteAddress, quoteAddress } from "../addresses.ts";
import type { PortalContext } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** By row, its request and whether it needs one. */
export type QuoteRows = ReadonlyMap<number, RowQuote>;

type QuoteSetting = { readonly listId: ListId; readonly quotes: QuoteRows };

export async function loadQuoteRows(
  { db }: PortalContext,
  listId: ListId,
  rows: readonly RowOnPage[],
): Promise<QuoteRows> {
  const numbers = rows.map(({ rowNumber }) => rowNumber);
  const quotes = numbers.length === 0 ? [] : await selectRowQuotes(db, listId, numbers);
  return new Map(quotes.map((one) => [one.rowNumber, one]));
}

/** A way to request a quote for all rows that need one. */
export function renderListQuote(listId: ListId, { states, toQuote }: ListSummary): Html | null {
  if (toQuote === 0 || states.waiting > 0) return null;
  return renderButtonLink(listQuoteAddress(listId), texts.quotes.button(toQuote), "plain");
}

/** What was requested and is not ordered, because it was not in stock. */
function findRest({ quantity, askedQuantity }: RowOnPage): number {
  return Math.max(0, (askedQuantity ?? 0) - (quantity ?? 0));
}

/** A way to request a quote for a row that needs one, or for the rest of it. */
export function renderRowQuote(row: RowOnPage, { listId, quotes }: QuoteSetting): Html | null {
  const { rowNumber } = row;
  const { need = null, requested = null } = quotes.get(rowNumber) ?? {};
  if (need === null || requested !== null) return null;
  const { rowButton, rowButtonOf, restButton, restButtonOf } = texts.quotes;
  const rest = formatCount(findRest(row));
  const [text, label] =
    need === "rest"
      ? [restButton(rest), restButtonOf(rest, rowNumber)]
      : [rowButton, rowButtonOf(rowNumber)];
  return html`<a class="button plain" href="${listQuoteAddress(listId, [rowNumber])}"
 aria-label="${label}">${text}</a>`;
}

function linkRequest({ requestId, requestNumber }: NonNullable<RowQuote["requested"]>): Html {
  return html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`;
}

/** The state of a row for which a quote is requested; null for other rows. */
export function renderRequested({ rowNumber }: RowOnPage, { quotes }: QuoteSetting): Html | null {
  const { need = null, requested } = quotes.get(rowNumber) ?? {};
  if (need === null || need === "rest" || requested?.state !== "open") return null;
  return html`${renderBadge("neutral", texts.quotes.state)} ${linkRequest(requested)}`;
}

/** The request that was sent for a row, unless its state names it. */
export function describeRowQuote(row: RowOnPage, setting: QuoteSetting): Html | null {
  const { need, requested } = setting.quotes.get(row.rowNumber) ?? {};
  const isOrdered = row.state === "added" && need !== "rest";
  if (requested == null || isOrdered || renderRequested(row, setting) !== null) return null;
  const link = linkRequest(requested);
  return requested.state === "answered"
    ? texts.quotes.answered(link)
    : texts.quotes.requested(link);
}
