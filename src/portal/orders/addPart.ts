import { type Offer, offerStatusWords } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { filterKey } from "../../catalog/partNumber.ts";
import { selectOffersOfPart } from "../../catalog/queries.ts";
import { quantityRange } from "../../components/orderLines.ts";
import { utcDay } from "../../day.ts";
import type { FieldFault } from "../../html/form.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { Handler, PortalContext, Visit } from "../portalContext.ts";
import { type AddForm, toOfferOption } from "./addForm.ts";
import { answerPassed, changeDraft } from "./changeDraft.ts";
import { typeUsedAddress } from "./orderFields.ts";
import { readDraftForm, readQuantity } from "./readDraftForm.ts";
import { answerOrder } from "./showOrder.ts";
import { texts } from "./texts.ts";
import { keepTyped } from "./typedDraft.ts";

const maxPartNumberLength = 200;
const severalOffers = texts.add.several;
const choiceHeld = texts.add.offerGone;

type AskedPart = {
  readonly offers: readonly Offer[];
  readonly offerId: OfferId | undefined;
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
    offerId: isHeld ? undefined : meant?.offerId,
    isChoiceHeld: isHeld,
    quantity: readQuantity(form.text("quantity"), 1),
  };
}

function listFaults({ offers, offerId, isChoiceHeld, quantity }: AskedPart): FieldFault[] {
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
  } else if (offerId === undefined) {
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
 * Adds a part by its number and saves what else was typed, or shows the form with its errors. If
 * several offers have the number, the page asks for one.
 */
export const addPart: Handler<StoredOrder> = async (context, visit, order) => {
  const part = await readPart(context, visit);
  const { offerId, quantity } = part;
  const faults = listFaults(part);
  const showAdding = (found: readonly FieldFault[]) => toAddForm(context, visit, part, found);
  if (faults.length === 0 && offerId !== undefined && quantity !== undefined) {
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
