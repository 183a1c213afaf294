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

/** Indented, so that no note looks like a line of ours. Split braces make it longer. */
export function formatNote(line: string): string {
  return `    ${oneLine(line, 2 * line.length)}`.trimEnd();
}

/** A row of a table, and what is below it. */
export type MailRow = { readonly cells: readonly string[]; readonly notes: readonly string[] };

/**
 * A table of at least three columns, two of texts and others of amounts: `renderHtmlMail` shows it
 * as one, and the text of the mail with columns of spaces. No cell is empty.
 */
export function formatMailTable(head: readonly string[], rows: readonly MailRow[]): string {
  const widths = head.map((title, place) =>
    Math.max(title.length, ...rows.map(({ cells }) => cells[place]?.length ?? 0)),
  );
  const write = (cells: readonly string[]) =>
    cells
      .map((cell, place) =>
        place < 2 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const lines = rows.flatMap(({ cells, notes }) => [write(cells), ...notes.map(formatNote)]);
  return [write(head), ...lines].join("\n");
}
