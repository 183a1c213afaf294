import { markTyped } from "../../components/suggestions.ts";
import type { Queryable } from "../../db/database.ts";
import { html } from "../../html/html.ts";
import { renderQuoteState } from "../../quoteRequests/console.ts";
import { selectRequestByNumber } from "../../quoteRequests/foundRequestQueries.ts";
import { readRequestNumber } from "../../quoteRequests/requestNumber.ts";
import { quoteRequestAddress } from "../addresses.ts";
import type { Hit } from "./hit.ts";

/** The quote request whose complete number is typed. */
export async function findQuoteRequest(db: Queryable, typed: string): Promise<readonly Hit[]> {
  const written = readRequestNumber(typed);
  const found = written && (await selectRequestByNumber(db, written.number, null));
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
