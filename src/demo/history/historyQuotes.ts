// Quote requests of the history: one that is open, one that is answered, and one on which the buyer
// wrote again.
import { randomUUID } from "node:crypto";
import { addDays, utcDay } from "../../day.ts";
import type { ListId } from "../../quickOrders/orderList.ts";
import {
  replyToQuoteRequest,
  type SeenQuoteRequest,
  writeOnQuoteRequest,
} from "../../quoteRequests/changeQuoteRequest.ts";
import type { QuoteLine } from "../../quoteRequests/quoteRequest.ts";
import { selectQuoteRequest } from "../../quoteRequests/quoteRequestQueries.ts";
import { requestQuote } from "../../quoteRequests/requestQuote.ts";
import type { SignedIn } from "../../signIn/signedIn.ts";
import { demoShowcase } from "../demoShowcase.ts";
import type { History } from "./history.ts";
import { selectWantedOffer } from "./historyQueries.ts";
import { addHours } from "./historyTimes.ts";

type Wanted = Pick<QuoteLine, "partNumber" | "reason" | "quantity"> &
  Partial<Pick<QuoteLine, "neededBy" | "remark" | "rowNumber">>;

/** A line for the offer of a part, as far as the catalog has one. */
async function toLine({ context }: History, wanted: Wanted): Promise<QuoteLine> {
  const unknown = { offerId: null, vendor: null, condition: null, certificate: null };
  const offer = await selectWantedOffer(context.db, wanted.partNumber);
  const nothing = { unitOfMeasure: null, neededBy: null, remark: null, rowNumber: null };
  return { ...unknown, ...nothing, ...offer, ...wanted };
}

/** Sends a request; returns its id. */
async function request(
  history: History,
  signedIn: SignedIn,
  sent: { readonly wanted: readonly Wanted[]; readonly message: string; readonly listId?: ListId },
  now: Date,
): Promise<string> {
  const { wanted, message, listId = null } = sent;
  const lines = await Promise.all(wanted.map((one) => toLine(history, one)));
  const form = { formId: randomUUID(), lines, message, listId };
  const requested = await requestQuote(history.context, signedIn, form, now);
  if (requested.outcome !== "requested") throw new Error("The quote was not requested.");
  return requested.requestId;
}

async function see({ context }: History, requestId: string): Promise<SeenQuoteRequest> {
  const found = await selectQuoteRequest(context.db, requestId, null);
  if (found === undefined) throw new Error("The quote request is missing.");
  return found;
}

async function reply(history: History, requestId: string, text: string, now: Date): Promise<void> {
  const seen = { ...(await see(history, requestId)), actor: history.actorAt(now) };
  await replyToQuoteRequest(history.context, seen, text, now);
}

/** Requests two rows of a list; nobody has answered yet. */
export async function requestForRows(
  history: History,
  signedIn: SignedIn,
  list: { readonly listId: ListId; readonly rowOf: (partNumber: string) => number },
  now: Date,
): Promise<void> {
  const { outOfStock, notInCatalog } = demoShowcase;
  const neededBy = addDays(utcDay(history.now), 21);
  const wanted: readonly Wanted[] = [
    { partNumber: outOfStock, reason: "no stock", quantity: 1, neededBy },
    { partNumber: notInCatalog, reason: "not found", quantity: 10, remark: "Packing, size 214" },
  ];
  const lines = wanted.map((one) => ({ ...one, rowNumber: list.rowOf(one.partNumber) }));
  const message = "For the unscheduled repair of our aircraft 5B-DCX. Alternates are welcome.";
  await request(history, signedIn, { wanted: lines, message, listId: list.listId }, now);
}

/** A request that is answered. */
export async function requestPumps(history: History, by: SignedIn, now: Date): Promise<void> {
  const partNumber = demoShowcase.severalOffers;
  const wanted: readonly Wanted[] = [{ partNumber, reason: "no stock", quantity: 4 }];
  const message = "We need four new pumps for a fleet modification.";
  const requestId = await request(history, by, { wanted, message }, now);
  const text = `Four pumps, NE, with FAA 8130-3: USD 6,050.00 each, lead time 35 days.
The quote is valid for 30 days. Send us your PO number and we draft the order for you.`;
  history.agenda.add(addHours(now, 3), (later) => reply(history, requestId, text, later));
}

/** A request that is answered, and on which the buyer wrote again. */
export async function requestStarter(history: History, by: SignedIn, now: Date): Promise<void> {
  const partNumber = demoShowcase.onRequest;
  const wanted: readonly Wanted[] = [{ partNumber, reason: "no price", quantity: 1 }];
  const message = "Please quote one starter generator, outright and exchange.";
  const requestId = await request(history, by, { wanted, message }, now);
  const text = "Outright USD 21,400.00, in stock. Exchange is not possible for this unit.";
  history.agenda.add(addHours(now, 2), (later) => reply(history, requestId, text, later));
  history.agenda.add(addHours(now, 5), async (later) => {
    const seen = await see(history, requestId);
    const question = "Thank you. Can you include delivery to Larnaca?";
    await writeOnQuoteRequest(history.context, by, seen, { text: question, now: later });
  });
}
