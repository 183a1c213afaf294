// Where the console's pages of accounts, orders, calls and imports stand, for what links to them.

/** The page of an account. */
export function accountAddress(accountId: string): string {
  return `/console/accounts/${accountId}`;
}

/** The page of an order, and what is under it. */
export function orderAddress(orderId: string, under = ""): string {
  return `/console/orders/${orderId}${under}`;
}

/** The page of a call, by its request id. */
export function requestAddress(requestId: string): string {
  return `/console/requests/${requestId}`;
}

/** The page of an import. */
export function runAddress(runId: number | string): string {
  return `/console/imports/${runId}`;
}
