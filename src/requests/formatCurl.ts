// Formats a logged request as a curl command. The key stays a shell variable.
import { quoteForShell } from "../mail/formatSampleRequest.ts";
import type { LoggedRequest } from "./queries.ts";

const authorization = '-H "Authorization: Bearer $PARTSDESK_KEY"';

/** Repeats the lookup with its normalized entries. */
function formatLookup(url: string, { partNumbers, partNames, inStock }: LoggedRequest): string {
  const body = {
    ...(partNumbers.length === 0 ? {} : { part_numbers: partNumbers }),
    ...(partNames.length === 0 ? {} : { part_names: partNames }),
    ...(inStock ? { in_stock: true } : {}),
  };
  return [
    `curl -s ${quoteForShell(url)}`,
    authorization,
    "-H 'Content-Type: application/json'",
    `-d ${quoteForShell(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}

/**
 * Returns undefined if the content of the request is not known. Never returns a command that
 * places an order: for order requests the command reads the order.
 */
export function formatCurl(publicUrl: string, request: LoggedRequest): string | undefined {
  const { route, orderId, poNumber } = request;
  if (route.endsWith("/catalog")) {
    const entries = request.partNumbers.length + request.partNames.length;
    return entries === 0 ? undefined : formatLookup(`${publicUrl}${route}`, request);
  }
  const orders = `${publicUrl}${route.replace(/\/:order_id$/, "")}`;
  const query = poNumber === null ? "" : `?po_number=${encodeURIComponent(poNumber)}`;
  if (orderId === null && (request.method !== "GET" || route.endsWith("/:order_id")))
    return undefined;
  const url = orderId === null ? `${orders}${query}` : `${orders}/${orderId}`;
  return `curl -s ${quoteForShell(url)} \\\n  ${authorization}`;
}
