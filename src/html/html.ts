// Markup as a type of its own: text that is put into a template is escaped, and only markup is
// not. So nothing a client or a catalog says can become markup by being forgotten.
import { html as escaped } from "ghtml";

const opening = /[\u202a\u202b\u202d\u202e\u2066-\u2068]/gu;
const popFormatting = "\u202c";
const popIsolate = "\u2069";

/**
 * The text with every direction that it opens closed at its end, so that what follows is not
 * turned. What it closes itself is closed once more, which means nothing.
 */
export function closeBidi(text: string): string {
  const opened = text.match(opening);
  if (opened === null) return text;
  const closers = opened.map((mark) => (mark >= "\u2066" ? popIsolate : popFormatting));
  return text + closers.reverse().join("");
}

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The markup as text, ready to be sent. */
  toString(): string {
    return this.#text;
  }
}

/** A piece of a page; only `html` makes it. */
export type Html = Markup;

/**
 * What a template takes: markup stands as it is, text is escaped, lists are joined, nothing is
 * left out.
 */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

function write(content: Content, isValue: boolean): string {
  if (content instanceof Markup) return content.toString();
  if (content === null || content === undefined || content === false) return "";
  if (typeof content === "object") return content.map((one) => write(one, isValue)).join("");
  if (isValue || typeof content === "number") return escaped`${content}`;
  return escaped`${closeBidi(content)}`;
}

/** Whether what stands here is the value of an attribute or of a field, which stays as it is. */
function isValueBetween(before: string, after: string | undefined): boolean {
  return before.endsWith('="') || after?.startsWith("</textarea>") === true;
}

/**
 * Markup of a template; attributes must be in double quotes. A text turns the direction of nothing
 * but itself.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const pieces = literals.map((literal, index) => {
    return literal + write(contents[index], isValueBetween(literal, literals[index + 1]));
  });
  return new Markup(pieces.join(""));
}
