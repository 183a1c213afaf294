import { selectExample } from "../../catalog/browse/browsedQueries.ts";
import { type BrowseOrder, partsPerPage } from "../../catalog/browse/browseParts.ts";
import { findExactNumber } from "../../catalog/browse/collectHits.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { readIfAvailable } from "../../catalog/replica/replica.ts";
import { formatNiin, formatNsn } from "../../catalog/search/listedOffer.ts";
import { findMatchReason } from "../../catalog/search/matchReason.ts";
import { searchWords } from "../../catalog/search/searchWords.ts";
import {
  describeSuggestion,
  introduceSuggestions,
  leadTimeMeaning,
} from "../../components/offerCells.ts";
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderIcon } from "../../html/icons.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderPager } from "../../html/pager.ts";
import { selectDraftQuantities } from "../../orders/drafts/currentDraftQueries.ts";
import { browseForAccount, loadParts, type PricedResults } from "../../pricing/browseForAccount.ts";
import { type Answer, answerPage, redirect } from "../../site/visit.ts";
import { partAddress, renderPartLink } from "../addresses.ts";
import { describeDraft } from "../currentDraft.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { renderPriceContact } from "./askForPrice.ts";
import { findResultOrders, renderResultOrders } from "./foundOrders.ts";
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
import { type Results, renderResultsTable, type SentRow } from "./resultsTable.ts";
import { texts } from "./texts.ts";

const wordsOfExample = 2;

/** What can be searched for, with an example that the catalog has. */
function renderStart({ replica }: PortalContext): Html {
  const example = readIfAvailable(replica, selectExample);
  const words = searchWords(example?.partName ?? "").slice(0, wordsOfExample);
  const name = words.length === 0 ? null : texts.search.suchAs(words.join(" "));
  const number = example === undefined ? null : texts.search.suchAs(example.partNumber);
  return renderEmptyState(
    texts.search.start,
    html`<p>${texts.search.startHint(number, name)}</p>
<p>${texts.search.startList}</p>`,
    "search",
  );
}

/** The NSN or NIIN that was searched for, as on the part's page. */
function nameStockNumber(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 9
    ? texts.search.niin(formatNiin(digits) ?? digits)
    : texts.search.nsn(formatNsn(digits) ?? digits);
}

const orders: readonly (BrowseOrder & { readonly text: string })[] = [
  { by: "best", isDescending: false, text: texts.sorting.best },
  { by: "price", isDescending: false, text: texts.sorting.cheapest },
  { by: "price", isDescending: true, text: texts.sorting.dearest },
  { by: "stock", isDescending: true, text: texts.sorting.stock },
  { by: "lead", isDescending: false, text: texts.sorting.leadTime },
  { by: "number", isDescending: false, text: texts.sorting.partNumber },
];

/** The choice of the order; the headings of the table sort too. */
function renderSorting(query: ResultsQuery): Html {
  const now = formatOrder(query.order);
  const all = orders.some((order) => formatOrder(order) === now)
    ? orders
    : [...orders, { ...query.order, text: texts.sorting.byColumn }];
  const options = all.map((order) => {
    const value = formatOrder(order);
    const mark = value === now ? html` selected` : null;
    return html`<option value="${value}"${mark}>${order.text}</option>`;
  });
  const { text, filter, isList } = query;
  const hidden = (name: string, values: readonly string[]) =>
    values.map((value) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  return html`<form class="sorting" action="/parts" aria-label="${texts.sorting.label}" data-apply>
${[
  hidden("q", [text]),
  hidden("stock", filter.inStock ? ["yes"] : []),
  hidden("condition", filter.conditions),
  hidden("certificate", filter.certificates),
  hidden("vendor", filter.vendors),
  hidden("list", isList ? ["yes"] : []),
]}<label for="sort">${texts.sorting.field}</label>
<select id="sort" name="sort">${options}</select>
<button class="button plain">${texts.sorting.button}</button>
</form>
`;
}

function renderTools(query: ResultsQuery): Html {
  const chosen = countFilters(query.filter);
  const count = html` <span class="count">${texts.filters.chosen(chosen)}</span>`;
  return html`<div class="tools">
<button class="button plain" type="button" popovertarget="${facetsId}">${renderIcon(
    "sliders-horizontal",
  )}${texts.filters.title}${chosen > 0 && count}</button>
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
  const noMatch = texts.search.noExact;
  return html`<section class="meant card">
<p>${introduceSuggestions(suggestions, noMatch)}</p>
<ul>
${points}</ul>
</section>
`;
}

/** A search for another text, with the same filters and order. */
function linkOther(query: ResultsQuery, text: string): Html {
  const href = formatResultsAddress({ ...query, text, after: null, before: null });
  return html`<a href="${href}">${text}</a>`;
}

/** A search has a result without one of its words. */
function renderShorter(query: ResultsQuery, shorter: readonly string[]): Html {
  const points = shorter.map((text) => html`<li>${linkOther(query, text)}</li>\n`);
  return html`<p>${texts.search.shorter}</p>
<ul>
${points}</ul>
`;
}

function renderNone(query: ResultsQuery, { corrected, shorter }: PricedResults): Html {
  const { text, filter } = query;
  const all = formatResultsAddress(searchFor(text));
  return renderEmptyState(
    texts.search.noMatch(text),
    html`${[
      isNarrowed(filter) && html`<p><a href="${all}">${texts.search.clearAll}</a></p>\n`,
      corrected && html`<p>${texts.search.corrected(linkOther(query, corrected))}</p>\n`,
      shorter.length > 0 && renderShorter(query, shorter),
    ]}<p>${texts.search.noMatchHint}</p>`,
    "search",
  );
}

type Shown = Pick<Results, "query" | "conditionNames" | "sent" | "draftQuantities">;

/** The parts that a text without matches may mean, as rows of results; null if there are none. */
async function renderMeant(
  context: PortalContext,
  visit: Visit,
  { suggestions }: PricedResults,
  shown: Shown,
): Promise<Html | null> {
  const reasons = new Map(suggestions.map((one) => [one.partNumber, describeSuggestion(one)]));
  const { accountId } = visit.signedIn.account;
  const parts = await loadParts(context, accountId, [...reasons.keys()], visit.now);
  if (parts.length === 0) return null;
  const title = introduceSuggestions(suggestions, texts.search.noExact);
  return html`<section class="card results" aria-label="${texts.results.label}">
<header><h2>${title}</h2></header>
${renderResultsTable(context, visit, { ...shown, parts, reasons })}<footer>
<span>${leadTimeMeaning}</span></footer>
</section>
`;
}

function describeCount({ offerCount, partCount, isAll }: PricedResults): string {
  return isAll
    ? texts.results.count(offerCount, partCount)
    : texts.results.countAtLeast(offerCount, partCount);
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
    backText: texts.results.previous,
    onText: texts.results.next,
  });
  const some = texts.results.partsAtLeast(formatCount(partCount));
  const of = isAll ? texts.results.parts(partCount) : some;
  const limit = html` ${texts.results.limit}`;
  const end = formatCount(skipped + parts.length);
  const range = texts.results.range(formatCount(skipped + 1), end, of);
  const sentences = html`${range}${isAll ? null : limit} ${leadTimeMeaning}`;
  return html`<footer><span>${sentences}</span>${pager}</footer>
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
  return renderNotice("good", texts.search.added(href, name, lines, total));
}

/** The page of results; `sent` is a refused form of one of its rows. */
export async function answerResults(
  context: PortalContext,
  visit: Visit,
  query: ResultsQuery,
  sent: { readonly row: SentRow; readonly status: 409 | 422 } | null,
): Promise<Answer> {
  const { text } = query;
  if (text === "") return answerPage({ title: texts.search.title, body: renderStart(context) });
  const { account, draft } = visit.signedIn;
  const [found, codes, draftQuantities, orders] = await Promise.all([
    browseForAccount(context, account.accountId, query, visit.now),
    selectTradeCodes(context.db),
    selectDraftQuantities(context.db, draft),
    isFirstPage(query) ? findResultOrders(context.db, account.accountId, text) : [],
  ]);
  const first = found.parts[0]?.offers[0].offer;
  const isStockNumber = first && findMatchReason(text, first) === "stock number";
  const heading = isStockNumber ? html`${nameStockNumber(text)}` : html`“${text}”`;
  const page = { title: texts.search.titleOf(text), heading, search: text };
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const shown = { query, conditionNames, sent: sent?.row ?? null, draftQuantities };
  const above = html`${renderDone(visit)}${renderResultOrders(orders, text)}`;
  if (found.partCount === 0 && !isNarrowed(query.filter)) {
    const meant = await renderMeant(context, visit, found, shown);
    const body = html`${above}${meant ?? renderNone(query, found)}`;
    return answerPage({ ...page, body }, sent?.status);
  }
  const results = { ...shown, parts: found.parts };
  const list =
    found.partCount === 0
      ? renderNone(query, found)
      : html`${renderSuggestions(found)}<section class="card results"
 aria-label="${texts.results.label}">
${renderResultsTable(context, visit, results)}${renderFoot(query, found)}</section>
`;
  const body = html`${above}${renderTools(query)}<div class="beside left">
${renderResultFacets(query, found.facets, found.isAll, codes)}<div class="stack">
${renderUnpriced(query, found, context.supportEmail)}${list}</div>
</div>
`;
  return answerPage({ ...page, sentence: describeCount(found), body }, sent?.status);
}

function isFirstPage({ filter, after, before }: ResultsQuery): boolean {
  return !(isNarrowed(filter) || after || before);
}

function isOnlyText(query: ResultsQuery): boolean {
  return isFirstPage(query) && query.order.by === "best" && !query.isList;
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
