// Markup as a type of its own: text that is put into a template is escaped, and only markup is
// not. So nothing a client or a catalog says can become markup by being forgotten.
import { html as escaped } from "ghtml";

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

function write(content: Content): string {
  if (content instanceof Markup) return content.toString();
  if (content === null || content === undefined || content === false) return "";
  if (typeof content === "object") return content.map(write).join("");
  return escaped`${content}`;
}

/** Markup of a template; attributes must be in double quotes. */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const pieces = literals.map((literal, index) => literal + write(contents[index]));
  return new Markup(pieces.join(""));
}
