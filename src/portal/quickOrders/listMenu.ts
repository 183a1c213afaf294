// The name of a list, whether it is saved, and ordering it again: for everyone in the account.
import { renderCheckbox, renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderQuestion } from "../../html/question.ts";
import type { OrderList } from "../../quickOrders/orderList.ts";
import { texts } from "./texts.ts";

export const nameField = "name";
export const savedField = "saved";

export function renderRepeatForm({ listId, name }: Pick<OrderList, "listId" | "name">): Html {
  return renderForm({
    action: `/quick-order/${listId}/repeat`,
    button: { text: texts.menu.orderAgain, label: texts.menu.orderAgainOf(name) },
  });
}

/** `refused` is the state of a refused form. */
export function renderListMenu(list: OrderList, refused: FormState | null): Html {
  const { listId, name, isSaved } = list;
  const state = refused ?? {
    ...freshForm({ [nameField]: name, [savedField]: isSaved ? "yes" : "" }),
    prefix: "list",
  };
  const form = renderForm({
    action: `/quick-order/${listId}/settings`,
    state,
    body: [
      renderTextField(state, { name: nameField, label: texts.menu.name, maxLength: 200 }),
      renderCheckbox(state, {
        name: savedField,
        label: texts.menu.save,
        hint: texts.menu.saveHint,
      }),
    ],
    button: { text: texts.menu.send },
  });
  const body = html`${form}${list.isUnclear ? null : renderRepeatForm(list)}`;
  return renderQuestion(
    isSaved ? texts.menu.saved : texts.menu.nameAndSave,
    texts.menu.title,
    body,
    state,
  );
}
