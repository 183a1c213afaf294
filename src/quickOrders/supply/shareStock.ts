// What the rows of one part take of the stock of its offers. Pure. Invariant: rows get the only
// offer that has enough for them only if it has enough for all of them together, and for the rows
// of which a person may choose it too.
import type { Offer } from "../../catalog/offer.ts";
import type { OfferId } from "../../catalog/partId.ts";
import type { Agreement } from "../../pricing/agreement.ts";
import { findOrderTerms, isQuantityAllowed } from "../../pricing/orderTerms.ts";
import { findUnitPrice } from "../../pricing/unitPrice.ts";
import type { RowReading } from "../orderList.ts";
import { findUnitFault } from "./unitFault.ts";
import { hasCertificate } from "./wantedCertificate.ts";

/** A row without an offer, those that fit it, and why a person chooses whatever is left. */
export type OpenRow = {
  readonly row: Pick<RowReading, "quantity" | "quantityText" | "certificate">;
  readonly fitting: readonly Offer[];
  readonly question: string | null;
};

export type SupplyFacts = {
  readonly agreement: Agreement;
  /** How many manufacturers make the part. */
  readonly makers: number;
};

type Quantities = ReadonlyMap<OfferId, number>;

export type StockUse = {
  /** The only offers that rows can get. */
  readonly given: ReadonlyMap<OpenRow, Offer>;
  /** What rows with an offer order of it. */
  readonly taken: Quantities;
  /** What rows that need a person may order of it. */
  readonly contended: Quantities;
};

/** Without a requested one, an offer has to list all certificates that any of them lists. */
function hasPapers(offer: Offer, offers: readonly Offer[], wanted: string | null): boolean {
  if (wanted !== null) return hasCertificate(offer, wanted);
  const own = offer.certificate?.split("; ") ?? [];
  return offers.every(({ certificate }) =>
    (certificate?.split("; ") ?? []).every((code) => own.includes(code)),
  );
}

/** Whether an offer is the same part as the others that fit a row, and no worse. */
export function isSamePart(
  offer: Offer,
  { row: { certificate, quantity }, fitting }: OpenRow,
  { makers, agreement }: SupplyFacts,
): boolean {
  const currencyOf = (one: Offer) => findUnitPrice(one, agreement, quantity ?? 1).price?.currency;
  const currency = currencyOf(offer);
  return (
    makers < 2 &&
    hasPapers(offer, fitting, certificate) &&
    fitting.every(
      (one) =>
        one.condition === offer.condition &&
        one.unitOfMeasure === offer.unitOfMeasure &&
        (currencyOf(one) ?? currency) === currency,
    )
  );
}

export function isOrderable(offer: Offer, quantity: number, { agreement }: SupplyFacts): boolean {
  const isPriced = findUnitPrice(offer, agreement, quantity).price !== null;
  return isPriced && isQuantityAllowed(quantity, findOrderTerms(offer, agreement));
}

/** The quantity of a row, null if it is not clear for all of its offers. */
export function readClearQuantity({ row, fitting }: OpenRow): number | null {
  const isUnclear = ({ unitOfMeasure }: Offer) => findUnitFault(row.quantityText, unitOfMeasure);
  return row.quantity === null || fitting.some(isUnclear) ? null : row.quantity;
}

function addTo(quantities: Map<OfferId, number>, { offerId }: Offer, quantity: number): void {
  quantities.set(offerId, (quantities.get(offerId) ?? 0) + quantity);
}

/** The offers of a row that have its quantity left. */
export function listEnough(
  { row: { quantity }, fitting }: OpenRow,
  taken: Quantities,
): readonly Offer[] {
  return fitting.filter(({ offerId, stock }) => {
    return stock - (taken.get(offerId) ?? 0) >= (quantity ?? 1);
  });
}

/** The only offer that a row can get without a person. */
function findOnly(open: OpenRow, enough: readonly Offer[], facts: SupplyFacts): Offer | undefined {
  const [only, ...others] = enough;
  const quantity = readClearQuantity(open);
  if (only === undefined || others.length > 0) return undefined;
  if (open.question !== null || quantity === null) return undefined;
  const isClear = isOrderable(only, quantity, facts) && isSamePart(only, open, facts);
  return isClear ? only : undefined;
}

type Wanted = {
  /** The rows that can only get one offer. */
  readonly forced: ReadonlyMap<OpenRow, Offer>;
  readonly contended: Quantities;
};

/** What rows without an offer may order, if others have taken some. */
function listWanted(rows: readonly OpenRow[], taken: Quantities, facts: SupplyFacts): Wanted {
  const forced = new Map<OpenRow, Offer>();
  const contended = new Map<OfferId, number>();
  for (const open of rows) {
    const enough = listEnough(open, taken);
    const only = findOnly(open, enough, facts);
    if (only !== undefined) forced.set(open, only);
    // Of several, a person takes one that is left.
    const isFree = open.question === null && readClearQuantity(open) !== null && enough.length > 1;
    for (const offer of isFree ? [] : enough) addTo(contended, offer, open.row.quantity ?? 0);
  }
  return { forced, contended };
}

/** Rows that get an offer leave less for others, until nothing changes; real lists take two. */
const maxRounds = 100;

/** Shares the stock among rows, given what those with an offer order. */
export function shareStock(
  named: readonly { readonly offer: Offer; readonly quantity: number }[],
  rows: readonly OpenRow[],
  facts: SupplyFacts,
): StockUse {
  const given = new Map<OpenRow, Offer>();
  const taken = new Map<OfferId, number>();
  for (const { offer, quantity } of named) addTo(taken, offer, quantity);
  for (let round = 0; ; round += 1) {
    const rest = rows.filter((open) => !given.has(open));
    const { forced, contended } = listWanted(rest, taken, facts);
    const isEnough = ({ offerId, stock }: Offer) =>
      stock >= (taken.get(offerId) ?? 0) + (contended.get(offerId) ?? 0);
    // Decided for all before any is taken.
    const next = [...forced].filter(([, offer]) => isEnough(offer));
    if (next.length === 0 || round === maxRounds) return { given, taken, contended };
    for (const [open, offer] of next) {
      given.set(open, offer);
      addTo(taken, offer, open.row.quantity ?? 0);
    }
  }
}
