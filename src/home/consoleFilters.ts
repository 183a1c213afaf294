// Filters in the addresses of lists. An invalid text counts as not sent.
import { Type } from "typebox";
import { parseDay } from "../kit/day.ts";
import { noId } from "../kit/input.ts";
import type { Fields } from "../kit/site/fields.ts";

/** Matches no account. */
export const noAccountId = noId;

/** Trimmed and well-formed, at most `maxLength` characters. */
export function readText(query: Fields, name: string, maxLength = 200): string {
  return query.text(name).trim().slice(0, maxLength).toWellFormed();
}

/** A day in the filter of a list. */
export const dayFilter = (title: string) => Type.Optional(Type.String({ title, format: "date" }));

/** The start of a day of a zone from YYYY-MM-DD; null for any other text. */
export function readDayFilter(text: string | undefined, zone: string): Date | null {
  return startOfDay(text, zone, 0);
}

/** The end of an included day: the start of the next. */
export function endOfFilteredDay(text: string | undefined, zone: string): Date | null {
  return startOfDay(text, zone, 1);
}

function startOfDay(text: string | undefined, zone: string, daysLater: number): Date | null {
  const day = parseDay(text ?? "");
  if (day === undefined) return null;
  const start = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(zone);
  return new Date(start.epochMilliseconds);
}
