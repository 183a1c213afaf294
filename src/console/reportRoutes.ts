// The routes of reports; part of the console's table.

import type { Session } from "../db/database.ts";
import { writeCsv } from "../files/writeCsv.ts";
import type { WrittenCell } from "../files/writtenCells.ts";
import { type ConsoleAccess, everyone } from "../kit/access.ts";
import { formatAmount } from "../money.ts";
import { type ReportedValue, selectValueByPart } from "../orders/operators/orderReportQueries.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { createRouteBuilders, none, type Route } from "../site/routes.ts";
import { redirect } from "../site/visit.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";
import {
  formatReportAddress,
  type Report,
  readOrderReport,
  readReport,
  reportsPath,
} from "./reports/reportFilter.ts";
import { showReports } from "./reports/showReports.ts";

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
