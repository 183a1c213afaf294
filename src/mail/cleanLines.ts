// What people wrote, as lines of text that the database takes and a reader can show.

/** Controls but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Well-formed text of any number of lines, each ended by a line feed alone, without controls. */
export function cleanLines(text: string): string {
  return text.replaceAll("\r\n", "\n").toWellFormed().replace(controls, "\ufffd");
}
