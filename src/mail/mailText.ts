// Makes text from people safe for mails: it cannot end a header, start a line that looks like ours,
// or change the writing direction.

/** White space and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const gaps = /[\s\u0000-\u001f\u007f-\u009f]+/g;
/** Changes the writing direction and can make an address look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns at most `most` characters on one line: white space becomes single spaces, direction marks
 * are removed, and `{{` is split, so that no name becomes a placeholder.
 */
export function oneLine(text: string, most = 200): string {
  const line = splitBraces(text.toWellFormed().replace(directions, "").replace(gaps, " ").trim());
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/** Control characters except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Returns well-formed text with line feeds and without control characters. */
export function cleanLines(text: string): string {
  return text.replaceAll("\r\n", "\n").toWellFormed().replace(controls, "\ufffd");
}

/** Splits `{{`, so that no text becomes a placeholder. */
export function splitBraces(text: string): string {
  return text.replace(/\{(?=\{)/g, "{ ");
}

export function greet(name: string | null): string {
  return name === null ? "Hello," : `Hello ${name},`;
}
