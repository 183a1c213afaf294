// The start page: the first steps of a new service, key requests by the time left, then everything
// else that needs attention, each with its action.
import { countUnattended } from "../accounts/operatorAccountQueries.ts";
import { shortfallsPath } from "../catalog/consoleShortfalls.ts";
import type { Database } from "../db/database.ts";
import { type ImportsNow, selectImportsNow } from "../imports/runQueries.ts";
import { keyRequestColumns } from "../keyRequests/console.ts";
import {
  countKeyRequests,
  type OperatorKeyRequest,
  selectOperatorKeyRequests,
} from "../keyRequests/operatorKeyRequestQueries.ts";
import { countExpiringKeys, type ExpiringKeys } from "../keys/operatorKeyQueries.ts";
import { formatCount, formatUnbrokenMoney } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderTile } from "../kit/html/chart.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type IconName, renderIcon } from "../kit/html/icons.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { type Meaning, renderBadge } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderRows } from "../kit/html/table.ts";
import { answerPage } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import { countUnsent } from "../mail/outbox.ts";
import { sumOrders } from "../orders/foundOrderQueries.ts";
import {
  countOldDrafts,
  countOpenChangeRequests,
  countOrdersBy,
  countShortfalls,
  selectOrdersToFulfil,
  type TaskCount,
} from "../orders/operatorQueries.ts";
import { draftLifeDays } from "../orders/order.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import {
  countEndingQuotes,
  countOpenQuoteRequests,
  endingDays,
} from "../quotes/quoteRequestQueries.ts";
import { selectLatency } from "../requests/latencyQueries.ts";
import { quoteRequestsPath } from "./consoleAddresses.ts";
import type { Handler, Visit } from "./consoleContext.ts";
import { listReaderDays } from "./consoleDays.ts";
import { renderFirstSteps } from "./consoleFirstSteps.ts";
import { texts } from "./consoleTexts.ts";
import { selectFirstSteps } from "./firstStepsQueries.ts";

// The figures at the top of the console's home page: orders first, then the API.

const shownDays = 7;

type Daily = { readonly at: Date };

/** The values of each day, 0 for a day without any. */
function byDay<Row extends Daily>(
  days: readonly Date[],
  rows: readonly Row[],
  pick: (row: Row) => number,
): number[] {
  const values = new Map(rows.map((row) => [row.at.getTime(), pick(row)]));
  return days.map((day) => values.get(day.getTime()) ?? 0);
}

/** The values of the orders confirmed since then, without those cancelled, by currency. */
async function sumConfirmed(db: Database, since: Date): Promise<Content> {
  const sums = await sumOrders(
    db,
    sql`o.status in ('confirmed', 'fulfilled') and o.order_id in (
      select order_id from order_events where kind = 'confirmed' and at >= ${since})`,
  );
  if (sums === null || sums.length === 0) return "–";
  const ofCurrency = Map.groupBy(sums, ({ sum }) => sum.currency);
  const totals = Array.from(ofCurrency, ([currency, some]) => {
    return { currency, minor: some.reduce((total, { sum }) => total + sum.minor, 0n) };
  });
  return totals.map(formatUnbrokenMoney).join(" ");
}

type TileFacts = Pick<Work, "orders" | "quotes" | "imports">;

async function renderTiles(db: Database, visit: Visit, facts: TileFacts): Promise<Html> {
  const shown = listReaderDays(visit.now, visit.zone, shownDays);
  const days = shown.map(({ start }) => start);
  const from = shown[0]?.day;
  const [latencies, counts, confirmed] = await Promise.all([
    selectLatency(db, days),
    countOrdersBy(db, days),
    sumConfirmed(db, days[0] ?? visit.now),
  ]);
  const { orders, quotes, imports } = facts;
  const age = (at: Date | null) => (at === null ? "–" : renderAge(at));
  const errors = byDay(days, latencies, (day) => day.refused + day.failed);
  return html`<section class="tiles" aria-label="Key figures">
${[
  renderTile({
    title: "Confirmed, 7 days",
    figure: confirmed,
    values: byDay(days, counts, (day) => day.confirmed),
    href: formatAddress("/console/orders", { status: "all", date: "confirmed", from }),
  }),
  renderTile({
    title: "Open quote requests",
    figure: countOf(quotes.count),
    href: quoteRequestsPath,
  }),
  renderTile({
    title: "Oldest order to fulfil",
    figure: age(orders.oldestAt),
    href: "/console/orders?status=confirmed",
  }),
  renderTile({ title: "Stock imported", figure: age(imports.stockAt), href: "/console/imports" }),
  renderTile({
    title: "API errors, 7 days",
    figure: formatCount(errors.reduce((total, value) => total + value, 0)),
    values: errors,
    href: formatAddress("/console/requests", { status: "error", from }),
  }),
]}</section>
`;
}

// The open work of the home page: each kind with its count and its action.

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

function renderTask({ what, count, meaning, note, icon, action }: Task): Html {
  const { href, text } = action;
  const label = texts.tasks.actionFor(text, what);
  const about = note && html`<p class="sub">${note}</p>`;
  return html`<li class="${meaning}">${renderIcon(icon)}<div><p><strong>${what}</strong></p>
${about}</div>${renderBadge(meaning, countOf(count))}
<a class="button plain" href="${href}" aria-label="${label}">${text}</a></li>
`;
}

function renderTasks(tasks: readonly Task[]): Html {
  return html`<ul class="todo">
${tasks.map(renderTask)}</ul>
`;
}

const requestList = "/console/key-requests";
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const shownRequests = 8;
/** Older failed imports are not today's work. */
const recentDays = 7;
/** Drafts that expire within so many days are shown. */
const soonDays = 3;
/** With a nightly feed, older stock data is late. */
const stockLateMs = 26 * hourMs;

/** `ageMs` is at least an hour. */
function describeStockAge(ageMs: number): string {
  const { oldStockDays, oldStockHours } = texts.tasks;
  const isDays = ageMs >= 2 * dayMs;
  return isDays
    ? oldStockDays(Math.floor(ageMs / dayMs))
    : oldStockHours(Math.floor(ageMs / hourMs));
}

/** One task if stock was imported long ago. */
function describeStock({ stockAt }: ImportsNow, now: Date): Task | null {
  if (stockAt === null || now.getTime() - stockAt.getTime() <= stockLateMs) return null;
  return {
    what: describeStockAge(now.getTime() - stockAt.getTime()),
    count: 1,
    meaning: "short",
    icon: "clock",
    note: texts.tasks.imported(renderAge(stockAt)),
    action: { href: "/console/imports/new?kind=stock", text: texts.tasks.importStock },
  };
}

function renderQueue(
  requests: readonly OperatorKeyRequest[],
  open: number,
  now: Date,
): Html | null {
  if (requests.length === 0) return null;
  const columns = keyRequestColumns("open").map((column) => ({
    ...column,
    cell: (request: OperatorKeyRequest) => column.cell(request, now),
  }));
  const all = html`<a href="${requestList}">${texts.today.allRequests(open)}</a>`;
  return renderCard({
    title: "Key requests",
    beside: open > requests.length && all,
    body: renderRows("Requests to answer, by due time", requests, columns),
  });
}

function describeOldest({ oldestAt }: { readonly oldestAt: Date | null }): Content {
  return oldestAt === null ? null : html`Oldest ${renderAge(oldestAt)}`;
}

/** Undelivered keys are tasks of their key requests. */
function describeMails(unsent: ReadonlyMap<string, number>): Task {
  const [bounced = 0, failed = 0, kept = 0] = ["bounced", "failed", "kept"].map((state) =>
    unsent.get(state),
  );
  const counted = [
    [bounced, "bounced"],
    [failed, "failed"],
    [kept, "to deliver manually"],
  ] as const;
  const notes = counted.flatMap(([count, word]) =>
    count === 0 ? [] : `${formatCount(count)} ${word}`,
  );
  return {
    what: texts.tasks.mails,
    icon: "mail",
    count: bounced + failed + kept,
    meaning: bounced + failed > 0 ? "fault" : "short",
    note: notes.join(", "),
    action: { href: "/console/outbox?tasks=yes", text: texts.tasks.review },
  };
}

function describeImports({ stopped, failed }: ImportsNow): Task[] {
  const note = `Last ${recentDays} days`;
  const task = (state: string, what: string, count: number, meaning: Meaning): Task => ({
    what,
    count,
    meaning,
    note,
    icon: "upload",
    action: { href: `/console/imports?state=${state}`, text: texts.tasks.review },
  });
  return [
    task("stopped", texts.tasks.stoppedImports, stopped, "short"),
    task("failed", texts.tasks.failedImports, failed, "fault"),
  ];
}

const nothing = renderEmptyState(
  "Nothing needs attention",
  html`<p>Key and quote requests, confirmed orders, stopped imports and undelivered e-mails
appear here. <a href="${requestList}/new">Enter a key request that came by e-mail</a>.</p>`,
  "check",
);

/** `until`: the last day of the reader on which they were created. */
type OldDrafts = { readonly count: number; readonly until: string };

/** Counts the drafts that expire within `soonDays` days of the reader. */
async function findOldDrafts(db: Database, now: Date, zone: string): Promise<OldDrafts> {
  const days = listReaderDays(now, zone, draftLifeDays - soonDays + 1);
  const [first, second] = days;
  if (first === undefined || second === undefined) throw new Error("A draft lives several days.");
  return { count: await countOldDrafts(db, second.start), until: first.day };
}

/** What ends by itself unless someone acts. */
function describeEnding({ keys, drafts }: Pick<Work, "keys" | "drafts">): Task[] {
  const first = keys.firstAt;
  const list = { status: "draft", until: drafts.until, ending: "yes" };
  return [
    {
      what: texts.tasks.expiringKeys,
      count: keys.count,
      icon: "key-round",
      meaning: "short",
      note: first && texts.tasks.expiringKeysNote(renderMoment(first)),
      action: { href: "/console/keys?state=expiring", text: texts.tasks.review },
    },
    {
      what: texts.tasks.expiringDrafts(soonDays),
      count: drafts.count,
      icon: "clock",
      meaning: "short",
      note: texts.tasks.expiringDraftsNote,
      action: { href: formatAddress("/console/orders", list), text: texts.tasks.review },
    },
  ];
}

type Work = {
  readonly keys: ExpiringKeys;
  readonly drafts: OldDrafts;
  readonly bounced: number;
  readonly orders: TaskCount;
  readonly changes: TaskCount;
  readonly quotes: Awaited<ReturnType<typeof countOpenQuoteRequests>>;
  readonly short: Awaited<ReturnType<typeof countShortfalls>>;
  readonly imports: ImportsNow;
  readonly unsent: Awaited<ReturnType<typeof countUnsent>>;
  readonly unattended: number;
  readonly endingQuotes: number;
};

/** What needs attention, the most urgent first. */
function listTasks(work: Work, now: Date): Task[] {
  const { bounced, orders, changes, quotes, short, imports, unsent, unattended } = work;
  const stock = describeStock(imports, now);
  const tasks: readonly Task[] = [
    {
      what: texts.tasks.undeliveredKeys,
      count: bounced,
      icon: "key-round",
      meaning: "fault",
      action: { href: `${requestList}?view=bounced`, text: texts.tasks.review },
    },
    {
      what: texts.tasks.orders,
      count: orders.count,
      icon: "shopping-cart",
      meaning: "neutral",
      note: describeOldest(orders),
      action: { href: "/console/orders?status=confirmed", text: texts.tasks.fulfil },
    },
    {
      what: texts.tasks.changeRequests,
      count: changes.count,
      icon: "pencil",
      meaning: "short",
      note: describeOldest(changes),
      action: { href: "/console/orders?status=confirmed&changes=yes", text: texts.tasks.answer },
    },
    {
      what: texts.tasks.quoteRequests,
      count: quotes.count,
      icon: "scroll-text",
      meaning: "neutral",
      note: describeOldest(quotes),
      action: { href: quoteRequestsPath, text: texts.tasks.answer },
    },
    {
      what: `Quotes that end in ${endingDays} days`,
      count: work.endingQuotes,
      icon: "scroll-text",
      meaning: "short",
      action: { href: `${quoteRequestsPath}?view=answered`, text: texts.tasks.review },
    },
    {
      what: texts.tasks.shortfalls,
      count: short.count,
      icon: "package",
      meaning: "short",
      note: describeOldest(short),
      action: { href: shortfallsPath, text: texts.tasks.review },
    },
    {
      what: texts.tasks.unattended,
      count: unattended,
      icon: "users",
      meaning: "short",
      note: texts.tasks.unattendedNote,
      action: { href: "/console/accounts?state=unattended", text: texts.tasks.invite },
    },
    ...describeEnding(work),
    ...describeImports(imports),
    describeMails(unsent),
    ...(stock === null ? [] : [stock]),
  ];
  return tasks.filter(({ count }) => count > 0);
}

export const showToday: Handler = async (context, visit) => {
  const { db } = context;
  const { now } = visit;
  const since = new Date(now.getTime() - recentDays * dayMs);
  const [has, counts, requests, orders, ...others] = await Promise.all([
    selectFirstSteps(db),
    countKeyRequests(db),
    selectOperatorKeyRequests(db, "open", { after: null, limit: shownRequests }),
    selectOrdersToFulfil(db),
    countOpenQuoteRequests(db),
    countShortfalls(db),
    countOpenChangeRequests(db),
    selectImportsNow(db, since),
    countUnsent(db, { onlyTasks: true }),
    countUnattended(db, now),
    countExpiringKeys(db, now),
    findOldDrafts(db, now, visit.zone),
    countEndingQuotes(db, now),
  ]);
  if (orders.count > 0) await db.awaitReplication();
  const [quotes, short, changes, imports, unsent, unattended, keys, drafts, endingQuotes] = others;
  const work = {
    bounced: counts.bounced,
    orders,
    changes,
    quotes,
    short,
    imports,
    unsent,
    unattended,
    keys,
    drafts,
    endingQuotes,
  };
  const tiles = has.hasOrders ? await renderTiles(db, visit, work) : null;
  const open = listTasks(work, now);
  const card = renderCard({ title: "Needs attention", body: renderTasks(open) });
  const isClear = open.length === 0 && requests.length === 0;
  const firstSteps = renderFirstSteps(has, context, visit);
  // Steps that are not done are no sign that everything is.
  const isNew = isClear && firstSteps !== null;
  return answerPage({
    title: "Today",
    ...(!isNew && { sentence: texts.today.work(open.length + counts.open) }),
    body: html`${[
      firstSteps,
      tiles,
      renderQueue(requests, counts.open, now),
      open.length > 0 ? card : null,
      isClear && has.hasOrders ? nothing : null,
    ]}`,
  });
};
