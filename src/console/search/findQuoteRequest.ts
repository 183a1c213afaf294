import { markTyped } from "../../components/suggestions.ts";
import type { Queryable } from "../../db/database.ts";
import { html } from "../../html/html.ts";
import { selectRequestByNumber } from "../../quoteRequests/quoteRequestQueries.ts";
import { quoteRequestAddress } from "../addresses.ts";
import { renderQuoteState } from "../quoteRequests/renderQuoteState.ts";
import type { Hit } from "./hit.ts";

/** "RFQ-10001" of that, "rfq 10001", "10001" and so on; undefined if it is none. */
function toRequestNumber(typed: string): string | undefined {
  const digits = /^#?(?:RFQ[-–— ]?)?([1-9]\d{4,18})$/i.exec(typed.trim())?.[1];
  return digits && `RFQ-${digits}`;
}

/** The quote request whose complete number is typed. */
export async function findQuoteRequest(db: Queryable, typed: string): Promise<readonly Hit[]> {
  const number = toRequestNumber(typed);
  const found = number === undefined ? undefined : await selectRequestByNumber(db, number);
  if (found === undefined) return [];
  const { requestId, requestNumber, accountName, firstPart, state } = found;
  return [
    {
      href: quoteRequestAddress(requestId),
      icon: "scroll-text",
      name: markTyped(requestNumber, typed),
      about: html`${accountName} · ${firstPart}`,
      beside: renderQuoteState(state),
    },
  ];
}
