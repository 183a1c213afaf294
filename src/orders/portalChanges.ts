import { type Offer, offerStatusWords } from "../catalog/offer.ts";
import { filterKey } from "../catalog/partNumber.ts";
import { selectOffersOfPart } from "../catalog/queries.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { linkMail } from "../home/portalMailLink.ts";
import { limits } from "../kit/contract/limits.ts";
import { utcDay } from "../kit/day.ts";
import { formatCount } from "../kit/html/amount.ts";
import { renderConflict } from "../kit/html/conflict.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import type { FieldFault } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { readFormVersion } from "../kit/site/fields.ts";
import { type Answer, notFound, redirect } from "../kit/site/visit.ts";
import { listChoices } from "./checkLines.ts";
import { duplicateOrder } from "./drafts/createDraft.ts";
import {
  type BrokenLimit,
  type DraftEdit,
  type EditOutcome,
  editDraft,
  type RefusedLine,
} from "./drafts/editDraft.ts";
import { discardDraft } from "./endOrder.ts";
import type { StoredOrder } from "./order.ts";
import { existingCopy } from "./portalCopy.ts";
import {
  type AddForm,
  keepTyped,
  mergeTyped,
  readDraftForm,
  readQuantity,
  showsVersion,
  toOfferOption,
  typeUsedAddress,
} from "./portalForm.ts";
import { answerOrder } from "./portalOrder.ts";
import { maxChangeLength, maxChangeRequests, requestChange } from "./requestChange.ts";
import { runOncePerForm, runOrderTransaction } from "./runOrderTransaction.ts";
import { quantityField, quantityRange, readFrom } from "./sharedLines.ts";
import { statusWords } from "./sharedOrders.ts";

// Changes to a draft. Each ends at the order's page: with a redirect after a change, otherwise with
// the errors next to what was typed.

const maxLines = limits.orderLines;

const bounds: Readonly<Record<BrokenLimit, string>> = {
  "no lines": "An order needs at least one line. Discard the draft instead.",
  "too many lines": `An order can have up to ${maxLines} lines. Put the rest into another draft.`,
  quantity: `The quantity of a line must be ${quantityRange}.`,
};

const staleHint = "It was saved in another tab or by someone else. This is the current version.";

const stale = renderNotice("short", "Not saved: the draft changed in the meantime", staleHint);

/** An order that is no longer a draft, with what was typed for it, which would be lost. */
function answerClosed(context: PortalContext, visit: Visit, order: StoredOrder): Promise<Answer> {
  const typed = mergeTyped(order, visit.form).fields.filter(({ differs }) => differs);
  const rows = typed.map(({ label, typed }) => ({ term: label, value: typed }));
  const body =
    rows.length > 0 &&
    html`<p>You typed:</p>
${renderDefinitions(rows)}`;
  const notice = renderNotice(
    "short",
    "Not saved: this order is no longer a draft",
    body || undefined,
  );
  return answerOrder(context, visit, order, { notice, status: 409 });
}

/** For changes that met an import or another order of the same stock. */
export const busyNotice = renderNotice(
  "short",
  "Nothing changed: the stock is being updated",
  "An import or another order is using these parts. Try again in a moment.",
);

const busy = { notice: busyNotice, status: 409 } as const;

function toFaults(lines: readonly RefusedLine[]): FieldFault[] {
  return lines.flatMap(({ lineNumber, quantity, faults }) => {
    return faults.map((fault) => {
      const { message } = fault;
      const choices = listChoices(quantity, fault);
      if (lineNumber === null) return { field: "", text: message, choices };
      return { field: quantityField(lineNumber), text: `Line ${lineNumber}: ${message}`, choices };
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
  return renderNotice("short", "Nothing changed", reasons);
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
  const action = orderAddress(order.orderId, "/add");
  const ofPart = faults.filter(isOfPart).map((fault) => ({ ...fault, field: "quantity", action }));
  const adding = showAdding && { adding: showAdding(ofPart) };
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
  const sentences = [
    ...(isConfirming ? ["The order was not confirmed."] : []),
    "This draft was changed in another tab or by someone else.",
  ];
  const notice = fields.length === 0 ? stale : renderConflict(sentences.join(" "), fields);
  const adding = showAdding && { adding: showAdding([]) };
  return answerOrder(context, visit, order, { notice, form, ...adding, status: 409 });
}

/**
 * The answer to a form of an earlier version, or of an order that is no longer a draft; null if the
 * form shows this version. Nothing of a form is read by line number before.
 */
function answerPassed(
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
      const done = isShorter ? "removed" : change.done;
      return continueAt(order, visit, outcome.outcome === "edited" ? done : "unchanged");
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

const discardedStale = renderNotice(
  "short",
  "Not discarded: the draft changed in the meantime",
  staleHint,
);

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
    const notice = renderNotice("short", "Not discarded: this order is no longer a draft");
    return answerOrder(context, visit, ended.order, { notice, status: 409 });
  }
  if (ended.outcome === "done") context.countOrder("discarded", 1);
  return redirect(orderAddress(orderId, "?done=discarded"));
};

const maxPartNumberLength = 200;
const severalOffers = "This number has several offers. Choose one.";
const choiceHeld = "The offer you chose can no longer be ordered. Choose another.";

type AskedPart = {
  readonly offers: readonly Offer[];
  readonly offer: Offer | undefined;
  /** The chosen offer exists but cannot be ordered. */
  readonly isChoiceHeld: boolean;
  readonly quantity: number | undefined;
};

async function readPart({ db, partIds }: PortalContext, visit: Visit): Promise<AskedPart> {
  const { form, signedIn, now } = visit;
  const key = filterKey(form.text("part_number").slice(0, maxPartNumberLength));
  const found = key === "" ? [] : await selectOffersOfPart(db, key, utcDay(now));
  const offers = found.filter(({ status }) => status === "ACTIVE");
  const opened = partIds.open(signedIn.account.accountId, form.text("part_id"))?.offerId;
  const chosen = found.find(({ offerId }) => offerId === opened);
  const [only, another] = offers;
  const meant = chosen ?? (another === undefined ? only : undefined);
  const isHeld = meant !== undefined && !offers.includes(meant);
  return {
    offers: found.length > 0 && offers.length === 0 ? found : offers,
    offer: isHeld ? undefined : meant,
    isChoiceHeld: isHeld,
    quantity: readQuantity(form.all("quantity").at(-1) ?? "", 1),
  };
}

function listFaults({ offers, offer, isChoiceHeld, quantity }: AskedPart): FieldFault[] {
  const [first] = offers;
  const faults: FieldFault[] = [];
  if (first === undefined) {
    const text = "No part has this number. Use the search above to find it by name.";
    faults.push({ field: "part_number", text });
  } else if (first.status !== "ACTIVE") {
    faults.push({
      field: "part_number",
      text: `${first.partNumber} is ${offerStatusWords[first.status]} and can't be ordered.`,
    });
  } else if (offer === undefined) {
    faults.push({ field: "part_id", text: isChoiceHeld ? choiceHeld : severalOffers });
  }
  if (quantity === undefined) {
    faults.push({ field: "quantity", text: `Enter ${quantityRange}.` });
  }
  return faults;
}

function toAddForm(
  { partIds }: PortalContext,
  { form, signedIn, now }: Visit,
  { offers, isChoiceHeld }: AskedPart,
  faults: readonly FieldFault[],
): AddForm {
  const { accountId } = signedIn.account;
  const ids = offers.map(({ offerId }) => offerId);
  const minted = partIds.mint(accountId, ids, now.getTime());
  const options = offers.map((offer, place) => toOfferOption(offer, minted[place] ?? ""));
  return {
    state: { value: (name) => form.text(name), faults, prefix: "add" },
    options: offers.length > 1 || isChoiceHeld ? options : [],
  };
}

/**
 * Adds a part by its number and saves what else was typed, or shows the form with its errors. If
 * several offers have the number, the page asks for one.
 */
export const addPart: Handler<StoredOrder> = async (context, visit, order) => {
  const part = await readPart(context, visit);
  const { offer, quantity } = part;
  const faults = listFaults(part);
  const showAdding = (found: readonly FieldFault[]) => toAddForm(context, visit, part, found);
  if (faults.length === 0 && offer !== undefined && quantity !== undefined) {
    const { offerId } = offer;
    const edit = { added: [{ offerId, quantity }] };
    return changeDraft(context, visit, order, { edit, done: "added", showAdding });
  }
  const passed = answerPassed(context, visit, order, { showAdding });
  if (passed !== null) return passed;
  const typed = readDraftForm(visit.form, order, visit.now);
  const form = keepTyped(order, visit.form, typed.faults);
  return answerOrder(context, visit, order, { status: 422, form, adding: showAdding(faults) });
};

/** Saves what was typed, which may include a part to add. */
export const saveDraft: Handler<StoredOrder> = (context, visit, order) => {
  const typed = { ...visit, form: typeUsedAddress(visit.form) };
  return typed.form.text("part_number").trim() === ""
    ? changeDraft(context, typed, order, { edit: {}, done: "saved" })
    : addPart(context, typed, order);
};

// Duplicating an order, which makes its copy the current draft.

export const duplicate: Handler<StoredOrder> = async (context, visit, order) => {
  const { form, signedIn, requestId, now } = visit;
  const again = form.text("again") === "yes";
  const asked = { signedIn, orderId: order.orderId, requestId, now, again };
  const sent = { signedIn, formId: form.text("form") };
  const made = await runOrderTransaction(context.db, (tx) =>
    runOncePerForm(tx, sent, (formId) => duplicateOrder(tx, { ...asked, formId })),
  );
  if (made === "busy") {
    return answerOrder(context, visit, order, { notice: busyNotice, status: 409 });
  }
  switch (made.outcome) {
    case "unknown":
      return notFound;
    case "copied":
      return redirect(orderAddress(made.orderId, `?done=${existingCopy}`));
    case "repeated":
      return redirect(orderAddress(made.orderId));
    case "created":
      context.countOrder("placed", 1);
      return redirect(orderAddress(made.order.orderId));
    case "nothing": {
      const why = made.leftOut.slice(0, 10).map(({ message }) => html`<p>${message}</p>`);
      const notice = renderNotice(
        "short",
        "No draft created: none of the lines can be ordered",
        why,
      );
      return answerOrder(context, visit, order, { notice, status: 409 });
    }
  }
};

function findFault(message: string): string | undefined {
  const { length } = [...message];
  if (length === 0) return "Write what should change.";
  if (length <= maxChangeLength) return undefined;
  return `${formatCount(length)} characters. The maximum is ${formatCount(maxChangeLength)}.`;
}

/** The order as it is now, whose page has no form for what was typed. */
function answerRefusal(
  context: PortalContext,
  visit: Visit,
  refused: { readonly outcome: "closed" | "too many"; readonly order: StoredOrder },
  message: string,
): Promise<Answer> {
  const { outcome, order } = refused;
  const [title, hint] =
    outcome === "closed"
      ? [
          `Not sent: this order is ${statusWords[order.status][1].toLowerCase()}`,
          "Only confirmed orders can have change requests.",
        ]
      : [
          `Not sent: this order has ${maxChangeRequests} change requests`,
          html`Write to ${linkMail(context.supportEmail, order.orderNumber)}.`,
        ];
  const notice = renderNotice(
    "fault",
    title,
    html`<p>${hint}</p>
<p>You typed:</p>
<p class="typed">${message}</p>`,
  );
  return answerOrder(context, visit, order, { notice, status: 409 });
}

export const sendChangeRequest: Handler<StoredOrder> = async (context, visit, order) => {
  const { db, mailEncryption: encryption, supportEmail, publicUrl } = context;
  const { form, signedIn, requestId, now } = visit;
  const message = form.text("message").trim();
  const fault = findFault(message);
  const refuse = (faults: readonly FieldFault[], status: 409 | 422) => {
    const changing = { value: form.text, faults, prefix: "change" };
    return answerOrder(context, visit, order, { changing, status });
  };
  if (fault !== undefined) {
    return order.status === "confirmed"
      ? refuse([{ field: "message", text: fault }], 422)
      : answerRefusal(context, visit, { outcome: "closed", order }, message);
  }
  const { orderId } = order;
  const wanted = { signedIn, orderId, requestId, now, formId: form.text("form"), message };
  const sent = await requestChange(db, wanted, { encryption, supportEmail, publicUrl });
  switch (sent.outcome) {
    case "unknown":
      return notFound;
    case "requested":
      return redirect(orderAddress(orderId, "?done=requested"));
    case "repeated":
      return redirect(orderAddress(sent.orderId, "?done=requested"));
    case "busy":
      return refuse(
        [
          {
            field: "",
            text: "Not sent: the order is being changed. Send the request again in a moment.",
          },
        ],
        409,
      );
    case "closed":
    case "too many":
      return answerRefusal(context, visit, sent, message);
  }
};
