// Changes to a draft. Each ends at the order's page: with a redirect after a change, otherwise with
// the errors next to what was typed.
import { quantityField } from "../../components/lineFields.ts";
import { quantityRange, readFrom } from "../../components/orderLines.ts";
import { limits } from "../../contract/limits.ts";
import type { Queryable } from "../../db/database.ts";
import { type ConflictField, renderConflict } from "../../html/conflict.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import type { FieldFault } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { discardDraft } from "../../orders/cancelOrder.ts";
import { type EditOutcome, editDraft } from "../../orders/drafts/editDraft.ts";
import type { BrokenLimit, DraftEdit, RefusedLine } from "../../orders/drafts/editLines.ts";
import { undoRemoval } from "../../orders/drafts/undoRemoval.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { Change, LineChange, OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { runOrderTransaction } from "../../orders/runOrderTransaction.ts";
import { readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect } from "../../site/visit.ts";
import { orderAddress } from "../addresses.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import type { AddForm } from "./addForm.ts";
import { readDraftForm } from "./readDraftForm.ts";
import { answerOrder } from "./showOrder.ts";
import { texts } from "./texts.ts";
import { keepTyped, mergeTyped, showsVersion } from "./typedDraft.ts";

// What changed in a draft after a form showed it, and whether the same person changed it.

/** `isOwn`: only by the person who sent the form, in another tab or window. */
type EditsSince = { readonly isOwn: boolean; readonly fields: readonly ConflictField[] };

/** A field of a draft as it was before and after an edit. */
type Edited = { readonly label: string } & Change<string>;

function toEdited<Value>(label: string, change: Change<Value> | undefined): Edited[] {
  if (change === undefined) return [];
  const { before, after } = change;
  return [{ label, before: String(before ?? ""), after: String(after ?? "") }];
}

function listQuantity({ partNumber, quantity }: LineChange): Edited[] {
  const { quantityOf, absent, gone } = texts.change;
  const present = quantity && {
    before: quantity.before ?? absent,
    after: quantity.after ?? gone,
  };
  return toEdited<string | number>(quantityOf(partNumber), present);
}

/** What decides whether the order is still wanted: remarks and dates stay as others wrote them. */
function listEdited({ details: { poNumber, shipTo, lines = [] } }: OrderEvent): Edited[] {
  return [
    ...toEdited(texts.order.poNumber, poNumber),
    ...toEdited(texts.order.shipTo, shipTo),
    ...lines.flatMap(listQuantity),
  ];
}

/** Several edits of a field are one. Nothing was typed into it, so that saving keeps it. */
function toField(label: string, edits: readonly Edited[]): ConflictField {
  const [before = "", after = ""] = [edits[0]?.before, edits.at(-1)?.after];
  return {
    label,
    current: after,
    typed: texts.change.before(before),
    differs: before !== after,
  };
}

/** What others, or the same person in another tab, changed after the version of the form. */
async function loadEditsSince(
  db: Queryable,
  { form, signedIn }: Visit,
  { orderId }: StoredOrder,
): Promise<EditsSince> {
  const shown = readFormVersion(form);
  const timeline = await selectTimeline(db, orderId);
  const edits = timeline.filter(({ version }) => version > shown);
  const { userId } = signedIn.user;
  const isOwn = ({ actor, actorId }: OrderEvent) => actor === "buyer" && actorId === userId;
  const ofLabel = Map.groupBy(edits.flatMap(listEdited), ({ label }) => label);
  return {
    isOwn: edits.length > 0 && edits.every(isOwn),
    fields: [...ofLabel].map(([label, changes]) => toField(label, changes)),
  };
}

const maxLines = limits.orderLines;

const bounds: Readonly<Record<BrokenLimit, string>> = {
  "no lines": texts.change.noLines,
  "too many lines": texts.change.tooManyLines(maxLines),
  quantity: texts.change.quantity(quantityRange),
};

const stale = renderNotice("short", texts.change.stale, texts.change.staleHint);

const ownStale = renderNotice("short", texts.change.ownStale, texts.change.ownStaleHint);

/** For a form into which nothing was typed. */
function renderStale({ isOwn }: EditsSince): Html {
  return isOwn ? ownStale : stale;
}

/** An order that is no longer a draft, with what was typed for it, which would be lost. */
function answerClosed(context: PortalContext, visit: Visit, order: StoredOrder): Promise<Answer> {
  const typed = mergeTyped(order, visit.form).fields.filter(({ differs }) => differs);
  const rows = typed.map(({ label, typed }) => ({ term: label, value: typed }));
  const body =
    rows.length > 0 &&
    html`<p>${texts.change.typed}</p>
${renderDefinitions(rows)}`;
  const notice = renderNotice("short", texts.change.closed, body || undefined);
  return answerOrder(context, visit, order, { notice, status: 409 });
}

/** For changes that met an import or another order of the same stock. */
export const busyNotice = renderNotice("short", texts.change.busy, texts.change.busyHint);

const busy = { notice: busyNotice, status: 409 } as const;

function toFaults(lines: readonly RefusedLine[]): FieldFault[] {
  return lines.flatMap(({ lineNumber, faults }) => {
    const field = lineNumber === null ? "" : quantityField(lineNumber);
    return faults.map(({ message }) => {
      return {
        field,
        text: lineNumber === null ? message : texts.change.line(lineNumber, message),
      };
    });
  });
}

/**
 * `edit` is added to what was typed. `isConfirming`: the order was to be confirmed. `showAdding`: the form for a part, as typed.
 */
type DraftChange = {
  readonly edit: DraftEdit;
  readonly done: string;
  readonly isConfirming?: true;
  readonly showAdding?: (faults: readonly FieldFault[]) => AddForm;
};

/** Buttons of other pages send no field of the draft: a refusal concerns the whole draft. */
function describeRefusal(faults: readonly FieldFault[]): Html {
  const reasons = faults.map(({ text }) => html`<p>${text}</p>`);
  return renderNotice("short", texts.change.nothing, reasons);
}

/** The page with what was typed, and what is wrong with it. */
function refuse(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  { edit, showAdding }: DraftChange,
  faults: readonly FieldFault[],
): Promise<Answer> {
  const { form } = visit;
  if ((edit.reprice || edit.fit) && !form.has("po_number")) {
    return answerOrder(context, visit, order, { notice: describeRefusal(faults), status: 422 });
  }
  const isOfPart = ({ field }: FieldFault) => showAdding !== undefined && field === "";
  const typed = keepTyped(
    order,
    form,
    faults.filter((fault) => !isOfPart(fault)),
  );
  const adding = showAdding && { adding: showAdding(faults.filter(isOfPart)) };
  return answerOrder(context, visit, order, { form: typed, ...adding, status: 422 });
}

/** How a form of an earlier version is answered. */
type Passed = Pick<DraftChange, "showAdding" | "isConfirming">;

/** The current draft with what was typed over it, and both versions of what differs. */
async function answerStale(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  { showAdding, isConfirming }: Passed,
): Promise<Answer> {
  const { form, fields } = mergeTyped(order, visit.form);
  const since = await loadEditsSince(context.db, visit, order);
  const labels = new Set(fields.map(({ label }) => label));
  const others = since.fields.filter(({ label }) => !labels.has(label));
  const { own, conflict, notConfirmed } = texts.change;
  const sentences = [...(isConfirming ? [notConfirmed] : []), ...(since.isOwn ? [] : [conflict])];
  const changedBy = sentences.length === 0 ? null : sentences.join(" ");
  const both = [...fields, ...others];
  const notice =
    fields.length === 0
      ? renderStale(since)
      : renderConflict(changedBy, both, since.isOwn ? own : undefined);
  const adding = showAdding && { adding: showAdding([]) };
  return answerOrder(context, visit, order, { notice, form, ...adding, status: 409 });
}

/**
 * The answer to a form of an earlier version, or of an order that is no longer a draft; null if the
 * form shows this version. Nothing of a form is read by line number before.
 */
export function answerPassed(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  change: Passed,
): Promise<Answer> | null {
  if (order.status !== "draft") return answerClosed(context, visit, order);
  return showsVersion(order, visit.form) ? null : answerStale(context, visit, order, change);
}

/** Where a saved draft continues: at its review, or at its page with what was done. */
function continueAt({ orderId }: StoredOrder, { form }: Visit, done: string): Answer {
  if (form.has("review")) return redirect(orderAddress(orderId, "/confirm"));
  const from = readFrom(form.text("from"));
  const place = from === 0 ? "" : `&from=${from + 1}`;
  return redirect(orderAddress(orderId, `?done=${done}${place}`));
}

/** Saves what was typed into a draft, together with `change`. */
export async function changeDraft(
  context: PortalContext,
  visit: Visit,
  order: StoredOrder,
  change: DraftChange,
): Promise<Answer> {
  const { signedIn, requestId, now, form } = visit;
  const { orderId } = order;
  const passed = answerPassed(context, visit, order, change);
  if (passed !== null) return passed;
  const typed = readDraftForm(form, order, now);
  if (typed.faults.length > 0) return refuse(context, visit, order, change, typed.faults);
  const edit: DraftEdit = { ...typed.edit, ...change.edit };
  const asked = { signedIn, orderId, version: readFormVersion(form), edit, requestId, now };
  const outcome: EditOutcome | "busy" = await runOrderTransaction(context.db, (tx) =>
    editDraft(tx, asked),
  );
  if (outcome === "busy") {
    const adding = change.showAdding && { adding: change.showAdding([]) };
    return answerOrder(context, visit, order, { ...busy, form: keepTyped(order, form), ...adding });
  }
  switch (outcome.outcome) {
    case "unknown":
      return notFound;
    case "edited":
    case "unchanged": {
      const isShorter = outcome.order.lines.length < order.lines.length;
      const shown = isShorter ? `removed&version=${outcome.order.version}` : change.done;
      return continueAt(order, visit, outcome.outcome === "edited" ? shown : "unchanged");
    }
    case "stale":
      return answerStale(context, visit, outcome.order, change);
    case "closed":
      return answerClosed(context, visit, outcome.order);
    case "refused":
    case "outside limits": {
      const faults =
        outcome.outcome === "refused"
          ? toFaults(outcome.lines)
          : [{ field: "", text: bounds[outcome.limit] }];
      return refuse(context, visit, outcome.order, change, faults);
    }
  }
}

export const updatePrices: Handler<StoredOrder> = (context, visit, order) =>
  changeDraft(context, visit, order, { edit: { reprice: true }, done: "repriced" });

export const reduceToStock: Handler<StoredOrder> = (context, visit, order) =>
  changeDraft(context, visit, order, { edit: { fit: true }, done: "fitted" });

const discardedStale = renderNotice("short", texts.change.notDiscarded, texts.change.staleHint);

/** Discards the draft that the buyer saw. */
export const discard: Handler<StoredOrder> = async (context, visit, order) => {
  const { signedIn, requestId, now, form } = visit;
  const { orderId } = order;
  const asked = { signedIn, orderId, version: readFormVersion(form), requestId, now };
  const ended = await runOrderTransaction(context.db, (tx) => discardDraft(tx, asked));
  if (ended === "busy") return answerOrder(context, visit, order, busy);
  if (ended.outcome === "unknown") return notFound;
  if (ended.outcome === "stale") {
    return answerOrder(context, visit, ended.order, { notice: discardedStale, status: 409 });
  }
  if (ended.outcome === "closed") {
    const notice = renderNotice("short", texts.change.notDiscardedClosed);
    return answerOrder(context, visit, ended.order, { notice, status: 409 });
  }
  if (ended.outcome === "done") context.countOrder("discarded", 1);
  return redirect(orderAddress(orderId, "?done=discarded"));
};

/** Restores the lines that the last change removed. */
export const restoreLines: Handler<StoredOrder> = async (context, visit, order) => {
  const { signedIn, requestId, now, form } = visit;
  const asked = { signedIn, orderId: order.orderId, version: readFormVersion(form) };
  const outcome = await runOrderTransaction(context.db, (tx) =>
    undoRemoval(tx, { ...asked, requestId, now }),
  );
  if (outcome === "busy") return answerOrder(context, visit, order, busy);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "edited") return continueAt(order, visit, "restored");
  return answerOrder(context, visit, outcome.order, { notice: stale, status: 409 });
};
