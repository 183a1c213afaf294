// The form of a rule: its fields in the words of people, and what was typed of them.
import type { Condition } from "../../catalog/tradeCodes.ts";
import { renderSelect, renderTextField, type TextField } from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { RuleTextColumn } from "../../pricing/agreements/ruleTexts.ts";

/** What each column is called on the page. */
export const ruleLabels: Readonly<Record<RuleTextColumn, string>> = {
  part_number: "Part number",
  vendor: "Vendor",
  condition: "Condition",
  min_quantity: "From quantity",
  unit_price: "Unit price",
  currency: "Currency",
  discount_percent: "Discount in percent",
  order_min: "Own minimum quantity",
  order_multiple: "Own multiple",
  valid_from: "First day",
  valid_to: "Last day",
};

function renderRow(...fields: readonly Html[]): Html {
  return html`<div class="fields">
${fields}</div>
`;
}

/** The fields; which of them are filled says what the rule is for. */
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
      ...{ autocomplete: "off", optional: true, ...more },
      ...{ name, label: ruleLabels[name] },
    });
  const any = { value: "", text: "Any" };
  const options = conditions.map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  return html`${[
    html`<h2>What it is for</h2>
<p class="quiet">With a part number it is for that part; with a vendor alone for all offers of that
vendor; with neither for the account as a whole.</p>
`,
    renderRow(field("part_number", { code: true }), field("vendor")),
    renderRow(
      renderSelect(state, {
        ...{ name: "condition", label: ruleLabels.condition, options: [any, ...options] },
        hint: "Of a part alone.",
      }),
      field("min_quantity", { digits: true, hint: "Without one from 1 on." }),
    ),
    html`<h2>What it gives</h2>
<p class="quiet">A price of its own, which only a part can have, or a percentage off the list
price.</p>
`,
    renderRow(
      field("unit_price"),
      field("currency", { maxLength: 3, code: true, hint: `Without one ${currency}.` }),
      field("discount_percent"),
    ),
    renderRow(
      field("order_min", { digits: true, hint: "Of a part alone." }),
      field("order_multiple", { digits: true, hint: "Of a part alone." }),
    ),
    html`<h2>When it holds</h2>\n`,
    renderRow(
      field("valid_from", { type: "date", hint: "Without one from today on." }),
      field("valid_to", { type: "date", hint: "Included. Without one it goes on." }),
    ),
  ]}`;
}
