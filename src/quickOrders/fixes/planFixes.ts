// What makes a row orderable: every change that it can be offered, with a mark of what it changes.
// Pure. Invariant: only a change that is planned now is ever made, so no form can ask for another.
// What can be done for many rows at once mixes no conditions, units, currencies or manufacturers,
// takes no part that may be another one, and never orders less than was asked for, except where
// there is no more.
import { hash } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Money } from "../../money.ts";
import { multiplyPrice, type Price } from "../../price.ts";
import {
  listNearestQuantities,
  type OrderTerms,
  roundUpQuantity,
} from "../../pricing/orderTerms.ts";
import { convertQuantity, listMeantQuantities, replaceAmount } from "../../reading/quantity.ts";
import { excludesCondition } from "../../reading/stated.ts";
import { isPartInDoubt, type RowOnPage } from "../pageQueries.ts";
import type { OfferChoice, RowFacts, SuggestedPart } from "../rowFacts.ts";
import { findUnitFault } from "../supply/unitFault.ts";
import { hasCertificate } from "../supply/wantedCertificate.ts";
import { listMeantDays } from "../written/rowInstructions.ts";
import { planSplit, type Split } from "./planSplit.ts";

// What a quantity in another unit becomes in the unit of its part. Pure. Invariant: it is certain
// whatever offer is chosen later, because all offers that fit the row are sold in one unit.

/**
 * `asked` of `unit` is what the list wants, and `exact` how much that is before it is rounded up;
 * null if it is not. `quantity` is ordered for it: more, if `terms` need whole packs or a minimum.
 * `cost` is null as long as the row names no offer, or if that has no price.
 */
type Conversion = {
  readonly quantity: number;
  readonly unit: string;
  readonly asked: number;
  readonly exact: string | null;
  readonly terms: OrderTerms | null;
  readonly cost: Money | null;
};

/** What a row is sold in; without an offer, terms only if all of its choices have the same. */
function findSoldIn(
  { state }: RowOnPage,
  choices: readonly OfferChoice[],
  named: OfferChoice | null,
): { readonly unit: string; readonly terms: OrderTerms | null } | null {
  if (state === "bad_quantity") {
    return named === null ? null : { unit: named.offer.unitOfMeasure, terms: named.terms };
  }
  const [first, ...others] = choices;
  const unit = first?.offer.unitOfMeasure;
  if (state !== "ambiguous" || first === undefined || unit === undefined) return null;
  if (others.some(({ offer }) => offer.unitOfMeasure !== unit)) return null;
  const { minQuantity, multiple } = first.terms;
  const isSame = others.every(
    ({ terms }) => terms.minQuantity === minQuantity && terms.multiple === multiple,
  );
  return { unit, terms: isSame ? first.terms : null };
}

/** The conversion of a row; null if it needs none, or if it is not certain. */
function planConversion(
  row: RowOnPage,
  { choices, named }: Pick<RowFacts, "choices" | "named">,
): Conversion | null {
  const soldIn = findSoldIn(row, choices, named);
  const converted = soldIn && convertQuantity(row.quantityText, soldIn.unit);
  if (soldIn === null || converted === null) return null;
  const { unit, terms } = soldIn;
  const { count: asked, exact } = converted;
  const quantity = terms === null ? asked : roundUpQuantity(asked, terms);
  const price = row.state === "bad_quantity" ? (named?.priceAt(quantity) ?? null) : null;
  const cost = price && multiplyPrice(price, quantity);
  return quantity > limits.quantity ? null : { quantity, unit, asked, exact, terms, cost };
}

/** Changes that are made for many rows at once, in the order in which each leaves rows to the next. */
export const severalKinds = ["number", "cheapest", "reduce", "round", "convert", "remove"] as const;
export type SeveralKind = (typeof severalKinds)[number];

/** What is ordered of an offer: more than is needed of its unit, if it needs whole packs. */
export type Ordered = {
  readonly quantity: number;
  readonly needed: number;
  readonly isConverted: boolean;
};

/**
 * "quantity": `text` is what the row says then; `asked` is what it needs, if more is ordered to fill
 * packs. "offer": `ordered` is null if the quantity stays.
 */
export type Change =
  | {
      readonly kind: "quantity";
      readonly text: string;
      readonly quantity: number;
      readonly asked: number | null;
    }
  | { readonly kind: "convert"; readonly conversion: Conversion }
  | { readonly kind: "offer"; readonly choice: OfferChoice; readonly ordered: Ordered | null }
  | { readonly kind: "split"; readonly split: Split }
  | { readonly kind: "number"; readonly part: SuggestedPart }
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "name" | "remove" };

/** `several`: as what it may be done for many rows; null: only a person can decide it. */
export type Fix = Change & { readonly mark: string; readonly several: SeveralKind | null };

function digest(...facts: readonly unknown[]): string {
  const text = JSON.stringify(facts, (_, one) => (typeof one === "bigint" ? String(one) : one));
  return hash("sha256", text, "hex").slice(0, 16);
}

function markOf(change: Change): string {
  switch (change.kind) {
    case "quantity":
      return ["quantity", change.text, change.asked ?? []].flat().join(":");
    case "convert": {
      const { quantity, unit, asked } = change.conversion;
      return `convert:${quantity} ${unit}:${asked}`;
    }
    case "offer":
      return `offer:${digest(change.choice.offer.offerId, change.ordered)}`;
    case "split":
      return `split:${digest(
        change.split.map(({ choice, quantity, unitPrice }) => [
          choice.offer.offerId,
          quantity,
          unitPrice,
        ]),
      )}`;
    case "number":
      return `number:${change.part.partNumber}`;
    case "condition":
      return `condition:${change.condition}`;
    case "day":
      return `day:${change.day}`;
    default:
      return change.kind;
  }
}

function toFix(change: Change, several: SeveralKind | null = null): Fix {
  return { ...change, mark: markOf(change), several };
}

function ofQuantity({ quantityText }: RowOnPage, quantity: number, asked: number | null = null) {
  return {
    kind: "quantity",
    text: replaceAmount(quantityText, quantity),
    quantity,
    asked,
  } as const;
}

/** The quantities that an unclear quantity may mean, in whole packs if its offer is known. */
function planMeant(row: RowOnPage, { named }: RowFacts): Fix[] {
  const isUnclear =
    row.quantity === null && row.state !== "not_found" && row.state !== "unreadable";
  return (isUnclear ? listMeantQuantities(row.quantityText) : []).map(({ quantity, text }) => {
    const ordered = named === null ? quantity : roundUpQuantity(quantity, named.terms);
    if (ordered !== quantity && ordered <= limits.quantity) {
      return toFix(ofQuantity(row, ordered, quantity));
    }
    const written = /^\d{1,7}$/.test(text) ? replaceAmount(row.quantityText, quantity) : text;
    return toFix({ kind: "quantity", text: written, quantity, asked: null });
  });
}

/**
 * The quantities with which a row can be ordered: the one that its check found for all rows of the
 * offer and, if no other row orders it, the pack below.
 */
function planQuantities(row: RowOnPage, { named, takers }: RowFacts, isSplit: boolean): Fix[] {
  const { state, quantity, nearestQuantity: nearest, rowNumber } = row;
  if (nearest === null) return [];
  const isRound = state === "bad_quantity" && quantity !== null && nearest >= quantity;
  const isReduced = state === "short" && nearest <= (quantity ?? 0) && !isSplit;
  const several = isRound ? "round" : isReduced ? "reduce" : null;
  const fixes = [toFix(ofQuantity(row, nearest), several)];
  if (!isRound || named === null) return fixes;
  const isAlone = (takers.get(named.offer.offerId) ?? []).every((one) => one === rowNumber);
  const [below, above] = listNearestQuantities(quantity, named.terms);
  return isAlone && above === nearest && named.priceAt(below) !== null
    ? [toFix(ofQuantity(row, below)), ...fixes]
    : fixes;
}

/**
 * The quantity that an offer orders for a row, in whole packs, and how much of its unit is needed.
 * Null if it is unclear.
 */
export function findOrdered(
  { quantity, quantityText }: Pick<RowOnPage, "quantity" | "quantityText">,
  { offer, terms }: OfferChoice,
): Ordered | null {
  const { unitOfMeasure } = offer;
  const converted = convertQuantity(quantityText, unitOfMeasure);
  const isUnclear = converted === null && findUnitFault(quantityText, unitOfMeasure) !== null;
  const needed = isUnclear ? null : (converted?.count ?? quantity);
  if (needed === null) return null;
  const ordered = roundUpQuantity(needed, terms);
  if (ordered > limits.quantity) return null;
  return { quantity: ordered, needed, isConverted: converted !== null };
}

/**
 * What choosing an offer stores as the quantity. Packs are only filled if no other row of the list
 * orders the offer, or will: with others they are filled together.
 */
function findStored(
  row: RowOnPage,
  choice: OfferChoice,
  { takers }: RowFacts,
  isShared: boolean,
): Ordered | null {
  const ordered = findOrdered(row, choice);
  if (ordered === null || ordered.isConverted) return ordered;
  const others = (takers.get(choice.offer.offerId) ?? []).filter((one) => one !== row.rowNumber);
  const isAlone = others.length === 0 && !isShared;
  return isAlone && ordered.quantity !== ordered.needed ? ordered : null;
}

type Packed = { readonly choice: OfferChoice; readonly quantity: number; readonly price: Price };

function comparePacked(one: Packed, other: Packed): number {
  const total = ({ price, quantity }: Packed) => multiplyPrice(price, quantity).minor;
  const days = ({ choice }: Packed) => choice.offer.leadTimeDays ?? Number.MAX_SAFE_INTEGER;
  return Number(total(one) - total(other)) || days(one) - days(other);
}

function hasOne<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): boolean {
  return new Set(items.map(keyOf)).size === 1;
}

/**
 * The cheapest of the choices that has `needed` in stock, in exactly that quantity if any is sold
 * so, else in the packs that cover it for the lowest total; of equal totals the one with the
 * shortest lead time. Null if they differ in what makes them hard to compare, or if any lacks the
 * certificate: without it a part may be useless, so only a person does without it.
 */
export function findCheapest(
  row: RowOnPage,
  { choices, makers }: RowFacts,
  needed: number | null = row.quantity,
): OfferChoice | null {
  const isComparable =
    makers < 2 &&
    hasOne(choices, ({ offer }) => offer.condition) &&
    hasOne(choices, ({ offer }) => offer.unitOfMeasure) &&
    choices.every(({ offer }) => hasCertificate(offer, row.certificate)) &&
    choices.every(({ offer }) => findUnitFault(row.quantityText, offer.unitOfMeasure) === null);
  if (needed === null || !isComparable) return null;
  const packed = choices.flatMap((choice): Packed[] => {
    const quantity = roundUpQuantity(needed, choice.terms);
    const price = choice.priceAt(quantity);
    return price === null || choice.offer.stock < quantity ? [] : [{ choice, quantity, price }];
  });
  const exact = packed.filter(({ quantity }) => quantity === needed);
  const possible = exact.length > 0 ? exact : packed;
  if (!hasOne(possible, ({ price }) => price.currency)) return null;
  const [first] = possible.toSorted(comparePacked);
  return first?.choice ?? null;
}

/** The offers that a row can choose, except the one that it has. */
function planOffers(
  row: RowOnPage,
  facts: RowFacts,
  { needed = row.quantity }: Planning,
  isSplit: boolean,
) {
  const isShared = needed !== row.quantity;
  const isOpen = row.state === "ambiguous" && !isSplit;
  const cheapest = isOpen ? findCheapest(row, facts, needed) : null;
  return facts.choices
    .filter(({ offer }) => offer.offerId !== row.offerId)
    .map((choice) => {
      const change = {
        kind: "offer",
        choice,
        ordered: findStored(row, choice, facts, isShared),
      } as const;
      return toFix(change, choice === cheapest ? "cheapest" : null);
    });
}

function planDays({ unread, state }: RowOnPage, now: Date, firstDay: string): Fix[] {
  const days = state === "added" ? [] : listMeantDays(unread, now);
  return days.filter((day) => day >= firstDay).map((day) => toFix({ kind: "day", day }));
}

export type Planning = {
  readonly now: Date;
  /** The first day that can be asked for. */
  readonly firstDay: string;
  /** What all rows need together that ask for the same as this one; undefined: its own quantity. */
  readonly needed?: number | null | undefined;
};

/** Every change that a row can be offered, its removal last; none of a row in an order. */
export function planFixes(row: RowOnPage, facts: RowFacts, planning: Planning): Fix[] {
  const { now, firstDay } = planning;
  if (row.state === "added") return [];
  const days = planDays(row, now, firstDay);
  const isAlone = row.state === "not_found" && row.suggestions.length === 0;
  const last = [...days, toFix({ kind: "remove" }, isAlone ? "remove" : null)];
  if (isPartInDoubt(row)) return [toFix({ kind: "name" }), ...last];
  const meant = planMeant(row, facts);
  if (meant.length > 0) return [...meant, ...last];
  const split = planSplit(row, facts);
  const conversion = planConversion(row, facts);
  const conditions = facts.conditions.filter((one) => !excludesCondition(row.condition ?? "", one));
  return [
    ...(split === null ? [] : [toFix({ kind: "split", split })]),
    ...planQuantities(row, facts, split !== null),
    ...(conversion === null ? [] : [toFix({ kind: "convert", conversion }, "convert")]),
    ...conditions.map((condition) => toFix({ kind: "condition", condition })),
    ...facts.suggested.map((part) =>
      toFix({ kind: "number", part }, part.isMeant ? "number" : null),
    ),
    ...planOffers(row, facts, planning, split !== null),
    ...last,
  ];
}
