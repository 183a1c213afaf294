// The settings of the business calendar: time zone, days and hours.
import { parseDay, parseZone } from "../../kit/day.ts";
import type { Setting } from "./setting.ts";

/** Minutes since midnight, local time. */
type BusinessHours = { readonly opensMinute: number; readonly closesMinute: number };

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const weekLength = weekdays.length;
const hourMinutes = 60;
const dayMinutes = 1_440;

/** Reads "mon" or "sun-thu"; 1 is Monday. */
function readSpan(text: string): readonly number[] | undefined {
  const [first = -1, last = -1, ...others] = text
    .trim()
    .split("-")
    .map((name) => weekdays.indexOf(name.trim().toLowerCase()));
  const isOne = !text.includes("-");
  if (first < 0 || others.length > 0 || (!isOne && last < 0)) return undefined;
  const length = isOne ? 1 : ((last - first + weekLength) % weekLength) + 1;
  return Array.from({ length }, (_, place) => ((first + place) % weekLength) + 1);
}

function readDays(text: string): readonly number[] | undefined {
  const spans = text.split(",").map(readSpan);
  const days = spans.flatMap((span) => span ?? []);
  return spans.includes(undefined) ? undefined : [...new Set(days)].toSorted((a, b) => a - b);
}

function readMinute(text: string): number {
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  if (hour === "" || Number(minute) >= hourMinutes) return Number.NaN;
  return Number(hour) * hourMinutes + Number(minute);
}

function readHours(text: string): BusinessHours | undefined {
  const [opensMinute = Number.NaN, closesMinute = Number.NaN, ...others] = text
    .split("-")
    .map(readMinute);
  const areHours = opensMinute < closesMinute && closesMinute <= dayMinutes;
  return areHours && others.length === 0 ? { opensMinute, closesMinute } : undefined;
}

/** True for a real day. A yearly day is checked in a leap year. */
function isDay(text: string): boolean {
  return parseDay(text.length === 5 ? `2028-${text}` : text) !== undefined;
}

function readHolidays(text: string): readonly string[] | undefined {
  const days = text.split(",").map((day) => day.trim());
  return days.every(isDay) && leavesBusinessDays(days) ? days : undefined;
}

/** False if yearly holidays leave too few days, on which a due time would never be found. */
function leavesBusinessDays(days: readonly string[]): boolean {
  return new Set(days.filter((day) => day.length === 5)).size < 300;
}

/** Defaults of structured settings, as written. */
export const businessDefaults: ReadonlyMap<string, string> = new Map([
  ["BUSINESS_DAYS", "Mon-Fri"],
  ["BUSINESS_HOURS", "09:00-17:00"],
]);

export const businessSettings = {
  BUSINESS_ZONE: {
    fallback: "UTC",
    expected: "a time zone such as Europe/Berlin",
    read: parseZone,
  },
  BUSINESS_DAYS: {
    fallback: [1, 2, 3, 4, 5],
    expected: "weekdays such as Mon-Fri or Mon,Tue,Thu",
    read: readDays,
  },
  BUSINESS_HOURS: {
    fallback: { opensMinute: 540, closesMinute: 1_020 },
    expected: "hours of one day such as 09:00-17:00",
    read: readHours,
  },
  BUSINESS_HOLIDAYS: {
    fallback: [],
    expected: "days such as 2026-12-24, or 12-25 for every year, separated by commas",
    read: readHolidays,
  },
} as const satisfies {
  BUSINESS_ZONE: Setting<string>;
  BUSINESS_DAYS: Setting<readonly number[]>;
  BUSINESS_HOURS: Setting<BusinessHours>;
  BUSINESS_HOLIDAYS: Setting<readonly string[]>;
};
