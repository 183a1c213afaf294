// How the person who reads a page writes dates, and where they are.
import { months } from "../../day.ts";

export type Reader = {
  /** The IANA name of the time zone of times. */
  readonly zone: string;
  /** What a date begins with. The year: ISO 8601. */
  readonly order: "day" | "month" | "year";
  readonly hours: 12 | 24;
  /** When the page is read, for ages; null shows times instead. */
  readonly now: Date | null;
};

/** For a reader of whom nothing is known: "21 Nov 2026, 14:02 UTC". */
export const unknownReader: Reader = { zone: "UTC", order: "day", hours: 24, now: null };

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Months have names, because 11/12/2026 is two days. */
function formatDate({ day, month, year }: Temporal.PlainDate, order: Reader["order"]): string {
  const name = months[month - 1];
  switch (order) {
    case "day":
      return `${day} ${name} ${year}`;
    case "month":
      return `${name} ${day}, ${year}`;
    case "year":
      return `${year}-${two(month)}-${two(day)}`;
  }
}

/** An offset is unambiguous, unlike CST or IST: "UTC", "UTC+5:30". */
function formatOffset(offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  if (hours === "00" && minutes === "00") return "UTC";
  const rest = minutes === "00" ? "" : `:${minutes}`;
  return `UTC${sign === "-" ? "\u2212" : "+"}${Number(hours)}${rest}`;
}

function formatClock(at: Temporal.ZonedDateTime, hours: Reader["hours"], seconds: boolean): string {
  const rest = `${two(at.minute)}${seconds ? `:${two(at.second)}` : ""}`;
  if (hours === 24) return `${two(at.hour)}:${rest}`;
  return `${at.hour % 12 === 0 ? 12 : at.hour % 12}:${rest} ${at.hour < 12 ? "AM" : "PM"}`;
}

function localTime(moment: Date, { zone }: Reader): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
}

/** A day of the calendar, YYYY-MM-DD, which is the same in every zone. */
export function formatCalendarDay(day: string, { order }: Reader): string {
  return formatDate(Temporal.PlainDate.from(day), order);
}

/** The reader's day of a moment. */
export function formatReaderDay(moment: Date, reader: Reader): string {
  return formatDate(localTime(moment, reader).toPlainDate(), reader.order);
}

/** The reader's time of a moment, with its offset: "Nov 21, 2026, 9:02 AM UTC\u22125". */
export function formatReaderTime(
  moment: Date,
  reader: Reader,
  precision: "minute" | "second",
): string {
  const at = localTime(moment, reader);
  const clock = formatClock(at, reader.hours, precision === "second");
  return `${formatDate(at.toPlainDate(), reader.order)}, ${clock} ${formatOffset(at.offset)}`;
}
