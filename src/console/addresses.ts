export function accountAddress(accountId: string): string {
  return `/console/accounts/${accountId}`;
}

/** `under`: what follows the id. */
export function orderAddress(orderId: string, under = ""): string {
  return `/console/orders/${orderId}${under}`;
}

export function requestAddress(requestId: string): string {
  return `/console/requests/${requestId}`;
}

export function runAddress(runId: number | string): string {
  return `/console/imports/${runId}`;
}
