// Times and days on pages, as their reader writes them.
import { forReader, type Html, html } from "./html.ts";
import {
  formatCalendarDay,
  formatReaderDay,
  formatReaderTime,
  type Reader,
} from "./reader/reader.ts";
import { texts } from "./texts.ts";

function renderTime(moment: Date, precision: "minute" | "second"): Html {
  const datetime = moment.toISOString();
  return forReader((reader) => {
    const text = formatReaderTime(moment, reader, precision);
    // Where the offset does not name the zone already.
    const title = reader.zone === "UTC" ? null : html` title="${reader.zone}"`;
    return html`<time datetime="${datetime}"${title}>${text}</time>`;
  });
}

/** "21 Nov 2026, 14:02 UTC" for a reader in UTC. */
export function renderMoment(moment: Date): Html {
  return renderTime(moment, "minute");
}

/** A time to the second: "21 Nov 2026, 14:02:59 UTC". */
export function renderSecond(moment: Date): Html {
  return renderTime(moment, "second");
}

/** A day of the calendar, YYYY-MM-DD, which no zone changes, or the reader's day of a moment. */
export function renderDay(day: Date | string): Html {
  const [datetime, format] =
    typeof day === "string"
      ? [day, (reader: Reader) => formatCalendarDay(day, reader)]
      : [day.toISOString(), (reader: Reader) => formatReaderDay(day, reader)];
  return forReader((reader) => html`<time datetime="${datetime}">${format(reader)}</time>`);
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function formatAge(ageMs: number): string {
  if (ageMs < minuteMs) return texts.age.now;
  if (ageMs < hourMs) return texts.age.minutes(Math.floor(ageMs / minuteMs));
  if (ageMs < dayMs) return texts.age.hours(Math.floor(ageMs / hourMs));
  return texts.age.days(Math.floor(ageMs / dayMs));
}

/** The day of a moment, with its time on hover: for tables. */
export function renderDayAt(moment: Date): Html {
  return forReader((reader) => {
    const title = formatReaderTime(moment, reader, "minute");
    const day = formatReaderDay(moment, reader);
    return html`<time datetime="${moment.toISOString()}" title="${title}">${day}</time>`;
  });
}

/** "3 h ago" within a week, with the time on hover; otherwise as `renderDayAt`. */
export function renderAge(moment: Date): Html {
  return forReader((reader) => {
    const ageMs = reader.now === null ? null : reader.now.getTime() - moment.getTime();
    if (ageMs === null || ageMs < -minuteMs || ageMs >= 7 * dayMs) return renderDayAt(moment);
    const text = formatAge(ageMs);
    const title = formatReaderTime(moment, reader, "minute");
    return html`<time datetime="${moment.toISOString()}" title="${title}">${text}</time>`;
  });
}
