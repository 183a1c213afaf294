// Times and days on pages: written in UTC, and by the script in the zone and order of who reads them.
import { formatDay } from "../day.ts";
import { type Html, html } from "./html.ts";

/** What the script shows of a moment; the rest is on hover. */
type Shown = "minute" | "second" | "day" | "age";

function renderTime(moment: Date, shown: Shown): Html {
  const iso = moment.toISOString();
  const end = { minute: 16, second: 19, day: undefined, age: undefined }[shown];
  const time = end === undefined ? "" : `, ${iso.slice(11, end)} UTC`;
  return html`<time datetime="${iso}" data-shown="${shown}">${formatDay(moment)}${time}</time>`;
}

/** "21 Nov 2026, 14:02 UTC". */
export function renderMoment(moment: Date): Html {
  return renderTime(moment, "minute");
}

/** A time to the second: "21 Nov 2026, 14:02:59 UTC". */
export function renderSecond(moment: Date): Html {
  return renderTime(moment, "second");
}

/** A day of the calendar, YYYY-MM-DD, which no zone changes: "21 Nov 2026". */
export function renderDay(day: string): Html {
  return html`<time datetime="${day}">${formatDay(new Date(day))}</time>`;
}

/** The day of a moment: for tables. */
export function renderDayAt(moment: Date): Html {
  return renderTime(moment, "day");
}

/** "3 h ago" within a week, otherwise the day. */
export function renderAge(moment: Date): Html {
  return renderTime(moment, "age");
}
