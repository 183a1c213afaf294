// Filters in the addresses of lists. An invalid text counts as not sent.

const dayMs = 86_400_000;

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
