// What a results page offers besides the hits of a text: parts under other names, numbers near it,
// and other texts. Nothing replaces what was searched for without saying so.
import { findHits, listParts } from "../../catalog/browse/browseParts.ts";
import {
  describeSuggestion,
  introduceSuggestions,
  leadTimeMeaning,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { loadParts, type PricedResults } from "../../pricing/browseForAccount.ts";
import { partQuoteAddress, renderPartLink } from "../addresses.ts";
import type { PortalContext, Visit } from "../portalContext.ts";
import { formatResultsAddress, isNarrowed, type ResultsQuery, searchFor } from "./resultsQuery.ts";
import { type Results, renderResultsTable } from "./resultsTable.ts";
import { texts } from "./texts.ts";

/** Each costs a search. */
const maxOtherNames = 3;

type Suggestions = PricedResults["suggestions"];

function areNames(suggestions: Suggestions): boolean {
  return suggestions.every(({ readAs }) => readAs !== null);
}

/** Parts under other names come after results that have all words of the text. */
function areAfterResults({ suggestions, ends }: PricedResults): boolean {
  return ends !== null && ends[0].kind !== "word beginnings" && areNames(suggestions);
}

/** Results that begin with the likeliest suggestion say the same. */
export function renderSuggestions(found: PricedResults): {
  readonly before: Content;
  readonly after: Content;
} {
  const { suggestions, parts, skipped } = found;
  const [likeliest] = suggestions;
  const first = parts[0]?.offers[0].offer.partNumber;
  if (likeliest === undefined || likeliest.partNumber === first || skipped > 0) {
    return { before: null, after: null };
  }
  const points = suggestions.map(
    (one) =>
      html`<li><code>${renderPartLink(one.partNumber)}</code> ${describeSuggestion(one)}</li>\n`,
  );
  const card = html`<section class="meant card">
<p>${introduceSuggestions(suggestions, texts.search.noExact)}</p>
<ul>
${points}</ul>
</section>
`;
  const isAfter = areAfterResults(found);
  return { before: isAfter ? null : card, after: isAfter ? card : null };
}

/** A search for another text, with the same filters and order. */
function linkOther(query: ResultsQuery, text: string, shown: string = text): Html {
  const href = formatResultsAddress({ ...query, text, after: null, before: null });
  return html`<a href="${href}">${shown}</a>`;
}

/** A name that finds suggested parts, with the number of all parts that it finds. */
type OtherName = { readonly name: string; readonly parts: string; readonly partCount: number };

function listOtherNames(
  { replica }: PortalContext,
  query: ResultsQuery,
  suggestions: Suggestions,
  now: Date,
): OtherName[] {
  if (suggestions.length === 0 || !areNames(suggestions)) return [];
  const names = [...new Set(suggestions.flatMap(({ readAs }) => readAs ?? []))];
  return names.slice(0, maxOtherNames).flatMap((name) => {
    const browse = { ...query, text: name, after: null, before: null };
    const counted = replica.read((view) => {
      return listParts(findHits(view, browse, now), browse, new Map());
    });
    const { partCount, isAll } = counted;
    if (partCount === 0) return [];
    const some = texts.results.partsAtLeast(formatCount(partCount));
    return [{ name, parts: isAll ? texts.results.parts(partCount) : some, partCount }];
  });
}

/** A search has a result without one of its words. */
function renderShorter(query: ResultsQuery, shorter: readonly string[]): Html {
  const points = shorter.map((text) => html`<li>${linkOther(query, text)}</li>\n`);
  return html`<p>No part has all of these words. Try fewer:</p>
<ul>
${points}</ul>
`;
}

function renderNames(query: ResultsQuery, names: readonly OtherName[]): Content {
  return names.map(({ name, parts }, place) => {
    const one = html`${linkOther(query, name)} (${parts})`;
    return html`${place === 0 ? null : ", "}${one}`;
  });
}

/** The filters are kept in the searches for other texts. */
export function renderNone(
  context: PortalContext,
  { now }: Visit,
  query: ResultsQuery,
  { corrected, shorter, suggestions }: PricedResults,
): Html {
  const { text, filter } = query;
  const all = formatResultsAddress({ ...searchFor(text), quickOrder: query.quickOrder });
  const names = listOtherNames(context, query, suggestions, now);
  const quote = html`Not in the catalog? <a href="${partQuoteAddress(text)}">Request a quote for “${text}”</a>`;
  return renderEmptyState(
    `No part matches “${text}”`,
    html`${[
      names.length > 0 && html`<p>Results under other names: ${renderNames(query, names)}</p>\n`,
      isNarrowed(filter) && html`<p><a href="${all}">Clear all filters.</a></p>\n`,
      corrected && html`<p>Did you mean ${linkOther(query, corrected)}?</p>\n`,
      shorter.length > 0 && renderShorter(query, shorter),
    ]}<p>${texts.search.noMatchHint}</p>
${!isNarrowed(filter) && html`<p>${quote}</p>`}`,
    "search",
  );
}

/** The parts that a text without matches may mean, as rows of results; null if there are none. */
export async function renderMeant(
  context: PortalContext,
  visit: Visit,
  { suggestions }: PricedResults,
  shown: Omit<Results, "parts" | "reasons">,
): Promise<Html | null> {
  const { query } = shown;
  const reasons = new Map(suggestions.map((one) => [one.partNumber, describeSuggestion(one)]));
  const { accountId } = visit.signedIn.account;
  const parts = await loadParts(context, accountId, [...reasons.keys()], visit.now);
  if (parts.length === 0) return null;
  const names = listOtherNames(context, query, suggestions, visit.now);
  const title =
    names.length === 0
      ? introduceSuggestions(suggestions, texts.search.noExact)
      : html`No part named “${query.text}”. Showing results for ${renderNames(query, names)}`;
  const more = names
    .filter(({ partCount }) => partCount > parts.length)
    .map((one) => linkOther(query, one.name, `View all ${one.parts} for ${one.name}`));
  const links = more.map((link) => html`<br>${link}`);
  return html`<section class="card results" aria-label="${texts.results.label}">
<header><h2>${title}</h2></header>
${renderResultsTable(context, visit, { ...shown, parts, reasons })}<footer>
<span>${texts.sorting.inParts} ${leadTimeMeaning}${links}</span></footer>
</section>
`;
}
