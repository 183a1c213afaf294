// Ids of version 7 begin with the millisecond they were made in: moments bound ranges of them.

/** The least UUID of version 7 that a moment can have; of one before 1970, the least of all. */
export function firstIdAt(moment: Date): string {
  const digits = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
