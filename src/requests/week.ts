// Weeks, which begin on Monday, as misses are counted by them: in UTC.
import { utcDay } from "../day.ts";

const dayMs = 86_400_000;
/** The first of 1970 was a Thursday: the week before it began three days earlier. */
const daysBefore = 3;

/** The week of a moment, counted from that of the first of 1970. */
export function weekNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() / dayMs + daysBefore) / 7);
}

/** The Monday of a week. */
export function mondayOf(weekNumber: number): string {
  return utcDay(new Date((weekNumber * 7 - daysBefore) * dayMs));
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return mondayOf(weekNumberOf(new Date(`${day}T00:00:00Z`)));
}
