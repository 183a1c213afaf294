import { type Content, type Html, html } from "./html.ts";

export type Definition = {
  readonly term: string;
  /** Without one (null), the definition is left out. */
  readonly value: Content;
  /** Numbers are aligned right; a sum is bold. */
  readonly kind?: "words" | "number" | "sum";
};

export function renderDefinitions(definitions: readonly Definition[]): Html {
  const rows = definitions
    .filter(({ value }) => value !== null)
    .map(
      ({ term, value, kind = "words" }) =>
        html`<div class="${kind}"><dt>${term}</dt><dd>${value}</dd></div>\n`,
    );
  return html`<dl class="definitions">
${rows}</dl>
`;
}
