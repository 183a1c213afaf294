// Text that clients sent, as PostgreSQL can hold it.

/** Parts the entries of a list; in no entry. */
export const entrySeparator = "\u001f";

/** The text without what PostgreSQL cannot hold, and without the separator. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd").replaceAll(entrySeparator, "\ufffd");
}
