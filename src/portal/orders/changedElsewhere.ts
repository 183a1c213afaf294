import { formatCount } from "../../html/amount.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import type { DraftReview, ReviewedLine } from "../../orders/drafts/reviewDraft.ts";
import { isSamePrice } from "../../price.ts";
import { texts } from "./texts.ts";

const maxLinks = 20;

function isChanged({ before, after }: ReviewedLine): boolean {
  return after === null || !isSamePrice(after.unitPrice, before.unitPrice);
}

/** A link to a line by its number. */
export function renderLineLink(number: number, address: string, text: string): Html {
  return html`<a href="${address}?from=${number}#line-${number}"
 aria-label="${texts.elsewhere.line(number)}">${text}</a>`;
}

/** Links to lines by their numbers, the first of them if they are many. */
export function renderLineLinks(numbers: readonly number[], address: string): Html {
  const links = numbers
    .slice(0, maxLinks)
    .map((number) => html` ${renderLineLink(number, address, String(number))}`);
  const more = numbers.length - maxLinks;
  return html`${links}${more > 0 && texts.elsewhere.more(formatCount(more))}`;
}

/**
 * Links to the changed or blocked lines on other pages of the order, outside `from` to before `to`;
 * null if there are none. `address` is the page's.
 */
export function renderChangedElsewhere(
  review: DraftReview,
  { from, to }: { readonly from: number; readonly to: number },
  address: string,
): Content {
  const numbers = review.lines.flatMap((line, place) =>
    isChanged(line) && (place < from || place >= to) ? [place + 1] : [],
  );
  if (numbers.length === 0) return null;
  return html`<p>${texts.elsewhere.sentence(renderLineLinks(numbers, address))}</p>\n`;
}
