// How a suggestion beside a refused cell is worded.

/** What to write into the cell instead: one value, or the few it can have meant; null for none. */
export function suggestWriting(values: readonly string[]): string | null {
  if (values.length === 0) return null;
  return `write ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
}
