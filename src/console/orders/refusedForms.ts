// What operators do to an order: the forms by which they fulfil it, cancel it and write a note.

import { nameOrder } from "../../components/nameOrder.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion, renderTypedName } from "../../html/question.ts";
import { maxNoteLength } from "../../orders/operators/addOrderNote.ts";
import { type StoredOrder, shortOrderId } from "../../orders/order.ts";
import { orderAddress } from "../addresses.ts";

/** In characters. */
export const endBounds = { reference: 100, reason: 500 } as const;

/** The forms of the page that were refused, by what they do. */
export type RefusedForms = {
  readonly fulfilling?: FormState;
  readonly cancelling?: FormState;
  readonly noting?: FormState;
};

function hiddenOf({ version }: StoredOrder): Record<string, string> {
  return { version: String(version) };
}

/** Fulfilling a confirmed order: the page's primary button. */
export function renderFulfilment(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "fulfil" };
  return renderForm({
    action: orderAddress(order.orderId, "/fulfil"),
    hidden: hiddenOf(order),
    label: "Fulfil the order",
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "reference",
      label: "Reference of the delivery",
      hint: "A waybill or delivery note. The buyer sees it.",
      maxLength: endBounds.reference,
      autocomplete: "off",
      code: true,
    })}${renderActions(renderButton({ text: `Fulfil ${nameOrder(order)}`, kind: "primary" }))}`,
  });
}

/** Cancelling a confirmed order: for good, so its id is typed. */
export function renderCancellation(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "cancel" };
  const form = renderForm({
    action: orderAddress(order.orderId, "/cancel"),
    hidden: hiddenOf(order),
    label: "Cancel the order",
    body: html`${renderFaults(state)}${renderTextField(state, {
      name: "reason",
      label: "Reason",
      hint: "The buyer reads it in the mail and on the order.",
      maxLength: endBounds.reason,
      autocomplete: "off",
    })}${renderTypedName(state, shortOrderId(order.orderId))}${renderActions(
      renderButton({ text: `Cancel ${nameOrder(order)}`, kind: "danger" }),
    )}`,
  });
  return refused === undefined
    ? renderQuestion("Cancel the order", "A cancelled order does not come back.", form)
    : form;
}

/** Writing a note for the other operators. */
export function renderNoting(order: StoredOrder, refused: FormState | undefined): Html {
  const state = refused ?? { ...freshForm(), prefix: "note" };
  return renderForm({
    action: orderAddress(order.orderId, "/notes"),
    label: "Write a note",
    body: html`${renderFaults(state)}${renderTextArea(state, {
      name: "text",
      label: "New note",
      hint: "Operators alone read it. It stays as it is written.",
      rows: 2,
      maxLength: maxNoteLength,
    })}${renderActions(renderButton({ text: "Add the note" }))}`,
  });
}
