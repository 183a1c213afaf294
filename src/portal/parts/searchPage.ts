import { type BrowseOrder, maxHits, partsPerPage } from "../../catalog/browse/browseParts.ts";
import { findExactNumber } from "../../catalog/browse/collectHits.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { formatNiin, formatNsn } from "../../catalog/search/listedOffer.ts";
import { findMatchReason } from "../../catalog/search/matchReason.ts";
import { describeSuggestion, introduceSuggestions } from "../../components/offerCells.ts";
import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderPager } from "../../html/pager.ts";
import { browseForAccount, type PricedResults } from "../../pricing/browseForAccount.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import { partAddress, renderPartLink } from "../addresses.ts";
import { describeDraft } from "../currentDraft.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderPriceContact } from "./askForPrice.ts";
import { facetsId, renderResultFacets } from "./resultFacets.ts";
import {
  countFilters,
  formatOrder,
  formatResultsAddress,
  isNarrowed,
  type ResultsQuery,
  readResultsQuery,
  searchFor,
} from "./resultsQuery.ts";
import { renderResultsTable, type SentRow } from "./resultsTable.ts";

const startPage = renderEmptyState(
  "Search by number, name or NSN",
  html`<p>Enter a part number or its beginning, such as <code>MS21042</code>, or words of a name,
such as <code>packing preformed</code>. Exact matches come first.</p>
<p>To check a whole list, paste it into <a href="/quick-order">quick order</a>.</p>`,
  "search",
);

/** The NSN or NIIN that was searched for, as on the part's page. */
function nameStockNumber(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 9 ? `NIIN ${formatNiin(digits)}` : `NSN ${formatNsn(digits)}`;
}

const orders: readonly (BrowseOrder & { readonly text: string })[] = [
  { by: "best", isDescending: false, text: "Best match" },
  { by: "price", isDescending: false, text: "Price, lowest first" },
  { by: "price", isDescending: true, text: "Price, highest first" },
  { by: "stock", isDescending: true, text: "Most in stock" },
  { by: "lead", isDescending: false, text: "Shortest lead time" },
  { by: "number", isDescending: false, text: "Part number" },
];

/** The choice of the order; the headings of the table sort too. */
function renderSorting(query: ResultsQuery): Html {
  const now = formatOrder(query.order);
  const all = orders.some((order) => formatOrder(order) === now)
    ? orders
    : [...orders, { ...query.order, text: "By column" }];
  const options = all.map((order) => {
    const value = formatOrder(order);
    const mark = value === now ? html` selected` : null;
    return html`<option value="${value}"${mark}>${order.text}</option>`;
  });
  const { text, filter, isList } = query;
  const hidden = (name: string, values: readonly string[]) =>
    values.map((value) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  return html`<form class="sorting" action="/parts" aria-label="Sorting" data-apply>
${[
  hidden("q", [text]),
  hidden("stock", filter.inStock ? ["yes"] : []),
  hidden("condition", filter.conditions),
  hidden("certificate", filter.certificates),
  hidden("vendor", filter.vendors),
  hidden("list", isList ? ["yes"] : []),
]}<label for="sort">Sort</label>
<select id="sort" name="sort">${options}</select>
<button class="button plain">Sort</button>
</form>
`;
}

function renderTools(query: ResultsQuery): Html {
  const chosen = countFilters(query.filter);
  const count = html` <span class="count">${chosen}<span class="unseen"> chosen</span></span>`;
  return html`<div class="tools">
<button class="button plain" type="button" popovertarget="${facetsId}">${renderIcon(
    "sliders-horizontal",
  )}Filters${chosen > 0 && count}</button>
${renderSorting(query)}</div>
`;
}

/** Results that begin with the likeliest suggestion say the same. */
function renderSuggestions({ suggestions, parts, skipped }: PricedResults): Content {
  const [likeliest] = suggestions;
  const first = parts[0]?.offers[0].offer.partNumber;
  if (likeliest === undefined || likeliest.partNumber === first || skipped > 0) return null;
  const points = suggestions.map(
    (one) =>
      html`<li><code>${renderPartLink(one.partNumber)}</code> ${describeSuggestion(one)}</li>\n`,
  );
  const noMatch = "No exact match. Did you mean one of these?";
  return html`<section class="meant card">
<p>${introduceSuggestions(suggestions, noMatch)}</p>
<ul>
${points}</ul>
</section>
`;
}

function renderNone({ text, filter }: ResultsQuery, found: PricedResults): Html {
  const all = formatResultsAddress(searchFor(text));
  return html`${renderSuggestions(found)}${renderEmptyState(
    `No part matches “${text}”`,
    html`${isNarrowed(filter) && html`<p><a href="${all}">Clear all filters.</a></p>`}
<p>Part numbers match from the beginning, including punctuation. Names match by words in any order.
To look up many numbers, use <a href="/quick-order">quick order</a>.</p>`,
    "search",
  )}`;
}

function describeCount({ offerCount, partCount, isAll }: PricedResults): string {
  const more = isAll ? "" : "+";
  const offers = `${formatCount(offerCount)}${more} offer${offerCount === 1 ? "" : "s"}`;
  return `${offers} of ${formatCount(partCount)}${more} part number${partCount === 1 ? "" : "s"}`;
}

function renderFoot(query: ResultsQuery, found: PricedResults): Html {
  const { skipped, parts, partCount, isAll, ends } = found;
  const place = { ...query, after: null, before: null };
  const [first, last] = ends ?? [];
  const hasNext = skipped + parts.length < partCount;
  const back = skipped <= partsPerPage ? place : { ...place, before: first?.place ?? null };
  const pager = renderPager({
    back: skipped === 0 ? null : formatResultsAddress(back),
    on: hasNext && last ? formatResultsAddress({ ...place, after: last.place }) : null,
    backText: "Previous",
    onText: "Next",
  });
  const range = `${formatCount(skipped + 1)} to ${formatCount(skipped + parts.length)}`;
  const some = `${formatCount(partCount)}+ part numbers`;
  const of = isAll ? formatCounted(partCount, "part number") : some;
  const limit = html` Sorted are the best ${formatCount(maxHits)} offers. Add a word to narrow
the search.`;
  return html`<footer><span>${range} of ${of}.${isAll ? null : limit}</span>${pager}</footer>
`;
}

/** Whom to ask if an offer has no price. */
function renderUnpriced({ text }: ResultsQuery, { parts }: PricedResults, email: string): Content {
  const isUnpriced = parts.some(({ offers }) => offers.some(({ price }) => price.length === 0));
  return isUnpriced ? renderPriceContact(email, text) : null;
}

function renderDone({ signedIn: { draft }, query }: Visit): Content {
  if (query.text("done") !== "added" || draft == null) return null;
  const { href, name, lines, total } = describeDraft(draft);
  return renderNotice("good", html`Added to <a href="${href}">${name}</a>: ${lines}, ${total}`);
}

/** The page of results; `sent` is a refused form of one of its rows. */
export async function answerResults(
  context: PortalContext,
  visit: Visit,
  query: ResultsQuery,
  sent: { readonly row: SentRow; readonly status: 409 | 422 } | null,
): Promise<Answer> {
  const { text } = query;
  if (text === "") return answerPage({ title: "Parts", body: startPage });
  const [found, codes] = await Promise.all([
    browseForAccount(context, visit.signedIn.account.accountId, query, visit.now),
    selectTradeCodes(context.db),
  ]);
  const first = found.parts[0]?.offers[0].offer;
  const isStockNumber = first && findMatchReason(text, first) === "stock number";
  const heading = isStockNumber ? html`${nameStockNumber(text)}` : html`“${text}”`;
  const page = { title: `Parts: ${text}`, heading, search: text };
  if (found.partCount === 0 && !isNarrowed(query.filter)) {
    return answerPage({ ...page, body: renderNone(query, found) });
  }
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const results = { query, parts: found.parts, conditionNames, sent: sent?.row ?? null };
  const list =
    found.partCount === 0
      ? renderNone(query, found)
      : html`${renderSuggestions(found)}<section class="card results" aria-label="Results">
${renderResultsTable(context, visit, results)}${renderFoot(query, found)}</section>
`;
  const body = html`${renderDone(visit)}${renderTools(query)}<div class="beside left">
${renderResultFacets(query, found.facets, found.isAll, codes)}<div class="stack">
${renderUnpriced(query, found, context.supportEmail)}${list}</div>
</div>
`;
  return answerPage({ ...page, sentence: describeCount(found), body }, sent?.status);
}

function isOnlyText({ filter, order, after, before, isList }: ResultsQuery): boolean {
  return !(isNarrowed(filter) || order.by !== "best" || after || before || isList);
}

/** A search for the exact number of a part opens the part. */
export const showSearchPage: Handler = async (context, visit) => {
  const query = readResultsQuery(visit.query);
  if (query.text !== "" && isOnlyText(query)) {
    const number = context.replica.read((view) => findExactNumber(view, query.text, visit.now));
    if (number !== undefined) return redirect(partAddress(number));
  }
  return answerResults(context, visit, query, null);
};
