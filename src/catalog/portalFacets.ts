import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderIcon } from "../kit/html/icons.ts";
import type { Browsed } from "./browse/browseParts.ts";
import { nameCertificates } from "./nameCertificates.ts";
import {
  formatOrder,
  formatResultsAddress,
  isNarrowed,
  quickOrderField,
  type ResultsQuery,
  searchFor,
} from "./portalQuery.ts";
import type { TradeCodes } from "./tradeCodes.ts";

/** The id of the filters, which open over the page on a narrow screen. */
export const facetsId = "facets";

/** So many values are shown; the others are folded. */
const maxShown = 6;
/** The most values that are listed. */
const maxListed = 100;

type Choice = {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly isChosen: boolean;
};

function renderChoice({ name, value, label, count, isChosen }: Choice, isAll: boolean): Html {
  const counted = isAll || count === 0 ? formatCount(count) : `${formatCount(count)}+`;
  const mark = isChosen ? html` checked` : null;
  return html`<label><input type="checkbox" name="${name}" value="${value}"${mark}>
<span>${label}</span> <span class="quiet">${counted}<span class="unseen"> offers</span></span>
</label>
`;
}

function renderGroup(title: string, choices: readonly Choice[], isAll: boolean): Content {
  if (choices.length === 0) return null;
  const render = (choice: Choice) => renderChoice(choice, isAll);
  const [shown, folded] = [choices.slice(0, maxShown), choices.slice(maxShown)];
  return html`<fieldset>
<legend>${title}</legend>
${shown.map(render)}${
  folded.length > 0 &&
  html`<details><summary>${formatCount(folded.length)} more</summary>
${folded.map(render)}</details>
`
}</fieldset>
`;
}

/** The values that are found, most offers first, and those that are chosen before them. */
function listChoices(
  name: string,
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
  labelOf: (value: string) => string,
): Choice[] {
  const values = new Set([...chosen, ...counts.keys()]);
  return [...values]
    .map((value) => {
      const count = counts.get(value) ?? 0;
      return { name, value, label: labelOf(value), count, isChosen: chosen.includes(value) };
    })
    .sort(
      (one, other) =>
        Number(other.isChosen) - Number(one.isChosen) ||
        other.count - one.count ||
        (one.value < other.value ? -1 : 1),
    )
    .slice(0, maxListed);
}

function capitalizeName(code: string, name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${code})`;
}

/** Closes the filters where they are open over the page. */
function renderClose(kind: string, content: Content): Html {
  return html`<button class="${kind}" type="button" popovertarget="${facetsId}"
 popovertargetaction="hide">${content}</button>`;
}

/** The filters of the results, with the number of offers for each value. */
export function renderResultFacets(
  query: ResultsQuery,
  { facets, isAll, offerCount }: Pick<Browsed, "facets" | "isAll" | "offerCount">,
  codes: Pick<TradeCodes, "conditions">,
): Html {
  const { text, filter, order, isList, quickOrder } = query;
  const conditionNames = new Map(codes.conditions.map(({ code, name }) => [code, name]));
  const ranks = new Map(codes.conditions.map(({ code }, place) => [code, place]));
  const conditions = listChoices("condition", facets.conditions, filter.conditions, (code) =>
    capitalizeName(code, conditionNames.get(code) ?? code),
  ).sort((one, other) => (ranks.get(one.value) ?? 99) - (ranks.get(other.value) ?? 99));
  const certificates = listChoices(
    "certificate",
    facets.certificates,
    filter.certificates,
    nameCertificates,
  );
  const vendors = listChoices("vendor", facets.vendors, filter.vendors, (vendor) => vendor);
  const stock = {
    name: "stock",
    value: "yes",
    label: "In stock",
    count: facets.inStock,
  };
  const clear = formatResultsAddress({ ...searchFor(text), order, isList, quickOrder });
  const sort = formatOrder(order);
  return html`<form class="facets" id="${facetsId}" popover action="/parts" data-apply
 aria-label="Filters">
<header><strong>Filters</strong>${renderClose(
    "button ghost",
    html`${renderIcon("x")}<span class="unseen">Close filters</span>`,
  )}</header>
<input type="hidden" name="q" value="${text}">
${sort === "" ? null : html`<input type="hidden" name="sort" value="${sort}">\n`}${
  isList && html`<input type="hidden" name="list" value="yes">\n`
}${quickOrder && html`<input type="hidden" name="${quickOrderField}" value="${quickOrder}">\n`}${[
  renderGroup("Availability", [{ ...stock, isChosen: filter.inStock }], isAll),
  renderGroup("Condition", conditions, isAll),
  renderGroup("Certificate", certificates, isAll),
  renderGroup("Vendor", vendors, isAll),
]}<div class="actions"><button class="button plain">Apply filters</button>${
    isNarrowed(filter) && html` <a href="${clear}">Clear filters</a>`
  }</div>
<footer>${renderClose("button", `Show ${formatCounted(offerCount, "offer")}${isAll ? "" : " or more"}`)}</footer>
</form>
`;
}
