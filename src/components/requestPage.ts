import { renderCard } from "../html/card.ts";
import { renderCodeBlock, renderCopyable, renderKeySetting } from "../html/codeBlock.ts";
import { type Definition, renderDefinitions } from "../html/definitions.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import type { EntryOutcome } from "../requests/apiRequest.ts";
import { formatCurl } from "../requests/formatCurl.ts";
import type { LoggedRequest } from "../requests/queries.ts";
import { readErrorMessage } from "../requests/requestError.ts";
import { renderRequestResult } from "./requestTable.ts";

const outcomeWords: Readonly<Record<EntryOutcome, readonly [Meaning, string]>> = {
  f: ["good", "Found"],
  o: ["short", "Out of stock"],
  s: ["short", "Not enough stock"],
  n: ["neutral", "Not found"],
};

/** The result of an entry; null if the lookup was not answered. */
function renderOutcome(letter: string | undefined): Html | null {
  if (letter === undefined) return null;
  return renderBadge(...outcomeWords[letter as EntryOutcome]);
}

function renderEntries({ partNumbers, partNames, outcomes, inStock }: LoggedRequest): Html | null {
  const entries = [
    ...partNumbers.map((text) => ({ text, kind: "Part number" })),
    ...partNames.map((text) => ({ text, kind: "Part name" })),
  ];
  if (entries.length === 0) return null;
  return renderCard({
    title: html`Entries${inStock ? " (in stock only)" : null}`,
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

function renderAgain(publicUrl: string, call: LoggedRequest): Content {
  const curl = formatCurl(publicUrl, call);
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
  const message = readErrorMessage(call);
  const { publicUrl, whose, orderAddress } = page;
  const facts = renderDefinitions([
    { term: "Request", value: renderCopyable(call.requestId, "the request ID") },
    { term: "Endpoint", value: html`<code>${method} ${route}</code>` },
    { term: "Status", value: renderRequestResult(call) },
    ...(errorPath === null ? [] : [{ term: "Field", value: html`<code>${errorPath}</code>` }]),
    ...(message === null ? [] : [{ term: "Message", value: message }]),
    { term: "Duration", value: `${durationMs.toFixed(1)} ms` },
    ...whose,
    ...(poNumber === null ? [] : [{ term: "PO", value: poNumber }]),
    ...(orderId === null
      ? []
      : [{ term: "Order", value: html`<a href="${orderAddress(orderId)}">${orderId}</a>` }]),
  ]);
  return html`${facts}${renderEntries(call)}${renderAgain(publicUrl, call)}`;
}
