// Fulfilling the orders that were selected in the list. The answer says what became of each.
import { operatorActor } from "../../audit/actor.ts";
import { statusWords } from "../../components/nameOrder.ts";
import { maxSelected, readSelected } from "../../components/selection.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type FieldFault, renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import { type FulfilmentOutcome, fulfilOrders } from "../../orders/operators/fulfilOrders.ts";
import {
  type SelectedOrder,
  selectOrdersById,
} from "../../orders/operators/operatorOrderQueries.ts";
import type { Fields } from "../../site/fields.ts";
import { type Answer, answerPage } from "../../site/visit.ts";
import type { Handler } from "../consoleContext.ts";
import { readLine } from "./changeOrder.ts";
import {
  above,
  answerFulfilForm,
  countOrders,
  fulfilPath,
  orderColumns,
  ownReference,
  refuseSelection,
  versionName,
} from "./fulfilForm.ts";
import { endBounds } from "./refusedForms.ts";

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
      return "Not attempted, because the orders before took too long. Try again.";
    case "changed": {
      const status = statusWords[result.status][1].toLowerCase();
      return `The order has changed since you opened the page. It is ${status} now.`;
    }
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

function answerResults(
  orders: readonly SelectedOrder[],
  results: ReadonlyMap<string, FulfilmentOutcome>,
): Answer {
  const refusals = orders.flatMap((order): Refusal[] => {
    const result = results.get(order.orderId) ?? { outcome: "unknown" };
    const why = describeRefusal(result);
    const mayRetry = result.outcome !== "changed" || result.status === "confirmed";
    return why === null ? [] : [{ ...order, why, mayRetry }];
  });
  const done = orders.length - refusals.length;
  const repeated = [...results.values()].filter(({ outcome }) => outcome === "repeated").length;
  const already =
    repeated === 0 ? "" : ` ${formatCount(repeated)} of them had been fulfilled before.`;
  const notice =
    done === 0
      ? renderNotice("short", "No order was fulfilled.")
      : renderNotice("good", `${countOrders(done)} fulfilled.${already}`);
  return answerPage(
    {
      title: "Fulfil orders",
      above,
      body: html`${notice}${renderRefusals(refusals)}
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
  const faults = findFaults(form, ids);
  if (faults.length > 0) return answerFulfilForm(orders, { value: form.text, faults, prefix });
  if (orders.length === 0) return refuseSelection(0);
  const shared = readLine(form, "reference");
  const fulfilments = orders.map(({ orderId }) => ({
    orderId,
    version: readVersion(form, orderId),
    reference: readLine(form, ownReference(orderId)) || shared,
  }));
  const by = { actor: operatorActor(visit), now };
  const mail = { encryption, supportEmail, publicUrl };
  const outcomes = await fulfilOrders(db, fulfilments, by, mail);
  context.countOrder("fulfilled", outcomes.filter(({ outcome }) => outcome === "done").length);
  return answerResults(
    orders,
    new Map(outcomes.map((outcome, place) => [orders[place]?.orderId ?? "", outcome])),
  );
};
