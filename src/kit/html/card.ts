import { type Content, type Html, html } from "./html.ts";

export type Card = {
  /** The target of links. */
  readonly id?: string;
  readonly title: Content;
  /** At the right of the title: a link, a badge or a button. */
  readonly beside?: Content;
  /** A table fills the card; everything else has a margin. */
  readonly body: Content;
  readonly foot?: Content;
};

/** A surface with a header. It contains no other card. */
export function renderCard({ id, title, beside, body, foot }: Card): Html {
  const named = id === undefined ? null : html` id="${id}"`;
  return html`<section class="card">
<header><h2${named}>${title}</h2>${beside}</header>
${body}${foot === undefined ? null : html`<footer>${foot}</footer>\n`}</section>
`;
}
