// What each bulk action makes of a row. Pure. Invariant: an action never mixes conditions or
// manufacturers, and never chooses a price that it cannot compare.
import type { OfferId } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import { multiplyPrice, type Price } from "../../price.ts";
import { roundUpQuantity } from "../../pricing/orderTerms.ts";
import { acceptsCondition } from "../../reading/condition.ts";
import type { OfferChoice } from "../loadRowOffers.ts";
import type { RowState } from "../orderList.ts";
import { isPartInDoubt, type RowOnPage } from "../pageQueries.ts";
import { findUnitFault } from "../supply/unitFault.ts";
import { hasCertificate } from "../supply/wantedCertificate.ts";
import {
  type Conversion,
  markConversion,
  type NamedOffer,
  planConversion,
} from "./planConversion.ts";

/** In the order in which each leaves rows to the next. */
export const bulkActions = [
  "use_suggestions",
  "prefer_ne",
  "cheapest",
  "reduce",
  "round",
  "convert",
  "remove_not_found",
] as const;
export type BulkAction = (typeof bulkActions)[number];

/**
 * What can be undone: a bulk action, or removing or splitting one row. A conversion is recorded as
 * rounding, which changes quantities too.
 */
export type UndoableAction = Exclude<BulkAction, "convert"> | "remove" | "split";

/** The rows to which an action may apply. */
export const statesOfAction: Readonly<Record<BulkAction, readonly RowState[]>> = {
  prefer_ne: ["ambiguous"],
  cheapest: ["ambiguous"],
  reduce: ["short"],
  round: ["bad_quantity"],
  convert: ["bad_quantity", "ambiguous"],
  use_suggestions: ["not_found", "not_orderable"],
  remove_not_found: ["not_found"],
};

const newCondition = "NE";

/** What is known of a row: its choices, and the quantity of all rows with the same choices. */
export type RowFacts = {
  readonly choices: readonly OfferChoice[];
  readonly makers: number;
  readonly needed: number;
  /** The offer that the row names. */
  readonly named?: NamedOffer | undefined;
  /** The key of the only part with the whole stock number that is written for the part. */
  readonly ofStockNumber?: string | undefined;
  /** The keys of the parts that supersede the row's part. */
  readonly successors?: ReadonlySet<string> | undefined;
  /** Whether two offers together have the quantity that none has alone. */
  readonly isSplittable?: boolean;
  /** The rounding or conversion that a person compared with the row and confirmed. */
  readonly confirmed?: string | undefined;
};

/** Why an action leaves a row as it is. */
export const skipReasons = [
  "quantity",
  "makers",
  "conditions",
  "price",
  "stock",
  "split",
  "pack",
  "currency",
  "no_new",
  "no_quantity",
  "no_suggestion",
  "suggestions",
  "suggested",
  "meaning",
  "units",
  "certificate",
  "changed",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export type RowChange =
  | { readonly kind: "skip"; readonly why: SkipReason }
  | { readonly kind: "remove" }
  | { readonly kind: "number"; readonly partNumber: string }
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "choice"; readonly offerId: OfferId }
  | { readonly kind: "quantity"; readonly quantity: number }
  | { readonly kind: "converted"; readonly conversion: Conversion };

function skip(why: SkipReason): RowChange {
  return { kind: "skip", why };
}

/** A choice in the smallest quantity that covers the needed one, at its price then. */
type Packed = { readonly choice: OfferChoice; readonly quantity: number; readonly price: Price };

function packChoices(choices: readonly OfferChoice[], needed: number): Packed[] {
  return choices.flatMap((choice) => {
    const quantity = roundUpQuantity(needed, choice.terms);
    const price = choice.priceAt(quantity);
    return price === null ? [] : [{ choice, quantity, price }];
  });
}

/** Those in exactly the needed quantity, else all. */
function preferExact(packed: readonly Packed[], needed: number): readonly Packed[] {
  const exact = packed.filter(({ quantity }) => quantity === needed);
  return exact.length > 0 ? exact : packed;
}

function comparePacked(one: Packed, other: Packed): number {
  const total = ({ price, quantity }: Packed) => multiplyPrice(price, quantity).minor;
  return Number(total(one) - total(other));
}

/**
 * The cheapest of the choices that has `needed` in stock and can be ordered in that quantity, of
 * equal prices the one with the shortest lead time; if none can be ordered so, the one whose packs
 * cover it for the lowest total, which is then to be rounded. None if they differ in condition,
 * manufacturer, unit or currency. Choices are in the order of equal prices.
 */
function chooseCheapest(
  { certificate, quantityText }: RowOnPage,
  { choices, makers, needed }: RowFacts,
): RowChange {
  const distinct = (values: readonly string[]) => new Set(values).size;
  if (makers > 1) return skip("makers");
  // Without the certificate a part may be useless, so only a person does without it.
  if (choices.some(({ offer }) => !hasCertificate(offer, certificate))) return skip("certificate");
  if (distinct(choices.map(({ offer }) => offer.condition)) > 1) return skip("conditions");
  if (distinct(choices.map(({ offer }) => offer.unitOfMeasure)) > 1) return skip("units");
  const isOtherUnit = ({ offer }: OfferChoice) => findUnitFault(quantityText, offer.unitOfMeasure);
  if (choices.some(isOtherUnit)) return skip("quantity");
  const priced = packChoices(choices, needed);
  if (priced.length === 0) return skip("price");
  const inStock = priced.filter(({ choice }) => choice.offer.stock >= needed);
  if (inStock.length === 0) return skip("stock");
  const packed = inStock.filter(({ choice, quantity }) => choice.offer.stock >= quantity);
  const possible = preferExact(packed, needed);
  if (distinct(possible.map(({ price }) => price.currency)) > 1) return skip("currency");
  const [first] = possible.toSorted((one, other) => comparePacked(one, other));
  return first === undefined
    ? skip("pack")
    : { kind: "choice", offerId: first.choice.offer.offerId };
}

/** The only suggested part that supersedes the row's part, which is not for sale any more. */
function takeReplacement({ suggestions }: RowOnPage, { successors }: RowFacts): RowChange {
  const isNext = (number: string) => successors?.has(partNumberKey(number)) === true;
  const [partNumber, ...others] = suggestions.filter(isNext);
  // An alternate is another part.
  if (partNumber === undefined) return skip(suggestions.length > 0 ? "meaning" : "no_suggestion");
  return others.length > 0 ? skip("suggestions") : { kind: "number", partNumber };
}

/** Whether a text has a part number as a word of its own: "P/N 123-4 REV A" has 123-4, not 23-4. */
function statesNumber(text: string, partNumber: string): boolean {
  const [words, number] = [text, partNumber].map((one) => ` ${one.toUpperCase()} `);
  const plain = words?.replace(/[\s,;:()"']+/g, " ").replace(/[.]+(?= )/g, "");
  return plain?.includes(number ?? "") ?? false;
}

/**
 * The only suggested number, if the row's text has it or is its stock number. Any other number can
 * be another part, such as the next size.
 */
function takeOnlySuggestion(row: RowOnPage, facts: RowFacts): RowChange {
  if (row.state === "not_orderable") return takeReplacement(row, facts);
  const { partNumber: text, suggestions } = row;
  const [partNumber, ...others] = suggestions;
  if (partNumber === undefined) return skip("no_suggestion");
  if (others.length > 0) return skip("suggestions");
  const isMeant =
    statesNumber(text ?? "", partNumber) || partNumberKey(partNumber) === facts.ofStockNumber;
  return isMeant ? { kind: "number", partNumber } : skip("meaning");
}

/** A missing quantity is for a person. */
function fitQuantity(
  action: "reduce" | "round",
  { quantity, nearestQuantity }: RowOnPage,
  confirmed?: string,
): RowChange {
  if (quantity === null) return skip("quantity");
  const isShown = confirmed === undefined || confirmed === `${quantity}:${nearestQuantity}`;
  if (!isShown) return skip("changed");
  if (nearestQuantity === null) return skip("no_quantity");
  if (action === "reduce" && nearestQuantity > quantity) return skip("no_quantity");
  // Rounding never orders less than was asked for.
  if (action === "round" && nearestQuantity < quantity) return skip("stock");
  return { kind: "quantity", quantity: nearestQuantity };
}

/** Only what a person saw. */
function convert(row: RowOnPage, { choices, named, confirmed }: RowFacts): RowChange {
  const conversion = planConversion(row, choices, named);
  const isShown = conversion !== null && confirmed === markConversion(row, conversion);
  return isShown ? { kind: "converted", conversion } : skip("changed");
}

export function planChange(action: BulkAction, row: RowOnPage, facts: RowFacts): RowChange {
  const { quantity } = row;
  if (isPartInDoubt(row)) return skip("meaning");
  switch (action) {
    case "remove_not_found":
      // What a suggestion may order is for a person to remove.
      return row.suggestions.length > 0 ? skip("suggested") : { kind: "remove" };
    case "use_suggestions":
      return takeOnlySuggestion(row, facts);
    case "prefer_ne": {
      if (quantity === null) return skip("quantity");
      const offered = new Set(facts.choices.map(({ offer }) => offer.condition));
      const isAccepted = acceptsCondition(row.condition, newCondition);
      // If all offers are new, there is nothing to prefer.
      if (!isAccepted || !offered.has(newCondition) || offered.size < 2) return skip("no_new");
      return { kind: "condition", condition: newCondition };
    }
    case "cheapest":
      if (facts.isSplittable === true) return skip("split");
      return quantity === null ? skip("quantity") : chooseCheapest(row, facts);
    case "reduce":
      // Two offers have all of it, and only a person splits.
      return facts.isSplittable === true ? skip("split") : fitQuantity(action, row);
    case "round":
      return fitQuantity(action, row, facts.confirmed);
    case "convert":
      return convert(row, facts);
  }
}
