import {
  partAddress,
  partQuoteAddress,
  quoteAddress,
  renderPartLink,
} from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { describeDraft } from "../home/portalCurrentDraft.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { renderPager } from "../kit/html/pager.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { selectDraftQuantities } from "../orders/queries.ts";
import { browseForAccount, loadParts, type PricedResults } from "../prices/browseForAccount.ts";
import { selectExample } from "./browse/browsedQueries.ts";
import { type BrowseOrder, findHits, listParts, partsPerPage } from "./browse/browseParts.ts";
import { findExactNumber } from "./browse/collectHits.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import { formatNsn } from "./offerFacts.ts";
import { facetsId, renderResultFacets } from "./portalFacets.ts";
import {
  findNamedRequest,
  findResultOrders,
  findResultRequests,
  renderResultOrders,
  renderResultRequests,
} from "./portalFound.ts";
import {
  countFilters,
  formatOrder,
  formatResultsAddress,
  isNarrowed,
  quickOrderField,
  type ResultsQuery,
  readResultsQuery,
  searchFor,
} from "./portalQuery.ts";
import { type Results, renderResultsTable, type SentRow } from "./portalResults.ts";
import { readIfAvailable } from "./replica/replica.ts";
import { formatNiin } from "./search/listedOffer.ts";
import { findMatchReason } from "./search/matchReason.ts";
import { searchWords } from "./search/searchWords.ts";
import { describeSuggestion, introduceSuggestions } from "./sharedOffers.ts";

// What a results page offers besides the hits of a text: parts under other names, numbers near it,
// and other texts. Nothing replaces what was searched for without saying so.

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
function renderSuggestions(found: PricedResults): {
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
<p>${introduceSuggestions(suggestions, "No exact match. Did you mean one of these?")}</p>
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
    const some = `${formatCount(partCount)}+ part numbers`;
    return [{ name, parts: isAll ? formatCounted(partCount, "part number") : some, partCount }];
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
function renderNone(
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
    ]}<p>Check the spelling, or search for part of the number. To look up many numbers,
use <a href="/quick-order">quick order</a>.</p>
${!isNarrowed(filter) && html`<p>${quote}</p>`}`,
    "search",
  );
}

/** The parts that a text without matches may mean, as rows of results; null if there are none. */
async function renderMeant(
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
      ? introduceSuggestions(suggestions, "No exact match. Did you mean one of these?")
      : html`No part named “${query.text}”. Results for ${renderNames(query, names)}`;
  const more = names
    .filter(({ partCount }) => partCount > parts.length)
    .map((one) => linkOther(query, one.name, `View all ${one.parts} for ${one.name}`));
  const links = more.map((link) => html`<span>${link}</span>`);
  return html`<section class="card results" aria-label="Results">
<header><h2>${title}</h2></header>
${renderResultsTable(context, visit, { ...shown, parts, reasons })}${
  links.length > 0 &&
  html`<footer>${links}</footer>
`
}</section>
`;
}

const wordsOfExample = 2;

/** What can be searched for, with an example that the catalog has. */
function renderStart({ replica }: PortalContext): Html {
  const example = readIfAvailable(replica, selectExample);
  const words = searchWords(example?.partName ?? "").slice(0, wordsOfExample);
  const name = words.length === 0 ? null : html`, such as <code>${words.join(" ")}</code>`;
  const number = example === undefined ? null : html`, such as <code>${example.partNumber}</code>`;
  return renderEmptyState(
    "Search by number, name or NSN",
    html`<p>Enter a part number or its beginning${number}, or words from a name${name}. Exact matches
come first.</p>
<p>To check a whole list, paste it into <a href="/quick-order">quick order</a>.</p>`,
    "search",
  );
}

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
  const { text, filter, isList, quickOrder } = query;
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
  hidden(quickOrderField, quickOrder === null ? [] : [quickOrder]),
]}<label for="sort">Sort</label>
<select id="sort" name="sort">${options}</select>
<button class="button plain">Sort</button>
</form>
`;
}

function renderTools(query: ResultsQuery): Html {
  const chosen = countFilters(query.filter);
  const count = html` <span class="count">${chosen}<span class="unseen"> selected</span></span>`;
  return html`<header class="tools">
<button class="button plain" type="button" popovertarget="${facetsId}">${renderIcon(
    "sliders-horizontal",
  )}Filters${chosen > 0 && count}</button>
${renderSorting(query)}</header>
`;
}

function describeCount({ offerCount, partCount, isAll }: PricedResults): string {
  return isAll
    ? `${formatCounted(offerCount, "offer")} for ${formatCounted(partCount, "part number")}`
    : `${formatCount(offerCount)}+ offers for ${formatCount(partCount)}+ part numbers`;
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
  const some = `${formatCount(partCount)}+ part numbers`;
  const of = isAll ? formatCounted(partCount, "part number") : some;
  const limit = html` Not all matching offers are listed. Type more to narrow the search.`;
  const end = formatCount(skipped + parts.length);
  const range = `${formatCount(skipped + 1)} to ${end} of ${of}.`;
  const sentences = html`${range}${isAll ? null : limit}`;
  return html`<footer><span>${sentences}</span>${pager}</footer>
`;
}

function renderDone({ signedIn: { draft }, query }: Visit): Content {
  if (query.text("done") !== "added" || draft == null) return null;
  const { href, name, lines, total } = describeDraft(draft);
  return renderNotice("good", html`Added to <a href="${href}">${name}</a>: ${lines}, ${total}`);
}

/** Back to the uploaded list from which the search was started. */
function linkBack({ quickOrder }: ResultsQuery): Pick<SitePage, "above"> {
  if (quickOrder === null) return {};
  return { above: { href: `/quick-order/${quickOrder}`, text: "Back to quick order" } };
}

/** The page of results; `sent` is a refused form of one of its rows. */
export async function answerResults(
  context: PortalContext,
  visit: Visit,
  query: ResultsQuery,
  sent: { readonly row: SentRow; readonly status: 409 | 422 } | null,
): Promise<Answer> {
  const { text } = query;
  if (text === "") return answerPage({ title: "Parts", body: renderStart(context) });
  const { account, draft } = visit.signedIn;
  const [found, codes, draftQuantities, orders, requests] = await Promise.all([
    browseForAccount(context, account.accountId, query, visit.now),
    selectTradeCodes(context.db),
    selectDraftQuantities(context.db, draft),
    isFirstPage(query) ? findResultOrders(context.db, account.accountId, text) : [],
    isFirstPage(query) ? findResultRequests(context.db, account.accountId, text) : [],
  ]);
  const first = found.parts[0]?.offers[0].offer;
  const isStockNumber = first && findMatchReason(text, first) === "stock number";
  const heading = isStockNumber ? html`${nameStockNumber(text)}` : html`“${text}”`;
  const title = `Parts: ${text}`;
  const page = { title, heading, search: text, ...linkBack(query) };
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const shown = { query, conditionNames, sent: sent?.row ?? null, draftQuantities };
  const own = html`${renderResultOrders(orders, text)}${renderResultRequests(requests)}`;
  const above = html`${renderDone(visit)}${own}`;
  if (found.partCount === 0 && !isNarrowed(query.filter)) {
    const meant = await renderMeant(context, visit, found, shown);
    const body = html`${above}${meant ?? renderNone(context, visit, query, found)}`;
    return answerPage({ ...page, body }, sent?.status);
  }
  const results = { ...shown, parts: found.parts };
  const suggestions = renderSuggestions(found);
  const list =
    found.partCount === 0
      ? html`${renderTools(query)}${renderNone(context, visit, query, found)}`
      : html`${suggestions.before}<section class="card results"
 aria-label="Results">
${renderTools(query)}${renderResultsTable(context, visit, results)}${renderFoot(query, found)}</section>
${suggestions.after}`;
  const body = html`${above}<div class="beside left">
${renderResultFacets(query, found, codes)}<div class="stack">
${list}</div>
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

/** The page of what a text is the exact number of: a part, or a quote request of the account. */
async function findExactPage(
  { db, replica }: PortalContext,
  { signedIn, now }: Visit,
  text: string,
): Promise<string | undefined> {
  const number = replica.read((view) => findExactNumber(view, text, now));
  if (number !== undefined) return partAddress(number);
  const request = await findNamedRequest(db, signedIn.account.accountId, text);
  return request && quoteAddress(request.requestId);
}

/** A search for an exact number opens its page. */
export const showSearchPage: Handler = async (context, visit) => {
  const query = readResultsQuery(visit.query);
  if (query.text !== "" && isOnlyText(query)) {
    const exact = await findExactPage(context, visit, query.text);
    if (exact !== undefined) return redirect(exact);
  }
  return answerResults(context, visit, query, null);
};
