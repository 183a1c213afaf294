import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { countFacets } from "../../catalog/search/countFacets.ts";
import type { PartSearch } from "../../catalog/search/findParts.ts";
import { formatNiin, formatNsn, type ListedOffer } from "../../catalog/search/listedOffer.ts";
import type { MatchReason } from "../../catalog/search/matchReason.ts";
import {
  describeSuggestion,
  hitColumns,
  introduceSuggestions,
  renderListPrice,
  renderStock,
  renderVendor,
} from "../../components/offerCells.ts";
import { readPartsFilter } from "../../components/partsFilter.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import { browseParts, type PricedParts } from "../../pricing/priceOffers.ts";
import { answerPage } from "../../site/visit.ts";
import { formatPartsAddress, renderPartLink } from "../addresses.ts";
import type { Handler } from "../portalContext.ts";
import { renderPriceContact } from "./askForPrice.ts";
import { renderAccountPrice, renderStatus } from "./offersTable.ts";
import { renderSearchFilters } from "./searchFilters.ts";

/** The NSN or NIIN that was searched for, as on the part's page. */
function nameStockNumber(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 9 ? `NIIN ${formatNiin(digits)}` : `NSN ${formatNsn(digits)}`;
}

const reasonTitles: Readonly<Record<MatchReason, (text: string) => string>> = {
  name: (text) => `Matches in name: “${text}”`,
  "name begins": (text) => `Part names starting with “${text}”`,
  "stock number": nameStockNumber,
  words: (text) => `Matches in description: “${text}”`,
};

const reasons: readonly MatchReason[] = ["stock number", "name", "name begins", "words"];

function renderHit(offer: ListedOffer, prices: PricedParts["prices"]): Content[] {
  const { offerId, partNumber, title, partName, condition } = offer;
  return [
    renderPartLink(partNumber),
    condition,
    html`${title ?? partName ?? ""} ${renderStatus(offer)}`,
    renderVendor(offer),
    renderStock(offer),
    renderListPrice(offer),
    renderAccountPrice(offer, prices.get(offerId) ?? []),
  ];
}

/** Hits under a common heading; null if there are none. */
function renderHits(
  title: string,
  hits: readonly ListedOffer[],
  prices: PricedParts["prices"],
): Content {
  if (hits.length === 0) return null;
  return html`<h2>${title}</h2>
${renderTable({
  caption: title,
  columns: [...hitColumns, { title: "Your price", kind: "number" }],
  rows: hits.map((hit) => ({ cells: renderHit(hit, prices) })),
})}`;
}

function renderNamed({ named, prices }: PricedParts, text: string): Content {
  return reasons.map((reason) => {
    const hits = named.filter((hit) => hit.reason === reason).map(({ offer }) => offer);
    return renderHits(reasonTitles[reason](text), hits, prices);
  });
}

function renderSuggestions({ suggestions, exact }: PricedParts): Content {
  if (exact.length > 0 || suggestions.length === 0) return null;
  const points = suggestions.map(
    (one) =>
      html`<li><code>${renderPartLink(one.partNumber)}</code> ${describeSuggestion(one)}</li>\n`,
  );
  const noMatch = "No exact match. Did you mean one of these?";
  return html`<p>${introduceSuggestions(suggestions, noMatch)}</p>
<ul>
${points}</ul>
`;
}

/** Whom to ask if a hit has no price. */
function renderUnpriced(
  { text }: PartSearch,
  hits: readonly ListedOffer[],
  { prices }: PricedParts,
  supportEmail: string,
): Content {
  const isUnpriced = ({ offerId }: ListedOffer) => prices.get(offerId)?.length === 0;
  return hits.some(isUnpriced) ? renderPriceContact(supportEmail, text) : null;
}

function isNarrowed({ inStock, condition, vendor }: PartSearch): boolean {
  return inStock || condition !== null || vendor !== null;
}

function renderNone(asked: PartSearch, found: PricedParts): Html {
  const { text } = asked;
  const all = html`<p><a href="${formatPartsAddress({ text })}">Search without condition, vendor and
stock.</a></p>`;
  return renderEmptyState(
    `No part matches “${text}”`,
    html`${renderSuggestions(found)}${isNarrowed(asked) ? all : null}
<p>Part numbers match from the beginning, including punctuation. Names match by words in any order.
To look up many numbers, use <a href="/quick-order">quick order</a>.</p>`,
  );
}

const startPage = renderEmptyState(
  "Search by number, name or NSN",
  html`<p>Enter a part number or its beginning, such as <code>MS21042</code>, or words of a name,
such as <code>packing preformed</code>. Exact matches come first.</p>
<p>To check a whole list, paste it into <a href="/quick-order">quick order</a>.</p>`,
);

function renderFound(asked: PartSearch, found: PricedParts): Html {
  const { exact, prefixed, hasMoreNamed, next, prices } = found;
  const { text, after } = asked;
  const pager = renderPager({
    back: after === null ? null : formatPartsAddress({ ...asked, after: null }),
    on: next === null ? null : formatPartsAddress({ ...asked, after: next }),
    backText: "All results",
    onText: "Next",
  });
  const first = exact[0]?.partNumber ?? "";
  const isBare = exact.length + prefixed.length + found.named.length === 0 && next !== null;
  const more = html`<p class="quiet">Showing the first ${found.named.length}. Add a word to narrow
the search.</p>
`;
  return html`${renderSuggestions(found)}${[
    isBare
      ? html`<p>No match among the first numbers with this beginning. See the next page.</p>\n`
      : null,
    renderHits(`Part number ${first}`, exact, prices),
    renderHits(`Part numbers starting with ${text}`, prefixed, prices),
    pager,
    renderNamed(found, text),
    hasMoreNamed ? more : null,
  ]}`;
}

export const showSearchPage: Handler = async (context, visit) => {
  const { db, supportEmail } = context;
  const asked = readPartsFilter(visit.query);
  const { text, after } = asked;
  if (text === "") return answerPage({ title: "Parts", body: startPage });
  const { accountId } = visit.signedIn.account;
  const [found, codes] = await Promise.all([
    browseParts(context, accountId, asked, visit.now),
    selectTradeCodes(db),
  ]);
  const facets = context.replica.read((view) => countFacets(view, text, visit.now));
  const hits = [...found.exact, ...found.prefixed, ...found.named.map(({ offer }) => offer)];
  const isFound = hits.length > 0 || after !== null || found.next !== null;
  const filters =
    isFound || isNarrowed(asked) ? renderSearchFilters(asked, codes.conditions, facets) : null;
  const list = isFound ? renderFound(asked, found) : renderNone(asked, found);
  const contact = renderUnpriced(asked, hits, found, supportEmail);
  const body = html`${filters}${contact}${list}`;
  return answerPage({ title: `Parts: ${text}`, search: text, body });
};
