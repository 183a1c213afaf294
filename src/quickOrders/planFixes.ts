// What makes a row orderable: every change that it can be offered, with a mark of what it changes.
// Pure. Invariant: only a change that is planned now is ever made, so no form can ask for another.
// What can be done for many rows at once mixes no conditions, units, currencies or manufacturers,
// takes no part that may be another one, and never orders less than was asked for, except where
// there is no more.
import { hash } from "node:crypto";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import { limits } from "../kit/contract/limits.ts";
import { comparePrices, multiplyPrice, type Price } from "../kit/price.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import { isQuantityAllowed, listNearestQuantities, roundUpQuantity } from "../prices/orderTerms.ts";
import { convertQuantity, listMeantQuantities, replaceAmount } from "../reading/quantity.ts";
import { excludesCondition } from "../reading/stated.ts";
import { findUnitFault, hasCertificate } from "./checkRows.ts";
import { isPartInDoubt, type ListRow, type OrderList, type RowState } from "./orderList.ts";
import { listMeantDays } from "./readRow.ts";
import { loadRowFacts, type OfferChoice, type RowFacts, type SuggestedPart } from "./rowFacts.ts";
import { selectRows } from "./rowQueries.ts";

/** Changes that are made for many rows at once, in the order in which each leaves rows to the next. */
const severalKinds = ["number", "cheapest", "reduce", "round", "convert", "remove"] as const;
export type SeveralKind = (typeof severalKinds)[number];

/** What is ordered for a `needed` quantity: more, to fill packs; null: it is what is needed. */
export type Ordered = {
  readonly quantity: number;
  readonly needed: number | null;
  /** The row has another unit than its offer. */
  readonly isConverted: boolean;
};

/** A part of a row's quantity, with the unit price at this quantity. */
type SplitPiece = {
  readonly choice: OfferChoice;
  readonly quantity: number;
  readonly unitPrice: Price;
};

export type Split = readonly [SplitPiece, SplitPiece];

/**
 * "quantity": `text` is what the row says then; of a conversion, `unit` is that of the part, and
 * `exact` how much the row needs before it is rounded up. "offer": `ordered` is null if the quantity
 * stays.
 */
type Change =
  | {
      readonly kind: "quantity";
      readonly text: string;
      readonly ordered: Ordered;
      readonly unit?: string;
      readonly exact?: string | null;
    }
  | { readonly kind: "offer"; readonly choice: OfferChoice; readonly ordered: Ordered | null }
  | { readonly kind: "split"; readonly split: Split }
  | { readonly kind: "number"; readonly part: SuggestedPart }
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "name" | "remove" };

/** `several`: as what it may be done for many rows; null: only a person can decide it. */
export type Fix = Change & { readonly mark: string; readonly several: SeveralKind | null };

function digest(content: unknown): string {
  const text = JSON.stringify(content, (_, one) => (typeof one === "bigint" ? String(one) : one));
  return hash("sha256", text, "hex").slice(0, 16);
}

/** Two changes with the same mark do the same. */
function markOf(change: Change): string {
  switch (change.kind) {
    case "quantity": {
      const kind = change.unit === undefined ? "quantity" : "convert";
      return [kind, change.text, change.ordered.needed ?? []].flat().join(":");
    }
    case "offer":
      return `offer:${digest([change.choice.offer.offerId, change.ordered])}`;
    case "split":
      return `split:${digest(change.split.map(({ choice, ...piece }) => [choice.offer.offerId, piece]))}`;
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

/** Orders another quantity, in the unit that the row has. */
function ofQuantity({ quantityText }: ListRow, quantity: number, needed: number | null = null) {
  const ordered = { quantity, needed, isConverted: false };
  return { kind: "quantity", text: replaceAmount(quantityText, quantity), ordered } as const;
}

/** The quantities that an unclear quantity may mean, in whole packs if its offer is known. */
function planMeant(row: ListRow, { named }: RowFacts): Fix[] {
  const isUnclear =
    row.quantity === null && row.state !== "not_found" && row.state !== "unreadable";
  return (isUnclear ? listMeantQuantities(row.quantityText) : []).map(({ quantity, text }) => {
    const packed = named === null ? quantity : roundUpQuantity(quantity, named.terms);
    if (packed !== quantity && packed <= limits.quantity) {
      return toFix(ofQuantity(row, packed, quantity));
    }
    const meant = ofQuantity(row, quantity);
    return toFix(/^\d{1,7}$/.test(text) ? meant : { ...meant, text });
  });
}

/**
 * The quantities with which a row can be ordered: the one that its check found for all rows of the
 * offer and, if no other row orders it, the pack below.
 */
function planQuantities(row: ListRow, { named, takers }: RowFacts, isSplit: boolean): Fix[] {
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
 * What the quantity of a row becomes in the unit of its part. It is certain whatever offer is chosen
 * later, because all offers that fit the row are sold in one unit, and packs are only filled if all
 * have the same.
 */
function planConversion(row: ListRow, { choices, named }: RowFacts): Fix[] {
  const isNamed = row.state === "bad_quantity" && named !== null;
  const possible = isNamed ? [named] : row.state === "ambiguous" ? choices : [];
  const unit = possible[0]?.offer.unitOfMeasure;
  const converted = unit === undefined ? null : convertQuantity(row.quantityText, unit);
  const isOne = possible.every(({ offer }) => offer.unitOfMeasure === unit);
  if (unit === undefined || converted === null || !isOne) return [];
  const { count: needed, exact } = converted;
  const terms = possible[0]?.terms;
  const hasTerms =
    terms !== undefined &&
    hasOne(possible, (one) => `${one.terms.minQuantity} ${one.terms.multiple}`);
  const quantity = hasTerms ? roundUpQuantity(needed, terms) : needed;
  if (quantity > limits.quantity) return [];
  const ordered = { quantity, needed, isConverted: true };
  const text = `${quantity} ${unit}`;
  return [toFix({ kind: "quantity", text, ordered, unit, exact }, "convert")];
}

/**
 * The quantity that an offer orders for a row, in whole packs, and how much of its unit is needed.
 * Null if it is unclear.
 */
export function findOrdered(
  { quantity, quantityText }: Pick<ListRow, "quantity" | "quantityText">,
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
  row: ListRow,
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

/** Whether other rows of the list would order an offer too. */
function isTakenByOthers({ takers }: Pick<RowFacts, "takers">, row: ListRow, choice: OfferChoice) {
  return (takers.get(choice.offer.offerId) ?? []).some((one) => one !== row.rowNumber);
}

/** The offers that a row can choose, except the one that it has. */
function planOffers(row: ListRow, facts: RowFacts, needed: number | null, isSplit: boolean): Fix[] {
  const isOpen = row.state === "ambiguous" && !isSplit;
  const cheapest = isOpen ? findCheapest(row, facts, needed) : null;
  return facts.choices
    .filter(({ offer }) => offer.offerId !== row.offerId)
    .map((choice) => {
      const found = findOrdered(row, choice);
      // Packs are only filled if no other row orders the offer, or will: with others they are
      // filled together.
      const isAlone = !isTakenByOthers(facts, row, choice) && needed === row.quantity;
      const isFilled = isAlone && found?.quantity !== found?.needed;
      const ordered = found !== null && (found.isConverted || isFilled) ? found : null;
      return toFix({ kind: "offer", choice, ordered }, choice === cheapest ? "cheapest" : null);
    });
}

// How a row can be ordered from two offers if none has its whole quantity. Both have the same
// condition, certificate, unit and currency, and the pieces sum exactly to the quantity, each in
// stock, in whole packs and at least the minimum.

function takePiece(choice: OfferChoice, quantity: number): SplitPiece | null {
  const isPossible = quantity <= choice.offer.stock && isQuantityAllowed(quantity, choice.terms);
  const unitPrice = isPossible ? choice.priceAt(quantity) : null;
  return unitPrice === null ? null : { choice, quantity, unitPrice };
}

/** Pairs of quantities that are tried, so that a list with large packs takes no longer. */
const maxSteps = 1_000;

/** Offers of which pairs are tried, in stock and cheapest first. */
const maxOffers = 20;

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** As much as possible from `first`, the rest from `second`; none if the sum is never exact. */
function splitOver(first: OfferChoice, second: OfferChoice, quantity: number): Split[] {
  const { multiple } = first.terms;
  if (quantity % greatestDivisor(multiple, second.terms.multiple) !== 0) return [];
  const most = Math.min(first.offer.stock, quantity - second.terms.minQuantity);
  const from = most - (most % multiple);
  // After as many steps as the other pack has units, the rests of the division repeat.
  const steps = Math.min(second.terms.multiple - 1, maxSteps);
  const to = Math.max(1, from - multiple * steps);
  for (let own = from; own >= to && quantity - own <= second.offer.stock; own -= multiple) {
    const [one, other] = [takePiece(first, own), takePiece(second, quantity - own)];
    if (one !== null && other !== null) {
      return one.unitPrice.currency === other.unitPrice.currency ? [[one, other]] : [];
    }
  }
  return [];
}

/** The split of the lowest total over two of these offers. */
function findCheapestSplit(choices: readonly OfferChoice[], quantity: number): Split | undefined {
  const totalOf = (split: Split) =>
    split.reduce((sum, one) => sum + multiplyPrice(one.unitPrice, one.quantity).minor, 0n);
  const splits = choices.flatMap((first) =>
    choices.flatMap((second) => (first === second ? [] : splitOver(first, second, quantity))),
  );
  // Of equal totals, the one that names the cheaper offer first.
  const [best] = splits.toSorted(
    (a, b) => Number(totalOf(a) - totalOf(b)) || comparePrices(a[0].unitPrice, b[0].unitPrice),
  );
  return best;
}

/**
 * The split of a row over two offers; null if one offer has all of it, or no two have exactly its
 * quantity. Offers that another row of the list would order are left out: their stock is spoken
 * for. A row that was reduced, rounded or converted before is not split, since its line names what
 * was asked for.
 */
function planSplit(
  row: ListRow,
  { choices, makers, takers }: Pick<RowFacts, "choices" | "makers" | "takers">,
): Split | null {
  const { state, quantity, quantityText, askedQuantity, requestedQuantity, certificate } = row;
  const isOpen = state === "short" || state === "ambiguous";
  const isChanged = askedQuantity !== null || requestedQuantity !== null;
  if (makers > 1 || !isOpen || quantity === null || isChanged) return null;
  const fitting = choices.filter(
    ({ offer, unitPrice }) =>
      hasCertificate(offer, certificate) &&
      unitPrice !== null &&
      findUnitFault(quantityText, offer.unitOfMeasure) === null,
  );
  if (fitting.some((choice) => takePiece(choice, quantity) !== null)) return null;
  const free = fitting
    .filter((one) => one.offer.stock > 0 && !isTakenByOthers({ takers }, row, one))
    .toSorted((a, b) => Number((a.unitPrice?.minor ?? 0n) - (b.unitPrice?.minor ?? 0n)))
    .slice(0, maxOffers);
  const alike = Map.groupBy(free, ({ offer, unitPrice }) => {
    const { condition, unitOfMeasure } = offer;
    return JSON.stringify([condition, offer.certificate, unitOfMeasure, unitPrice?.currency]);
  });
  for (const group of alike.values()) {
    const split = findCheapestSplit(group, quantity);
    if (split !== undefined) return split;
  }
  return null;
}

/**
 * Every change that a row can be offered, its removal last; none of a row in an order. `needed` is
 * what all rows need together that ask for the same as this one.
 */
export function planFixes(
  row: ListRow,
  facts: RowFacts,
  now: Date,
  needed: number | null = row.quantity,
): Fix[] {
  if (row.state === "added") return [];
  const days = listMeantDays(row.unread, now).filter((day) => day >= firstNeededDay(now));
  const isAlone = row.state === "not_found" && row.suggestions.length === 0;
  const last = [
    ...days.map((day) => toFix({ kind: "day", day })),
    toFix({ kind: "remove" }, isAlone ? "remove" : null),
  ];
  if (isPartInDoubt(row)) return [toFix({ kind: "name" }), ...last];
  const meant = planMeant(row, facts);
  if (meant.length > 0) return [...meant, ...last];
  const split = planSplit(row, facts);
  const conditions = facts.conditions.filter((one) => !excludesCondition(row.condition ?? "", one));
  return [
    ...(split === null ? [] : [toFix({ kind: "split", split })]),
    ...planQuantities(row, facts, split !== null),
    ...planConversion(row, facts),
    ...conditions.map((condition) => toFix({ kind: "condition", condition })),
    ...facts.suggested.map((part) =>
      toFix({ kind: "number", part }, part.isMeant ? "number" : null),
    ),
    ...planOffers(row, facts, needed, split !== null),
    ...last,
  ];
}

// What can be done for many rows of a list at once, each shown with what it changes: a person clears
// those that should stay as they are.

/** Rows that are planned at a time; those after them are planned once these are done. */
const maxPlanned = 200;

/** The states of rows that may have such a fix. */
export const fixableStates: readonly RowState[] = [
  "not_found",
  "not_orderable",
  "ambiguous",
  "short",
  "bad_quantity",
];

export type SeveralFix = { readonly row: ListRow; readonly facts: RowFacts; readonly fix: Fix };

/** Rows that ask for the same choose together: an offer has to have enough for all of them. */
function wishOf({ partNumber, condition, certificate }: ListRow): string {
  return JSON.stringify([partNumberKey(partNumber ?? ""), condition, certificate]);
}

/** By kind, the rows that have such a fix; `hasMore`: there may be others after these. */
export async function planSeveral(
  access: CatalogAccess,
  { accountId, listId }: Pick<OrderList, "accountId" | "listId">,
  now: Date,
) {
  const page = { limit: maxPlanned + 1 };
  const found = await selectRows(access.db, listId, { states: fixableStates }, page);
  const rows = found.slice(0, maxPlanned);
  const facts = await loadRowFacts({ ...access, accountId, listId, now }, rows);
  const needs = new Map<string, number>();
  for (const row of rows.filter(({ state }) => state === "ambiguous")) {
    needs.set(wishOf(row), (needs.get(wishOf(row)) ?? 0) + (row.quantity ?? 0));
  }
  const fixes = rows.flatMap((row): SeveralFix[] => {
    const needed = row.quantity === null ? null : needs.get(wishOf(row));
    const ofRow = facts.of(row);
    const fix = planFixes(row, ofRow, now, needed).find(({ several }) => several);
    return fix === undefined ? [] : [{ row, facts: ofRow, fix }];
  });
  const groups = severalKinds.flatMap((kind): [SeveralKind, SeveralFix[]][] => {
    const all = fixes.filter(({ fix }) => fix.several === kind);
    // One row per offer: its quantity already counts the others, which are checked again with it.
    const keyOf = ({ row }: SeveralFix) => row.offerId ?? partNumberKey(row.partNumber ?? "");
    const perOffer = [...new Map(all.map((one) => [keyOf(one), one])).values()];
    const isShared = kind === "round" || kind === "reduce";
    return all.length === 0 ? [] : [[kind, isShared ? perOffer : all]];
  });
  return { groups: new Map(groups), hasMore: found.length > maxPlanned };
}
