import type { Html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { QuoteRequestState } from "../../quoteRequests/quoteRequest.ts";
import { texts } from "./texts.ts";

const meanings: Readonly<Record<QuoteRequestState, Meaning>> = {
  open: "short",
  answered: "good",
  withdrawn: "neutral",
};

export function renderQuoteState(state: QuoteRequestState): Html {
  return renderBadge(meanings[state], texts.states[state]);
}
