// Orders of the history: placed by key or created on the site, and what became of them.
import type { Transaction } from "../../db/database.ts";
import { expireDrafts } from "../../orders/changeQueries.ts";
import { confirmOrder } from "../../orders/drafts/confirmOrder.ts";
import { createDraft } from "../../orders/drafts/createDraft.ts";
import { loadDraftReview } from "../../orders/drafts/reviewDraft.ts";
import { discardDraft, type OrderEnd } from "../../orders/endOrder.ts";
import { noInstructions } from "../../orders/lineInstructions.ts";
import { addOrderNote, endByOperator } from "../../orders/operatorChanges.ts";
import { draftLifeDays, type OrderId } from "../../orders/order.ts";
import { openCommitWindow, placeOrder } from "../../orders/placeOrder.ts";
import { selectOrder } from "../../orders/queries.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import type { Customer, History } from "./history.ts";
import type { HistoryOffer } from "./historyQueries.ts";
import { addHours, moveToBusiness, newIdAt, requestIdAt } from "./historyTimes.ts";

/** As in the service: a draft expires after this time. */
const draftLifeMs = draftLifeDays * 86_400_000;

const orderNotes = [
  "Deliver to dock 3, hangar 2.",
  "AOG: call before dispatch.",
  "One consignment, please. No partial delivery.",
  "Certificates with the goods, not by e-mail.",
];
const operatorNotes = [
  "Packed, waiting for the carrier.",
  "Buyer accepts delivery in two boxes.",
  "Certificate scanned and attached to the delivery note.",
];
const reasons = [
  "The vendor reported a damaged batch.",
  "Ordered twice; the buyer asked to cancel this one.",
  "The aircraft was released without this repair.",
];

type Line = { readonly offer: HistoryOffer; readonly quantity: number };

/** Chooses a few offers, each for hundreds of dollars and at most a thirtieth of its stock. */
function drawLines({ random, offers }: History): Line[] {
  const count = random.pickWeighted([
    { lines: 1, weight: 4 },
    { lines: random.between(2, 4), weight: 5 },
    { lines: random.between(5, 9), weight: 2 },
  ]).lines;
  const chosen = new Set(Array.from({ length: count }, () => random.pick(offers)));
  return [...chosen].map((offer) => {
    const pack = Math.max(offer.multiple, 1);
    const worthCents = random.between(8_000, 60_000) * random.between(1, 9);
    const wanted = Math.min(worthCents / offer.cents, offer.onHand / 30);
    const least = Math.ceil(offer.minQuantity / pack);
    return { offer, quantity: pack * Math.max(least, Math.floor(wanted / pack)) };
  });
}

function drawTexts({ random }: History, { poNumbers, shipTos = [] }: Customer, number: number) {
  return {
    poNumber: random.chance(0.88) ? poNumbers.replace("#", String(number)) : null,
    shipTo: shipTos[number % (shipTos.length + 1)] ?? null,
    notes: random.chance(0.16) ? random.pick(orderNotes) : null,
  };
}

/** An order that a key placed, and its request. */
export type PlacedByKey = {
  readonly orderId: OrderId;
  readonly requestId: string;
  readonly poNumber: string | null;
};

/** Places a draft with the customer's key. Its response is never sent again. */
export async function placeByKey(
  history: History,
  customer: Customer,
  poNumber: number,
  now: Date,
): Promise<PlacedByKey> {
  const { context, partIds, random } = history;
  const { accountId, keyId } = customer;
  if (keyId === null) throw new Error("The customer has no key.");
  const lines = drawLines(history);
  const offerIds = lines.map(({ offer }) => offer.offerId);
  const ids = partIds.mint(accountId, offerIds, now.getTime());
  const items = lines.map(({ quantity }, place) => {
    return { partId: ids[place] ?? "", quantity, ...noInstructions };
  });
  const content = { items, ...drawTexts(history, customer, poNumber) };
  const requestId = requestIdAt(now, random);
  const rules = {
    partIds,
    partIdTtlS: 3_600,
    partIdGraceS: 0,
    renderAnswer: ({ orderId }: { readonly orderId: OrderId }) =>
      JSON.stringify({ order_id: orderId }),
  };
  const newOrderId = newIdAt(now) as OrderId;
  const by = { accountId, keyId, requestId };
  const placement = { ...by, newOrderId, content, idempotencyKey: null, now };
  const placed = await placeOrder(context.db, placement, rules, openCommitWindow());
  return { orderId: placed.orderId, requestId, poNumber: content.poNumber };
}

export async function createOnSite(
  history: History,
  customer: Customer & { readonly signedIn: SignedIn },
  poNumber: number,
  now: Date,
): Promise<OrderId> {
  const { context, random } = history;
  const lines = drawLines(history).map(({ offer, quantity }) => ({
    offerId: offer.offerId,
    quantity,
  }));
  const texts = drawTexts(history, customer, poNumber);
  const newOrderId = newIdAt(now) as OrderId;
  const draft = { signedIn: customer.signedIn, newOrderId, lines, ...texts, now };
  const created = await context.db.transaction((tx: Transaction) =>
    createDraft(tx, { ...draft, requestId: requestIdAt(now, random) }),
  );
  if (created.outcome !== "created") throw new Error(`A draft was ${created.outcome}.`);
  return created.order.orderId;
}

async function confirm(
  { context, random }: History,
  signedIn: SignedIn,
  orderId: OrderId,
  now: Date,
): Promise<boolean> {
  const { db, mailEncryption: encryption } = context;
  const draft = await selectOrder(db, signedIn.account.accountId, orderId);
  if (draft?.status !== "draft") return false;
  const { fingerprint } = await loadDraftReview(db, draft, now);
  const requestId = requestIdAt(now, random);
  const confirmation = { signedIn, orderId, fingerprint, requestId, now };
  const done = await confirmOrder(db, confirmation, { ...context, encryption });
  return done.outcome === "confirmed";
}

async function end(history: History, orderId: OrderId, how: OrderEnd, now: Date): Promise<void> {
  const { context, actorAt } = history;
  const { db, mailEncryption: encryption } = context;
  const order = await selectOrder(db, null, orderId);
  if (order === undefined) return;
  const ending = { orderId, version: order.version, end: how, actor: actorAt(now), now };
  await endByOperator(db, ending, { ...context, encryption });
}

async function addNote({ context, actorAt, random }: History, orderId: OrderId, now: Date) {
  const order = await selectOrder(context.db, null, orderId);
  if (order === undefined) return;
  await addOrderNote(context.db, {
    order,
    text: random.pick(operatorNotes),
    actor: actorAt(now),
    now,
  });
}

/** Plans how a confirmed order ends: mostly fulfilled after a day or more. */
function planEnd(history: History, orderId: OrderId, now: Date): void {
  const { agenda, random } = history;
  const after = (from: number, to: number): Date =>
    moveToBusiness(addHours(now, random.between(from, to)), random);
  if (random.chance(0.12)) agenda.add(after(2, 20), (at) => addNote(history, orderId, at));
  if (random.chance(0.07)) {
    const reason = random.pick(reasons);
    agenda.add(after(3, 30), (at) => end(history, orderId, { kind: "cancelled", reason }, at));
    return;
  }
  const reference = `DN-${random.between(40_000, 79_999)}`;
  agenda.add(after(20, 90), (at) => end(history, orderId, { kind: "fulfilled", reference }, at));
}

/** One of so many drafts is left until it expires, and one is discarded. */
const leftOf = 9;
const discardedOf = 13;

/** Plans what becomes of a draft: confirmed, discarded, or left until it expires. */
export function planDraft(
  history: History,
  { signedIn }: Customer,
  orderId: OrderId,
  now: Date,
): void {
  const { agenda, random, context, drafts } = history;
  drafts.count += 1;
  if (signedIn === null || drafts.count % leftOf === 0) return;
  const at = moveToBusiness(addHours(now, random.between(1, 26)), random);
  if (drafts.count % discardedOf === 0) {
    agenda.add(at, async (moment) => {
      const requestId = requestIdAt(moment, random);
      const discarded = { signedIn, orderId, version: null, requestId, now: moment };
      await context.db.transaction((tx) => discardDraft(tx, discarded));
    });
    return;
  }
  agenda.add(at, async (moment) => {
    if (await confirm(history, signedIn, orderId, moment)) planEnd(history, orderId, moment);
  });
}

export async function expireOldDrafts({ context }: History, now: Date): Promise<void> {
  await expireDrafts(context.db, new Date(now.getTime() - draftLifeMs), now);
}
