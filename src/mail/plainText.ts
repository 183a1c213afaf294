// What people wrote, as text that can stand in a mail: nothing in it ends a header, turns the
// direction of what follows, or is kept from the database.

/** Controls but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** What turns the direction of writing and can so make an address look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Well-formed text of any number of lines, each ended by a line feed alone, without controls. */
export function cleanLines(text: string): string {
  return text.replaceAll("\r\n", "\n").toWellFormed().replace(controls, "\ufffd");
}

/**
 * One line of at most `most` characters: white space of any kind becomes single blanks, marks of
 * direction go, and `{{` is parted, so that nobody's name asks for a secret.
 */
export function oneLine(text: string, most = 200): string {
  const line = text
    .toWellFormed()
    .replace(directions, "")
    .replace(controls, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replaceAll(/\{(?=\{)/g, "{ ");
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
