/** Returns a `like` pattern that matches values containing the text. */
export function escapeLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
