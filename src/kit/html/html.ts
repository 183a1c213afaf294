// Markup as its own type: a template escapes every text that it is given, so data can never become
// markup by mistake.
import { html as escaped } from "ghtml";

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

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A piece of a page. Only `html` creates it. */
export type Html = Markup;

/** What a template accepts: text is escaped, lists are joined, null and false are left out. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

function write(content: Content, isValue: boolean): string {
  if (content === null || content === undefined || content === false) return "";
  if (content instanceof Markup) return content.toString();
  if (typeof content === "object") return content.map((one) => write(one, isValue)).join("");
  return isValue || typeof content === "number"
    ? escaped`${content}`
    : escaped`${closeBidi(content)}`;
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
  let text = "";
  for (const [index, literal] of literals.entries()) {
    const isValue = isValueBetween(literal, literals[index + 1]);
    text += literal + write(contents[index], isValue);
  }
  return new Markup(text);
}
