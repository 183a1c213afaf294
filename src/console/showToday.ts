// The first page of the console: the key requests by the time they have left, then what else waits
// to be looked at, each figure a link to its list.

import { formatCount } from "../html/amount.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import { type ImportsNow, selectImportsNow } from "../imports/runListQueries.ts";
import {
  countKeyRequests,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../keyRequests/operatorKeyRequestQueries.ts";
import { countUnsent } from "../mail/outboxQueries.ts";
import { selectOrdersToFulfil } from "../orders/operators/operatorOrderQueries.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import { type Answer, answerPage } from "../site/visit.ts";
import type { ConsoleContext, Visit } from "./consoleContext.ts";
import { describeDue } from "./keyRequests/renderDue.ts";
import { renderNone, renderRequests } from "./keyRequests/showKeyRequests.ts";

const requestList = "/console/key-requests";
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** So many requests stand here; all of them are in their list. */
const firstRequests = 8;
/** Imports that went wrong before these days are nobody's work of today. */
const lookedBackDays = 7;
/** The nightly feed is late once the stock is older than this. */
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
  const state = none ? { meaning: "good" as const, word: "Nothing waits" } : { meaning, word };
  return { what, href, count: countOf(count), ...state, note };
}

function describeStock({ stockAt }: ImportsNow, now: Date): Figure {
  const what = "Age of the stock data";
  const href = "/console/imports";
  if (stockAt === null) {
    const note = "No file was imported yet.";
    return { what, href, count: "none", meaning: "short", word: "No stock", note };
  }
  const ageMs = Math.max(0, now.getTime() - stockAt.getTime());
  const isLate = ageMs > stockLateMs;
  const days = ageMs >= 2 * dayMs;
  const hours = ageMs < hourMs ? "under 1 h" : `${Math.floor(ageMs / hourMs)} h`;
  const count = days ? `${Math.floor(ageMs / dayMs)} days` : hours;
  const [meaning, word] = isLate ? (["short", "Late"] as const) : (["good", "Fresh"] as const);
  return { what, href, count, meaning, word, note: html`imported ${renderMoment(stockAt)}` };
}

function renderFigures(figures: readonly Figure[]): Html {
  return renderTable({
    caption: "How much waits, and where",
    columns: [
      { title: "What", kind: "text" },
      { title: "How many", kind: "number" },
      { title: "State", kind: "words" },
      { title: "Note", kind: "text" },
    ],
    rows: figures.map(({ what, href, count, meaning, word, note }) => ({
      cells: [html`<a href="${href}">${what}</a>`, count, renderBadge(meaning, word), note],
    })),
  });
}

/** The requests that are due first, as the queue they are. */
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

/** Requests for keys: how many wait, and how long the first of them still can. */
function describeRequests(
  counts: { readonly open: number; readonly bounced: number },
  first: OperatorKeyRequest | undefined,
  { calendar }: ConsoleContext,
  now: Date,
): readonly Figure[] {
  const due = first === undefined ? undefined : describeDue(first.dueAt, calendar, now);
  const note = first && html`the first is due ${renderMoment(first.dueAt)}`;
  const lost = `${requestList}?view=bounced`;
  return [
    figure("Key requests", requestList, counts.open, due ?? ["neutral", "Waits"], note),
    figure("Keys that did not arrive", lost, counts.bounced, ["fault", "Look at it"]),
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
    "Look at it",
  ]);
}

export async function showToday(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db } = context;
  const { now, signedIn } = visit;
  const since = new Date(now.getTime() - lookedBackDays * dayMs);
  const [counts, requests, orders, imports, unsent] = await Promise.all([
    countKeyRequests(db),
    selectOperatorKeyRequests(db, "open", { after: null, limit: firstRequests }),
    selectOrdersToFulfil(db),
    selectImportsNow(db, since),
    countUnsent(db),
  ]);
  const { oldestAt } = orders;
  const oldest = oldestAt === null ? null : html`the oldest made ${renderMoment(oldestAt)}`;
  const lookBack = `within ${lookedBackDays} days`;
  const { stopped, failed, running } = imports;
  const figures = [
    ...describeRequests(counts, requests[0], context, now),
    figure(
      "Orders to fulfil",
      "/console/orders?status=confirmed",
      orders.count,
      ["neutral", "Waits"],
      oldest,
    ),
    figure(
      "Imports that wait for a decision",
      "/console/imports?state=stopped",
      stopped,
      ["short", "Decide"],
      lookBack,
    ),
    figure(
      "Imports that failed",
      "/console/imports?state=failed",
      failed,
      ["fault", "Failed"],
      lookBack,
    ),
    figure("Imports at work", "/console/imports?state=running", running, ["neutral", "Running"]),
    describeMail(unsent, "bounced", "Mail that bounced", "fault"),
    describeMail(unsent, "failed", "Mail that failed", "fault"),
    describeMail(unsent, "kept", "Mail kept, since there is no server", "short"),
    describeStock(imports, now),
  ];
  return answerPage({
    title: "Today",
    sentence: `Good day, ${signedIn.operator.name}.`,
    body: html`${renderQueue(requests, counts.open, context, now)}<h2>What waits</h2>
${renderFigures(figures)}`,
  });
}
