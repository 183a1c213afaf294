import { minIdAt, newId } from "../../db/newId.ts";
import type { DemoRandom } from "../demoRandom.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;
export const historyDays = 60;

/** The first moment of the history; the catalog of the demo is loaded then. */
export function startOfHistory(now: Date): Date {
  return new Date(startOfDay(now, historyDays).getTime() + 6 * 60 * minuteMs);
}

/** The start of a day in UTC, `ago` days before that of `now`. */
export function startOfDay(now: Date, ago: number): Date {
  const today = now.getTime() - (now.getTime() % dayMs);
  return new Date(today - ago * dayMs);
}

/** A time of a day in UTC, such as 9.5 for half past nine. */
export function atHour(day: Date, hour: number): Date {
  return new Date(day.getTime() + Math.round(hour * 60) * minuteMs);
}

export function addHours(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + Math.round(hours * 60) * minuteMs);
}

export function isWeekend(day: Date): boolean {
  return day.getUTCDay() === 0 || day.getUTCDay() === 6;
}

/** A moment in business hours, mostly in the morning, with odd seconds. */
export function drawBusinessTime(day: Date, random: DemoRandom): Date {
  const minutes = 7 * 60 + Math.min(random.between(0, 600), random.between(0, 700));
  return new Date(day.getTime() + minutes * minuteMs + random.between(0, 59_999));
}

/** The same or the next time within business hours, so that nobody works at night. */
export function moveToBusiness(moment: Date, random: DemoRandom): Date {
  const hour = moment.getUTCHours();
  const day = startOfDay(moment, hour < 18 ? 0 : -1);
  if (hour >= 7 && hour < 18 && !isWeekend(day)) return moment;
  let worked = day;
  while (isWeekend(worked)) worked = startOfDay(worked, -1);
  return drawBusinessTime(worked, random);
}

const timeEnd = "00000000-0000-".length;

/** A new id as a moment of the past would have had it, because lists of periods read by id. */
export function newIdAt(at: Date): string {
  return `${minIdAt(at).slice(0, timeEnd)}${newId().slice(timeEnd)}`;
}

/** An id of a request that started at a moment. */
export function requestIdAt(at: Date, random: DemoRandom): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");
  const time = at.getTime().toString(16).padStart(12, "0");
  return `req_${time}7${digits(3)}${random.pick(["8", "9", "a", "b"])}${digits(15)}`;
}
