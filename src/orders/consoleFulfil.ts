import { operatorActor } from "../audit/actor.ts";
import { linkAccount, orderAddress } from "../home/consoleAddresses.ts";
import type { Handler } from "../home/consoleContext.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderCellField, renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { type CellColumn, renderRows } from "../kit/html/table.ts";
import { formatMoney } from "../kit/price.ts";
import { maxSelected, readSelected } from "../kit/selection.ts";
import type { Fields } from "../kit/site/fields.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { endBounds, readLine } from "./consoleOrder.ts";
import { type FulfilmentOutcome, fulfilOrders } from "./operatorChanges.ts";
import { type SelectedOrder, selectOrdersById } from "./operatorQueries.ts";
import { renderStatus, statusWords } from "./sharedOrders.ts";

// The page that lists the orders to fulfil and asks for the references of their deliveries.

const listPath = "/console/orders";
export const fulfilPath = `${listPath}/fulfil`;
const formId = "fulfil";
const above = { href: listPath, text: "Orders" };

const orderColumns: readonly CellColumn<SelectedOrder>[] = [
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

function refuseSelection(count: number): Answer {
  const [title, how] =
    count === 0
      ? ["No orders selected", "Select orders in the list with the boxes before their numbers."]
      : ["Too many orders selected", `Select at most ${maxSelected} orders.`];
  const body = renderEmptyState(title, html`<p>${how} <a href="${listPath}">${above.text}</a></p>`);
  return answerPage({ title: "Fulfil orders", above, body }, count === 0 ? 200 : 422);
}

/** The fields of an order. */
const ownReference = (orderId: string): string => `reference-${orderId}`;
const versionName = (orderId: string): string => `version-${orderId}`;

function renderOrdersToFulfil(orders: readonly SelectedOrder[], state: FormState): Html {
  const own: CellColumn<SelectedOrder> = {
    title: "Delivery reference",
    kind: "text",
    titled: true,
    cell: ({ orderId, orderNumber }) =>
      renderCellField(state, {
        name: ownReference(orderId),
        label: `Delivery reference of ${orderNumber}`,
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
    body: html`${fields}${renderTextField(state, {
      name: "reference",
      label: "Shared delivery reference",
      hint: "Air waybill, tracking or packing slip number, visible to the buyers.",
      maxLength: endBounds.reference,
      autocomplete: "off",
      code: true,
    })}`,
    button: { text: `Fulfil ${formatCounted(orders.length, "order")}`, kind: "primary" },
  });
}

function renderOthers(others: readonly SelectedOrder[]): Html | null {
  if (others.length === 0) return null;
  const rows = renderRows("Orders that cannot be fulfilled", others, [
    ...orderColumns,
    {
      title: "State",
      kind: "words",
      corner: true,
      cell: ({ status }) => renderStatus(status),
    },
  ]);
  const title = `${formatCounted(others.length, "order")} that cannot be fulfilled`;
  return renderCard({ title, body: html`<p>Only confirmed orders can be fulfilled.</p>${rows}` });
}

function renderShort(orders: readonly SelectedOrder[]): Html | null {
  const short = orders.filter(({ isShort }) => isShort);
  if (short.length === 0) return null;
  const names = short.map(({ orderNumber }) => orderNumber).join(", ");
  return renderNotice("short", "Less on hand than is allocated", `Check ${names} before shipping.`);
}

function renderRequested(orders: readonly SelectedOrder[]): Html | null {
  const requested = orders.filter(({ isChangeRequested }) => isChangeRequested);
  if (requested.length === 0) return null;
  const names = requested.map(({ orderNumber }) => orderNumber).join(", ");
  const title = formatCounted(requested.length, "change requested", "changes requested");
  return renderNotice("short", title, `Answer the requests on ${names} before shipping.`);
}

function answerFulfilForm(orders: readonly SelectedOrder[], state: FormState): Answer {
  const confirmed = orders.filter(({ status }) => status === "confirmed");
  const others = orders.filter(({ status }) => status !== "confirmed");
  if (orders.length === 0) return refuseSelection(0);
  const form =
    confirmed.length === 0
      ? renderNotice("short", "None of the selected orders can be fulfilled.")
      : html`${[
          renderFaults(state),
          renderRequested(confirmed),
          renderShort(confirmed),
          renderCard({ title: "Orders to fulfil", body: renderOrdersToFulfil(confirmed, state) }),
          renderCard({
            title: "For orders without their own",
            body: renderFulfilForm(confirmed, state),
          }),
        ]}`;
  return answerPage(
    {
      title:
        confirmed.length === 0
          ? "Fulfil orders"
          : `Fulfil ${formatCounted(confirmed.length, "order")}`,
      sentence: "Each order is fulfilled on its own. If one can't be, the others still are.",
      above,
      body: html`${form}${renderOthers(others)}`,
    },
    state.faults.length === 0 ? 200 : 422,
  );
}

// Fulfilling the orders that were selected in the list. The answer says what became of each.

const prefix = "fulfil";

/** The page that asks for the references of the orders that the address names. */
export const showFulfilSelected: Handler = async ({ db }, { query }) => {
  const ids = readSelected(query, "order");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  const orders = await selectOrdersById(db, ids);
  await db.awaitReplication();
  return answerFulfilForm(orders, { value: () => "", faults: [], prefix });
};

function findFaults(form: Fields, ids: readonly string[]): FieldFault[] {
  const max = endBounds.reference;
  const text = `Enter a reference of 1 to ${max} characters.`;
  const isTooLong = (reference: string): boolean => [...reference].length > max;
  const shared = readLine(form, "reference");
  const names = ids.map(ownReference);
  const isNeeded = names.some((name) => readLine(form, name) === "");
  const isFaulty = isTooLong(shared) || (isNeeded && shared === "");
  return [
    ...(isFaulty ? ["reference"] : []),
    ...names.filter((name) => isTooLong(readLine(form, name))),
  ].map((field) => ({ field, text }));
}

/** A reference is shared by orders of one account: buyers see it. */
function findShareFault(form: Fields, orders: readonly SelectedOrder[]): FieldFault[] {
  const sharing = orders.filter(
    ({ orderId, status }) => status === "confirmed" && readLine(form, ownReference(orderId)) === "",
  );
  const accounts = new Set(sharing.map(({ accountId }) => accountId)).size;
  if (accounts < 2) return [];
  const names = sharing.map(({ orderNumber }) => orderNumber).join(", ");
  return [
    {
      field: "reference",
      text:
        `The shared reference would go to ${names}, of ${accounts} accounts. Enter a reference ` +
        "for each of these orders.",
    },
  ];
}

function readVersion(form: Fields, orderId: string): number {
  const text = form.text(versionName(orderId));
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Why an order was not fulfilled; null if it was. */
function describeRefusal(result: FulfilmentOutcome): string | null {
  switch (result.outcome) {
    case "done":
    case "repeated":
      return null;
    case "busy":
      return "Another order or an import is using its parts. Try again in a moment.";
    case "unknown":
      return "The order no longer exists.";
    case "not attempted":
      return "Not attempted, because earlier orders took too long. Try again.";
    case "changed":
      if (result.status === "confirmed")
        return "A change was requested, or a request answered, since you opened the page.";
      return `The order has changed since you opened the page. It is ${statusWords[result.status][1].toLowerCase()} now.`;
  }
}

/** `mayRetry`: it may still be confirmed. */
type Refusal = SelectedOrder & { readonly why: string; readonly mayRetry: boolean };

function renderRefusals(refusals: readonly Refusal[]): Html | null {
  if (refusals.length === 0) return null;
  const open = refusals.filter(({ mayRetry }) => mayRetry);
  const query = new URLSearchParams(open.map(({ orderId }) => ["order", orderId]));
  const rows = renderRows("Orders that were not fulfilled", refusals, [
    ...orderColumns,
    { title: "Reason", kind: "prose", cell: ({ why }) => why },
  ]);
  const again =
    open.length === 0 ? null : renderButtonLink(`${fulfilPath}?${query}`, "Try again", "primary");
  return renderCard({ title: "Not fulfilled", beside: again, body: rows });
}

type Fulfilled = SelectedOrder & { readonly reference: string };

function renderFulfilled(orders: readonly Fulfilled[]): Html | null {
  if (orders.length === 0) return null;
  const rows = renderRows("Orders that were fulfilled", orders, [
    ...orderColumns,
    { title: "Delivery reference", kind: "code", cell: ({ reference }) => reference },
  ]);
  return renderCard({ title: "Fulfilled", body: rows });
}

/** `orders` have the references that were entered. */
function answerResults(
  orders: readonly Fulfilled[],
  results: ReadonlyMap<string, FulfilmentOutcome>,
): Answer {
  const refusals = orders.flatMap((order): Refusal[] => {
    const result = results.get(order.orderId) ?? { outcome: "unknown" };
    const why = describeRefusal(result);
    const mayRetry = result.outcome !== "changed" || result.status === "confirmed";
    return why === null ? [] : [{ ...order, why, mayRetry }];
  });
  const refused = new Set(refusals.map(({ orderId }) => orderId));
  const fulfilled = orders.filter(({ orderId }) => !refused.has(orderId));
  const done = fulfilled.length;
  const repeated = [...results.values()].filter(({ outcome }) => outcome === "repeated").length;
  const told =
    repeated === 0
      ? `${formatCounted(done, "order")} fulfilled.`
      : `${formatCounted(done, "order")} fulfilled. ${formatCount(repeated)} of them had already been fulfilled.`;
  const notice =
    done === 0 ? renderNotice("short", "No order was fulfilled.") : renderNotice("good", told);
  return answerPage(
    {
      title: "Fulfil orders",
      above,
      body: html`${notice}${renderRefusals(refusals)}${renderFulfilled(fulfilled)}
<p><a href="${above.href}">Orders to fulfil</a></p>
`,
    },
    refusals.length === 0 ? 200 : 409,
  );
}

export const fulfilSelected: Handler = async (context, visit) => {
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { form, now } = visit;
  const ids = readSelected(form, "order");
  if (ids.length === 0 || ids.length > maxSelected) return refuseSelection(ids.length);
  const orders = await selectOrdersById(db, ids);
  const flaws = findFaults(form, ids);
  const faults = flaws.length > 0 ? flaws : findShareFault(form, orders);
  if (faults.length > 0) return answerFulfilForm(orders, { value: form.text, faults, prefix });
  if (orders.length === 0) return refuseSelection(0);
  const shared = readLine(form, "reference");
  const fulfilments = orders.map((order) => ({
    ...order,
    version: readVersion(form, order.orderId),
    reference: readLine(form, ownReference(order.orderId)) || shared,
  }));
  const by = { actor: operatorActor(visit), now };
  const mail = { encryption, supportEmail, publicUrl };
  const outcomes = await fulfilOrders(db, fulfilments, by, mail);
  context.countOrder("fulfilled", outcomes.filter(({ outcome }) => outcome === "done").length);
  return answerResults(
    fulfilments,
    new Map(outcomes.map((outcome, place) => [orders[place]?.orderId ?? "", outcome])),
  );
};
