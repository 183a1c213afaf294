import { type Offer, offerStatusWords } from "../../catalog/offer.ts";
import { filterKey, partNumberKey } from "../../catalog/partNumber.ts";
import { selectOffersOfPart } from "../../catalog/queries.ts";
import { quantityRange } from "../../components/orderLines.ts";
import { utcDay } from "../../day.ts";
import type { FieldFault } from "../../html/form.ts";
import type { LineInstructions } from "../../orders/lineInstructions.ts";
import type { StoredOrder } from "../../orders/order.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { nothingRequested, requestAgain } from "../../orders/requested.ts";
import { listLeftOut } from "../../quoteRequests/portalLines.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { type AddForm, toOfferOption } from "./addForm.ts";
import { answerPassed, changeDraft } from "./changeDraft.ts";
import { typeUsedText } from "./orderFields.ts";
import { readDraftForm, readQuantity } from "./readDraftForm.ts";
import { answerOrder } from "./showOrder.ts";
import { texts } from "./texts.ts";
import { keepTyped } from "./typedDraft.ts";

const maxPartNumberLength = 200;
const severalOffers = texts.add.several;
const choiceHeld = texts.add.offerGone;

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
    quantity: readQuantity(form.text("quantity"), 1),
  };
}

function listFaults({ offers, offer, isChoiceHeld, quantity }: AskedPart): FieldFault[] {
  const [first] = offers;
  const faults: FieldFault[] = [];
  if (first === undefined) {
    const text = texts.add.noPart;
    faults.push({ field: "part_number", text });
  } else if (first.status !== "ACTIVE") {
    faults.push({
      field: "part_number",
      text: texts.add.notOrderable(first.partNumber, offerStatusWords[first.status]),
    });
  } else if (offer === undefined) {
    faults.push({ field: "part_id", text: isChoiceHeld ? choiceHeld : severalOffers });
  }
  if (quantity === undefined) {
    faults.push({ field: "quantity", text: texts.add.quantityRange(quantityRange) });
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
 * What a line that the draft was created without asked for and said: the line whose button was
 * pressed, or the first of the same part.
 */
async function readLeftOut(
  { db }: PortalContext,
  { form }: Visit,
  order: StoredOrder,
  offer: Offer,
): Promise<LineInstructions | undefined> {
  const number = partNumberKey(offer.partNumber);
  const leftOut = listLeftOut(order, await selectTimeline(db, order.orderId));
  const same = leftOut.filter(({ partNumber }) => partNumberKey(partNumber) === number);
  const line = same.find(({ key }) => String(key) === form.text("left_out")) ?? same[0];
  if (line === undefined) return undefined;
  const { wish: remark = null, requested = nothingRequested } = line;
  return { remark, neededBy: null, requested: requestAgain(requested, line, offer) };
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
    const instructions = await readLeftOut(context, visit, order, offer);
    const edit = { added: [{ offerId, quantity, ...(instructions && { instructions }) }] };
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
  const typed = { ...visit, form: typeUsedText(visit.form) };
  return typed.form.text("part_number").trim() === ""
    ? changeDraft(context, typed, order, { edit: {}, done: "saved" })
    : addPart(context, typed, order);
};
