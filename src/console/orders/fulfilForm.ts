// The page that lists the orders to fulfil and asks for the references of their deliveries.
import { renderStatus } from "../../components/nameOrder.ts";
import { maxSelected } from "../../components/selection.ts";
import { formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderCellField, renderTextField } from "../../html/field.ts";
import { type FormState, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import type { SelectedOrder } from "../../orders/operators/operatorOrderQueries.ts";
import { formatMoney } from "../../price.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import { linkAccount, orderAddress } from "../addresses.ts";
import { endBounds } from "./refusedForms.ts";

const listPath = "/console/orders";
export const fulfilPath = `${listPath}/fulfil`;
const formId = "fulfil";
export const above = { href: listPath, text: "Orders" };

export const countOrders = (count: number): string => formatCounted(count, "order");

export const orderColumns: readonly CellColumn<SelectedOrder>[] = [
  {
    title: "Order",
    kind: "code",
    cell: ({ orderId, orderNumber }) => html`<a href="${orderAddress(orderId)}">${orderNumber}</a>`,
  },
  {
    title: "Account",
    kind: "text",
    cell: ({ accountId, accountName }) => linkAccount(accountId, accountName),
  },
  { title: "PO", kind: "text", cell: ({ poNumber }) => poNumber },
];

export function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? ["No orders selected", "Select orders in the list with the boxes before their numbers."]
      : ["Too many orders selected", `Select at most ${maxSelected} orders.`];
  const body = renderEmptyState(title, html`<p>${how} <a href="${listPath}">Orders</a></p>`);
  return answerPage({ title: "Fulfil orders", above, body }, count === 0 ? 200 : 422);
}

/** The fields of an order. */
export const ownReference = (orderId: string): string => `reference-${orderId}`;
export const versionName = (orderId: string): string => `version-${orderId}`;

function renderOrdersToFulfil(orders: readonly SelectedOrder[], state: FormState): Html {
  const own: CellColumn<SelectedOrder> = {
    title: "Own reference",
    kind: "text",
    titled: true,
    cell: ({ orderId, orderNumber }) =>
      renderCellField(state, {
        name: ownReference(orderId),
        label: `Own reference of ${orderNumber}`,
        width: 18,
        maxLength: endBounds.reference,
        code: true,
        form: formId,
      }),
  };
  return renderRows("Orders to fulfil", orders, [
    ...orderColumns,
    { title: "Lines", kind: "number", cell: ({ lines }) => lines },
    { title: "Total", kind: "number", cell: ({ subtotal }) => formatMoney(subtotal) },
    own,
  ]);
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
    label: "Fulfil orders",
    body: html`${fields}${renderFaults(state)}${renderTextField(state, {
      name: "reference",
      label: "Delivery reference",
      hint: `Air waybill, tracking or packing slip number, visible to the buyers. It is used for all
orders without a reference of their own.`,
      maxLength: endBounds.reference,
      autocomplete: "off",
      focused: true,
      code: true,
    })}`,
    button: { text: `Fulfil ${countOrders(orders.length)}`, kind: "primary" },
  });
}

function renderOthers(others: readonly SelectedOrder[]): Html | null {
  if (others.length === 0) return null;
  const rows = renderRows("Orders that cannot be fulfilled", others, [
    ...orderColumns,
    { title: "State", kind: "words", corner: true, cell: ({ status }) => renderStatus(status) },
  ]);
  const title = `${countOrders(others.length)} not to fulfil`;
  return renderCard({ title, body: html`<p>Only confirmed orders can be fulfilled.</p>${rows}` });
}

function renderShort(orders: readonly SelectedOrder[]): Html | null {
  const short = orders.filter(({ isShort }) => isShort);
  if (short.length === 0) return null;
  const names = short.map(({ orderNumber }) => orderNumber).join(", ");
  return renderNotice("short", "Less on hand than is allocated", `Check ${names} before shipping.`);
}

export function answerFulfilForm(orders: readonly SelectedOrder[], state: FormState): Answer {
  const confirmed = orders.filter(({ status }) => status === "confirmed");
  const others = orders.filter(({ status }) => status !== "confirmed");
  if (orders.length === 0) return refuseSelection(0);
  const form =
    confirmed.length === 0
      ? renderNotice("short", "None of the selected orders can be fulfilled.")
      : html`${[
          renderShort(confirmed),
          renderCard({ title: "Delivery", body: renderFulfilForm(confirmed, state) }),
          renderCard({ title: "Orders to fulfil", body: renderOrdersToFulfil(confirmed, state) }),
        ]}`;
  return answerPage(
    {
      title: confirmed.length === 0 ? "Fulfil orders" : `Fulfil ${countOrders(confirmed.length)}`,
      sentence: "Each order is fulfilled on its own. If one can't be, the others still are.",
      above,
      body: html`${form}${renderOthers(others)}`,
    },
    state.faults.length === 0 ? 200 : 422,
  );
}
