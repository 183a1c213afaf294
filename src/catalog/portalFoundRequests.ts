// The account's own quote requests whose number a search may mean.
import type { AccountId } from "../accounts/account.ts";
import type { Queryable } from "../db/database.ts";
import { quoteAddress } from "../home/portalAddresses.ts";
import { type Content, html } from "../kit/html/html.ts";
import { selectRequestByNumber, selectRequestsByBeginning } from "../quotes/foundRequestQueries.ts";
import { renderQuoteState } from "../quotes/portal.ts";
import type { QuoteRequestSummary } from "../quotes/quoteRequest.ts";
import { readRequestNumber } from "../quotes/requestNumber.ts";
import { renderFound } from "./portalFoundCard.ts";

const maxShown = 5;
const maxSuggested = 3;

async function findRequests(
  db: Queryable,
  accountId: AccountId,
  text: string,
  limit: number,
): Promise<readonly QuoteRequestSummary[]> {
  const written = readRequestNumber(text);
  return written ? selectRequestsByBeginning(db, accountId, written.number, limit) : [];
}

/** The requests to suggest for what was typed so far. */
export function suggestRequests(db: Queryable, accountId: AccountId, typed: string) {
  return findRequests(db, accountId, typed, maxSuggested);
}

/** The requests that a page of results shows for a text with digits, one more than it lists. */
export async function findResultRequests(db: Queryable, accountId: AccountId, text: string) {
  return /\d/.test(text) ? findRequests(db, accountId, text, maxShown + 1) : [];
}

/** The request whose whole number a text is, with its RFQ: digits only may be a part. */
export async function findNamedRequest(
  db: Queryable,
  accountId: AccountId,
  text: string,
): Promise<QuoteRequestSummary | undefined> {
  const written = readRequestNumber(text);
  return written?.isNamed ? selectRequestByNumber(db, written.number, accountId) : undefined;
}

/** What `findResultRequests` found, above the parts; null if nothing. */
export function renderResultRequests(requests: readonly QuoteRequestSummary[]): Content {
  const points = requests.slice(0, maxShown).map((request) => {
    const { requestId, requestNumber, firstPart, state } = request;
    const link = html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`;
    return html`${link} ${renderQuoteState(state)} <span class="quiet">${firstPart}</span>`;
  });
  const all = { href: "/quote-requests", text: "View all quote requests" };
  return renderFound(
    "Your quote requests with this number:",
    points,
    requests.length > maxShown ? all : null,
  );
}
