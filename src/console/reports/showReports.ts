import type { Database } from "../../db/database.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type Chart, renderChart } from "../../html/chart.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderSelect, renderTextField } from "../../html/field.ts";
import { freshForm, renderFilters } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderDay } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { formatAddress } from "../../html/pager.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import type { Currency } from "../../money.ts";
import {
  type FulfilmentTimes,
  type ReportedValue,
  type StepValue,
  selectFulfilmentTimes,
  selectValueByPart,
} from "../../orders/operators/orderReportQueries.ts";
import { formatMoney } from "../../price.ts";
import { answerPage } from "../../site/visit.ts";
import { linkAccount, linkCatalogPart } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { noAccountId } from "../filters.ts";
import { placeUnder, renderPicker } from "../search/pickers.ts";
import {
  formatReportAddress,
  maxReportedDays,
  type Report,
  readOrderReport,
  readReport,
  reportsPath,
  stepNames,
} from "./reportFilter.ts";

const countOrders = (count: number): string => formatCounted(count, "order");

/** The words of the reports. */
export const texts = {
  title: "Reports",
  sentence: (account: Html | null) =>
    account === null
      ? "Value of confirmed orders, by the day of their confirmation."
      : html`Value of the confirmed orders of ${account}, by the day of their confirmation.`,
  filters: "Period",
  from: "From",
  until: "Until",
  reversed: "“Until” is before “From”. Choose a later day, or an earlier “From”.",
  per: "Per",
  steps: { day: "Day", week: "Week", month: "Month" },
  stepFrom: { day: "Day", week: "Week from", month: "Month from" },
  account: "Account",
  show: "Show",
  cut: (days: number) => `A report covers at most ${days} days. The start is later than you chose.`,
  included: (fulfilled: number, open: number, cancelled: number) =>
    `${countOrders(fulfilled + open)}: ${formatCount(fulfilled)} fulfilled, ` +
    `${formatCount(open)} to fulfil. Not included: ` +
    `${formatCount(cancelled)} cancelled after confirmation, drafts and expired drafts.`,
  /** In a currency. */
  value: (currency: string) => `Order value, ${currency}`,
  sum: (amount: string, orders: number) => `${amount}, ${countOrders(orders)}.`,
  series: "Value",
  none: "No confirmed orders in this period",
  noneHint: "Choose a longer period or another account.",
  fulfilment: "Time to fulfil",
  fulfilled: "Orders fulfilled in this period",
  median: "Half were fulfilled within",
  p90: "90% were fulfilled within",
  hours: (count: string) => `${count} h`,
  days: (count: string) => `${count} days`,
  accounts: "Accounts by value",
  parts: "Parts by value",
  part: "Part",
  partTitle: "Description",
  orders: "Orders",
  amount: "Value",
  best: (count: number) => `The first ${count} per currency. The file has all.`,
  download: "CSV",
  downloadOf: (title: string) => `${title}: CSV`,
  downloadSteps: (href: string) => html`<a href="${href}">Download the values as CSV</a>`,
};

const shownRows = 10;
const hourSeconds = 3_600;

function renderPeriod({ from, until, per, account, isReversed }: Report): Html {
  const faults = isReversed ? [{ field: "until", text: texts.reversed }] : [];
  const values = { from, until, per, account: account.text };
  const state = { ...freshForm(values), faults, prefix: "report" };
  const options = stepNames.map((value) => ({ value, text: texts.steps[value] }));
  return renderFilters({
    action: reportsPath,
    label: texts.filters,
    fields: [
      renderTextField(state, { name: "from", label: texts.from, type: "date" }),
      renderTextField(state, { name: "until", label: texts.until, type: "date" }),
      renderSelect(state, { name: "per", label: texts.per, options }),
      renderPicker(state, "accounts", { name: "account", label: texts.account }),
    ],
    button: texts.show,
  });
}

/** The values of one currency, which are never added to those of another. */
function chartValue(report: Report, currency: Currency, values: readonly StepValue[]): Chart {
  const { steps, per, account } = report;
  const minorAt = new Map(values.map(({ at, value }) => [at.getTime(), value.minor]));
  const amounts = steps.map(({ start }) => minorAt.get(start.getTime()) ?? 0n);
  const orders = values.reduce((sum, one) => sum + one.orders, 0);
  const format = (minor: bigint) => formatMoney({ minor, currency });
  const sum = format(amounts.reduce((total, minor) => total + minor, 0n));
  return {
    id: `value-${currency}`,
    title: texts.value(currency),
    sentence: texts.sum(sum, orders),
    kind: "bars",
    series: [{ name: texts.series, values: amounts.map(Number), labels: amounts.map(format) }],
    points: steps.map(({ first }) => renderDay(first)),
    hrefs: steps.map(({ first, last }) =>
      formatAddress("/console/orders", {
        status: "all",
        account: account.id,
        date: "confirmed",
        from: first,
        until: last,
      }),
    ),
    pointTitle: texts.stepFrom[per],
    format: (value) => format(BigInt(Math.round(value))),
    none: texts.none,
  };
}

function renderCharts(report: Report, values: readonly StepValue[]): Html {
  const byCurrency = Map.groupBy(values, ({ value }) => value.currency);
  const charts = [...byCurrency].map(([currency, of]) =>
    renderChart(chartValue(report, currency, of)),
  );
  const file = formatReportAddress(`${reportsPath}/value.csv`, report);
  return html`<div class="charts">
${charts}</div>
<p class="quiet">${texts.downloadSteps(file)}</p>
`;
}

/** Hours up to two days, then days; one decimal. */
function formatDuration(seconds: number): string {
  const hours = seconds / hourSeconds;
  const round = (value: number) => String(Math.round(value * 10) / 10);
  return hours < 48 ? texts.hours(round(hours)) : texts.days(round(hours / 24));
}

function renderFulfilment({ orders, median, p90 }: FulfilmentTimes): Html {
  return renderCard({
    title: texts.fulfilment,
    body: renderDefinitions([
      { term: texts.fulfilled, value: formatCount(orders) },
      { term: texts.median, value: median === null ? null : formatDuration(median) },
      { term: texts.p90, value: p90 === null ? null : formatDuration(p90) },
    ]),
  });
}

/** The first rows of each currency, with a file of all. */
function renderBest<Row extends ReportedValue>(
  title: string,
  file: string,
  rows: readonly Row[],
  columns: readonly CellColumn<Row>[],
): Html {
  const counted: readonly CellColumn<Row>[] = [
    ...columns,
    { title: texts.orders, kind: "number", cell: ({ orders }) => formatCount(orders) },
    { title: texts.amount, kind: "number", cell: ({ value }) => formatMoney(value) },
  ];
  const label = texts.downloadOf(title);
  return renderCard({
    title,
    beside: html`<a href="${file}" aria-label="${label}">${texts.download}</a>`,
    body: renderRows(title, rows, counted),
    ...(rows.length >= shownRows && { foot: html`<p>${texts.best(shownRows)}</p>\n` }),
  });
}

async function renderReport(db: Database, report: Report): Promise<Html> {
  const { period } = report;
  const [{ steps: values, accounts, statuses }, parts, times] = await Promise.all([
    readOrderReport(db, report, shownRows),
    selectValueByPart(db, period, shownRows),
    selectFulfilmentTimes(db, period),
  ]);
  if (statuses.size > 0) await db.awaitReplication();
  const file = (name: string) => formatReportAddress(`${reportsPath}/${name}.csv`, report);
  const count = (status: "fulfilled" | "confirmed" | "cancelled") => statuses.get(status) ?? 0;
  const none = renderEmptyState(texts.none, html`<p>${texts.noneHint}</p>`, "chart-column");
  return html`${[
    html`<p>${texts.included(count("fulfilled"), count("confirmed"), count("cancelled"))}</p>\n`,
    values.length === 0 ? none : renderCharts(report, values),
    times.orders > 0 && renderFulfilment(times),
    values.length > 0 &&
      renderBest(texts.accounts, file("accounts"), accounts, [
        {
          title: texts.account,
          kind: "text",
          cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
        },
      ]),
    values.length > 0 &&
      renderBest(texts.parts, file("parts"), parts, [
        { title: texts.part, kind: "code", cell: ({ partNumber }) => linkCatalogPart(partNumber) },
        { title: texts.partTitle, kind: "text", cell: ({ title }) => title },
      ]),
  ]}`;
}

export const showReports: Handler = async ({ db }, visit) => {
  const report = await readReport(db, visit);
  const { account, isReversed } = report;
  const isOne = account.id !== null && account.id !== noAccountId;
  const hasBody = account.question === null && !isReversed;
  const body = hasBody ? await renderReport(db, report) : account.question;
  return answerPage({
    title: texts.title,
    sentence: texts.sentence(isOne ? linkAccount(account.id, account.text) : null),
    ...placeUnder(account),
    body: html`${renderPeriod(report)}${
      report.isCut ? renderNotice("short", texts.cut(maxReportedDays)) : null
    }${body}`,
  });
};
