import { linkCatalogPart } from "../home/consoleAddresses.ts";
import type { Handler, Visit } from "../home/consoleContext.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type Option, renderCheckbox, renderSelect, renderTextField } from "../kit/html/field.ts";
import { freshForm, renderButton } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderPager } from "../kit/html/pager.ts";
import { renderTable } from "../kit/html/table.ts";
import { answerPage } from "../kit/site/visit.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import { renderStockCounts } from "./consoleFields.ts";
import { shortfallsPath } from "./consoleShortfalls.ts";
import { offerStatuses, offerStatusWords } from "./offer.ts";
import { type FoundParts, findParts, type PartSearch } from "./search/findParts.ts";
import type { ListedOffer } from "./search/listedOffer.ts";
import { maxPlaces } from "./search/listedQueries.ts";
import { listVendors } from "./search/siteQueries.ts";
import { formatPartsFilter, readPartsFilter } from "./sharedFilter.ts";
import {
  describeSuggestion,
  hitColumns,
  introduceSuggestions,
  renderListPrice,
  renderOfferStatus,
  renderVendor,
} from "./sharedOffers.ts";
import type { Condition } from "./tradeCodes.ts";

/** With more vendors the filter is a text field. */
const maxVendorOptions = 200;

function readSearch(query: Visit["query"]): PartSearch {
  const status = offerStatuses.find((one) => one === query.text("status")) ?? null;
  return { ...readPartsFilter(query), status };
}

function renderHits(title: string, hits: readonly ListedOffer[]): Content {
  if (hits.length === 0) return null;
  return renderCard({
    title: title,
    body: renderTable({
      caption: title,
      columns: [...hitColumns, { title: "Updated", kind: "number" }],
      rows: hits.map((offer) => ({
        cells: [
          linkCatalogPart(offer.partNumber),
          offer.condition,
          html`${offer.title ?? offer.partName ?? ""} ${renderOfferStatus(offer, linkCatalogPart)}`,
          renderVendor(offer),
          renderStockCounts(offer),
          renderListPrice(offer),
          html`<span class="quiet">${renderAge(offer.updatedAt)}</span>`,
        ],
      })),
    }),
  });
}

export const statusOptions: readonly Option[] = offerStatuses.map((value) => ({
  value,
  text: capitalize(offerStatusWords[value]),
}));

function renderFilters(
  search: PartSearch,
  conditions: readonly Condition[],
  vendors: readonly string[],
): Html {
  const { text, condition, vendor, status, inStock } = search;
  const state = freshForm({
    q: text,
    condition: condition ?? "",
    vendor: vendor ?? "",
    status: status ?? "",
    stock: inStock ? "yes" : "",
  });
  const any = { value: "", text: "Any" };
  const named = vendor === null || vendors.includes(vendor) ? vendors : [...vendors, vendor];
  const ofVendor = { name: "vendor", label: "Vendor" };
  return html`<form class="filters" action="/console/catalog" role="search"
 aria-label="Parts">
${[
  renderTextField(state, {
    name: "q",
    label: "Part number or name",
    type: "search",
    code: true,
    autocomplete: "off",
    maxLength: 200,
  }),
  renderSelect(state, {
    name: "condition",
    label: "Condition",
    options: [
      any,
      ...conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` })),
    ],
  }),
  named.length > maxVendorOptions
    ? renderTextField(state, { ...ofVendor, maxLength: 200 })
    : renderSelect(state, {
        ...ofVendor,
        options: [any, ...named.map((value) => ({ value, text: value }))],
      }),
  renderSelect(state, {
    name: "status",
    label: "Status",
    options: [any, ...statusOptions],
  }),
  renderCheckbox(state, { name: "stock", label: "In stock" }),
  renderButton({ text: "Search" }),
]}</form>
`;
}

/** Results that begin with the likeliest suggestion say the same. */
function renderSuggestions({ suggestions, exact, named }: FoundParts): Content {
  const [likeliest] = suggestions;
  const first = named[0]?.offer.partNumber;
  if (exact.length > 0 || likeliest === undefined || likeliest.partNumber === first) return null;
  const points = suggestions.map(
    (one) =>
      html`<li><code>${linkCatalogPart(one.partNumber)}</code> ${describeSuggestion(one)}</li>\n`,
  );
  return html`<p>${introduceSuggestions(suggestions, "No exact match. Similar part numbers:")}</p>
<ul>
${points}</ul>
`;
}

function renderNone({ text }: PartSearch, found: FoundParts): Html {
  return renderEmptyState(
    text === "" ? "No matching offers" : `No offers match “${text}”`,
    html`${renderSuggestions(found)}<p>Enter the beginning of a part number or words of a name, or
remove a filter. Offers come from <a href="/console/imports">imports</a>.</p>`,
  );
}

function renderFound(search: PartSearch, found: FoundParts): Html {
  const { exact, prefixed, next, named, hasMoreNamed } = found;
  const { text, after } = search;
  const hits = exact.length + prefixed.length + named.length;
  const further = html`<p>No match in the first ${formatCount(maxPlaces)} offers. Continue on the next page.</p>
`;
  const pager = renderPager({
    back: after === null ? null : formatPartsFilter("/console/catalog", { ...search, after: null }),
    on: next === null ? null : formatPartsFilter("/console/catalog", { ...search, after: next }),
    backText: "First",
    onText: "Next",
  });
  const prefixTitle = text === "" ? "Offers by part number" : `Part numbers starting with ${text}`;
  return html`${renderSuggestions(found)}${[
    hits === 0 && next !== null ? further : null,
    renderHits(`Part number ${exact[0]?.partNumber ?? ""}`, exact),
    renderHits(prefixTitle, prefixed),
    pager,
    renderHits(
      `Matches in description: “${text}”`,
      named.map(({ offer }) => offer),
    ),
    hasMoreNamed
      ? html`<p class="quiet">Showing the best matches. Add a word to narrow the search.</p>\n`
      : null,
  ]}`;
}

export const showCatalog: Handler = async ({ db, replica }, visit) => {
  const search = readSearch(visit.query);
  const codes = await selectTradeCodes(db);
  const { found, vendors } = replica.read((view) => ({
    found: findParts(view, search, visit.now),
    vendors: listVendors(view, maxVendorOptions + 1),
  }));
  const { exact, prefixed, named, next } = found;
  const isFound = exact.length + prefixed.length + named.length > 0 || next !== null;
  const list =
    isFound || search.after !== null ? renderFound(search, found) : renderNone(search, found);
  return answerPage({
    title: "Parts",
    sentence: "All offers, including those that are no longer for sale.",
    body: html`${renderFilters(search, codes.conditions, vendors)}${list}
<p><a href="/console/catalog/conditions">Conditions</a> that files may use</p>
<p><a href="/console/catalog/terms">Terms</a> that buyers use for parts</p>
<p><a href="${shortfallsPath}">Shortfalls</a>: parts with
less on hand than orders need</p>
`,
  });
};
