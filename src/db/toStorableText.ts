/** Replaces what PostgreSQL cannot store in a text: NUL by `nul`, lone surrogates by U+FFFD. */
export function toStorableText(text: string, nul = "\ufffd"): string {
  return text.toWellFormed().replaceAll("\0", nul);
}
