import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { type QuoteRequestSummary, quoteRequestStates } from "../../quoteRequests/quoteRequest.ts";
import {
  countOpenQuoteRequests,
  selectQuoteRequests,
} from "../../quoteRequests/quoteRequestQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { linkAccount, quoteRequestAddress, quoteRequestsPath } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { noAccountId, readText, readUuid } from "../filters.ts";
import { type Choice, chooseAccount, placeUnder } from "../search/pickers.ts";
import { renderQuoteState } from "./renderQuoteState.ts";
import { texts } from "./texts.ts";

const tabs = [...quoteRequestStates, "all"] as const;
type QuoteTab = (typeof tabs)[number];

function listAddress(view: QuoteTab, account: string | null, after: string | null = null): string {
  return formatAddress(quoteRequestsPath, { view: view === "open" ? null : view, account, after });
}

/** "DA65152-14 + 3 more". */
function describeParts({ firstPart, lineCount }: QuoteRequestSummary): Content {
  const part = html`<span class="pn">${firstPart}</span>`;
  if (lineCount < 2) return part;
  return html`${part} <span class="quiet">${texts.list.more(lineCount - 1)}</span>`;
}

function timeColumn(view: QuoteTab): CellColumn<QuoteRequestSummary> {
  const { openSince, created, changed } = texts.list;
  const time = (
    title: string,
    at: (request: QuoteRequestSummary) => Date,
  ): CellColumn<QuoteRequestSummary> => {
    return { title, kind: "words", titled: true, cell: (request) => renderAge(at(request)) };
  };
  if (view === "all") return time(created, ({ createdAt }) => createdAt);
  if (view !== "open") return time(changed, ({ changedAt }) => changedAt);
  return time(openSince, ({ openSince: since, createdAt }) => since ?? createdAt);
}

function renderRequests(requests: readonly QuoteRequestSummary[], view: QuoteTab): Html {
  const { list } = texts;
  const link = ({ requestId, requestNumber }: QuoteRequestSummary) =>
    html`<a href="${quoteRequestAddress(requestId)}">${requestNumber}</a>`;
  const state: CellColumn<QuoteRequestSummary> = {
    title: list.state,
    kind: "words",
    corner: true,
    cell: (request) => renderQuoteState(request.state),
  };
  return renderRows(view === "open" ? list.captionOpen : list.caption, requests, [
    { title: list.number, kind: "words", cell: link },
    {
      title: list.account,
      kind: "text",
      cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
    },
    { title: list.buyer, kind: "text", cell: ({ buyerName }) => buyerName },
    { title: list.parts, kind: "text", cell: describeParts },
    timeColumn(view),
    ...(view === "all" ? [state] : []),
  ]);
}

function renderNone(view: QuoteTab, { id, question }: Choice<string>): Html {
  if (question !== null) return question;
  const { list } = texts;
  const all = listAddress("all", id);
  if (id === noAccountId) return renderEmptyState(list.none, list.noAccount(quoteRequestsPath));
  if (id === null && view === "open") {
    return renderEmptyState(list.noneOpen, list.noneOpenHint(all), "check");
  }
  if (view !== "all") return renderEmptyState(list.none, list.noneHint(all));
  return renderEmptyState(list.none, list.noneYet);
}

function renderSentence({ id, text }: Choice<string>): Content {
  if (id === null || id === noAccountId) return texts.list.sentence;
  return texts.list.ofAccount(linkAccount(id, text), quoteRequestsPath);
}

export const showQuoteRequests: Handler = async ({ db }, { query }) => {
  const view = tabs.find((one) => one === query.text("view")) ?? "open";
  const after = readUuid(query, "after");
  const account = await chooseAccount(db, readText(query, "account"), (id) =>
    listAddress(view, id),
  );
  const filter = { accountId: account.id, states: view === "all" ? null : ([view] as const) };
  const isOpen = view === "open";
  const [open, found] = await Promise.all([
    countOpenQuoteRequests(db),
    selectQuoteRequests(db, filter, { after, limit: pageSize + 1, oldestFirst: isOpen }),
  ]);
  const { rows: requests, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }): string => requestId,
    addressOf: (after) => listAddress(view, account.id, after),
    ...(isOpen && byName),
  });
  const links = tabs.map((one) => ({
    href: listAddress(one, account.id),
    text: texts.list[one],
    current: one === view,
    ...(one === "open" && account.id === null && { count: open.count }),
  }));
  const list =
    requests.length === 0 ? renderNone(view, account) : html`${renderRequests(requests, view)}`;
  return answerPage({
    title: texts.list.title,
    sentence: renderSentence(account),
    ...placeUnder(account),
    body: html`${renderTabs(texts.list.tabs, links)}${list}${pager}`,
  });
};
