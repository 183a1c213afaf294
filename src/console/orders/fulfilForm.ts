// The page that lists the orders to fulfil and asks for the references of their deliveries.
import { renderStatus } from "../../components/nameOrder.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderCellField, renderCheckbox, renderTextField } from "../../html/field.ts";
import { type FormState, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import { maxSelected } from "../../kit/selection.ts";
import type { SelectedOrder } from "../../orders/operators/operatorOrderQueries.ts";
import { formatMoney } from "../../price.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { linkAccount, orderAddress } from "../addresses.ts";
import { endBounds } from "./refusedForms.ts";
import { texts } from "./texts.ts";

const { several } = texts;

const listPath = "/console/orders";
export const fulfilPath = `${listPath}/fulfil`;
const formId = "fulfil";
export const above = { href: listPath, text: texts.list.title };

export const orderColumns: readonly CellColumn<SelectedOrder>[] = [
  {
    title: "Order",
    kind: "code",
    cell: ({ orderId, orderNumber }) => html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  },
  {
    title: texts.list.account,
    kind: "text",
    cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
  },
  { title: texts.list.po, kind: "text", cell: ({ poNumber }) => poNumber },
];

export function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? [several.noneSelected, several.noneSelectedHint]
      : [several.tooMany, several.tooManyHint(maxSelected)];
  const body = renderEmptyState(title, html`<p>${how} <a href="${listPath}">${above.text}</a></p>`);
  return answerPage({ title: several.title, above, body }, count === 0 ? 200 : 422);
}

/** The fields of an order. */
export const ownReference = (orderId: string): string => `reference-${orderId}`;
export const versionName = (orderId: string): string => `version-${orderId}`;

function renderOrdersToFulfil(orders: readonly SelectedOrder[], state: FormState): Html {
  const own: CellColumn<SelectedOrder> = {
    title: several.ownReference,
    kind: "text",
    titled: true,
    cell: ({ orderId, orderNumber }) =>
      renderCellField(state, {
        name: ownReference(orderId),
        label: several.ownReferenceOf(orderNumber),
        width: 18,
        maxLength: endBounds.reference,
        code: true,
        form: formId,
      }),
  };
  return renderRows(several.orders, orders, [
    ...orderColumns,
    { title: texts.list.lines, kind: "number", cell: ({ lines }) => lines },
    { title: "Total", kind: "number", cell: ({ subtotal }) => formatMoney(subtotal) },
    own,
  ]);
}

/** Answers that the shared reference is meant for orders of several accounts. */
export const sharedName = "shared";

function asksToShare(state: FormState): boolean {
  return (
    state.value(sharedName) === "yes" || state.faults.some(({ field }) => field === sharedName)
  );
}

function renderFulfilForm(orders: readonly SelectedOrder[], state: FormState): Html {
  const fields = orders.map(
    ({ orderId, version }) => html`<input type="hidden" name="order" value="${orderId}">
<input type="hidden" name="${versionName(orderId)}" value="${version}">
`,
  );
  return renderForm({
    id: formId,
    action: fulfilPath,
    label: several.title,
    body: html`${fields}${renderTextField(state, {
      name: "reference",
      label: several.sharedReference,
      hint: several.hint,
      maxLength: endBounds.reference,
      autocomplete: "off",
      code: true,
    })}${
      asksToShare(state) ? renderCheckbox(state, { name: sharedName, label: several.share }) : null
    }`,
    button: { text: several.fulfil(orders.length), kind: "primary" },
  });
}

function renderOthers(others: readonly SelectedOrder[]): Html | null {
  if (others.length === 0) return null;
  const rows = renderRows(several.others, others, [
    ...orderColumns,
    {
      title: texts.list.state,
      kind: "words",
      corner: true,
      cell: ({ status }) => renderStatus(status),
    },
  ]);
  const title = several.othersTitle(others.length);
  return renderCard({ title, body: html`<p>${several.onlyConfirmed}</p>${rows}` });
}

function renderShort(orders: readonly SelectedOrder[]): Html | null {
  const short = orders.filter(({ isShort }) => isShort);
  if (short.length === 0) return null;
  const names = short.map(({ orderNumber }) => orderNumber).join(", ");
  return renderNotice("short", texts.order.short, several.checkShort(names));
}

function renderRequested(orders: readonly SelectedOrder[]): Html | null {
  const requested = orders.filter(({ isChangeRequested }) => isChangeRequested);
  if (requested.length === 0) return null;
  const names = requested.map(({ orderNumber }) => orderNumber).join(", ");
  const title = texts.changes.title(requested.length);
  return renderNotice("short", title, several.checkRequested(names));
}

export function answerFulfilForm(orders: readonly SelectedOrder[], state: FormState): Answer {
  const confirmed = orders.filter(({ status }) => status === "confirmed");
  const others = orders.filter(({ status }) => status !== "confirmed");
  if (orders.length === 0) return refuseSelection(0);
  const form =
    confirmed.length === 0
      ? renderNotice("short", several.noneConfirmed)
      : html`${[
          renderFaults(state),
          renderRequested(confirmed),
          renderShort(confirmed),
          renderCard({ title: several.orders, body: renderOrdersToFulfil(confirmed, state) }),
          renderCard({ title: several.shared, body: renderFulfilForm(confirmed, state) }),
        ]}`;
  return answerPage(
    {
      title: confirmed.length === 0 ? several.title : several.fulfil(confirmed.length),
      sentence: several.sentence,
      above,
      body: html`${form}${renderOthers(others)}`,
    },
    state.faults.length === 0 ? 200 : 422,
  );
}
