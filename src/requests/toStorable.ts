// Text that clients sent, as PostgreSQL can hold it, and as the log can take it apart again: by the
// separators that ASCII has for that.

/** Stands before each entry of a list; in no entry. */
export const entrySeparator = "\u001f";
/** Parts the values of a call on its way into the log; in none of them. */
export const valueSeparator = "\u001e";
/** Parts calls on their way into the log; in none of them. */
export const requestSeparator = "\u001d";

const separators = [entrySeparator, valueSeparator, requestSeparator];

/** The text without what PostgreSQL cannot hold, and without separators. */
export function toStorable(text: string): string {
  let storable = text.toWellFormed();
  for (const character of ["\0", ...separators]) {
    storable = storable.replaceAll(character, "\ufffd");
  }
  return storable;
}

/** A separator as the byte that it is in UTF-8. */
export function separatorCode(separator: string): number {
  return separator.charCodeAt(0);
}
