// The settings of the business clock: in which zone, on which days and in which hours people work.

/** How a setting is read: `read` gives undefined for what is not as expected. */
export type ReadSetting<T> = {
  readonly fallback: T;
  readonly expected: string;
  readonly read: (text: string) => T | undefined;
};

/** Minutes of the wall clock since midnight. */
export type BusinessHours = { readonly opensMinute: number; readonly closesMinute: number };

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const weekLength = weekdays.length;
const hourMinutes = 60;
const dayMinutes = 1_440;

function readZone(text: string): string | undefined {
  // An offset has no daylight saving, and is not what is meant.
  if (!/^[A-Za-z][\w+\-/]*$/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The weekdays of one part, as in "mon" or "sun-thu": 1 is Monday. */
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

/** A day that the calendar has; one of each year is looked for in a leap year. */
function isDay(text: string): boolean {
  if (!/^(\d{4}-)?\d{2}-\d{2}$/.test(text)) return false;
  const day = `${text.length === 5 ? "2028-" : ""}${text}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

function readHolidays(text: string): readonly string[] | undefined {
  const days = text.split(",").map((day) => day.trim());
  return days.every(isDay) && isSomeDayWorked(days) ? days : undefined;
}

/** Whether holidays of each year leave a day to work on. */
function isSomeDayWorked(days: readonly string[]): boolean {
  return new Set(days.filter((day) => day.length === 5)).size < 300;
}

/** How the settings that have parts are written where they are not set. */
export const businessDefaults: Readonly<Record<string, string>> = {
  BUSINESS_DAYS: "Mon-Fri",
  BUSINESS_HOURS: "09:00-17:00",
};

/** The settings by name. */
export const businessSettings = {
  BUSINESS_ZONE: { fallback: "UTC", expected: "a time zone as Europe/Berlin", read: readZone },
  BUSINESS_DAYS: {
    fallback: [1, 2, 3, 4, 5],
    expected: "weekdays as Mon-Fri or Mon,Tue,Thu",
    read: readDays,
  },
  BUSINESS_HOURS: {
    fallback: { opensMinute: 540, closesMinute: 1_020 },
    expected: "hours of one day as 09:00-17:00",
    read: readHours,
  },
  BUSINESS_HOLIDAYS: {
    fallback: [],
    expected: "days as 2026-12-24, or 12-25 for each year, with commas between",
    read: readHolidays,
  },
} as const satisfies {
  BUSINESS_ZONE: ReadSetting<string>;
  BUSINESS_DAYS: ReadSetting<readonly number[]>;
  BUSINESS_HOURS: ReadSetting<BusinessHours>;
  BUSINESS_HOLIDAYS: ReadSetting<readonly string[]>;
};
