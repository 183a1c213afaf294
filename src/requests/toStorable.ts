// Text that clients sent, as PostgreSQL can hold it, and as the log can take it apart again: by the
// separators that ASCII has for that.

/** Stands before each entry of a list; in no entry. */
export const entrySeparator = "\u001f";
/** Parts the values of a call on its way into the log; in none of them. */
export const valueSeparator = "\u001e";
/** Parts calls on their way into the log; in none of them. */
export const callSeparator = "\u001d";

const separators = [entrySeparator, valueSeparator, callSeparator];

/** The text without what PostgreSQL cannot hold, and without separators. */
export function toStorable(text: string): string {
  let storable = text.toWellFormed();
  for (const character of ["\0", ...separators]) {
    storable = storable.replaceAll(character, "\ufffd");
  }
  return storable;
}

/** Entries as one text; each has the separator before it, so that an empty one counts. */
export function joinEntries(entries: readonly string[] = []): string | null {
  if (entries.length === 0) return null;
  const joined = entrySeparator + entries.join(entrySeparator);
  // Nearly all are plain, and looked at as one: this runs for each of 50 entries of each call.
  const isPlain =
    joined.isWellFormed() &&
    !["\0", valueSeparator, callSeparator].some((character) => joined.includes(character)) &&
    !entries.some((entry) => entry.includes(entrySeparator));
  return isPlain ? joined : entrySeparator + entries.map(toStorable).join(entrySeparator);
}
