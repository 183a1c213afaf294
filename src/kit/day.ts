// Days in UTC: agreements and shelf lives count them. E-mails and quotes show times in UTC.

const dayMs = 86_400_000;

/** The last day that was asked for: each request asks several times for the same. */
let lastDay = { number: Number.NaN, text: "" };

/** The day of a moment as YYYY-MM-DD, in UTC. */
export function utcDay(moment: Date): string {
  const number = Math.floor(moment.getTime() / dayMs);
  if (number !== lastDay.number) lastDay = { number, text: moment.toISOString().slice(0, 10) };
  return lastDay.text;
}

/** The last time that was written: many requests are answered in one millisecond. */
let lastTime = { ms: Number.NaN, text: "" };

/** A time, in milliseconds since 1970, as ISO 8601 in UTC. */
export function isoTime(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() };
  return lastTime.text;
}

/**
 * Parses an existing day YYYY-MM-DD; undefined for anything else. Years before `minYear` are typing
 * errors of people, such as 0026.
 */
export function parseDay(text: string, minYear = 1000): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number(text.slice(0, 4)) < minYear) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && utcDay(day) === text ? text : undefined;
}

/** Parses a time with its zone, 2026-11-21T22:00:00Z; undefined for anything else. */
export function parseMoment(text: string, minYear?: number): Date | undefined {
  const parts = /^(\S{10})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})$/.exec(
    text,
  );
  if (parts === null || parseDay(parts[1] ?? "", minYear) === undefined) return undefined;
  const moment = new Date(`${parts[1]}T${parts[2]}${parts[3]}`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The last moment of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`);
}

/** The day `count` days after another, or before it if `count` is negative. */
export function addDays(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return utcDay(moment);
}

/** The name of an IANA time zone; undefined for other texts, and for offsets: they have no DST. */
export function parseZone(text: string): string | undefined {
  if (text.length > 64 || !/^[A-Za-z][\w+\-/]*$/.test(text)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
    // Temporal does not know all of these, such as SystemV/PST8PDT.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    return undefined;
  }
}

/** English, as all texts are. */
const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** A day in UTC for e-mails and files: "21 Nov 2026". */
export function formatDay(moment: Date): string {
  return `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;
}

/** A moment for e-mails and files, to the minute: "21 Nov 2026, 14:02 UTC". */
export function formatMoment(moment: Date): string {
  return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)} UTC`;
}
