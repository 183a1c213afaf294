// A sentence that calls for the eyes: what was done, what is short, what is wrong.
import { type Content, type Html, html } from "./html.ts";

/** The four meanings; each has a colour, and none is told by its colour alone. */
export type Meaning = "good" | "short" | "fault" | "neutral";

/** A notice. A fault is read out at once, the others when it suits. */
export function renderNotice(meaning: Meaning, title: Content, body?: Content): Html {
  const role = meaning === "fault" ? "alert" : "status";
  return html`<div class="notice ${meaning}" role="${role}">
<p><strong>${title}</strong></p>
${body === undefined ? null : html`<div>${body}</div>\n`}</div>
`;
}

/** A word in the colour of its meaning: the state of an order, the stock of a part. */
export function renderBadge(meaning: Meaning, word: string): Html {
  return html`<span class="badge ${meaning}">${word}</span>`;
}
