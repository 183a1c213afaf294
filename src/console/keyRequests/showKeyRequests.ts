// The queue of requests for keys: what waits for an operator by when it is due, and the rest.

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
import { type Answer, answerPage } from "../../site/visit.ts";
import { mayUse, operators } from "../access.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { renderDue } from "./renderDue.ts";
import { renderRequestState } from "./renderRequestState.ts";

const root = "/console/key-requests";
const pageSize = 50;

const viewWords: Readonly<Record<KeyRequestTab, string>> = {
  open: "To answer",
  pending: "Pending",
  bounced: "Did not arrive",
  sent: "Sent",
  declined: "Declined",
};

const sources = { account: "account's page", form: "public form", mail: "mail" } as const;

/** Where a request came from, in words. */
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

/** Requests as a table: what is open with the business time left, the rest with when it came. */
export function renderRequests(
  requests: readonly OperatorKeyRequest[],
  view: KeyRequestTab,
  calendar: ConsoleContext["calendar"],
  now: Date,
): Html {
  const isOpen = view === "open";
  return renderTable({
    caption: isOpen ? "Requests to answer, the first due first" : "Requests, the newest first",
    columns: [
      { title: "Company", kind: "text" },
      { title: "Asked by", kind: "text" },
      { title: "From", kind: "words" },
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
        request.accountName ?? html`<span class="quiet">not matched</span>`,
      ],
    })),
  });
}

/** What is said where a view has none. */
export function renderNone(view: KeyRequestTab): Html {
  if (view !== "open") {
    return renderEmptyState("None here", html`<p>No request for a key stands here now.</p>`);
  }
  return renderEmptyState(
    "No request waits",
    html`<p>Requests come from the <a href="/request-key">public form</a> and from the page for
developers of an account. One that came by mail is <a href="${root}/new">entered here</a>.</p>`,
  );
}

/** The list of a view. */
export async function showKeyRequests(context: ConsoleContext, visit: Visit): Promise<Answer> {
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
    sentence: "Keys that were asked for. Each is due within one business day.",
    ...(mayEnter ? { primary: renderButtonLink(`${root}/new`, "Enter one", "primary") } : {}),
    body: html`${renderTabs("Requests", tabs)}${requests.length === 0 ? renderNone(view) : list}`,
  });
}
