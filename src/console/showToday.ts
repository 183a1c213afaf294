// The start page: key requests by the time left, then everything else that needs attention, each
// figure linked to its list.

import { formatCount } from "../html/amount.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { renderRows } from "../html/table.ts";
import { type ImportsNow, selectImportsNow } from "../imports/runListQueries.ts";
import {
  countKeyRequests,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../keyRequests/operatorKeyRequestQueries.ts";
import { countUnsent } from "../mail/outboxQueries.ts";
import { selectOrdersToFulfil } from "../orders/operators/operatorOrderQueries.ts";
import { countShortfalls } from "../orders/operators/shortfallQueries.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import { answerPage } from "../site/visit.ts";
import { shortfallsPath } from "./catalog/showShortfalls.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";
import { describeDue } from "./keyRequests/renderRequestFacts.ts";
import { renderNone, renderRequests } from "./keyRequests/showKeyRequests.ts";

const requestList = "/console/key-requests";
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const shownRequests = 8;
/** Older failed imports are not today's work. */
const recentDays = 7;
/** With a nightly feed, older stock data is late. */
const stockLateMs = 26 * hourMs;

type Figure = {
  readonly what: string;
  readonly href: string;
  readonly count: string;
  readonly meaning: Meaning;
  readonly word: string;
  readonly note: Content;
};

function countOf(count: number): string {
  return count > maxCountedOrders ? `${formatCount(maxCountedOrders)}+` : formatCount(count);
}

function figure(
  what: string,
  href: string,
  count: number,
  [meaning, word]: readonly [Meaning, string],
  note: Content = null,
): Figure {
  const none = count === 0;
  const state = none ? { meaning: "good" as const, word: "All clear" } : { meaning, word };
  return { what, href, count: countOf(count), ...state, note };
}

function describeStock({ stockAt }: ImportsNow, now: Date): Figure {
  const what = "Stock age";
  const href = "/console/imports";
  if (stockAt === null) {
    const note = "No file imported yet.";
    return { what, href, count: "none", meaning: "short", word: "No stock", note };
  }
  const ageMs = Math.max(0, now.getTime() - stockAt.getTime());
  const isLate = ageMs > stockLateMs;
  const days = ageMs >= 2 * dayMs;
  const hours = ageMs < hourMs ? "under 1 h" : `${Math.floor(ageMs / hourMs)} h`;
  const count = days ? `${Math.floor(ageMs / dayMs)} days` : hours;
  const [meaning, word] = isLate ? (["short", "Late"] as const) : (["good", "Up to date"] as const);
  return { what, href, count, meaning, word, note: html`Imported ${renderMoment(stockAt)}` };
}

function renderFigures(figures: readonly Figure[]): Html {
  return renderRows("Needs attention", figures, [
    { title: "Work", kind: "text", cell: ({ what, href }) => html`<a href="${href}">${what}</a>` },
    { title: "Count", kind: "number", cell: ({ count }) => count },
    { title: "State", kind: "words", cell: ({ meaning, word }) => renderBadge(meaning, word) },
    { title: "Note", kind: "text", cell: ({ note }) => note },
  ]);
}

function renderQueue(
  requests: readonly OperatorKeyRequest[],
  open: number,
  { calendar }: ConsoleContext,
  now: Date,
): Html {
  if (requests.length === 0) return html`<h2>Key requests</h2>\n${renderNone("open")}`;
  const all = html`<p><a href="${requestList}">All ${formatCount(open)} key requests</a></p>\n`;
  const hasMore = open > requests.length;
  return html`<h2>Key requests</h2>
${renderRequests(requests, "open", calendar, now)}${hasMore ? all : null}`;
}

function describeRequests(
  counts: { readonly open: number; readonly bounced: number },
  first: OperatorKeyRequest | undefined,
  { calendar }: ConsoleContext,
  now: Date,
): readonly Figure[] {
  const due = first === undefined ? undefined : describeDue(first.dueAt, calendar, now);
  const note = first && html`Next due ${renderMoment(first.dueAt)}`;
  const lost = `${requestList}?view=bounced`;
  return [
    figure("Key requests", requestList, counts.open, due ?? ["neutral", "To answer"], note),
    figure("Undelivered keys", lost, counts.bounced, ["fault", "Needs review"]),
  ];
}

function describeMail(
  unsent: ReadonlyMap<string, number>,
  state: "bounced" | "failed" | "kept",
  what: string,
  meaning: Meaning,
): Figure {
  return figure(what, `/console/outbox?state=${state}`, unsent.get(state) ?? 0, [
    meaning,
    "Needs review",
  ]);
}

function describeOldest({ oldestAt }: { readonly oldestAt: Date | null }): Content {
  return oldestAt === null ? null : html`Oldest ${renderMoment(oldestAt)}`;
}

export const showToday: Handler = async (context, visit) => {
  const { db } = context;
  const { now } = visit;
  const since = new Date(now.getTime() - recentDays * dayMs);
  const [counts, requests, orders, short, imports, unsent] = await Promise.all([
    countKeyRequests(db),
    selectOperatorKeyRequests(db, "open", { after: null, limit: shownRequests }),
    selectOrdersToFulfil(db),
    countShortfalls(db),
    selectImportsNow(db, since),
    countUnsent(db),
  ]);
  if (orders.count > 0) await db.awaitReplication();
  const recently = `last ${recentDays} days`;
  const toFulfil = "/console/orders?status=confirmed";
  const runs = (state: string): string => `/console/imports?state=${state}`;
  const { stopped, failed, running } = imports;
  const figures = [
    ...describeRequests(counts, requests[0], context, now),
    figure(
      "Orders to fulfil",
      toFulfil,
      orders.count,
      ["neutral", "To fulfil"],
      describeOldest(orders),
    ),
    figure(
      "Shortfalls",
      shortfallsPath,
      short.count,
      ["short", "Needs review"],
      describeOldest(short),
    ),
    figure("Stopped imports", runs("stopped"), stopped, ["short", "Needs review"], recently),
    figure("Failed imports", runs("failed"), failed, ["fault", "Failed"], recently),
    figure("Running imports", runs("running"), running, ["neutral", "Running"]),
    describeMail(unsent, "bounced", "Bounced e-mails", "fault"),
    describeMail(unsent, "failed", "Failed e-mails", "fault"),
    describeMail(unsent, "kept", "E-mails to deliver manually", "short"),
    describeStock(imports, now),
  ];
  return answerPage({
    title: "Today",
    body: html`${renderQueue(requests, counts.open, context, now)}<h2>Needs attention</h2>
${renderFigures(figures)}`,
  });
};
