import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import type { QuoteRequestState, QuoteRequestSummary } from "../../quoteRequests/quoteRequest.ts";
import { selectQuoteRequests } from "../../quoteRequests/quoteRequestQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { quoteAddress } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { texts } from "./texts.ts";

const meanings = {
  open: "active",
  answered: "good",
  withdrawn: "neutral",
} as const satisfies Record<QuoteRequestState, Meaning>;

export function renderQuoteState(state: QuoteRequestState): Html {
  return renderBadge(meanings[state], texts.states[state]);
}

function describeParts({ firstPart, lineCount }: QuoteRequestSummary): Content {
  const more = lineCount > 1 && html` ${texts.list.more(lineCount - 1)}`;
  return html`<span class="pn">${firstPart}</span>${more}`;
}

/** A table of requests, newest first. */
export function renderQuoteRows(requests: readonly QuoteRequestSummary[]): Html {
  return renderRows("Quote requests, newest first", requests, [
    {
      title: "Number",
      kind: "code",
      cell: ({ requestId, requestNumber }) =>
        html`<a href="${quoteAddress(requestId)}">${requestNumber}</a>`,
    },
    { title: "Parts", kind: "prose", cell: describeParts },
    {
      title: texts.list.state,
      kind: "words",
      corner: true,
      cell: ({ state }) => renderQuoteState(state),
    },
    {
      title: texts.list.sent,
      kind: "words",
      titled: true,
      cell: ({ createdAt }) => renderAge(createdAt),
    },
    { title: texts.list.sentBy, kind: "text", titled: true, cell: ({ buyerName }) => buyerName },
    {
      title: texts.list.changed,
      kind: "words",
      titled: true,
      cell: ({ changedAt }) => renderAge(changedAt),
    },
  ]);
}

export const showQuoteRequests: Handler = async ({ db }, { signedIn, query }) => {
  const { accountId } = signedIn.account;
  const text = query.text("before");
  const after = isUuid(text) ? text : null;
  const found = await selectQuoteRequests(db, { accountId }, { after, limit: pageSize + 1 });
  const { rows, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }): string => requestId,
    addressOf: (before) => formatAddress("/quote-requests", { before }),
  });
  const empty = renderEmptyState("No quote requests yet", html`<p>${texts.list.noneHint}</p>`);
  const list = html`<section class="card">
${renderQuoteRows(rows)}${pager && html`<footer>${pager}</footer>`}
</section>
`;
  return answerPage({
    title: texts.title,
    sentence: "Quotes you requested for parts without stock or price, and the replies.",
    primary: renderButtonLink("/quote-requests/new", texts.requestQuote, "primary"),
    body: rows.length === 0 ? empty : list,
  });
};
