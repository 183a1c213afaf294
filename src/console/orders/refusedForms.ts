// The forms on the page of an order.

import { nameOrder } from "../../components/nameOrder.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion, renderTypedName } from "../../html/question.ts";
import { maxNoteLength } from "../../orders/operators/addOrderNote.ts";
import { type StoredOrder, shortOrderName } from "../../orders/order.ts";
import { orderAddress } from "../addresses.ts";
import { texts } from "./texts.ts";

/** In characters. */
export const endBounds = { reference: 100, reason: 500 } as const;

/** The forms that were refused. */
export type RefusedForms = {
  readonly fulfilling?: FormState;
  readonly correcting?: FormState;
  readonly cancelling?: FormState;
  readonly noting?: FormState;
};

function hiddenFields({ version }: StoredOrder): Record<string, string> {
  return { version: String(version) };
}

export function renderFulfilment(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "fulfil" };
  return renderForm({
    action: orderAddress(order.orderId, "/fulfil"),
    hidden: hiddenFields(order),
    label: "Fulfil order",
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "reference",
      label: texts.fulfilment.reference,
      hint: "Air waybill, tracking or packing slip number. Visible to the buyer.",
      maxLength: endBounds.reference,
      autocomplete: "off",
      code: true,
    })}`,
    button: { text: `Fulfil ${nameOrder(order)}`, kind: "primary" },
  });
}

/** Replaces the reference of a fulfilled order. */
export function renderCorrection(
  order: StoredOrder,
  reference: string,
  refused: FormState | undefined,
): Html {
  const state = refused ?? { ...freshForm({ reference }), prefix: "correct" };
  const { correction } = texts;
  const form = renderForm({
    action: orderAddress(order.orderId, "/reference"),
    hidden: hiddenFields(order),
    label: correction.open,
    body: html`${renderFaults(state)}<p class="quiet">${correction.staysFulfilled}</p>
${renderTextField(state, {
  name: "reference",
  label: texts.fulfilment.reference,
  hint: correction.hint,
  maxLength: endBounds.reference,
  autocomplete: "off",
  code: true,
})}`,
    button: { text: correction.button, kind: "primary" },
  });
  return renderQuestion(correction.open, correction.title, form, state);
}

/** Cancelling cannot be undone, so the name of the order must be typed. */
export function renderCancellation(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "cancel" };
  const form = renderForm({
    action: orderAddress(order.orderId, "/cancel"),
    hidden: hiddenFields(order),
    label: texts.cancellation.button,
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "reason",
      label: "Reason",
      hint: "Sent to the buyer and shown on the order.",
      maxLength: endBounds.reason,
      autocomplete: "off",
    })}${renderTypedName(state, shortOrderName(order))}`,
    button: { text: `Cancel ${nameOrder(order)}`, kind: "danger" },
  });
  return refused === undefined
    ? renderQuestion(texts.cancellation.button, "Cancelling cannot be undone.", form)
    : form;
}

export function renderNoteForm(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "note" };
  return renderForm({
    action: orderAddress(order.orderId, "/notes"),
    label: texts.order.addNote,
    body: html`${renderFaults(state)}${renderTextArea(state, {
      name: "text",
      label: "New note",
      hint: "Only visible to operators. Notes cannot be edited or deleted.",
      rows: 2,
      maxLength: maxNoteLength,
    })}`,
    button: { text: texts.order.addNote },
  });
}
