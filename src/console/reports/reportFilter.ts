// The filter of the reports: a period in days of the reader, its steps, and an account.

import type { AccountId } from "../../accounts/account.ts";
import { parseDay } from "../../day.ts";
import type { Queryable } from "../../db/database.ts";
import { formatAddress } from "../../html/pager.ts";
import type { Choice } from "../../kit/input.ts";
import {
  type OrderReport,
  type ReportedPeriod,
  selectOrderReport,
} from "../../orders/operators/orderReportQueries.ts";
import type { Visit } from "../consoleContext.ts";
import { readText } from "../filters.ts";
import { localDay } from "../readerDays.ts";
import { chooseAccount } from "../search/pickers.ts";

export const reportsPath = "/console/reports";

export const stepNames = ["day", "week", "month"] as const;
type StepName = (typeof stepNames)[number];

/** A longer period is cut at its start. */
export const maxReportedDays = 366;
const recentDays = 30;
/** A longer period is shown in weeks, because the bars of its days would be too thin. */
const maxDaySteps = 93;
const maxNameLength = 200;

/** A day or the days of a week or month within the period, and when it starts. */
type ReportStep = { readonly first: string; readonly last: string; readonly start: Date };

export type Report = {
  /** Days of the reader, included. */
  readonly from: string;
  readonly until: string;
  readonly isCut: boolean;
  /** It ends before it starts, so there is nothing to report. */
  readonly isReversed: boolean;
  readonly per: StepName;
  readonly steps: readonly ReportStep[];
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

function listSteps({ from, until }: Days, per: StepName, zone: string): ReportStep[] {
  const steps: ReportStep[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, until) <= 0; ) {
    const next = startOfNext(day, per);
    const isLast = Temporal.PlainDate.compare(next, until) > 0;
    const last = isLast ? until : next.subtract({ days: 1 });
    steps.push({ first: day.toString(), last: last.toString(), start: startOf(day, zone) });
    day = next;
  }
  return steps;
}

export async function readReport(db: Queryable, visit: Visit): Promise<Report> {
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
export function readOrderReport(
  db: Queryable,
  { steps, period }: Report,
  maxAccounts: number,
): Promise<OrderReport> {
  const starts = steps.map(({ start }) => start);
  return selectOrderReport(db, period, starts, maxAccounts);
}

/** A file of the report, or the list of its orders. */
export function formatReportAddress(path: string, report: Report): string {
  const { from, until, per, account } = report;
  return formatAddress(path, { from, until, per, account: account.id });
}
