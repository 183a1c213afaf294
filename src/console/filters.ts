// Filters in the addresses of lists. An invalid text counts as not sent.
import { parseDay } from "../day.ts";
import { isUuid } from "../db/isUuid.ts";
import type { Fields } from "../site/fields.ts";

/** Matches no account. */
export const noAccountId = "00000000-0000-0000-0000-000000000000";

/** Trimmed and well-formed, at most `maxLength` characters. */
export function readText(query: Fields, name: string, maxLength = 200): string {
  return query.text(name).trim().slice(0, maxLength).toWellFormed();
}

export function readUuid(query: Fields, name: string): string | null {
  const text = query.text(name).trim();
  return isUuid(text) ? text : null;
}

/** The start of a day of a zone from YYYY-MM-DD; null for any other text. */
export function readDayFilter(text: string, zone: string): Date | null {
  return startOfDay(text, zone, 0);
}

/** The end of an included day: the start of the next. */
export function endOfFilteredDay(text: string, zone: string): Date | null {
  return startOfDay(text, zone, 1);
}

function startOfDay(text: string, zone: string, daysLater: number): Date | null {
  const day = parseDay(text);
  if (day === undefined) return null;
  const start = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(zone);
  return new Date(start.epochMilliseconds);
}
