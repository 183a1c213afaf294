// The rows of quick orders, and of what an operator types for a customer: their states, and the
// offers that a row may name.
import { nameCertificates } from "../catalog/nameCertificates.ts";
import { describeManufacturer } from "../catalog/sharedOffers.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import type { Meaning } from "../kit/html/notice.ts";
import { formatMoney } from "../kit/price.ts";
import { describeOrderTerms, isQuantityAllowed } from "../prices/orderTerms.ts";
import type { RowState } from "./orderList.ts";
import type { OfferChoice } from "./rowFacts.ts";

/** Describes an offer for a quantity, null if that is unclear. The price does not wrap. */
export function describeOffer(choice: OfferChoice, quantity: number | null): string {
  const { offer, unitPrice, terms } = choice;
  const { vendor, condition, unitOfMeasure, stock, leadTimeDays, certificate } = offer;
  const made = describeManufacturer(offer);
  const price = unitPrice && `${formatMoney(unitPrice)} / ${unitOfMeasure}`;
  const days = leadTimeDays !== null && `${formatCounted(leadTimeDays, "day")} lead time`;
  const facts = [
    made === null ? vendor : `${made}, ${vendor}`,
    condition,
    price?.replaceAll(" ", "\u00a0") ?? "price on request",
    `${formatCount(stock)} in stock`,
    // One is only sold without minimum and packs.
    !isQuantityAllowed(quantity ?? 1, terms) && describeOrderTerms(terms),
    days && stock > 0 ? `more: ${days}` : days,
    certificate && `with ${nameCertificates(certificate)}`,
  ];
  return facts.filter((fact) => typeof fact === "string").join(", ");
}

export type StateWords = { readonly word: string; readonly meaning: Meaning };

export const stateWords: Readonly<Record<RowState, StateWords>> = {
  waiting: { word: "Checking", meaning: "neutral" },
  ready: { word: "Ready", meaning: "good" },
  ambiguous: { word: "Choice needed", meaning: "short" },
  not_found: { word: "Not found", meaning: "fault" },
  other_condition: { word: "Condition not offered", meaning: "short" },
  short: { word: "Not enough stock", meaning: "short" },
  bad_quantity: { word: "Wrong quantity", meaning: "short" },
  not_orderable: { word: "Not for sale", meaning: "fault" },
  on_request: { word: "Price on request", meaning: "short" },
  unreadable: { word: "Unreadable", meaning: "fault" },
  added: { word: "In an order", meaning: "neutral" },
};
