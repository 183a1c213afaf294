// Moments and days as people read them: 21 Nov 2026, 14:02 UTC.
import { type Html, html } from "./html.ts";

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 21 Nov 2026, in UTC. */
export function formatDay(moment: Date): string {
  return `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`;
}

/** 21 Nov 2026, 14:02 UTC. */
export function formatMoment(moment: Date): string {
  return `${formatDay(moment)}, ${moment.toISOString().slice(11, 16)} UTC`;
}

/** A moment on a page, exact for machines. */
export function writeMoment(moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${formatMoment(moment)}</time>`;
}

/** A day on a page; `day` is YYYY-MM-DD or a moment of it in UTC. */
export function writeDay(day: Date | string): Html {
  const moment = typeof day === "string" ? new Date(`${day}T00:00:00Z`) : day;
  return html`<time datetime="${moment.toISOString().slice(0, 10)}">${formatDay(moment)}</time>`;
}
