// How long a request for a key can wait, by the business clock, as lists and pages say it.

import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { type BusinessCalendar, businessMsLeft } from "../../keyRequests/dueAt.ts";

const minuteMs = 60_000;
const hourMinutes = 60;
const hourMs = hourMinutes * minuteMs;
/** From here on a request is looked at before others. */
const soonMs = 2 * hourMs;

/** Business time in hours and minutes. */
function sayHours(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / minuteMs);
  const hours = Math.floor(minutes / hourMinutes);
  const rest = minutes % hourMinutes;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The business time left until `dueAt`, as a meaning and words. */
export function describeDue(
  dueAt: Date,
  calendar: BusinessCalendar,
  now: Date,
): readonly [Meaning, string] {
  const leftMs = businessMsLeft(now, dueAt, calendar);
  if (dueAt <= now) return ["fault", `Late by ${sayHours(leftMs)}`];
  return [leftMs < soonMs ? "short" : "neutral", `${sayHours(leftMs)} left`];
}

/** The same with the moment itself. */
export function renderDue(dueAt: Date, calendar: BusinessCalendar, now: Date): Html {
  return html`${renderBadge(...describeDue(dueAt, calendar, now))} ${renderMoment(dueAt)}`;
}
