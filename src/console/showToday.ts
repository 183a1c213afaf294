// The start page: the first steps of a new service, key requests by the time left, then everything
// else that needs attention, each with its action.

import { countUnattended } from "../accounts/operatorAccountQueries.ts";
import { formatCount } from "../html/amount.ts";
import { renderCard } from "../html/card.ts";
import { renderEmptyState } from "../html/emptyState.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type IconName, renderIcon } from "../html/icons.ts";
import { renderAge } from "../html/moment.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { type ImportsNow, selectImportsNow } from "../imports/runListQueries.ts";
import {
  countKeyRequests,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../keyRequests/operatorKeyRequestQueries.ts";
import { countUnsent } from "../mail/outboxQueries.ts";
import {
  type OrdersToFulfil,
  selectOrdersToFulfil,
} from "../orders/operators/operatorOrderQueries.ts";
import { countShortfalls } from "../orders/operators/shortfallQueries.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import { answerPage } from "../site/visit.ts";
import { shortfallsPath } from "./catalog/showShortfalls.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";
import { selectFirstSteps } from "./firstSteps/firstStepsQueries.ts";
import { renderFirstSteps } from "./firstSteps/renderFirstSteps.ts";
import { renderHomeTiles } from "./homeTiles.ts";
import { renderRequests } from "./keyRequests/showKeyRequests.ts";

const requestList = "/console/key-requests";
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const shownRequests = 8;
/** Older failed imports are not today's work. */
const recentDays = 7;
/** With a nightly feed, older stock data is late. */
const stockLateMs = 26 * hourMs;

/** A kind of open work; none is shown if `count` is 0. */
type Task = {
  readonly what: string;
  readonly count: number;
  readonly meaning: Meaning;
  readonly note?: Content;
  readonly icon: IconName;
  readonly action: { readonly href: string; readonly text: string };
};

function countOf(count: number): string {
  return count > maxCountedOrders ? `${formatCount(maxCountedOrders)}+` : formatCount(count);
}

function describeAge(ageMs: number): string {
  if (ageMs >= 2 * dayMs) return `${Math.floor(ageMs / dayMs)} days`;
  return ageMs < hourMs ? "under 1 h" : `${Math.floor(ageMs / hourMs)} h`;
}

/** One task if stock was imported long ago. */
function describeStock({ stockAt }: ImportsNow, now: Date): Task | null {
  if (stockAt === null || now.getTime() - stockAt.getTime() <= stockLateMs) return null;
  return {
    what: `Stock is ${describeAge(now.getTime() - stockAt.getTime())} old`,
    count: 1,
    meaning: "short",
    icon: "clock",
    note: html`Imported ${renderAge(stockAt, now)}`,
    action: { href: "/console/imports/new?kind=stock", text: "Import stock" },
  };
}

function renderTask({ what, count, meaning, note, icon, action }: Task): Html {
  const about = note && html`<p class="sub">${note}</p>`;
  return html`<li class="${meaning}">${renderIcon(icon)}<div><p><strong>${what}</strong></p>
${about}</div>${renderBadge(meaning, countOf(count))}
<a class="button plain" href="${action.href}" aria-label="${action.text}: ${what}">${
    action.text
  }</a></li>
`;
}

function renderTasks(tasks: readonly Task[]): Html {
  return html`<ul class="todo">
${tasks.map(renderTask)}</ul>
`;
}

function renderQueue(
  requests: readonly OperatorKeyRequest[],
  open: number,
  { calendar }: ConsoleContext,
  now: Date,
): Html | null {
  if (requests.length === 0) return null;
  const all = html`<a href="${requestList}">All ${formatCount(open)} key requests</a>`;
  return renderCard({
    title: "Key requests",
    beside: open > requests.length && all,
    body: renderRequests(requests, "open", calendar, now),
  });
}

function describeOldest({ oldestAt }: { readonly oldestAt: Date | null }, now: Date): Content {
  return oldestAt === null ? null : html`Oldest ${renderAge(oldestAt, now)}`;
}

function describeMails(unsent: ReadonlyMap<string, number>): Task[] {
  const task = (state: string, what: string, meaning: Meaning): Task => ({
    what,
    icon: "mail",
    count: unsent.get(state) ?? 0,
    meaning,
    action: { href: `/console/outbox?state=${state}`, text: "Review" },
  });
  return [
    task("bounced", "Bounced e-mails", "fault"),
    task("failed", "Failed e-mails", "fault"),
    task("kept", "E-mails to deliver manually", "short"),
  ];
}

function describeImports({ stopped, failed }: ImportsNow): Task[] {
  const note = `Last ${recentDays} days`;
  const task = (state: string, what: string, count: number, meaning: Meaning): Task => ({
    what,
    count,
    meaning,
    note,
    icon: "upload",
    action: { href: `/console/imports?state=${state}`, text: "Review" },
  });
  return [
    task("stopped", "Stopped imports", stopped, "short"),
    task("failed", "Failed imports", failed, "fault"),
  ];
}

function describeWork(count: number): string {
  if (count === 0) return "All clear.";
  return count === 1 ? "One thing needs you." : `${formatCount(count)} things need you.`;
}

const nothing = renderEmptyState(
  "Nothing needs attention",
  html`<p>Key requests, confirmed orders, stopped imports and undelivered e-mails appear here.
<a href="${requestList}/new">Enter a key request that came by e-mail</a>.</p>`,
  "check",
);

type Work = {
  readonly bounced: number;
  readonly orders: OrdersToFulfil;
  readonly short: Awaited<ReturnType<typeof countShortfalls>>;
  readonly imports: ImportsNow;
  readonly unsent: Awaited<ReturnType<typeof countUnsent>>;
  readonly unattended: number;
};

/** What needs attention, the most urgent first. */
function listTasks(work: Work, now: Date): Task[] {
  const { bounced, orders, short, imports, unsent, unattended } = work;
  const stock = describeStock(imports, now);
  const tasks: readonly Task[] = [
    {
      what: "Undelivered keys",
      count: bounced,
      icon: "key-round",
      meaning: "fault",
      action: { href: `${requestList}?view=bounced`, text: "Review" },
    },
    {
      what: "Orders to fulfil",
      count: orders.count,
      icon: "shopping-cart",
      meaning: "neutral",
      note: describeOldest(orders, now),
      action: { href: "/console/orders?status=confirmed", text: "Fulfil" },
    },
    {
      what: "Shortfalls",
      count: short.count,
      icon: "package",
      meaning: "short",
      note: describeOldest(short, now),
      action: { href: shortfallsPath, text: "Review" },
    },
    {
      what: "Accounts with drafts nobody can confirm",
      count: unattended,
      icon: "users",
      meaning: "short",
      note: "They have no people. Invite someone who orders",
      action: { href: "/console/accounts?state=unattended", text: "Invite people" },
    },
    ...describeImports(imports),
    ...describeMails(unsent),
    ...(stock === null ? [] : [stock]),
  ];
  return tasks.filter(({ count }) => count > 0);
}

export const showToday: Handler = async (context, visit) => {
  const { db, distributor } = context;
  const { now, signedIn } = visit;
  const since = new Date(now.getTime() - recentDays * dayMs);
  const [tiles, has, counts, requests, orders, ...others] = await Promise.all([
    renderHomeTiles(db, now, visit.reader.zone),
    selectFirstSteps(db),
    countKeyRequests(db),
    selectOperatorKeyRequests(db, "open", { after: null, limit: shownRequests }),
    selectOrdersToFulfil(db),
    countShortfalls(db),
    selectImportsNow(db, since),
    countUnsent(db),
    countUnattended(db),
  ]);
  if (orders.count > 0) await db.awaitReplication();
  const [short, imports, unsent, unattended] = others;
  const work = { bounced: counts.bounced, orders, short, imports, unsent, unattended };
  const open = listTasks(work, now);
  const card = renderCard({ title: "Needs attention", body: renderTasks(open) });
  const isClear = open.length === 0 && requests.length === 0;
  return answerPage({
    title: "Today",
    sentence: describeWork(open.length + requests.length),
    body: html`${[
      renderFirstSteps(has, distributor.current().name !== null, signedIn),
      has.hasOrders ? tiles : null,
      renderQueue(requests, counts.open, context, now),
      open.length > 0 ? card : null,
      isClear && has.hasOrders ? nothing : null,
    ]}`,
  });
};
