// A text as what `like` looks for: anywhere, and with no sign of its own.

/** The pattern that finds this very text within another. */
export function escapeLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
