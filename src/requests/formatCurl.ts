// A logged call as a call to paste into a shell, the key left to a variable.
import { quoteForShell } from "../mail/formatSampleRequest.ts";
import type { LoggedRequest } from "./queries.ts";

const authorization = '-H "Authorization: Bearer $PARTSDESK_KEY"';

/** The lookup again, its entries as the catalog compares them. */
function writeLookup(url: string, { partNumbers, partNames, inStock }: LoggedRequest): string {
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
 * The call by curl at `publicUrl`; undefined where what it asked is not known. An order is never
 * placed by pasting: the one that was placed or read is read.
 */
export function formatCurl(publicUrl: string, call: LoggedRequest): string | undefined {
  const { route, orderId, poNumber } = call;
  if (route.endsWith("/catalog")) {
    const asked = call.partNumbers.length + call.partNames.length;
    return asked === 0 ? undefined : writeLookup(`${publicUrl}${route}`, call);
  }
  const orders = `${publicUrl}${route.replace(/\/:order_id$/, "")}`;
  const query = poNumber === null ? "" : `?po_number=${encodeURIComponent(poNumber)}`;
  if (orderId === null && (call.method !== "GET" || route.endsWith("/:order_id"))) return undefined;
  const url = orderId === null ? `${orders}${query}` : `${orders}/${orderId}`;
  return `curl -s ${quoteForShell(url)} \\\n  ${authorization}`;
}
