// The figures at the top of the console's home page, each with its trend of seven days.
import type { Database } from "../db/database.ts";
import { formatCount } from "../html/amount.ts";
import { renderTile } from "../html/chart.ts";
import { type Html, html } from "../html/html.ts";
import { formatAddress } from "../html/pager.ts";
import { countOrdersBy } from "../orders/operators/operatorOrderQueries.ts";
import { selectLatency } from "../requests/latencyQueries.ts";
import { listReaderDays } from "./readerDays.ts";

const shownDays = 7;
const requestsPath = "/console/requests";

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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export async function renderHomeTiles(db: Database, now: Date, zone: string): Promise<Html> {
  const shown = listReaderDays(now, zone, shownDays);
  const days = shown.map(({ start }) => start);
  const since = (path: string, more: Readonly<Record<string, string>> = {}) =>
    formatAddress(path, { ...more, from: shown[0]?.day });
  const [latencies, orders] = await Promise.all([selectLatency(db, days), countOrdersBy(db, days)]);
  const confirmed = byDay(days, orders, (day) => day.confirmed);
  const requests = byDay(days, latencies, (day) => day.requests);
  const errors = byDay(days, latencies, (day) => day.refused + day.failed);
  const p95 = byDay(days, latencies, (day) => day.p95Ms);
  const today = p95.at(-1) ?? 0;
  const speed = today === 0 ? "–" : `${formatCount(Math.round(today))} ms`;
  const tile = (title: string, figure: string, values: readonly number[], href: string) =>
    renderTile({ title, figure, values, href });
  return html`<section class="tiles" aria-label="Last 7 days">
${[
  tile(
    "Confirmed orders, 7 days",
    formatCount(sum(confirmed)),
    confirmed,
    since("/console/orders", { status: "all", date: "confirmed" }),
  ),
  tile("API requests, 7 days", formatCount(sum(requests)), requests, since(requestsPath)),
  tile(
    "API errors, 7 days",
    formatCount(sum(errors)),
    errors,
    since(requestsPath, { status: "error" }),
  ),
  tile("Response time (p95), today", speed, p95, "/console/charts"),
]}</section>
`;
}
