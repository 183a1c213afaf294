// Dates as people write them in one column of a list. Pure. Invariant: a date that can mean two
// days is read only if the other dates of its column leave one order of day and month.
import { parseDay } from "../../day.ts";
import { suggestDay } from "../../imports/suggestions.ts";

const orders = ["DMY", "MDY", "YMD"] as const;
type DayOrder = (typeof orders)[number];

/** The days that the dates of a column mean, in the order of its rows. */
export type DayReader = {
  /** The only day that a text can mean by itself; undefined if it can mean none or several. */
  readonly read: (text: string) => string | undefined;
  /** As `read`, with the order of all dates that were read before. */
  readonly readInOrder: (text: string) => string | undefined;
};

const numeric = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{2}|\d{4})$/;
/** Dates before and after are none by which parts are needed: 26-12-15 is not in 2015. */
const [firstYear, lastYear] = [2020, 2049];

function toDay(year: string, month: string, day: string): string[] {
  const full = year.length === 2 ? `20${year}` : year;
  const isPlausible = Number(full) >= firstYear && Number(full) <= lastYear;
  if (year.length === 2 && !isPlausible) return [];
  return [parseDay(`${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`) ?? []].flat();
}

/** What a date in digits means by the order of its parts; empty if it is none. */
function listDays(text: string): ReadonlyMap<DayOrder, string> {
  const [, one = "", mark = "", two = "", three = ""] = numeric.exec(text) ?? [];
  if (one === "" || one.length > 2) return new Map();
  // People write the year first with dashes only.
  const isYearFirst = mark === "-" && one.length === 2 && three.length === 2;
  const days: Readonly<Record<DayOrder, string[]>> = {
    DMY: toDay(three, two, one),
    MDY: toDay(three, one, two),
    YMD: isYearFirst ? toDay(one, two, three) : [],
  };
  return new Map(orders.flatMap((order) => days[order].map((day) => [order, day] as const)));
}

/** A date with the name of its month, in four digits of its year: "01-DEC-26", "01DEC26". */
function spellYear(text: string): string {
  return text
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, "-")
    .replace(/(?<=\p{L}[ .,/-]{1,2})(\d{2})$/u, "20$1")
    .replace(/^(\p{L}+[ .,/-]{1,2}\d{1,2}[ .,/-]{1,2})(\d{2})$/u, (_, rest, year) => {
      return `${rest}20${year}`;
    });
}

function readWords(text: string): string | undefined {
  const plain = text.replace(/^(\d{4}-\d{2}-\d{2})[T ][\d:.]+Z?$/, "$1");
  const isNamed = /\p{L}/u.test(plain);
  const days = [parseDay(plain) ?? suggestDay(isNamed ? spellYear(plain) : plain)].flat();
  return days.length === 1 ? days[0] : undefined;
}

/** The days that a text can mean by itself: two for "12/10/2026". */
export function listPossibleDays(text: string): readonly string[] {
  const days = new Set(listDays(text).values());
  return days.size > 0 ? [...days] : [readWords(text) ?? []].flat();
}

/** Whether a text is a date, clear or not. */
export function isDay(text: string): boolean {
  return listPossibleDays(text).length > 0;
}

/** Creates a reader for one column. */
export function createDayReader(): DayReader {
  /** By the mark between the parts, because different hands write them: the possible orders. */
  const possible = new Map<string, ReadonlySet<DayOrder>>();
  const markOf = (text: string) => numeric.exec(text)?.[2] ?? "";
  const readOnly = (days: Iterable<string>) => {
    const distinct = new Set(days);
    return distinct.size === 1 ? [...distinct][0] : undefined;
  };
  return {
    read(text) {
      const days = listDays(text);
      if (days.size === 0) return readWords(text);
      const mark = markOf(text);
      const own = new Set(days.keys());
      possible.set(mark, possible.get(mark)?.intersection(own) ?? own);
      return readOnly(days.values());
    },
    readInOrder(text) {
      const order = possible.get(markOf(text)) ?? new Set();
      const days = [...listDays(text)].filter(([one]) => order.has(one));
      return readOnly(days.map(([, day]) => day));
    },
  };
}
