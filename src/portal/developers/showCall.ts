// One request: what was asked, how each entry ended, and the call again to copy.
import { selectKey } from "../../accounts/queries.ts";
import { writeCodeBlock } from "../../html/codeBlock.ts";
import { writeCopyable } from "../../html/copyable.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeTable } from "../../html/table.ts";
import type { Answer } from "../../http/visit.ts";
import { type LoggedCall, selectCall } from "../../requests/queries.ts";
import { toCallId } from "../../requests/requestId.ts";
import { writeCurl } from "../../requests/writeCurl.ts";
import { writeCallEnd, writeCallMoment, writeOutcome } from "../../views/writeCall.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

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

/** The page of a request; another account's is nothing. */
export async function showCall(
  { db, publicUrl }: PortalContext,
  { signedIn, param }: Visit,
): Promise<Answer> {
  const { accountId } = signedIn.account;
  const callId = toCallId(param("request"));
  const call = callId === undefined ? undefined : await selectCall(db, accountId, callId);
  if (call === undefined) return { kind: "nothing" };
  const key = call.keyId === null ? undefined : await selectKey(db, accountId, call.keyId);
  const { method, route, durationMs, poNumber, orderId } = call;
  const facts = writeDefinitions([
    { term: "Request", value: writeCopyable(call.requestId, "the request id") },
    { term: "Call", value: html`<code>${method} ${route}</code>` },
    { term: "Status", value: writeCallEnd(call) },
    { term: "Took", value: `${durationMs.toFixed(1)} ms` },
    ...(key === undefined
      ? []
      : [{ term: "Key", value: html`<a href="/developers/keys/${key.keyId}">${key.name}</a>` }]),
    ...(poNumber === null ? [] : [{ term: "PO", value: poNumber }]),
    ...(orderId === null
      ? []
      : [{ term: "Order", value: html`<a href="/orders/${orderId}">${orderId}</a>` }]),
  ]);
  return {
    kind: "page",
    page: {
      title: "Request",
      sentence: writeCallMoment(call.at),
      above: { href: "/developers/calls", text: "Requests" },
      body: html`${facts}${writeEntries(call)}${writeAgain(publicUrl, call)}`,
    },
  };
}
