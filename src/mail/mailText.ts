// What people wrote, as one line: nothing in it ends a header, begins a line of its own in a mail,
// or turns the direction of what follows.

/** White space and controls of any kind. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const gaps = /[\s\u0000-\u001f\u007f-\u009f]+/g;
/** What turns the direction of writing and can so make an address look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * At most `most` characters in one line: gaps become single blanks, marks of direction go, and `{{`
 * is parted, so that nobody's name asks for a secret.
 */
export function oneLine(text: string, most = 200): string {
  const line = text
    .toWellFormed()
    .replace(directions, "")
    .replace(gaps, " ")
    .trim()
    .replace(/\{(?=\{)/g, "{ ");
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}

/** Controls but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Well-formed text of any number of lines, each ended by a line feed alone, without controls. */
export function cleanLines(text: string): string {
  return text.replaceAll("\r\n", "\n").toWellFormed().replace(controls, "\ufffd");
}

/** The greeting of a person whose name may not be known. */
export function greet(name: string | null): string {
  return name === null ? "Good day," : `Good day ${name},`;
}
