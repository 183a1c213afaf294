import { zeroPriceColumn } from "../../catalog/readListPrice.ts";
import type { Condition } from "../../catalog/tradeCodes.ts";
import { renderCheckbox, renderSelect, renderTextField, type TextField } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { RuleTextColumn } from "../../pricing/agreements/ruleTexts.ts";
import { suggestionsOf } from "../search/pickers.ts";
import { texts } from "./texts.ts";

export const ruleLabels: Readonly<Record<RuleTextColumn, string>> = {
  part_number: "Part number",
  vendor: "Vendor",
  condition: "Condition",
  min_quantity: "Quantity break (from)",
  unit_price: "Unit price",
  currency: "Currency",
  discount_percent: "Discount (%)",
  order_min: "Minimum order quantity",
  order_multiple: "Order multiple",
  valid_from: "First day",
  valid_to: "Last day",
  [zeroPriceColumn]: "Free of charge",
};

function renderRow(...fields: readonly Html[]): Html {
  return html`<div class="fields">
${fields}</div>
`;
}

/** The fields that are filled determine what the rule applies to. */
export function renderRuleFields(
  state: FormState,
  conditions: readonly Condition[],
  currency: string,
): Html {
  const field = (
    name: RuleTextColumn,
    more: Partial<Omit<TextField, "name" | "label">> = {},
  ): Html =>
    renderTextField(state, {
      autocomplete: "off",
      optional: true,
      ...more,
      name,
      label: ruleLabels[name],
    });
  const any = { value: "", text: "Any" };
  const hint = "Confirms a unit price of 0, or a discount of 100%.";
  const free = { name: zeroPriceColumn, label: ruleLabels[zeroPriceColumn], hint };
  const options = conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  return html`${[
    html`<h2>Applies to</h2>
<p class="quiet">Enter a part number for one part, just a vendor for all of its offers, or neither for the whole account.</p>
`,
    renderRow(
      field("part_number", { code: true, suggestions: suggestionsOf("parts") }),
      field("vendor"),
    ),
    renderRow(
      renderSelect(state, {
        name: "condition",
        label: ruleLabels.condition,
        options: [any, ...options],
        hint: texts.form.onlyParts,
      }),
      field("min_quantity", { digits: true, hint: "Defaults to 1." }),
    ),
    html`<h2>Price</h2>
<p class="quiet">A unit price (only for a part), or a discount on the list price.</p>
`,
    renderRow(
      field("unit_price"),
      field("currency", { maxLength: 3, code: true, hint: `Defaults to ${currency}.` }),
      field("discount_percent"),
    ),
    renderCheckbox(state, free),
    renderRow(
      field("order_min", { digits: true, hint: texts.form.onlyParts }),
      field("order_multiple", { digits: true, hint: texts.form.onlyParts }),
    ),
    html`<h2>Validity</h2>\n`,
    renderRow(
      field("valid_from", { type: "date", hint: "Defaults to today." }),
      field("valid_to", { type: "date", hint: "Inclusive. Leave empty for no end." }),
    ),
  ]}`;
}
