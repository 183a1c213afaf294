// The days of charts and tiles: those of the reader's zone, as in the filters that they link to.

/** A day of the reader, YYYY-MM-DD, and when it starts. */
type ReaderDay = { readonly start: Date; readonly day: string };

/** The reader's date of a moment. */
export function localDay(moment: Date, zone: string): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  return instant.toZonedDateTimeISO(zone).toPlainDate();
}

/** The last `count` days, the oldest first, today included. */
export function listReaderDays(now: Date, zone: string, count: number): readonly ReaderDay[] {
  const today = localDay(now, zone);
  return Array.from({ length: count }, (_, place) => {
    const date = today.subtract({ days: count - 1 - place });
    const start = new Date(date.toZonedDateTime(zone).epochMilliseconds);
    return { start, day: date.toString() };
  });
}
