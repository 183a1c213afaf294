import type { Offer } from "../../catalog/offer.ts";
import { type Option, renderSelect, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { formatMoney } from "../../price.ts";
import { orderAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

/** The form's state, and the offers to choose from if the number has several. */
export type AddForm = { readonly state: FormState; readonly options: readonly Option[] };

/** The id of the form of a draft. */
export const draftForm = "draft";

/** An offer as an option; `partId` is its value. */
export function toOfferOption(offer: Offer, partId: string): Option {
  const { condition, vendor, stock, unitOfMeasure, listPrice } = offer;
  const price =
    listPrice === null ? texts.add.noListPrice : texts.add.listPrice(formatMoney(listPrice));
  const text = texts.add.option(condition, vendor, stock, unitOfMeasure, price);
  return { value: partId, text };
}

/** A part of the draft's form, so that adding a part saves what else was typed. */
export function renderAddForm({ orderId }: StoredOrder, adding?: AddForm): Html {
  const { state, options } = adding ?? {
    state: { ...freshForm({ quantity: "1" }), prefix: "add" },
    options: [],
  };
  const choice =
    options.length === 0
      ? null
      : renderSelect(state, { name: "part_id", label: texts.add.offer, options, form: draftForm });
  return html`<section class="card unprinted" aria-label="${texts.add.title}">
<header><h2>${texts.add.heading}</h2></header>
${renderFaults(state)}<div class="form">
<div class="fields">${renderTextField(state, {
    name: "part_number",
    label: texts.add.partNumber,
    code: true,
    maxLength: 200,
    autocomplete: "off",
    form: draftForm,
  })}${renderTextField(state, {
    name: "quantity",
    label: texts.add.quantity,
    digits: true,
    maxLength: 7,
    autocomplete: "off",
    form: draftForm,
  })}${choice}</div>
${renderActions(
  renderButton({ text: texts.add.button, action: orderAddress(orderId, "/add"), form: draftForm }),
)}</div>
</section>
`;
}
