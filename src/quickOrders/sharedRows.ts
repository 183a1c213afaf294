// The rows of quick orders, and of what an operator types for a customer: their states, and the
// offers that a row may name.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { describeManufacturer } from "../catalog/sharedOffers.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import type { Meaning } from "../kit/html/notice.ts";
import { formatMoney } from "../kit/price.ts";
import { describeOrderTerms, isQuantityAllowed } from "../prices/orderTerms.ts";
import type { RowState } from "./orderList.ts";
import type { OfferChoice } from "./rowFacts.ts";
import { listTexts } from "./sharedTexts.ts";

/** Minimum and packs, if the quantity is not sold so, or not known. */
function describeTerms({ terms }: OfferChoice, quantity: number | null): string[] {
  // One is only sold without minimum and packs.
  return isQuantityAllowed(quantity ?? 1, terms) ? [] : [describeOrderTerms(terms)];
}

/** Describes an offer for a quantity, null if that is unclear. The price does not wrap. */
export function describeOffer(choice: OfferChoice, quantity: number | null): string {
  const { offer, unitPrice } = choice;
  const { vendor, condition, unitOfMeasure, stock } = offer;
  const price =
    unitPrice === null
      ? listTexts.onRequest
      : `${formatMoney(unitPrice)} / ${unitOfMeasure}`.replaceAll(" ", "\u00a0");
  const made = describeManufacturer(offer);
  const from = made === null ? vendor : `${made}, ${vendor}`;
  const describeLead = stock > 0 ? listTexts.moreIn : listTexts.leadTime;
  const lead = offer.leadTimeDays === null ? [] : describeLead(offer.leadTimeDays);
  const { certificate } = offer;
  const papers = certificate === null ? [] : listTexts.certificates(nameCertificates(certificate));
  const offered = listTexts.offer(from, condition, price, formatCount(stock));
  return [offered, describeTerms(choice, quantity), lead, papers].flat().join(", ");
}

export type StateWords = {
  readonly word: string;
  readonly meaning: Meaning;
};

export const stateWords: Readonly<Record<RowState, StateWords>> = {
  waiting: { word: listTexts.states.waiting, meaning: "neutral" },
  ready: { word: listTexts.states.ready, meaning: "good" },
  ambiguous: { word: listTexts.states.ambiguous, meaning: "short" },
  not_found: { word: listTexts.states.not_found, meaning: "fault" },
  other_condition: { word: listTexts.states.other_condition, meaning: "short" },
  short: { word: listTexts.states.short, meaning: "short" },
  bad_quantity: { word: listTexts.states.bad_quantity, meaning: "short" },
  not_orderable: { word: listTexts.states.not_orderable, meaning: "fault" },
  on_request: { word: listTexts.states.on_request, meaning: "short" },
  unreadable: { word: listTexts.states.unreadable, meaning: "fault" },
  added: { word: listTexts.states.added, meaning: "neutral" },
};

/** A sentence about a part without the part number, which is beside it. */
export function omitPartNumber(text: string, partNumber: string): string {
  return capitalize(text.replace(`${partNumber}: `, ""));
}
