import { formatDay, formatMoment } from "../day.ts";
import { type Html, html } from "./html.ts";

/** 21 Nov 2026, 14:02 UTC. */
export function renderMoment(moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${formatMoment(moment)}</time>`;
}

/** `day` is YYYY-MM-DD, or a moment of the day in UTC. */
export function renderDay(day: Date | string): Html {
  const moment = typeof day === "string" ? new Date(`${day}T00:00:00Z`) : day;
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${formatDay(moment)}</time>`;
}
