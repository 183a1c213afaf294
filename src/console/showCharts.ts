import { formatCount } from "../html/amount.ts";
import { type Chart, renderChart } from "../html/chart.ts";
import { type Html, html } from "../html/html.ts";
import { renderDay, renderMoment } from "../html/moment.ts";
import { renderTabs } from "../html/tabs.ts";
import { selectStockMoments } from "../imports/runListQueries.ts";
import { countOrdersBy, type OrderCounts } from "../orders/operators/operatorOrderQueries.ts";
import { type Latency, selectLatency } from "../requests/latencyQueries.ts";
import { answerPage } from "../site/visit.ts";
import type { Handler } from "./consoleContext.ts";

const hourMs = 3_600_000;

/** A time span, in steps; `write` labels a step. */
type Span = {
  readonly name: string;
  readonly text: string;
  readonly by: "hour" | "day";
  readonly stepMs: number;
  readonly steps: number;
  readonly write: (at: Date) => Html;
};

const month: Span = {
  name: "month",
  text: "30 days",
  by: "day",
  stepMs: 24 * hourMs,
  steps: 30,
  write: renderDay,
};
const day: Span = {
  name: "day",
  text: "24 hours",
  by: "hour",
  stepMs: hourMs,
  steps: 24,
  write: renderMoment,
};

/** The start of each step; the last step is the current one. */
function listSteps({ stepMs, steps }: Span, now: Date): Date[] {
  const last = now.getTime() - (now.getTime() % stepMs);
  return Array.from({ length: steps }, (_, place) => new Date(last - (steps - 1 - place) * stepMs));
}

/** The counts of each step; undefined for a step without any. */
function byStep<Row extends { readonly at: Date }>(
  steps: readonly Date[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const known = new Map(rows.map((row) => [row.at.getTime(), row]));
  return steps.map((step) => known.get(step.getTime()));
}

function sum(values: readonly number[]): string {
  return formatCount(values.reduce((total, value) => total + value, 0));
}

type Drawn = Pick<Chart, "points" | "pointTitle">;

/** Milliseconds, rounded to what is significant. */
function formatMs(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : String(Math.round(value * 10) / 10);
}

function formatWhole(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : String(value);
}

function chartRequests(drawn: Drawn, latencies: readonly (Latency | undefined)[]): Chart[] {
  const requests = latencies.map((latency) => latency?.requests ?? 0);
  const refused = latencies.map((latency) => latency?.refused ?? 0);
  const failed = latencies.map((latency) => latency?.failed ?? 0);
  const p95 = latencies.map((latency) => latency?.p95Ms ?? null);
  const none = "No requests in this period.";
  return [
    {
      ...drawn,
      id: "requests",
      title: "Requests",
      kind: "bars",
      format: formatWhole,
      none,
      sentence: html`${sum(requests)} total. <a href="/console/requests">Requests</a>`,
      series: [{ name: "Requests", values: requests }],
    },
    {
      ...drawn,
      id: "errors",
      title: "Errors",
      kind: "bars",
      format: formatWhole,
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
      sentence: "95 of 100 requests were answered within this time, in milliseconds.",
      series: [{ name: "p95, ms", values: p95 }],
    },
  ];
}

function chartOrders(drawn: Drawn, counts: readonly (OrderCounts | undefined)[]): Chart {
  const made = counts.map((count) => count?.made ?? 0);
  const confirmed = counts.map((count) => count?.confirmed ?? 0);
  return {
    ...drawn,
    id: "orders",
    title: "Orders",
    kind: "bars",
    format: formatWhole,
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
function chartStock(drawn: Drawn, moments: readonly Date[], ends: readonly Date[]): Chart {
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
    sentence: html`Hours since the last import of stock. <a href="/console/imports">Imports</a>`,
    series: [{ name: "Age, hours", values: ages }],
    none: "No stock imported yet.",
  };
}

export const showCharts: Handler = async ({ db }, { query, now }) => {
  const span = query.text("span") === day.name ? day : month;
  const steps = listSteps(span, now);
  const from = steps[0] ?? now;
  const [latencies, counts, moments] = await Promise.all([
    selectLatency(db, from, span.by),
    countOrdersBy(db, from, span.by),
    selectStockMoments(db, from),
  ]);
  if (counts.length > 0) await db.awaitReplication();
  const drawn: Drawn = {
    points: steps.map(span.write),
    pointTitle: span.by === "day" ? "Day" : "Hour from",
  };
  const ends = steps.map((step) => new Date(Math.min(now.getTime(), step.getTime() + span.stepMs)));
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
