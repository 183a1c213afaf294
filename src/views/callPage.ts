// One logged call as both doors show it: what was asked, how each entry ended, and the call again
// to copy.
import { writeCodeBlock } from "../html/codeBlock.ts";
import { writeCopyable } from "../html/copyable.ts";
import { type Definition, writeDefinitions } from "../html/definitions.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { writeTable } from "../html/table.ts";
import type { LoggedCall } from "../requests/queries.ts";
import { writeCurl } from "../requests/writeCurl.ts";
import { writeCallEnd, writeOutcome } from "./writeCall.ts";

function writeEntries({ partNumbers, partNames, outcomes, inStock }: LoggedCall): Html | null {
  const entries = [
    ...partNumbers.map((text) => ({ text, kind: "Part number" })),
    ...partNames.map((text) => ({ text, kind: "Part name" })),
  ];
  if (entries.length === 0) return null;
  return html`<h2>Asked${inStock ? " in stock only" : null}</h2>
${writeTable({
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
      writeOutcome(outcomes?.[place]),
    ],
  })),
})}`;
}

function writeAgain(publicUrl: string, call: LoggedCall): Content {
  const curl = writeCurl(publicUrl, call);
  if (curl === undefined) return null;
  const label = call.route.endsWith("/catalog") ? "The same call" : "Read what came of it";
  return html`<h2>By curl</h2>
${writeCodeBlock("Give the shell your key", "read -rs PARTSDESK_KEY")}
${writeCodeBlock(label, curl)}`;
}

/** What is the door's of a call: whose it was, and where its order's page stands. */
export type CallPage = {
  readonly publicUrl: string;
  readonly whose: readonly Definition[];
  readonly orderAddress: (orderId: string) => string;
};

/** A call whole. */
export function writeCallPage(call: LoggedCall, page: CallPage): Html {
  const { method, route, durationMs, poNumber, orderId } = call;
  const { publicUrl, whose, orderAddress } = page;
  const facts = writeDefinitions([
    { term: "Request", value: writeCopyable(call.requestId, "the request id") },
    { term: "Call", value: html`<code>${method} ${route}</code>` },
    { term: "Status", value: writeCallEnd(call) },
    { term: "Took", value: `${durationMs.toFixed(1)} ms` },
    ...whose,
    ...(poNumber === null ? [] : [{ term: "PO", value: poNumber }]),
    ...(orderId === null
      ? []
      : [{ term: "Order", value: html`<a href="${orderAddress(orderId)}">${orderId}</a>` }]),
  ]);
  return html`${facts}${writeEntries(call)}${writeAgain(publicUrl, call)}`;
}
