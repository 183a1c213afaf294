import { isUuid } from "../../db/isUuid.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { cutPage, renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import {
  countKeyRequests,
  type KeyRequestTab,
  keyRequestTabs,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import { answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Handler } from "../consoleContext.ts";
import { renderDue } from "./renderDue.ts";
import { renderRequestState } from "./renderRequestState.ts";

const root = "/console/key-requests";
const pageSize = 50;

const viewWords: Readonly<Record<KeyRequestTab, string>> = {
  open: "To answer",
  pending: "Queued",
  bounced: "Undelivered",
  sent: "Sent",
  declined: "Declined",
};

const sources = { account: "Account page", form: "Public form", mail: "E-mail" } as const;

export function describeSource({ source }: OperatorKeyRequest): string {
  return sources[source];
}

function listAddress(view: KeyRequestTab, after?: string): string {
  const query = new URLSearchParams({
    ...(view === "open" ? {} : { view }),
    ...(after === undefined ? {} : { after }),
  }).toString();
  return query === "" ? root : `${root}?${query}`;
}

/** Open requests show the business time left, others when they were received. */
export function renderRequests(
  requests: readonly OperatorKeyRequest[],
  view: KeyRequestTab,
  calendar: ConsoleContext["calendar"],
  now: Date,
): Html {
  const isOpen = view === "open";
  return renderTable({
    caption: isOpen ? "Requests to answer, by due time" : "Requests, newest first",
    columns: [
      { title: "Company", kind: "text" },
      { title: "Requester", kind: "text" },
      { title: "Source", kind: "words" },
      isOpen
        ? { title: "Business time left", kind: "words" }
        : { title: "Received", kind: "words" },
      { title: "State", kind: "words" },
      { title: "Account", kind: "text" },
    ],
    rows: requests.map((request) => ({
      cells: [
        html`<a href="${root}/${request.requestId}">${request.company ?? request.email}</a>`,
        request.email,
        describeSource(request),
        isOpen ? renderDue(request.dueAt, calendar, now) : renderMoment(request.createdAt),
        renderRequestState(request),
        request.accountName ?? html`<span class="quiet">Not matched</span>`,
      ],
    })),
  });
}

export function renderNone(view: KeyRequestTab): Html {
  if (view !== "open") {
    return renderEmptyState("No key requests", html`<p>No key requests with this state.</p>`);
  }
  return renderEmptyState(
    "No requests to answer",
    html`<p>Requests come from the <a href="/request-key">public form</a> and from the developer
pages of accounts. <a href="${root}/new">Enter a request that came by e-mail</a>.</p>`,
  );
}

export const showKeyRequests: Handler = async (context, visit) => {
  const { query, now, signedIn } = visit;
  const view = keyRequestTabs.find((one) => one === query.text("view")) ?? "open";
  const after = isUuid(query.text("after")) ? query.text("after") : null;
  const [counts, found] = await Promise.all([
    countKeyRequests(context.db),
    selectOperatorKeyRequests(context.db, view, { after, limit: pageSize + 1 }),
  ]);
  const { rows: requests, last } = cutPage(found, pageSize);
  const tabs = keyRequestTabs.map((one) => {
    const tab = { href: listAddress(one), text: viewWords[one], current: one === view };
    return one in counts ? { ...tab, count: counts[one as keyof typeof counts] } : tab;
  });
  const pager = renderPager({
    back: after === null ? null : listAddress(view),
    on: last === undefined ? null : listAddress(view, last.requestId),
    backText: "First",
    onText: "Next",
  });
  const list = html`${renderRequests(requests, view, context.calendar, now)}${pager}`;
  const mayEnter = mayUse(operators, signedIn);
  return answerPage({
    title: "Key requests",
    sentence: "Each request is due within one business day.",
    ...(mayEnter ? { primary: renderButtonLink(`${root}/new`, "Enter request", "primary") } : {}),
    body: html`${renderTabs("Requests", tabs)}${requests.length === 0 ? renderNone(view) : list}`,
  });
};
