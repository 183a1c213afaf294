import { zeroPriceColumn } from "../../catalog/readListPrice.ts";
import type { Condition } from "../../catalog/tradeCodes.ts";
import { renderCheckbox, renderSelect, renderTextField, type TextField } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { RuleTextColumn } from "../../pricing/agreements/ruleTexts.ts";
import { suggestionsOf } from "../search/pickers.ts";
import { texts } from "./texts.ts";

export const ruleLabels: Readonly<Record<RuleTextColumn, string>> = {
  part_number: texts.fields.part_number,
  vendor: texts.fields.vendor,
  condition: texts.fields.condition,
  min_quantity: texts.fields.min_quantity,
  unit_price: texts.fields.unit_price,
  currency: texts.fields.currency,
  discount_percent: texts.fields.discount_percent,
  order_min: texts.fields.order_min,
  order_multiple: texts.fields.order_multiple,
  valid_from: texts.fields.valid_from,
  valid_to: texts.fields.valid_to,
  [zeroPriceColumn]: texts.fields.free,
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
  const any = { value: "", text: texts.form.any };
  const hint = texts.form.freeHint;
  const free = { name: zeroPriceColumn, label: ruleLabels[zeroPriceColumn], hint };
  const options = conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  return html`${[
    html`<h2>${texts.form.appliesTo}</h2>
<p class="quiet">${texts.form.appliesToHint}</p>
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
      field("min_quantity", { digits: true, hint: texts.form.usualQuantity }),
    ),
    html`<h2>${texts.form.price}</h2>
<p class="quiet">${texts.form.priceHint}</p>
`,
    renderRow(
      field("unit_price"),
      field("currency", { maxLength: 3, code: true, hint: texts.form.usualCurrency(currency) }),
      field("discount_percent"),
    ),
    renderCheckbox(state, free),
    renderRow(
      field("order_min", { digits: true, hint: texts.form.onlyParts }),
      field("order_multiple", { digits: true, hint: texts.form.onlyParts }),
    ),
    html`<h2>${texts.form.validity}</h2>\n`,
    renderRow(
      field("valid_from", { type: "date", hint: texts.form.fromHint }),
      field("valid_to", { type: "date", hint: texts.form.toHint }),
    ),
  ]}`;
}
