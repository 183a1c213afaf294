// Filters in the addresses of lists. An invalid text counts as not sent.
import { isUuid } from "../db/isUuid.ts";
import type { Fields } from "../site/fields.ts";

/** Matches no account. */
export const noAccountId = "00000000-0000-0000-0000-000000000000";

const dayMs = 86_400_000;

/** Trimmed and well-formed, at most `maxLength` characters. */
export function readText(query: Fields, name: string, maxLength = 200): string {
  return query.text(name).trim().slice(0, maxLength).toWellFormed();
}

export function readUuid(query: Fields, name: string): string | null {
  const text = query.text(name).trim();
  return isUuid(text) ? text : null;
}

/** The start of a day in UTC from YYYY-MM-DD; null for any other text. */
export function readDayFilter(text: string): Date | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  const isDay = day !== null && !Number.isNaN(day.getTime());
  return isDay && day.toISOString().startsWith(text) ? day : null;
}

/** The end of an included day: the start of the next. */
export function endOfFilteredDay(text: string): Date | null {
  const day = readDayFilter(text);
  return day === null ? null : new Date(day.getTime() + dayMs);
}
