// What a file holds, as the database can.

/** Text as PostgreSQL can hold it: what it cannot hold is marked. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}
