// The business time left until a key request is due.

import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import { type BusinessCalendar, businessMsLeft } from "../../keyRequests/dueAt.ts";

const minuteMs = 60_000;
const hourMinutes = 60;
const hourMs = hourMinutes * minuteMs;
/** With less time left, a request is marked. */
const soonMs = 2 * hourMs;

function formatDuration(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / minuteMs);
  const hours = Math.floor(minutes / hourMinutes);
  const rest = minutes % hourMinutes;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export function describeDue(
  dueAt: Date,
  calendar: BusinessCalendar,
  now: Date,
): readonly [Meaning, string] {
  const leftMs = businessMsLeft(now, dueAt, calendar);
  if (dueAt <= now) return ["fault", `Overdue by ${formatDuration(leftMs)}`];
  return [leftMs < soonMs ? "short" : "neutral", `${formatDuration(leftMs)} left`];
}

export function renderDue(dueAt: Date, calendar: BusinessCalendar, now: Date): Html {
  return html`${renderBadge(...describeDue(dueAt, calendar, now))} ${renderMoment(dueAt)}`;
}
