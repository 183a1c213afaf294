// The addresses of what the console shows. `under`: what follows the id.
import { linkPart } from "../catalog/sharedOffers.ts";
import { type Html, html } from "../kit/html/html.ts";
import { formatAddress } from "../kit/html/pager.ts";

export function accountAddress(accountId: string, under = ""): string {
  return `/console/accounts/${accountId}${under}`;
}

/** Where an operator drafts an order for an account. */
export function newDraftAddress(accountId: string): string {
  return accountAddress(accountId, "/orders/new");
}

export function linkAccount(accountId: string, name: string): Html {
  return html`<a href="${accountAddress(accountId)}">${name}</a>`;
}

export function agreementAddress(accountId: string, under = ""): string {
  return `/console/agreements/${accountId}${under}`;
}

/** Why an account pays what for a part. Without a day: today. */
export function explanationAddress(
  accountId: string,
  part: string,
  quantity: string,
  day: string | null = null,
): string {
  return formatAddress(agreementAddress(accountId, "/price"), { part, quantity, day });
}

export function fileAddress(fileId: string, under = ""): string {
  return `/console/imports/files/${fileId}${under}`;
}

export function keyAddress(keyId: string, under = ""): string {
  return `/console/keys/${keyId}${under}`;
}

export function keyRequestAddress(requestId: string, under = ""): string {
  return `/console/key-requests/${requestId}${under}`;
}

/** The list of quote requests. */
export const quoteRequestsPath = "/console/quote-requests";

export function quoteRequestAddress(requestId: string, under = ""): string {
  return `${quoteRequestsPath}/${requestId}${under}`;
}

export function mailAddress(mailId: string, under = ""): string {
  return `/console/outbox/${mailId}${under}`;
}

export function offerAddress(offerId: number, under = ""): string {
  return `/console/catalog/offers/${offerId}${under}`;
}

export function operatorAddress(operatorId: string, under = ""): string {
  return `/console/operators/${operatorId}${under}`;
}

export function orderAddress(orderId: string, under = ""): string {
  return `/console/orders/${orderId}${under}`;
}

/** `view`: a tab of the page. */
export function partAddress(partNumber: string, view?: string): string {
  const page = `/console/catalog/parts/${encodeURIComponent(partNumber)}`;
  return view === undefined ? page : `${page}?view=${view}`;
}

export function linkCatalogPart(partNumber: string): Html {
  return linkPart(partNumber, partAddress(partNumber));
}

/** Of a request in the log. */
export function requestAddress(requestId: string): string {
  return `/console/requests/${requestId}`;
}

export function runAddress(runId: number | string, under = ""): string {
  return `/console/imports/${runId}${under}`;
}
