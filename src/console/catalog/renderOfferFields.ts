import { nameCertificates } from "../../catalog/nameCertificates.ts";
import {
  type EditedOfferColumn,
  editedOfferColumns,
  offerLabels,
} from "../../catalog/offerFields.ts";
import { zeroPriceColumn } from "../../catalog/readListPrice.ts";
import type { TradeCodes } from "../../catalog/tradeCodes.ts";
import {
  renderCheckbox,
  renderSelect,
  renderTextArea,
  renderTextField,
  type TextField,
} from "../../html/field.ts";
import type { FormState } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { statusOptions } from "./showCatalog.ts";

function renderRow(...fields: readonly Html[]): Html {
  return html`<div class="fields">
${fields}</div>
`;
}

/** The fields in groups; a column without a group comes last. */
export function renderOfferFields(state: FormState, { certificates }: TradeCodes): Html {
  const placed = new Set<EditedOfferColumn>(["status", "description", zeroPriceColumn]);
  const field = (
    name: EditedOfferColumn,
    more: Partial<Omit<TextField, "name" | "label">> = {},
  ): Html => {
    placed.add(name);
    return renderTextField(state, { autocomplete: "off", ...more, name, label: offerLabels[name] });
  };
  const numbers = "Part numbers, separated by semicolons.";
  const known = certificates.map(({ code }) => nameCertificates(code)).join(", ");
  const status = { name: "status", label: offerLabels.status, options: statusOptions };
  const hint = "Confirms a price of 0.";
  const free = { name: zeroPriceColumn, label: offerLabels[zeroPriceColumn], hint };
  const description = { name: "description", label: offerLabels.description, rows: 3 };
  return html`${[
    html`<h2>Price and stock</h2>\n`,
    renderRow(
      field("price", { optional: true, hint: "Empty: price on request." }),
      field("currency", { maxLength: 3, code: true }),
    ),
    renderCheckbox(state, free),
    renderRow(field("on_hand", { digits: true }), renderSelect(state, status)),
    renderRow(field("min_quantity", { digits: true }), field("multiple", { digits: true })),
    field("lead_time_days", { digits: true, optional: true }),
    html`<h2>Description</h2>\n`,
    renderRow(
      field("part_name", { optional: true }),
      field("title", { optional: true, hint: "Defaults to the part name." }),
    ),
    renderTextArea(state, { ...description, optional: true, maxLength: 4_000 }),
    html`<h2>Certificates</h2>\n`,
    renderRow(
      field("certificate", { optional: true, hint: `One of ${known}.` }),
      field("shelf_life_expires", { optional: true, type: "date" }),
    ),
    html`<h2>Replacements and alternates</h2>\n`,
    field("superseded_by", { optional: true, code: true }),
    renderRow(
      field("alternates", { optional: true, code: true, hint: numbers }),
      field("interchangeable", { optional: true, code: true, hint: numbers }),
    ),
    html`<h2>Origin</h2>\n`,
    field("manufacturer", { optional: true }),
    renderRow(
      field("cage", { optional: true, code: true }),
      field("nsn", { optional: true, code: true }),
    ),
    ...editedOfferColumns
      .filter((column) => !placed.has(column))
      .map((column) => field(column, { optional: true })),
  ]}`;
}
