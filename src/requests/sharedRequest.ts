import { renderCard } from "../kit/html/card.ts";
import { renderCodeBlock, renderCopyable, renderKeySetting } from "../kit/html/codeBlock.ts";
import { type Definition, renderDefinitions } from "../kit/html/definitions.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type Meaning, renderBadge } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatCurl } from "../mail/formatSampleRequest.ts";
import type { LoggedRequest } from "./queries.ts";
import { readErrorMessage } from "./requestError.ts";
import { renderRequestResult } from "./sharedLog.ts";

const outcomeWords: ReadonlyMap<string, readonly [Meaning, string]> = new Map([
  ["f", ["good", "Found"]],
  ["o", ["short", "Out of stock"]],
  ["s", ["short", "Not enough stock"]],
  ["n", ["neutral", "Not found"]],
]);

/** The result of an entry; null if the lookup was not answered. */
function renderOutcome(letter = ""): Html | null {
  const words = outcomeWords.get(letter);
  return words === undefined ? null : renderBadge(...words);
}

function renderEntries({ partNumbers, partNames, outcomes, inStock }: LoggedRequest): Html | null {
  const entries = [
    ...partNumbers.map((text) => ({ text, kind: "Part number" })),
    ...partNames.map((text) => ({ text, kind: "Part name" })),
  ];
  if (entries.length === 0) return null;
  return renderCard({
    title: inStock ? "Entries (in stock only)" : "Entries",
    body: renderTable({
      caption: "Entries in the order sent",
      columns: [
        { title: "Entry", kind: "text" },
        { title: "Kind", kind: "words" },
        { title: "Result", kind: "words" },
      ],
      rows: entries.map(({ text, kind }, place) => ({
        cells: [
          text === "" ? html`<span class="quiet">blank</span>` : html`<code>${text}</code>`,
          kind,
          renderOutcome(outcomes?.[place]),
        ],
      })),
    }),
  });
}

/** Repeats the lookup with its normalized entries. */
function formatLookup(url: string, { partNumbers, partNames, inStock }: LoggedRequest): string {
  const body = {
    ...(partNumbers.length === 0 ? {} : { part_numbers: partNumbers }),
    ...(partNames.length === 0 ? {} : { part_names: partNames }),
    ...(inStock ? { in_stock: true } : {}),
  };
  return formatCurl(url, JSON.stringify(body));
}

/**
 * Returns undefined if the content of the request is not known. Never returns a command that
 * places an order: for order requests the command reads the order.
 */
function formatLoggedRequest(publicUrl: string, request: LoggedRequest): string | undefined {
  const { route, orderId, poNumber } = request;
  if (route.endsWith("/catalog")) {
    const entries = request.partNumbers.length + request.partNames.length;
    return entries === 0 ? undefined : formatLookup(`${publicUrl}${route}`, request);
  }
  const orders = `${publicUrl}${route.replace(/\/:order_id$/, "")}`;
  const query = poNumber === null ? "" : `?po_number=${encodeURIComponent(poNumber)}`;
  if (orderId === null && (request.method !== "GET" || route.endsWith("/:order_id"))) {
    return undefined;
  }
  return formatCurl(orderId === null ? `${orders}${query}` : `${orders}/${orderId}`);
}

function renderAgain(publicUrl: string, call: LoggedRequest): Content {
  const curl = formatLoggedRequest(publicUrl, call);
  if (curl === undefined) return null;
  // The command of a placed order reads it.
  const isOrder = call.method === "POST" && !call.route.endsWith("/catalog");
  return renderCard({
    title: "curl",
    body: html`${renderKeySetting()}
${renderCodeBlock(isOrder ? "Read the order" : "Repeat request", curl)}`,
  });
}

/** What differs by site: who sent the request, and the address of its order. */
export type RequestPage = {
  readonly publicUrl: string;
  readonly whose: readonly Definition[];
  readonly orderAddress: (orderId: string) => string;
};

export function renderRequestPage(call: LoggedRequest, page: RequestPage): Html {
  const { method, route, durationMs, poNumber, orderId, errorPath } = call;
  const { publicUrl, whose, orderAddress } = page;
  const facts = renderDefinitions([
    { term: "Request", value: renderCopyable(call.requestId, "the request ID") },
    { term: "Endpoint", value: html`<code>${method} ${route}</code>` },
    { term: "Status", value: renderRequestResult(call) },
    { term: "Field", value: errorPath && html`<code>${errorPath}</code>` },
    { term: "Message", value: readErrorMessage(call) },
    { term: "Duration", value: `${durationMs.toFixed(1)} ms` },
    ...whose,
    { term: "PO", value: poNumber },
    { term: "Order", value: orderId && html`<a href="${orderAddress(orderId)}">${orderId}</a>` },
  ]);
  return html`${facts}${renderEntries(call)}${renderAgain(publicUrl, call)}`;
}
