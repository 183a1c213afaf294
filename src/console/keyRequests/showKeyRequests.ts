import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { renderRows } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import {
  countKeyRequests,
  type KeyRequestTab,
  keyRequestTabs,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { answerPage } from "../../site/visit.ts";
import { keyRequestAddress } from "../addresses.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { readUuid } from "../filters.ts";
import { describeSource, renderDue, renderRequestState } from "./renderRequestFacts.ts";
import { texts } from "./texts.ts";

const root = "/console/key-requests";

const viewWords: Readonly<Record<KeyRequestTab, string>> = {
  open: "To answer",
  waiting: "Waiting for customer",
  pending: "Queued",
  bounced: "Undelivered",
  sent: "Issued",
  declined: "Declined",
};

function listAddress(view: KeyRequestTab, after: string | null = null): string {
  return formatAddress(root, { view: view === "open" ? null : view, after });
}

/** Open requests show the business time left, others when they were received. */
export function renderRequests(
  requests: readonly OperatorKeyRequest[],
  view: KeyRequestTab,
  calendar: ConsoleContext["calendar"],
  now: Date,
): Html {
  const isOpen = view === "open";
  const caption = isOpen ? "Requests to answer, by due time" : "Requests, newest first";
  const link = ({ requestId, company, email }: OperatorKeyRequest) =>
    html`<a href="${keyRequestAddress(requestId)}">${company ?? email}</a>`;
  const renderTime = (request: OperatorKeyRequest) =>
    isOpen ? renderDue(request, calendar, now) : renderAge(request.createdAt);
  const nameAccount = ({ accountName }: OperatorKeyRequest) =>
    accountName ?? html`<span class="quiet">${texts.request.notMatched}</span>`;
  return renderRows(caption, requests, [
    { title: "Company", kind: "text", cell: link },
    { title: "Requester", kind: "text", cell: ({ email }) => email },
    { title: texts.request.source, kind: "words", cell: describeSource },
    {
      title: isOpen ? "Business time left" : texts.request.received,
      kind: "words",
      cell: renderTime,
    },
    { title: texts.request.state, kind: "words", cell: renderRequestState },
    { title: texts.request.account, kind: "text", cell: nameAccount },
  ]);
}

function renderNone(view: KeyRequestTab): Html {
  if (view !== "open") {
    return renderEmptyState("No key requests", html`<p>No key requests with this state.</p>`);
  }
  return renderEmptyState(
    "No requests to answer",
    html`<p>Requests come from the <a
href="/request-key">public form</a> and from the developer pages of accounts. <a
href="${root}/new">Enter a request that came by e-mail</a>.</p>`,
  );
}

export const showKeyRequests: Handler = async (context, visit) => {
  const { query, now, signedIn } = visit;
  const view = keyRequestTabs.find((one) => one === query.text("view")) ?? "open";
  const after = readUuid(query, "after");
  const [counts, found] = await Promise.all([
    countKeyRequests(context.db),
    selectOperatorKeyRequests(context.db, view, { after, limit: pageSize + 1 }),
  ]);
  const { rows: requests, pager } = paginate(found, {
    after,
    keyOf: ({ requestId }) => requestId,
    addressOf: (after) => listAddress(view, after),
    ...byName,
  });
  const tabs = keyRequestTabs.map((one) => {
    const tab = { href: listAddress(one), text: viewWords[one], current: one === view };
    return one in counts ? { ...tab, count: counts[one as keyof typeof counts] } : tab;
  });
  const rows = renderRequests(requests, view, context.calendar, now);
  const list = requests.length === 0 ? renderNone(view) : html`${rows}${pager}`;
  const mayEnter = mayUse(operators, signedIn);
  return answerPage({
    title: texts.list.title,
    sentence: "Each request is due within one business day.",
    ...(mayEnter && { primary: renderButtonLink(`${root}/new`, "Enter request", "primary") }),
    body: html`${renderTabs("Requests", tabs)}${list}`,
  });
};
