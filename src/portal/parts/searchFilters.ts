import type { Facets } from "../../catalog/search/countFacets.ts";
import type { PartSearch } from "../../catalog/search/findParts.ts";
import type { Condition } from "../../catalog/tradeCodes.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCheckbox, renderSelect } from "../../html/field.ts";
import { type FormState, freshForm, renderButton } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";

/** The most vendors that are listed; those with the most hits are chosen. */
const maxVendors = 200;

function listVendors({ vendors }: Facets, chosen: string | null): string[] {
  const byCount = [...vendors].sort(([, one], [, other]) => other - one);
  const listed = new Set(byCount.slice(0, maxVendors).map(([vendor]) => vendor));
  if (chosen !== null) listed.add(chosen);
  return [...listed].sort();
}

/** "NE new (1,204)", "NE new (1,204+)" if not all hits are counted. */
function label(text: string, { isAll }: Facets, count = 0): string {
  if (isAll) return `${text} (${formatCount(count)})`;
  return count === 0 ? text : `${text} (${formatCount(count)}+)`;
}

/** The filters of a search, with the number of hits of its text for each value. */
export function renderSearchFilters(
  { text, condition, vendor, inStock }: PartSearch,
  conditions: readonly Condition[],
  facets: Facets,
): Html {
  const state: FormState = {
    ...freshForm({
      condition: condition ?? "",
      vendor: vendor ?? "",
      stock: inStock ? "yes" : "",
    }),
    prefix: "filter",
  };
  const any = { value: "", text: "Any" };
  const conditionOptions = conditions.map(({ code, name }) => {
    return { value: code, text: label(`${code} ${name}`, facets, facets.conditions.get(code)) };
  });
  const vendorOptions = listVendors(facets, vendor).map((name) => {
    return { value: name, text: label(name, facets, facets.vendors.get(name)) };
  });
  return html`<form class="filters" action="/parts" aria-label="Narrow the list">
<input type="hidden" name="q" value="${text}">
${[
  renderSelect(state, {
    name: "condition",
    label: "Condition",
    options: [any, ...conditionOptions],
  }),
  renderSelect(state, { name: "vendor", label: "Vendor", options: [any, ...vendorOptions] }),
  renderCheckbox(state, { name: "stock", label: label("In stock", facets, facets.inStock) }),
  renderButton({ text: "Apply" }),
]}</form>
`;
}
