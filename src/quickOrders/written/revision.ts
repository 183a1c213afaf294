// A revision that is written beside a part number. Pure.

const revision = /(?:^|[\s,/(])(rev(?:ision)?\.?[\s:#-]{0,3}[a-z0-9]{1,3})(?=$|[\s,)])/i;

/** A text without the revision that `writeRevisionRemark` reads. */
export function removeRevision(text: string): string {
  const [, found = ""] = revision.exec(text) ?? [];
  return text.replace(found, "");
}

/**
 * What a line says of the revision that was requested, if another number replaces the text in which
 * it stood; null if there was none, or if the number has it.
 */
export function writeRevisionRemark(written: string | null, partNumber: string): string | null {
  const [, found] = revision.exec(written ?? "") ?? [];
  if (found === undefined || partNumber.toUpperCase().includes(found.toUpperCase())) return null;
  return `${found} requested`;
}
