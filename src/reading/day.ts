// Days as people write them. Pure. Invariant: a date that can mean two days is read only if the
// other dates of its column, or a person, leave one order of day and month. Without a year, it is the
// next such day of this year, or a person says which.
import { parseDay } from "../kit/day.ts";
import { findMonth } from "./words/months.ts";

const orders = ["DMY", "MDY", "YMD"] as const;
type DayOrder = (typeof orders)[number];
type Days = ReadonlyMap<DayOrder, string>;

const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+Z?)?$/;
const numeric = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{2}|\d{4})$/;
/** "01-DEC-26", "1. Dez. 2026", "1 de diciembre de 2026", and "Dec 1, 2026". */
const dayThenName =
  /^(\d{1,2})[ .,/-]{0,2}(?:de )?(\p{L}{3,10})(?: de)?[ .,/-]{0,2}(\d{2}|\d{4})$/u;
const nameThenDay = /^(\p{L}{3,10})[ .,/-]{0,2}(\d{1,2})[ .,/-]{1,2}(\d{2}|\d{4})$/u;

/** Short years before and after are none of parts: 26-12-15 is not in 2015. */
const [firstShortYear, lastShortYear] = [2020, 2049];

function toDay(year: string, month: string | number | undefined, day: string): string | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const isPlausible = Number(full) >= firstShortYear && Number(full) <= lastShortYear;
  if (month === undefined || (year.length === 2 && !isPlausible)) return undefined;
  return parseDay(`${full}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** The days that a text can mean, by the order of its parts. */
function listDays(text: string): Days {
  const [, year = "", mark = "", month = "", ofMonth = ""] = yearFirst.exec(text) ?? [];
  // Eight digits need all zeros.
  const isWhole = mark !== "" || /^\d{8}$/.test(text);
  const [, one = "", own = "", two = "", three = ""] = numeric.exec(text) ?? [];
  const [, day = "", name = "", end = ""] = dayThenName.exec(text) ?? [];
  const [, before = "", after = "", last = ""] = nameThenDay.exec(text) ?? [];
  // People write the year first with dashes only.
  const isYearFirst = own === "-" && one.length === 2 && three.length === 2;
  const found: Readonly<Record<DayOrder, string | undefined>> = {
    DMY: one === "" ? toDay(end, findMonth(name), day) : toDay(three, two, one),
    MDY: one === "" ? toDay(last, findMonth(before), after) : toDay(three, one, two),
    YMD: isYearFirst ? toDay(one, two, three) : isWhole ? toDay(year, month, ofMonth) : undefined,
  };
  return new Map(orders.flatMap((order) => (found[order] ? [[order, found[order]]] : [])));
}

/** "15-Dec", "5 de mayo", and "Dec 5". */
const dayAndName = /^(\d{1,2})[ .,/-]{0,2}(?:de )?(\p{L}{3,10})\.?$/u;
const nameAndDay = /^(\p{L}{3,10})[ .,/-]{0,2}(\d{1,2})$/u;

/** The days that a date without a year means in the year of `today` and in the next. */
function listYearless(text: string, today: string): readonly string[] {
  const [, day, name = ""] = dayAndName.exec(text) ?? [];
  const [, first = name, after = day] = nameAndDay.exec(text) ?? [];
  const month = findMonth(first);
  const year = Number(today.slice(0, 4));
  if (month === undefined || after === undefined) return [];
  return [year, year + 1].flatMap((one) => toDay(String(one), month, after) ?? []);
}

const maxYearsAhead = 3;

/** "Dec-26" may be a month of a year that is near. */
function mayBeMonth(text: string, today: string): boolean {
  const [, , number = ""] = nameAndDay.exec(text) ?? [];
  const ahead = Number(number) - Number(today.slice(2, 4));
  return number !== "" && ahead >= 0 && ahead <= maxYearsAhead;
}

/**
 * The days that a text can mean by itself: two for "12/10/2026" and, if `today` is given, for "5
 * Dec".
 */
export function listPossibleDays(text: string, today?: string): readonly string[] {
  const yearless = today === undefined ? [] : listYearless(text, today);
  return [...new Set([...listDays(text).values(), ...yearless])];
}

const leapYear = "2028-01-01";

/** Whether a text is a date, clear or not. */
export function isDay(text: string): boolean {
  return listPossibleDays(text, leapYear).length > 0;
}

/** The day of a date without a year, if it is still to come in the year of `today`. */
function readYearless(text: string, today: string): string | undefined {
  const [day] = listYearless(text, today);
  const isNext = day !== undefined && day >= today && day.startsWith(today.slice(0, 4));
  return isNext && !mayBeMonth(text, today) ? day : undefined;
}

function readOnly(days: Iterable<string>): string | undefined {
  const [day, ...others] = new Set(days);
  return others.length === 0 ? day : undefined;
}

/** The days that the dates of a column mean, in the order of its rows. */
export type DayReader = {
  /** The only day that a text can mean by itself; undefined if it can mean none or several. */
  readonly read: (text: string) => string | undefined;
  /** As `read`, with the order of all dates that were read before. */
  readonly readInOrder: (text: string) => string | undefined;
};

/** Creates a reader for one column; days before `today` have passed. */
export function createDayReader(today: string): DayReader {
  /** By the mark between the parts, because different hands write them: the possible orders. */
  const possible = new Map<string, ReadonlySet<DayOrder>>();
  const markOf = (text: string) => numeric.exec(text)?.[2];
  return {
    read(text) {
      const days = listDays(text);
      const mark = markOf(text);
      if (mark !== undefined && days.size > 0) {
        const own = new Set(days.keys());
        possible.set(mark, possible.get(mark)?.intersection(own) ?? own);
      }
      return days.size === 0 ? readYearless(text, today) : readOnly(days.values());
    },
    readInOrder(text) {
      const order = possible.get(markOf(text) ?? "") ?? new Set();
      return readOnly([...listDays(text)].flatMap(([one, day]) => (order.has(one) ? [day] : [])));
    },
  };
}

const openDay = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** How a date is written whose order of day and month is open, with # for each digit. */
export function findDayForm(text: string): string | undefined {
  const mark = openDay.exec(text)?.[2];
  return mark === undefined ? undefined : `##${mark}##${mark}####`;
}

/** The orders that the form of a date can mean: "DD.MM.YYYY" and "MM.DD.YYYY". */
export function listDayOrders(form: string): readonly string[] {
  const mark = /^##([./-])##\1####$/.exec(form)?.[1];
  if (mark === undefined) return [];
  return ["DD MM YYYY", "MM DD YYYY"].map((order) => order.replaceAll(" ", mark));
}

/** The day of a date whose form means this order. */
export function readOrderedDay(text: string, order: string): string | undefined {
  return listDays(text).get(order.startsWith("D") ? "DMY" : "MDY");
}
