// Ways from one part to another: its number as a link, and why it is offered.
import type { SuggestionReason } from "../../catalog/suggestionQueries.ts";
import { type Html, html } from "../../html/html.ts";
import { partAddress } from "../orders/orderAddress.ts";

/** From here on a number is broken, in characters: no real one is so long. */
const longNumber = 40;

/** A part number that leads to its page. */
export function writePartLink(partNumber: string): Html {
  const long = partNumber.length > longNumber ? html` class="long"` : null;
  return html`<a href="${partAddress(partNumber)}"${long}>${partNumber}</a>`;
}

/** Why a number is offered beside another. */
export const suggestionWords: Readonly<Record<SuggestionReason, string>> = {
  punctuation: "differs by punctuation alone",
  superseded: "supersedes it",
  alternate: "may be used instead",
};
