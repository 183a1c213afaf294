// Days as agreements and shelf lives count them: in UTC.

/** The day of a moment as YYYY-MM-DD, in UTC. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
