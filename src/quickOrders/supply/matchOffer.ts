// Which offer a row of a list means, or why it means none. Pure.
import { countManufacturers, type Manufacturer } from "../../catalog/manufacturer.ts";
import type { Offer } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Agreement } from "../../pricing/agreement.ts";
import { findOrderTerms } from "../../pricing/orderTerms.ts";
import { acceptsCondition, listAccepted } from "../../reading/condition.ts";
import { convertQuantity } from "../../reading/quantity.ts";
import { addSuggestions, type SuggestedPart } from "../describeSuggestions.ts";
import type { RowReading } from "../orderList.ts";
import { type OpenRow, type StockUse, type SupplyFacts, shareStock } from "./shareStock.ts";
import { findUnitFault } from "./unitFault.ts";
import { describeUncertified, preferCertified } from "./wantedCertificate.ts";
import { canSupply, weighSupply } from "./weighSupply.ts";

export type NamedRow = RowReading & {
  readonly rowNumber: number;
  readonly chosenOfferId: OfferId | null;
  /** What the list names as alternates and can be ordered. */
  readonly alternates?: readonly string[];
};

/**
 * What the rows of one part number are checked against; offers and suggestions best first.
 * `replacement` is the part that supersedes this one and can be ordered.
 */
export type PartFacts = {
  readonly offers: readonly Offer[];
  readonly suggested: readonly SuggestedPart[];
  readonly replacement: string | null;
  readonly agreement: Agreement;
  readonly manufacturers: ReadonlyMap<OfferId, Manufacturer>;
  /** The names of units of measure by their codes, if rows name units. */
  readonly unitNames?: ReadonlyMap<string, string>;
};

/** `reason` says why an offer was chosen for the buyer. */
export type OfferMatch = {
  readonly outcome: "offer";
  readonly offer: Offer;
  readonly reason?: string;
};

/** The offer a row names, or why it names none. */
type Match =
  | OfferMatch
  | { readonly outcome: "short"; readonly reason: string; readonly nearest: number | null }
  | { readonly outcome: "ambiguous" | "not_found" | "other_condition"; readonly reason: string };

/** "1, 2 and 3". */
export function joinWords(words: readonly string[], last = "and"): string {
  const ending = `${last} ${words.at(-1)}`;
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${ending}`;
}

/** Why the quantity is unclear for all offers of a row; null if it is not. */
function findQuantityFault(
  row: NamedRow,
  offers: readonly Offer[],
  facts: Pick<PartFacts, "unitNames" | "agreement">,
): string | null {
  const faults = offers.map((offer) => inUnitOf(row, offer, facts).quantityFault);
  if (faults.includes(null)) return null;
  const [first = null, ...others] = faults;
  const [offer] = offers;
  if (offer === undefined || others.every((fault) => fault === first)) return first;
  // Minimum and packs of one of them are not those of all.
  const { unitOfMeasure } = offer;
  return findUnitFault(row.quantityText, unitOfMeasure, facts.unitNames?.get(unitOfMeasure));
}

/** The row as its offer is sold: a quantity in another unit is none. */
export function inUnitOf<R extends NamedRow>(
  row: R,
  offer: Offer,
  { unitNames, agreement }: Pick<PartFacts, "unitNames" | "agreement">,
): R {
  const { quantity, quantityText } = row;
  const { unitOfMeasure } = offer;
  const terms = findOrderTerms(offer, agreement);
  const name = unitNames?.get(unitOfMeasure);
  const unitFault = findUnitFault(quantityText, unitOfMeasure, name, terms);
  // 2.5 m is no quantity, but may be a length in feet.
  const isConverted = convertQuantity(quantityText, unitOfMeasure) !== null;
  const fault = quantity !== null || isConverted ? unitFault : row.quantityFault;
  return fault === null ? row : { ...row, quantity: null, quantityFault: fault };
}

/** `onHold` would fit the row if they were sold. */
type Asked = {
  readonly makers: number;
  readonly isGone: boolean;
  readonly onHold: readonly Offer[];
};

/** Why a person has to choose one of the offers that fit a row, whatever their stock is. */
function findQuestion(
  row: NamedRow,
  fitting: readonly Offer[],
  { makers, isGone, onHold }: Asked,
): string | null {
  const why = [
    isGone ? "The offer chosen before is no longer available." : [],
    describeUncertified(fitting, row, onHold) ?? [],
    makers > 1 ? `${makers} manufacturers make part ${row.partNumber}.` : [],
  ].flat();
  return why.length === 0 ? null : why.join(" ");
}

/** Chooses among several offers that fit a row, as far as that needs no person. */
function chooseFitting(
  row: NamedRow,
  open: OpenRow,
  use: StockUse,
  facts: SupplyFacts & Pick<PartFacts, "unitNames">,
): Match {
  const { fitting, question } = open;
  const supply =
    fitting.length < 2 ? { outcome: "open" as const, hint: null } : weighSupply(open, use, facts);
  if (question === null && supply.outcome === "only") {
    return { outcome: "offer", offer: supply.offer, reason: supply.reason };
  }
  if (question === null && supply.outcome === "short") return supply;
  const hint = supply.outcome === "open" ? supply.hint : supply.reason;
  const what = question ?? (hint === null ? `${fitting.length} offers match.` : null);
  const unclear = findQuantityFault(row, fitting, facts);
  const reason = [what ?? [], hint ?? [], unclear ?? []].flat().join(" ");
  return { outcome: "ambiguous", reason };
}

/** Why a row has no offer of a part without any. */
function describeUnknown(
  { partNumber, alternates = [] }: NamedRow,
  suggested: readonly SuggestedPart[],
): string {
  const named = alternates.length === 0 ? "" : ` Alternate in your list: ${alternates.join(", ")}.`;
  return addSuggestions(`Part ${partNumber} not found.${named}`, suggested);
}

/** What a row means whatever other rows order, or the offers that it leaves to choose from. */
function matchAlone(row: NamedRow, facts: PartFacts, makers: number): Match | OpenRow {
  const { offers, suggested, agreement } = facts;
  const [first] = offers;
  if (first === undefined) {
    return { outcome: "not_found", reason: describeUnknown(row, suggested) };
  }
  const fits = ({ condition }: Offer) => acceptsCondition(row.condition, condition);
  const orderable = offers.filter(({ status }) => status === "ACTIVE");
  const chosen = orderable.find((offer) => offer.offerId === row.chosenOfferId && fits(offer));
  if (chosen !== undefined) return { outcome: "offer", offer: chosen };
  const fitting = preferCertified(orderable.filter(fits), row.certificate, (offer) =>
    canSupply(offer, agreement, row),
  );
  const isGone = offers.some(({ offerId }) => offerId === row.chosenOfferId);
  const onHold = offers.filter((offer) => offer.status === "ON_HOLD" && fits(offer));
  const question = findQuestion(row, fitting, { makers, isGone, onHold });
  const [offer, ...more] = fitting;
  if (offer !== undefined) {
    const isOnly = question === null && more.length === 0;
    return isOnly ? { outcome: "offer", offer } : { row, fitting, question };
  }
  if (orderable.length === 0) return { outcome: "offer", offer: offers.find(fits) ?? first };
  const conditions = [...new Set(orderable.map(({ condition }) => condition))];
  const wanted = joinWords(listAccepted(row.condition), "or");
  const reason = `Not offered in ${wanted}, only in ${joinWords(conditions)}.`;
  return { outcome: "other_condition", reason };
}

/** The offers that the rows of one part number mean, in their order. */
export function matchOffers(rows: readonly NamedRow[], facts: PartFacts): Match[] {
  const current = facts.offers.filter(({ status }) => status !== "DISCONTINUED");
  const makers = countManufacturers(
    current.flatMap(({ offerId }) => facts.manufacturers.get(offerId) ?? []),
  );
  const alone = rows.map((row) => ({ row, found: matchAlone(row, facts, makers) }));
  const named = alone.flatMap(({ row, found }) =>
    "outcome" in found && found.outcome === "offer"
      ? { offer: found.offer, quantity: inUnitOf(row, found.offer, facts).quantity ?? 0 }
      : [],
  );
  const open = alone.flatMap(({ found }) => ("outcome" in found ? [] : found));
  const supply = { ...facts, makers };
  const use = shareStock(named, open, supply);
  return alone.map(({ row, found }) =>
    "outcome" in found ? found : chooseFitting(row, found, use, supply),
  );
}
