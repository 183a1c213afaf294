// Due dates in business time. Pure; days and hours are wall clock time in the zone of the calendar,
// also across clock changes.

/** Business hours. Minutes are counted from midnight in wall clock time. */
export type BusinessCalendar = {
  /** An IANA zone such as Europe/Berlin. */
  readonly zone: string;
  /** 1 is Monday, 7 is Sunday; at least one. */
  readonly days: readonly number[];
  readonly opensMinute: number;
  /** Later than `opensMinute`; 1440 is midnight at the end of the day. */
  readonly closesMinute: number;
  /** YYYY-MM-DD, or MM-DD for every year. */
  readonly holidays: readonly string[];
};

const hourMinutes = 60;
const dayMinutes = 1_440;

function isWorked(day: Temporal.PlainDate, { days, holidays }: BusinessCalendar): boolean {
  const text = day.toString();
  return days.includes(day.dayOfWeek) && !holidays.some((one) => one === text.slice(-one.length));
}

function nextWorked(after: Temporal.PlainDate, calendar: BusinessCalendar): Temporal.PlainDate {
  let day = after.add({ days: 1 });
  while (!isWorked(day, calendar)) day = day.add({ days: 1 });
  return day;
}

/**
 * The moment of a minute of a day; a minute that a clock change skips is moved by the skipped time.
 */
function momentOf(day: Temporal.PlainDate, minute: number, zone: string): Temporal.Instant {
  const wholeDay = minute === dayMinutes;
  const shown = wholeDay ? day.add({ days: 1 }) : day;
  const hour = wholeDay ? 0 : Math.floor(minute / hourMinutes);
  const time = { hour, minute: minute % hourMinutes };
  return shown
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .toInstant();
}

function toDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}

/**
 * One business day after a moment. Within business hours it is the same time of the next business
 * day; otherwise it is the closing time of the next business day.
 */
export function dueAt(receivedAt: Date, calendar: BusinessCalendar): Date {
  const { zone, opensMinute, closesMinute } = calendar;
  const received = Temporal.Instant.fromEpochMilliseconds(receivedAt.getTime());
  const local = received.toZonedDateTimeISO(zone);
  const today = local.toPlainDate();
  if (isWorked(today, calendar)) {
    if (Temporal.Instant.compare(received, momentOf(today, opensMinute, zone)) < 0) {
      return toDate(momentOf(today, closesMinute, zone));
    }
    if (Temporal.Instant.compare(received, momentOf(today, closesMinute, zone)) < 0) {
      const sameTime = { timeZone: zone, plainTime: local.toPlainTime() };
      return toDate(nextWorked(today, calendar).toZonedDateTime(sameTime).toInstant());
    }
  }
  return toDate(momentOf(nextWorked(today, calendar), closesMinute, zone));
}
