import { selectStockMoments } from "../imports/runQueries.ts";
import { formatCount } from "../kit/html/amount.ts";
import { type Chart, renderChart } from "../kit/html/chart.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderDay, renderMoment } from "../kit/html/moment.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { answerPage } from "../kit/site/visit.ts";
import { countOrdersBy, type OrderCounts } from "../orders/operatorQueries.ts";
import { type Latency, selectLatency } from "../requests/latencyQueries.ts";
import type { Handler } from "./consoleContext.ts";
import { listReaderDays, localDay } from "./consoleDays.ts";
import { texts } from "./consoleTexts.ts";

const hourMs = 3_600_000;

/** A point of the charts: it ends where the next starts, the last one now. */
type Step = {
  readonly start: Date;
  /** The reader's day, YYYY-MM-DD. */
  readonly day: string;
  readonly label: Html;
};

/** A time span, in steps; the last step is the current one. */
type Span = {
  readonly name: string;
  readonly text: string;
  readonly pointTitle: string;
  readonly listSteps: (now: Date, zone: string) => readonly Step[];
};

const shown = { days: 30, hours: 24 } as const;

const month: Span = {
  name: "month",
  text: "30 days",
  pointTitle: "Day",
  listSteps(now, zone) {
    return listReaderDays(now, zone, shown.days).map((one) => {
      return { ...one, label: renderDay(one.day) };
    });
  },
};
const day: Span = {
  name: "day",
  text: "24 hours",
  pointTitle: "Hour from",
  listSteps(now, zone) {
    const last = now.getTime() - (now.getTime() % hourMs);
    return Array.from({ length: shown.hours }, (_, place) => {
      const start = new Date(last - (shown.hours - 1 - place) * hourMs);
      return { start, day: localDay(start, zone).toString(), label: renderMoment(start) };
    });
  },
};

/** The counts of each step; undefined for a step without any. */
function byStep<Row extends { readonly at: Date }>(
  steps: readonly Step[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const known = new Map(rows.map((row) => [row.at.getTime(), row]));
  return steps.map(({ start }) => known.get(start.getTime()));
}

function sum(values: readonly number[]): string {
  return formatCount(values.reduce((total, value) => total + value, 0));
}

/** What all charts of the page share, and the days that their points link to. */
type Drawn = Pick<Chart, "points" | "pointTitle"> & { readonly days: readonly string[] };

function linkDay(path: string, day: string, more: Readonly<Record<string, string>> = {}): string {
  return formatAddress(path, { ...more, from: day, until: day });
}

const requestsPath = "/console/requests";

/** Milliseconds, rounded to what is significant. */
function formatMs(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : String(Math.round(value * 10) / 10);
}

function formatWhole(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : String(value);
}

function chartRequests(
  { days, ...drawn }: Drawn,
  latencies: readonly (Latency | undefined)[],
): Chart[] {
  const hrefs = days.map((day) => linkDay(requestsPath, day));
  const errorHrefs = days.map((day) => linkDay(requestsPath, day, { status: "error" }));
  const requests = latencies.map((latency) => latency?.requests ?? 0);
  const refused = latencies.map((latency) => latency?.refused ?? 0);
  const failed = latencies.map((latency) => latency?.failed ?? 0);
  const p95 = latencies.map((latency) => latency?.p95Ms ?? null);
  const none = "No requests in this period.";
  return [
    {
      ...drawn,
      id: "requests",
      title: texts.charts.requests,
      kind: "bars",
      format: formatWhole,
      none,
      hrefs,
      sentence: html`${sum(requests)} total. <a href="/console/requests">Requests</a>`,
      series: [{ name: texts.charts.requests, values: requests }],
    },
    {
      ...drawn,
      id: "errors",
      title: "Errors",
      kind: "bars",
      format: formatWhole,
      hrefs: errorHrefs,
      sentence: html`${sum(refused)} refused (4xx), ${sum(failed)} failed (5xx).
<a href="/console/requests?status=failed">Failed</a>`,
      series: [
        { name: "Refused", values: refused },
        { name: "Failed", values: failed },
      ],
      none: "No errors in this period.",
    },
    {
      ...drawn,
      id: "latency",
      title: "Response time (p95)",
      kind: "line",
      format: formatMs,
      none,
      hrefs,
      sentence: "95 of 100 requests were answered within this time, in milliseconds.",
      series: [{ name: "p95, ms", values: p95 }],
    },
  ];
}

function chartOrders(
  { days, ...drawn }: Drawn,
  counts: readonly (OrderCounts | undefined)[],
): Chart {
  const made = counts.map((count) => count?.made ?? 0);
  const confirmed = counts.map((count) => count?.confirmed ?? 0);
  return {
    ...drawn,
    id: "orders",
    title: "Orders",
    kind: "bars",
    format: formatWhole,
    hrefs: days.map((day) => linkDay("/console/orders", day, { status: "all" })),
    sentence: html`${sum(made)} created, ${sum(confirmed)} confirmed.
<a href="/console/orders">Orders</a>`,
    series: [
      { name: "Created", values: made },
      { name: "Confirmed", values: confirmed },
    ],
    none: "No orders in this period.",
  };
}

/** The age at the end of each step, or now for the current step. */
function chartStock(
  { days, ...drawn }: Drawn,
  moments: readonly Date[],
  ends: readonly Date[],
): Chart {
  const ages = ends.map((end) => {
    const updated = moments.findLast((moment) => moment.getTime() <= end.getTime());
    return updated === undefined ? null : (end.getTime() - updated.getTime()) / hourMs;
  });
  return {
    ...drawn,
    id: "stock",
    title: "Stock age",
    kind: "line",
    format: formatMs,
    hrefs: days.map(() => "/console/imports"),
    sentence: texts.charts.stockSentence,
    series: [{ name: "Age, hours", values: ages }],
    none: "No stock imported yet.",
  };
}

export const showCharts: Handler = async ({ db }, { query, now, zone }) => {
  const span = query.text("span") === day.name ? day : month;
  const steps = span.listSteps(now, zone);
  const starts = steps.map(({ start }) => start);
  const [latencies, counts, moments] = await Promise.all([
    selectLatency(db, starts),
    countOrdersBy(db, starts),
    selectStockMoments(db, starts[0] ?? now),
  ]);
  if (counts.length > 0) await db.awaitReplication();
  const drawn: Drawn = {
    points: steps.map(({ label }) => label),
    pointTitle: span.pointTitle,
    days: steps.map((step) => step.day),
  };
  const ends = [...starts.slice(1), now];
  const charts = [
    ...chartRequests(drawn, byStep(steps, latencies)),
    chartOrders(drawn, byStep(steps, counts)),
    chartStock(drawn, moments, ends),
  ];
  const tabs = [month, day].map(({ name, text }) => ({
    href: `/console/charts?span=${name}`,
    text,
    current: name === span.name,
  }));
  return answerPage({
    title: "Charts",
    sentence: "Requests, orders and response times. Updated within a minute.",
    body: html`${renderTabs("Time", tabs)}<div class="charts">
${charts.map(renderChart)}</div>
`,
  });
};
