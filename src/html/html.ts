// Markup as its own type: a template escapes every text that it is given, so data can never become
// markup by mistake.
import { html as escaped } from "ghtml";
import { type Reader, unknownReader } from "./reader/reader.ts";

const opening = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/gu;
const popFormatting = "\u202c";
const popIsolate = "\u2069";

/**
 * Closes every writing direction that a text opens (bidirectional control characters), so that it
 * does not affect what follows. Closing one that is closed already has no effect.
 */
export function closeBidi(text: string): string {
  const opened = text.match(opening);
  if (opened === null) return text;
  const closers = opened.map((mark) => (mark >= "\u2066" ? popIsolate : popFormatting));
  return text + closers.reverse().join("");
}

type Piece = string | ((reader: Reader) => Html);

class Markup {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  /** Whether it depends on who reads it. */
  get varies(): boolean {
    return this.#pieces.some((piece) => typeof piece === "function");
  }

  renderFor(reader: Reader): string {
    return this.#pieces
      .map((piece) => (typeof piece === "string" ? piece : piece(reader).renderFor(reader)))
      .join("");
  }

  /** For a reader of whom nothing is known. */
  toString(): string {
    return this.renderFor(unknownReader);
  }
}

/** A piece of a page. Only `html` and `forReader` create it. */
export type Html = Markup;

/** What a template accepts: text is escaped, lists are joined, null and false are left out. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (typeof piece === "string" && typeof last === "string")
    pieces[pieces.length - 1] = last + piece;
  else pieces.push(piece);
}

function write(pieces: Piece[], content: Content, isValue: boolean): void {
  if (content === null || content === undefined || content === false) return;
  if (content instanceof Markup) {
    for (const piece of content.pieces) add(pieces, piece);
  } else if (typeof content === "object") {
    for (const one of content) write(pieces, one, isValue);
  } else if (isValue || typeof content === "number") add(pieces, escaped`${content}`);
  else add(pieces, escaped`${closeBidi(content)}`);
}

/** Whether this is the value of an attribute or of a text area, which must not be changed. */
function isValueBetween(before: string, after: string | undefined): boolean {
  return before.endsWith('="') || after?.startsWith("</textarea>") === true;
}

/**
 * Creates markup from a template. Attributes must be in double quotes. A text cannot change the
 * writing direction of what follows it.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const pieces: Piece[] = [];
  for (const [index, literal] of literals.entries()) {
    add(pieces, literal);
    write(pieces, contents[index], isValueBetween(literal, literals[index + 1]));
  }
  return new Markup(pieces);
}

/** Markup that depends on who reads it, rendered when the page is sent. */
export function forReader(render: (reader: Reader) => Html): Html {
  return new Markup([render]);
}
