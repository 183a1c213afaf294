// The name of a list, saving it or no longer, and ordering it again: for everyone in the account.
import { renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion } from "../../html/question.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";

export const nameField = "name";
export const savedField = "saved";
/** The value of `savedField` with which a list is no longer saved. */
export const notSaved = "no";

export function renderRepeatForm({ listId, name }: Pick<OrderList, "listId" | "name">): Html {
  return renderForm({
    action: `/quick-order/${listId}/repeat`,
    button: { text: "Order again", label: `Order again: ${name}` },
  });
}

/** A list that is no longer saved keeps its name. */
function renderEndForm({ listId, name }: OrderList): Html {
  return renderForm({
    action: `/quick-order/${listId}/settings`,
    hidden: { [nameField]: name, [savedField]: notSaved },
    body: html`<p class="hint">Lists that are not saved are deleted after some time.</p>\n`,
    button: { text: "Remove from saved lists" },
  });
}

/** `refused` is the state of a refused form. */
export function renderListMenu(list: OrderList, refused: FormState | null): Html {
  const { listId, name, isSaved } = list;
  const state = refused ?? { ...freshForm({ [nameField]: name }), prefix: "list" };
  const form = renderForm({
    action: `/quick-order/${listId}/settings`,
    state,
    body: renderTextField(state, {
      name: nameField,
      label: "Name",
      hint: "Everyone in your account can use a saved list. It is never deleted.",
      maxLength: 200,
    }),
    button: { text: "Save list" },
  });
  const end = isSaved ? renderEndForm(list) : null;
  const body = html`${form}${list.isUnclear ? null : renderRepeatForm(list)}${end}`;
  return renderQuestion(isSaved ? "Saved list" : "Name and save", "List", body, state);
}
