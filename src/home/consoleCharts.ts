import type { Database } from "../db/database.ts";
import { selectStockMoments } from "../imports/runQueries.ts";
import { formatCount } from "../kit/html/amount.ts";
import { type Chart, renderChart } from "../kit/html/chart.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderDay } from "../kit/html/moment.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { countOrdersBy, type OrderCounts } from "../orders/operatorQueries.ts";
import { type Latency, selectLatency } from "../requests/latencyQueries.ts";

// The charts of the service below a report, in its steps.

const hourMs = 3_600_000;

/** Days of the reader, included, and when the first starts. */
export type ChartStep = { readonly first: string; readonly last: string; readonly start: Date };

/** The steps of the charts and when the last ends. */
type Drawing = {
  readonly steps: readonly ChartStep[];
  readonly until: Date;
  /** The head of the steps, as in “Week from”. */
  readonly pointTitle: string;
};

/** The counts of each step; undefined for a step without any. */
function byStep<Row extends { readonly at: Date }>(
  { steps }: Drawing,
  rows: readonly Row[],
): (Row | undefined)[] {
  const known = new Map(rows.map((row) => [row.at.getTime(), row]));
  return steps.map(({ start }) => known.get(start.getTime()));
}

function sum(values: readonly number[]): string {
  return formatCount(values.reduce((total, value) => total + value, 0));
}

/** What all charts share. */
type Drawn = Pick<Chart, "points" | "pointTitle"> & Pick<Drawing, "steps">;

function linkDays(
  path: string,
  { first, last }: ChartStep,
  more: Readonly<Record<string, string>> = {},
): string {
  return formatAddress(path, { ...more, from: first, until: last });
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
  { steps, ...drawn }: Drawn,
  latencies: readonly (Latency | undefined)[],
): Chart[] {
  const hrefs = steps.map((step) => linkDays(requestsPath, step));
  const errorHrefs = steps.map((step) => linkDays(requestsPath, step, { status: "error" }));
  const requests = latencies.map((latency) => latency?.requests ?? 0);
  const refused = latencies.map((latency) => latency?.refused ?? 0);
  const failed = latencies.map((latency) => latency?.failed ?? 0);
  const p95 = latencies.map((latency) => latency?.p95Ms ?? null);
  const none = "No requests in this period.";
  return [
    {
      ...drawn,
      id: "requests",
      title: "API requests",
      kind: "bars",
      format: formatWhole,
      none,
      hrefs,
      sentence: html`${sum(requests)} total. <a href="/console/requests">Requests</a>`,
      series: [{ name: "API requests", values: requests }],
    },
    {
      ...drawn,
      id: "errors",
      title: "API errors",
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
  { steps, ...drawn }: Drawn,
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
    hrefs: steps.map((step) => linkDays("/console/orders", step, { status: "all" })),
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
  { steps, ...drawn }: Drawn,
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
    hrefs: steps.map(() => "/console/imports"),
    sentence: html`Hours since the last import of stock.
<a href="/console/imports">Imports</a>`,
    series: [{ name: "Age, hours", values: ages }],
    none: "No stock imported yet.",
  };
}

/** Orders, requests, errors, response times and the age of stock in the steps of a report. */
export async function renderServiceCharts(
  db: Database,
  drawing: Drawing,
  now: Date,
): Promise<Html> {
  const { steps, until, pointTitle } = drawing;
  const starts = steps.map(({ start }) => start);
  // What comes after the end of the report is counted apart, and not shown.
  const bounds = [...starts, until];
  const [latencies, counts, moments] = await Promise.all([
    selectLatency(db, bounds),
    countOrdersBy(db, bounds),
    selectStockMoments(db, starts[0] ?? until),
  ]);
  if (counts.length > 0) await db.awaitReplication();
  const drawn = { points: steps.map(({ first }) => renderDay(first)), pointTitle, steps };
  const ends = bounds.slice(1).map((end) => (end > now ? now : end));
  const charts = [
    chartOrders(drawn, byStep(drawing, counts)),
    ...chartRequests(drawn, byStep(drawing, latencies)),
    chartStock(drawn, moments, ends),
  ];
  return html`<div class="charts">
${charts.map(renderChart)}</div>
`;
}
