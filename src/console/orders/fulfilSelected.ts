// Fulfilling the orders that were selected in the list. The answer says what became of each.
import { operatorActor } from "../../audit/actor.ts";
import { statusWords } from "../../components/nameOrder.ts";
import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { type FieldFault, renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderRows } from "../../html/table.ts";
import { maxSelected, readSelected } from "../../kit/selection.ts";
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
  fulfilPath,
  orderColumns,
  ownReference,
  refuseSelection,
  sharedName,
  versionName,
} from "./fulfilForm.ts";
import { endBounds } from "./refusedForms.ts";
import { texts } from "./texts.ts";

const { several } = texts;

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
  const text = several.referenceLength(max);
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

/** Asks once if the shared reference would go to orders of several accounts. */
function findUnconfirmedShare(form: Fields, orders: readonly SelectedOrder[]): FieldFault[] {
  if (form.text(sharedName) === "yes") return [];
  const sharing = orders.filter(
    ({ orderId, status }) => status === "confirmed" && readLine(form, ownReference(orderId)) === "",
  );
  const accounts = new Set(sharing.map(({ accountId }) => accountId)).size;
  if (accounts < 2) return [];
  const names = sharing.map(({ orderNumber }) => orderNumber).join(", ");
  return [{ field: sharedName, text: several.shareAsked(names, accounts) }];
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
      return several.busy;
    case "unknown":
      return several.unknown;
    case "not attempted":
      return several.notAttempted;
    case "changed":
      if (result.status === "confirmed") return several.changedRequest;
      return several.changed(statusWords[result.status][1].toLowerCase());
  }
}

/** `mayRetry`: it may still be confirmed. */
type Refusal = SelectedOrder & { readonly why: string; readonly mayRetry: boolean };

function renderRefusals(refusals: readonly Refusal[]): Html | null {
  if (refusals.length === 0) return null;
  const open = refusals.filter(({ mayRetry }) => mayRetry);
  const query = new URLSearchParams(open.map(({ orderId }) => ["order", orderId]));
  const rows = renderRows(several.refusedCaption, refusals, [
    ...orderColumns,
    { title: several.reason, kind: "prose", cell: ({ why }) => why },
  ]);
  const again =
    open.length === 0 ? null : renderButtonLink(`${fulfilPath}?${query}`, several.again, "primary");
  return renderCard({ title: several.refused, beside: again, body: rows });
}

type Fulfilled = SelectedOrder & { readonly reference: string };

function renderFulfilled(orders: readonly Fulfilled[]): Html | null {
  if (orders.length === 0) return null;
  const rows = renderRows(several.fulfilledCaption, orders, [
    ...orderColumns,
    { title: several.ownReference, kind: "code", cell: ({ reference }) => reference },
  ]);
  return renderCard({ title: several.fulfilled, body: rows });
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
    repeated === 0 ? several.done(done) : several.doneRepeated(done, formatCount(repeated));
  const notice = done === 0 ? renderNotice("short", several.noneDone) : renderNotice("good", told);
  return answerPage(
    {
      title: several.title,
      above,
      body: html`${notice}${renderRefusals(refusals)}${renderFulfilled(fulfilled)}
<p><a href="${above.href}">${several.orders}</a></p>
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
  const faults = flaws.length > 0 ? flaws : findUnconfirmedShare(form, orders);
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
