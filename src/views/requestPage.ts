// One logged call as both doors show it: what was asked, how each entry ended, and the call again
// to copy.
import { renderCodeBlock } from "../html/codeBlock.ts";
import { renderCopyable } from "../html/copyable.ts";
import { type Definition, renderDefinitions } from "../html/definitions.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderTable } from "../html/table.ts";
import { formatCurl } from "../requests/formatCurl.ts";
import type { LoggedRequest } from "../requests/queries.ts";
import { renderOutcome, renderRequestResult } from "./renderRequest.ts";

function renderEntries({ partNumbers, partNames, outcomes, inStock }: LoggedRequest): Html | null {
  const entries = [
    ...partNumbers.map((text) => ({ text, kind: "Part number" })),
    ...partNames.map((text) => ({ text, kind: "Part name" })),
  ];
  if (entries.length === 0) return null;
  return html`<h2>Asked${inStock ? " in stock only" : null}</h2>
${renderTable({
  caption: "Entries in the order they were sent",
  columns: [
    { title: "Entry", kind: "text" },
    { title: "Kind", kind: "words" },
    { title: "Came to", kind: "words" },
  ],
  rows: entries.map(({ text, kind }, place) => ({
    cells: [
      text === "" ? html`<span class="quiet">blank</span>` : html`<code>${text}</code>`,
      kind,
      renderOutcome(outcomes?.[place]),
    ],
  })),
})}`;
}

function renderAgain(publicUrl: string, call: LoggedRequest): Content {
  const curl = formatCurl(publicUrl, call);
  if (curl === undefined) return null;
  const label = call.route.endsWith("/catalog") ? "The same call" : "Read what came of it";
  return html`<h2>By curl</h2>
${renderCodeBlock("Give the shell your key", "read -rs PARTSDESK_KEY")}
${renderCodeBlock(label, curl)}`;
}

/** What is the door's of a call: whose it was, and where its order's page stands. */
export type RequestPage = {
  readonly publicUrl: string;
  readonly whose: readonly Definition[];
  readonly orderAddress: (orderId: string) => string;
};

/** A call whole. */
export function renderRequestPage(call: LoggedRequest, page: RequestPage): Html {
  const { method, route, durationMs, poNumber, orderId } = call;
  const { publicUrl, whose, orderAddress } = page;
  const facts = renderDefinitions([
    { term: "Request", value: renderCopyable(call.requestId, "the request id") },
    { term: "Call", value: html`<code>${method} ${route}</code>` },
    { term: "Status", value: renderRequestResult(call) },
    { term: "Took", value: `${durationMs.toFixed(1)} ms` },
    ...whose,
    ...(poNumber === null ? [] : [{ term: "PO", value: poNumber }]),
    ...(orderId === null
      ? []
      : [{ term: "Order", value: html`<a href="${orderAddress(orderId)}">${orderId}</a>` }]),
  ]);
  return html`${facts}${renderEntries(call)}${renderAgain(publicUrl, call)}`;
}
