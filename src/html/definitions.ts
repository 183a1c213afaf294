// Terms and what they are here: the facts of an order, the sums of a summary.
import { type Content, type Html, html } from "./html.ts";

export type Definition = {
  readonly term: string;
  readonly value: Content;
  /** Numbers stand right; the sum of the others is strong. */
  readonly kind?: "words" | "number" | "sum";
};

/** A list of definitions, each on a line of its own. */
export function renderDefinitions(definitions: readonly Definition[]): Html {
  const rows = definitions.map(
    ({ term, value, kind = "words" }) =>
      html`<div class="${kind}"><dt>${term}</dt><dd>${value}</dd></div>\n`,
  );
  return html`<dl class="definitions">
${rows}</dl>
`;
}
