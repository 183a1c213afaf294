import type { AccountId } from "../accounts/account.ts";
import type { Database, Queryable, Session } from "../db/database.ts";
import { linkAccount, linkCatalogPart } from "../home/consoleAddresses.ts";
import { type ChartStep, renderServiceCharts } from "../home/consoleCharts.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { localDay } from "../home/consoleDays.ts";
import { noAccountId, readText } from "../home/consoleFilters.ts";
import { chooseAccount, placeUnder, renderPicker } from "../home/consolePickers.ts";
import { type ConsoleAccess, everyone } from "../kit/access.ts";
import { parseDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Chart, renderChart } from "../kit/html/chart.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderSelect, renderTextField } from "../kit/html/field.ts";
import { freshForm, renderFilters } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import type { Choice } from "../kit/input.ts";
import { type Currency, formatAmount } from "../kit/money.ts";
import { formatMoney } from "../kit/price.ts";
import { createRouteBuilders, none, type Route } from "../kit/site/routes.ts";
import { answerPage, redirect } from "../kit/site/visit.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import type { WrittenCell } from "../reading/files/writtenCells.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import {
  type FulfilmentTimes,
  type OrderReport,
  type ReportedPeriod,
  type ReportedValue,
  type StepValue,
  selectFulfilmentTimes,
  selectOrderReport,
  selectValueByPart,
} from "./reportQueries.ts";

// The filter of the reports: a period in days of the reader, its steps, and an account.

const reportsPath = "/console/reports";

const stepNames = ["day", "week", "month"] as const;
type StepName = (typeof stepNames)[number];

/** In the choice, and above the days where they start. */
const stepWords: Readonly<Record<StepName, readonly [string, string]>> = {
  day: ["Day", "Day"],
  week: ["Week", "Week from"],
  month: ["Month", "Month from"],
};

/** A longer period is cut at its start. */
const maxReportedDays = 366;
const recentDays = 30;
/** A longer period is shown in weeks, because the bars of its days would be too thin. */
const maxDaySteps = 93;
const maxNameLength = 200;

type Report = {
  /** Days of the reader, included. */
  readonly from: string;
  readonly until: string;
  readonly isCut: boolean;
  /** It ends before it starts, so there is nothing to report. */
  readonly isReversed: boolean;
  readonly per: StepName;
  readonly steps: readonly ChartStep[];
  readonly account: Choice<AccountId>;
  readonly period: ReportedPeriod;
};

type Days = { readonly from: Temporal.PlainDate; readonly until: Temporal.PlainDate };

function readDays({ query, now, zone }: Visit): Days & { readonly isCut: boolean } {
  const read = (name: string) => {
    const day = parseDay(query.text(name));
    return day === undefined ? undefined : Temporal.PlainDate.from(day);
  };
  const until = read("until") ?? localDay(now, zone);
  const from = read("from");
  if (from === undefined) {
    return { from: until.subtract({ days: recentDays - 1 }), until, isCut: false };
  }
  const earliest = until.subtract({ days: maxReportedDays - 1 });
  const isCut = Temporal.PlainDate.compare(from, earliest) < 0;
  return { from: isCut ? earliest : from, until, isCut };
}

/** The first day of the step after the one that has `day`: a Monday, or the first of a month. */
function startOfNext(day: Temporal.PlainDate, per: StepName): Temporal.PlainDate {
  if (per === "day") return day.add({ days: 1 });
  if (per === "week") return day.add({ days: 8 - day.dayOfWeek });
  return day.with({ day: 1 }).add({ months: 1 });
}

function startOf(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds);
}

function listSteps({ from, until }: Days, per: StepName, zone: string): ChartStep[] {
  const steps: ChartStep[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, until) <= 0; ) {
    const next = startOfNext(day, per);
    const isLast = Temporal.PlainDate.compare(next, until) > 0;
    const last = isLast ? until : next.subtract({ days: 1 });
    steps.push({ first: day.toString(), last: last.toString(), start: startOf(day, zone) });
    day = next;
  }
  return steps;
}

async function readReport(db: Queryable, visit: Visit): Promise<Report> {
  const { query, zone } = visit;
  const { isCut, ...days } = readDays(visit);
  const isReversed = Temporal.PlainDate.compare(days.from, days.until) > 0;
  const wanted = stepNames.find((name) => name === query.text("per")) ?? "day";
  const isLong = days.from.until(days.until).days >= maxDaySteps;
  const per = wanted === "day" && isLong ? "week" : wanted;
  const [from, until] = [days.from.toString(), days.until.toString()];
  const account = await chooseAccount(db, readText(query, "account", maxNameLength), (id) =>
    formatAddress(reportsPath, { from, until, per, account: id }),
  );
  const period = {
    from: startOf(days.from, zone),
    until: startOf(days.until.add({ days: 1 }), zone),
    accountId: account.id,
  };
  const steps = listSteps(days, per, zone);
  return { from, until, isCut, isReversed, per, steps, account, period };
}

/** At most `maxAccounts` of each currency. */
function readOrderReport(
  db: Queryable,
  { steps, period }: Report,
  maxAccounts: number,
): Promise<OrderReport> {
  const starts = steps.map(({ start }) => start);
  return selectOrderReport(db, period, starts, maxAccounts);
}

/** A file of the report, or the list of its orders. */
function formatReportAddress(path: string, report: Report): string {
  const { from, until, per, account } = report;
  return formatAddress(path, { from, until, per, account: account.id });
}

const countOrders = (count: number): string => formatCounted(count, "order");

const shownRows = 10;
const hourSeconds = 3_600;

function renderPeriod({ from, until, per, account, isReversed }: Report): Html {
  const faults = isReversed
    ? [
        {
          field: "until",
          text: "“Until” is before “From”. Choose a later day, or an earlier “From”.",
        },
      ]
    : [];
  const values = { from, until, per, account: account.text };
  const state = { ...freshForm(values), faults, prefix: "report" };
  const options = stepNames.map((value) => ({ value, text: stepWords[value][0] }));
  return renderFilters({
    action: reportsPath,
    label: "Period",
    fields: [
      renderTextField(state, { name: "from", label: "From", type: "date" }),
      renderTextField(state, { name: "until", label: "Until", type: "date" }),
      renderSelect(state, { name: "per", label: "Per", options }),
      renderPicker(state, "accounts", { name: "account", label: "Account" }),
    ],
    button: "Show",
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
    title: `Order value, ${currency}`,
    sentence: `${sum}, ${countOrders(orders)}.`,
    kind: "bars",
    series: [{ name: "Value", values: amounts.map(Number), labels: amounts.map(format) }],
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
    pointTitle: stepWords[per][1],
    format: (value) => format(BigInt(Math.round(value))),
    none: "No confirmed orders in this period",
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
<p class="quiet"><a href="${file}">Download the values as CSV</a></p>
`;
}

/** Hours up to two days, then days; one decimal. */
function formatDuration(seconds: number): string {
  const hours = seconds / hourSeconds;
  const round = (value: number) => String(Math.round(value * 10) / 10);
  return hours < 48 ? `${round(hours)} h` : `${round(hours / 24)} days`;
}

function renderFulfilment({ orders, median, p90 }: FulfilmentTimes): Html {
  return renderCard({
    title: "Time to fulfil",
    body: renderDefinitions([
      { term: "Orders fulfilled in this period", value: formatCount(orders) },
      {
        term: "Half were fulfilled within",
        value: median === null ? null : formatDuration(median),
      },
      { term: "90% were fulfilled within", value: p90 === null ? null : formatDuration(p90) },
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
    { title: "Orders", kind: "number", cell: ({ orders }) => formatCount(orders) },
    { title: "Value", kind: "number", cell: ({ value }) => formatMoney(value) },
  ];
  const label = `${title}: CSV`;
  return renderCard({
    title,
    beside: html`<a href="${file}" aria-label="${label}">CSV</a>`,
    body: renderRows(title, rows, counted),
    ...(rows.length >= shownRows && {
      foot: html`<p>The first ${shownRows} per currency. The file has all.</p>\n`,
    }),
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
  const [fulfilled, open, cancelled] = (["fulfilled", "confirmed", "cancelled"] as const).map(
    (status) => statuses.get(status) ?? 0,
  ) as [number, number, number];
  const none = renderEmptyState(
    "No confirmed orders in this period",
    html`<p>Choose a longer period or another account.</p>`,
    "chart-column",
  );
  return html`${[
    html`<p>${formatCounted(fulfilled + open, "order")}: ${formatCount(fulfilled)} fulfilled, ${formatCount(open)} to fulfil. Not included: ${formatCount(cancelled)} cancelled after confirmation, drafts and expired drafts.</p>\n`,
    values.length === 0 ? none : renderCharts(report, values),
    times.orders > 0 && renderFulfilment(times),
    values.length > 0 &&
      renderBest("Accounts by value", file("accounts"), accounts, [
        {
          title: "Account",
          kind: "text",
          cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
        },
      ]),
    values.length > 0 &&
      renderBest("Parts by value", file("parts"), parts, [
        { title: "Part", kind: "code", cell: ({ partNumber }) => linkCatalogPart(partNumber) },
        { title: "Description", kind: "text", cell: ({ title }) => title },
      ]),
  ]}`;
}

const showReports: Handler = async ({ db }, visit) => {
  const report = await readReport(db, visit);
  const { account, isReversed } = report;
  const isOne = account.id !== null && account.id !== noAccountId;
  const hasBody = account.question === null && !isReversed;
  const body = hasBody ? await renderReport(db, report) : account.question;
  const drawing = { ...report, until: report.period.until, pointTitle: stepWords[report.per][1] };
  // Requests and stock are those of all accounts.
  const charts =
    hasBody && account.id === null ? await renderServiceCharts(db, drawing, visit.now) : null;
  return answerPage({
    title: "Reports",
    sentence: html`Value of ${isOne ? html`the confirmed orders of ${linkAccount(account.id, account.text)}` : "confirmed orders"}, by the day of their confirmation.`,
    ...placeUnder(account),
    body: html`${renderPeriod(report)}${
      report.isCut
        ? renderNotice(
            "short",
            `A report covers at most ${maxReportedDays} days. The start is later than you chose.`,
          )
        : null
    }${body}${charts}`,
  });
};

// The routes of reports; part of the console's table.

// The files of the reports: all rows of what the page shows the first of.
/** More accounts or parts of a currency than anyone reads. */
const maxExported = 50_000;

type FileRows = {
  /** The heads of the cells before those of the value. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [cells: readonly string[], value: ReportedValue])[];
};

function* listRows({ columns, rows }: FileRows): Generator<readonly WrittenCell[]> {
  yield [...columns, "currency", "orders", "value"];
  for (const [cells, { orders, value }] of rows) {
    yield [...cells, value.currency, { number: String(orders) }, { number: formatAmount(value) }];
  }
}

type ReadRows = (session: Session, report: Report) => Promise<FileRows>;

/** `name` begins the name of the file, which has the period. */
function exportReport(name: string, readRows: ReadRows): Handler {
  return async ({ db, files }, visit) => {
    const report = await readReport(db, visit);
    const { from, until } = report;
    if (report.isReversed) return redirect(formatReportAddress(reportsPath, report));
    const file = { name: `${name}-${from}-to-${until}.csv`, type: "text/csv; charset=utf-8" };
    return files.send(visit, file, async (session, target) =>
      writeCsv(listRows(await readRows(session, report)), target),
    );
  };
}

const exportValue = exportReport("order-value", async (session, report) => {
  const { steps } = report;
  const stepAt = new Map(steps.map((step) => [step.start.getTime(), step]));
  const { steps: values } = await readOrderReport(session, report, 0);
  return {
    columns: ["from", "until"],
    rows: values.map((value) => {
      const step = stepAt.get(value.at.getTime());
      return [[step?.first ?? "", step?.last ?? ""], value];
    }),
  };
});

const exportAccounts = exportReport("order-value-by-account", async (session, report) => {
  const { accounts } = await readOrderReport(session, report, maxExported);
  return {
    columns: ["account_id", "account"],
    rows: accounts.map((value) => [[value.accountId, value.accountName], value]),
  };
});

const exportParts = exportReport("order-value-by-part", async (session, report) => {
  const values = await selectValueByPart(session, report.period, maxExported);
  return {
    columns: ["part_number", "title"],
    rows: values.map((value) => [[value.partNumber, value.title ?? ""], value]),
  };
});

const { get } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();

export const reportRoutes: readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] = [
  get("/console/reports", everyone, none, showReports),
  get("/console/reports/value.csv", everyone, none, exportValue),
  get("/console/reports/accounts.csv", everyone, none, exportAccounts),
  get("/console/reports/parts.csv", everyone, none, exportParts),
];
