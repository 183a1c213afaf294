// The queue of requests for keys: what waits for an operator by when it is due, and the rest.
import {
  countDeskRequests,
  type DeskRequest,
  type DeskView,
  deskViews,
  selectDeskRequests,
} from "../../accounts/keyDeskQueries.ts";
import { isUuid } from "../../db/isUuid.ts";
import { cutPage } from "../../html/cutPage.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writePager } from "../../html/pager.ts";
import { writeTable } from "../../html/table.ts";
import { writeTabs } from "../../html/tabs.ts";
import type { Answer } from "../../http/visit.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { deskRoles, isAmong } from "../everyRole.ts";
import { writeDue } from "./writeDue.ts";
import { writeRequestState } from "./writeRequestState.ts";

const root = "/console/key-requests";
const pageSize = 50;

const viewWords: Readonly<Record<DeskView, string>> = {
  open: "To answer",
  pending: "Pending",
  bounced: "Did not arrive",
  sent: "Sent",
  declined: "Declined",
};

const sources = { account: "account's page", form: "public form", mail: "mail" } as const;

/** Where a request came from, in words. */
export function saySource({ source }: DeskRequest): string {
  return sources[source];
}

function listAddress(view: DeskView, after?: string): string {
  const query = new URLSearchParams({
    ...(view === "open" ? {} : { view }),
    ...(after === undefined ? {} : { after }),
  }).toString();
  return query === "" ? root : `${root}?${query}`;
}

/** Requests as a table: what is open with the business time left, the rest with when it came. */
export function writeRequests(
  requests: readonly DeskRequest[],
  view: DeskView,
  calendar: ConsoleContext["calendar"],
  now: Date,
): Html {
  const isOpen = view === "open";
  return writeTable({
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
        saySource(request),
        isOpen ? writeDue(request.dueAt, calendar, now) : writeMoment(request.createdAt),
        writeRequestState(request),
        request.accountName ?? html`<span class="quiet">not matched</span>`,
      ],
    })),
  });
}

/** What is said where a view has none. */
export function writeNone(view: DeskView): Html {
  if (view !== "open") {
    return writeEmptyState("None here", html`<p>No request for a key stands here now.</p>`);
  }
  return writeEmptyState(
    "No request waits",
    html`<p>Requests come from the <a href="/request-key">public form</a> and from the page for
developers of an account. One that came by mail is <a href="${root}/new">entered here</a>.</p>`,
  );
}

/** The list of a view. */
export async function showKeyRequests(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { query, now, signedIn } = visit;
  const view = deskViews.find((one) => one === query.text("view")) ?? "open";
  const after = isUuid(query.text("after")) ? query.text("after") : null;
  const [counts, found] = await Promise.all([
    countDeskRequests(context.db),
    selectDeskRequests(context.db, view, { after, limit: pageSize + 1 }),
  ]);
  const { rows: requests, last } = cutPage(found, pageSize);
  const tabs = deskViews.map((one) => {
    const tab = { href: listAddress(one), text: viewWords[one], current: one === view };
    return one in counts ? { ...tab, count: counts[one as keyof typeof counts] } : tab;
  });
  const pager = writePager({
    back: after === null ? null : listAddress(view),
    on: last === undefined ? null : listAddress(view, last.requestId),
    backText: "First",
    onText: "Next",
  });
  const list = html`${writeRequests(requests, view, context.calendar, now)}${pager}`;
  const mayEnter = isAmong(deskRoles, signedIn.operator.role);
  return {
    kind: "page",
    page: {
      title: "Key requests",
      sentence: "Keys that were asked for. Each is due within one business day.",
      ...(mayEnter ? { primary: writeButtonLink(`${root}/new`, "Enter one", "primary") } : {}),
      body: html`${writeTabs("Requests", tabs)}${requests.length === 0 ? writeNone(view) : list}`,
    },
  };
}
