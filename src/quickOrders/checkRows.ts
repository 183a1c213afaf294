// What can be ordered of the rows of one part number: the pure check behind each row's state.
// Invariant: all rows of one offer are checked as the one order line they become. An offer is only
// chosen for the buyer if the others have too little, if it differs from them in nothing that makes
// it another part (condition, unit, currency, certificate), and if it has enough for all of these
// rows together, and for the rows of which a person may choose it too.

import type { Manufacturer } from "../catalog/manufacturer.ts";
import { countManufacturers } from "../catalog/manufacturer.ts";
import { nameCertificates } from "../catalog/nameCertificates.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import type { Suggestion, SuggestionReason } from "../catalog/search/suggestions.ts";
import { limits } from "../kit/contract/limits.ts";
import { groupDigits } from "../kit/money.ts";
import { multiplyPrice } from "../kit/price.ts";
import { type CheckedLine, checkLines, type LineFaultCode } from "../orders/checkLines.ts";
import type { Agreement, PricedOffer } from "../prices/agreement.ts";
import {
  describeOrderTerms,
  findOrderTerms,
  isQuantityAllowed,
  nearestAllowedQuantity,
  type OrderTerms,
  reduceToStock,
  roundUpToStock,
} from "../prices/orderTerms.ts";
import { findUnitPrice } from "../prices/unitPrice.ts";
import { acceptsCondition, listAccepted } from "../reading/condition.ts";
import { convertQuantity, isSoldIn } from "../reading/quantity.ts";
import type { ListRow, RowReading, RowResult, RowState } from "./orderList.ts";

export type NamedRow = Pick<ListRow, keyof RowReading | "rowNumber" | "chosenOfferId"> & {
  /** What the list names as alternates and can be ordered. */
  readonly alternates?: readonly string[];
};

/** A part that may be meant by a row. */
export type MeantPart = Pick<Suggestion, "partNumber" | "reason"> & {
  /** The number that the row means, which is not for sale any more; null if it is this part. */
  readonly supersedes: string | null;
};

/**
 * What the rows of one part number are checked against; offers and suggestions best first.
 * `replacement` is the part that supersedes this one and can be ordered.
 */
export type PartFacts = {
  readonly offers: readonly Offer[];
  readonly suggested: readonly MeantPart[];
  readonly replacement: string | null;
  readonly agreement: Agreement;
  readonly manufacturers: ReadonlyMap<OfferId, Manufacturer>;
  /** The names of units of measure by their codes, if rows name units. */
  readonly unitNames?: ReadonlyMap<string, string>;
};

/** With how many manufacturers make the part. */
type Facts = PartFacts & { readonly makers: number };

/**
 * Sentences if a quantity is in a unit in which it is not sold; null if it is not. `name` is that
 * of the unit in which it is sold, and `terms` are what a quantity that is entered has to fit.
 */
export function findUnitFault(
  text: string,
  soldIn: string,
  name?: string,
  terms?: OrderTerms,
): string | null {
  if (isSoldIn(text, soldIn)) return null;
  const converted = convertQuantity(text, soldIn);
  const written = text.trim();
  if (converted === null) {
    const unit = name === "each" ? "piece" : name;
    const sold = unit === undefined ? `per ${soldIn}` : `by the ${unit} (${soldIn})`;
    const isAny = terms === undefined || (terms.minQuantity === 1 && terms.multiple === 1);
    const packs = isAny ? "" : `, ${describeOrderTerms(terms)}`;
    return `Sold ${sold}${packs}. Enter “${written}” in ${soldIn}.`;
  }
  const { count, exact } = converted;
  const amount = groupDigits(count);
  return exact === null
    ? `“${written}” is ${amount} ${soldIn}.`
    : `“${written}” is ${exact} ${soldIn}, rounded up to ${amount}.`;
}

type Certified = { readonly certificate: string | null };

/** Whether an offer has one of the certificates that are asked for, or none is. */
export function hasCertificate({ certificate }: Certified, wanted: string | null): boolean {
  if (wanted === null) return true;
  const present = certificate?.split("; ") ?? [];
  return wanted.split("; ").some((code) => present.includes(code));
}

/** Whether an offer has the quantity of a row in stock, at a price. */
export function canSupply(
  offer: PricedOffer & { readonly stock: number },
  agreement: Agreement,
  { quantity }: Pick<NamedRow, "quantity">,
): boolean {
  const wanted = quantity ?? 1;
  return offer.stock >= wanted && findUnitPrice(offer, agreement, wanted).price !== null;
}

/** The offers with a certificate that is asked for; all of them if none of these can supply it. */
export function preferCertified<O extends Certified>(
  offers: readonly O[],
  wanted: string | null,
  isEnough: (offer: O) => boolean,
): readonly O[] {
  const certified = offers.filter((offer) => hasCertificate(offer, wanted));
  return certified.some(isEnough) ? certified : offers;
}

/**
 * Sentences if a certificate is asked for and not all of these offers have it, which
 * `preferCertified` left because none with it can supply the row; null if the choice is clear.
 * Waiting for one that is `onHold` may be better than another certificate.
 */
function describeUncertified(
  offers: readonly Certified[],
  { certificate, quantity }: NamedRow,
  onHold: readonly Certified[],
): string | null {
  if (certificate === null || offers.every((offer) => hasCertificate(offer, certificate))) {
    return null;
  }
  const wanted = nameCertificates(certificate).replaceAll("; ", " or ");
  if (offers.some((offer) => hasCertificate(offer, certificate))) {
    return `No offer with ${wanted} can supply ${groupDigits(quantity ?? 1)}.`;
  }
  const codes = new Set(offers.flatMap((offer) => offer.certificate?.split("; ") ?? []));
  const others = [...codes].map(nameCertificates).join(", ");
  const isHeld = onHold.some((offer) => hasCertificate(offer, certificate));
  const held = isHeld ? ` An offer with ${wanted} is on hold.` : "";
  return others === ""
    ? `${wanted} not offered: no certificate is listed.${held}`
    : `${wanted} not offered, only ${others}.${held}`;
}

/** "1, 2 and 3". */
function joinWords(words: readonly string[], last = "and"): string {
  const ending = `${last} ${words.at(-1)}`;
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${ending}`;
}

/** The row as its offer is sold: a quantity in another unit is none. */
function inUnitOf(row: NamedRow, offer: Offer, { unitNames, agreement }: PartFacts): NamedRow {
  const { quantity, quantityText } = row;
  const { unitOfMeasure } = offer;
  const terms = findOrderTerms(offer, agreement);
  const unitFault = findUnitFault(
    quantityText,
    unitOfMeasure,
    unitNames?.get(unitOfMeasure),
    terms,
  );
  // 2.5 m is no quantity, but may be a length in feet.
  const isConverted = convertQuantity(quantityText, unitOfMeasure) !== null;
  const fault = quantity !== null || isConverted ? unitFault : row.quantityFault;
  return fault === null ? row : { ...row, quantity: null, quantityFault: fault };
}

/** Why the quantity is unclear for all offers of a row; null if it is not. */
function findQuantityFault(
  row: NamedRow,
  offers: readonly Offer[],
  facts: PartFacts,
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

/** The offer that a row means, with why it was chosen for the buyer; or why it means none. */
type Unmatched = {
  readonly offer: null;
  readonly state: "ambiguous" | "not_found" | "other_condition" | "short";
  readonly reason: string;
  readonly nearest: number | null;
};

type Match = { readonly offer: Offer; readonly reason: string | null } | Unmatched;

/** A row without an offer, those that fit it, and why a person chooses whatever is left. */
type OpenRow = {
  readonly row: NamedRow;
  readonly fitting: readonly Offer[];
  readonly question: string | null;
};

function matchNone(state: "ambiguous" | "not_found" | "other_condition", reason: string): Match {
  return { offer: null, state, reason, nearest: null };
}

/** Why a row has no offer of a part without any: what else may be meant. */
function describeUnknown({ partNumber, alternates = [] }: NamedRow, { suggested }: Facts): string {
  const nameOf: Partial<Readonly<Record<SuggestionReason, string>>> = {
    within: "In the text",
    nsn: "With this NSN",
  };
  const meant = suggested.filter(({ supersedes }) => supersedes === null);
  const byReason = Map.groupBy(meant, ({ reason }) => nameOf[reason] ?? "Similar");
  return [
    `Part ${partNumber} not found.`,
    alternates.length === 0 ? [] : `Alternate in your list: ${alternates.join(", ")}.`,
    suggested.flatMap(({ partNumber: next, supersedes }) =>
      supersedes === null ? [] : `${supersedes} is superseded by ${next}.`,
    ),
    [...byReason].map(
      ([why, parts]) => `${why}: ${parts.map((part) => part.partNumber).join(", ")}.`,
    ),
  ]
    .flat()
    .join(" ");
}

/** What a row means whatever other rows order, or the offers that it leaves to choose from. */
function matchAlone(row: NamedRow, facts: Facts): Match | OpenRow {
  const { offers, agreement, makers } = facts;
  const [first] = offers;
  if (first === undefined) return matchNone("not_found", describeUnknown(row, facts));
  const fits = ({ condition }: Offer) => acceptsCondition(row.condition, condition);
  const orderable = offers.filter(({ status }) => status === "ACTIVE");
  const chosen = orderable.find((offer) => offer.offerId === row.chosenOfferId && fits(offer));
  if (chosen !== undefined) return { offer: chosen, reason: null };
  const fitting = preferCertified(orderable.filter(fits), row.certificate, (offer) =>
    canSupply(offer, agreement, row),
  );
  const isGone = offers.some(({ offerId }) => offerId === row.chosenOfferId);
  const onHold = offers.filter((offer) => offer.status === "ON_HOLD" && fits(offer));
  const questions = [
    isGone ? "The offer chosen before is no longer available." : [],
    describeUncertified(fitting, row, onHold) ?? [],
    makers > 1 ? `${makers} manufacturers make part ${row.partNumber}.` : [],
  ].flat();
  const question = questions.length === 0 ? null : questions.join(" ");
  const [offer, ...more] = fitting;
  if (offer !== undefined) {
    const isOnly = question === null && more.length === 0;
    return isOnly ? { offer, reason: null } : { row, fitting, question };
  }
  if (orderable.length === 0) return { offer: offers.find(fits) ?? first, reason: null };
  const conditions = [...new Set(orderable.map(({ condition }) => condition))];
  const wanted = joinWords(listAccepted(row.condition), "or");
  const reason = `Not offered in ${wanted}, only in ${joinWords(conditions)}.`;
  return matchNone("other_condition", reason);
}

/** Whether an offer is the same part as the others that fit a row, and no worse. */
function isSamePart(
  offer: Offer,
  { row: { certificate, quantity }, fitting }: OpenRow,
  { makers, agreement }: Facts,
): boolean {
  const currencyOf = (one: Offer) => findUnitPrice(one, agreement, quantity ?? 1).price?.currency;
  const currency = currencyOf(offer);
  // Without a requested one, an offer has to list all certificates that any of them lists.
  const listed = (one: Offer) => one.certificate?.split("; ") ?? [];
  const hasPapers =
    certificate === null
      ? fitting.every((one) => listed(one).every((code) => listed(offer).includes(code)))
      : hasCertificate(offer, certificate);
  return (
    makers < 2 &&
    hasPapers &&
    fitting.every(
      (one) =>
        one.condition === offer.condition &&
        one.unitOfMeasure === offer.unitOfMeasure &&
        (currencyOf(one) ?? currency) === currency,
    )
  );
}

function isOrderable(offer: Offer, quantity: number, { agreement }: Facts): boolean {
  const isPriced = findUnitPrice(offer, agreement, quantity).price !== null;
  return isPriced && isQuantityAllowed(quantity, findOrderTerms(offer, agreement));
}

/** The quantity of a row, null if it is not clear for all of its offers. */
function readClearQuantity({ row, fitting }: OpenRow): number | null {
  const isUnclear = ({ unitOfMeasure }: Offer) => findUnitFault(row.quantityText, unitOfMeasure);
  return row.quantity === null || fitting.some(isUnclear) ? null : row.quantity;
}

type Quantities = Map<OfferId, number>;

type StockUse = {
  /** The only offers that rows can get. */
  readonly given: ReadonlyMap<OpenRow, Offer>;
  /** What rows with an offer order of it. */
  readonly taken: Quantities;
  /** What rows that need a person may order of it. */
  readonly contended: Quantities;
};

function addTo(quantities: Quantities, { offerId }: Offer, quantity: number | null): void {
  quantities.set(offerId, (quantities.get(offerId) ?? 0) + (quantity ?? 0));
}

/** The offers of a row that have its quantity left. */
function listEnough({ row: { quantity }, fitting }: OpenRow, taken: Quantities): readonly Offer[] {
  return fitting.filter(({ offerId, stock }) => {
    return stock - (taken.get(offerId) ?? 0) >= (quantity ?? 1);
  });
}

/** What a row without an offer may order: the only offer that it can get, or any that a person takes. */
function findWanted(open: OpenRow, taken: Quantities, facts: Facts) {
  const enough = listEnough(open, taken);
  const [only, ...others] = enough;
  const quantity = open.question === null ? readClearQuantity(open) : null;
  if (quantity === null || only === undefined) return { only: undefined, contended: enough };
  // Of several, a person takes one that is left.
  if (others.length > 0) return { only: undefined, contended: [] };
  const isClear = isOrderable(only, quantity, facts) && isSamePart(only, open, facts);
  return { only: isClear ? only : undefined, contended: enough };
}

/** Rows that get an offer leave less for others, until nothing changes; real lists take two. */
const maxRounds = 100;

/** Shares the stock among rows without an offer, given what those with one have `taken`. */
function shareStock(taken: Quantities, rows: readonly OpenRow[], facts: Facts): StockUse {
  const given = new Map<OpenRow, Offer>();
  for (let round = 0; ; round += 1) {
    const forced = new Map<OpenRow, Offer>();
    const contended: Quantities = new Map();
    for (const open of rows.filter((one) => !given.has(one))) {
      const wanted = findWanted(open, taken, facts);
      if (wanted.only !== undefined) forced.set(open, wanted.only);
      for (const offer of wanted.contended) addTo(contended, offer, open.row.quantity);
    }
    // Decided for all before any is taken.
    const next = [...forced].filter(([, { offerId, stock }]) => {
      return stock >= (taken.get(offerId) ?? 0) + (contended.get(offerId) ?? 0);
    });
    if (next.length === 0 || round === maxRounds) return { given, taken, contended };
    for (const [open, offer] of next) {
      given.set(open, offer);
      addTo(taken, offer, open.row.quantity);
    }
  }
}

/** What other rows leave of an offer for a row that it has not enough for. */
function countLeft({ offerId, stock }: Offer, { taken, contended }: StockUse): number {
  return Math.max(0, stock - (taken.get(offerId) ?? 0) - (contended.get(offerId) ?? 0));
}

/** The most that an offer has left, if that can be ordered; null if it may be another part. */
function findMost(open: OpenRow, quantity: number, use: StockUse, facts: Facts): number | null {
  const possible = open.fitting.map((offer) => {
    const terms = findOrderTerms(offer, facts.agreement);
    const most = reduceToStock(quantity, countLeft(offer, use), terms);
    return { offer, most: isOrderable(offer, most, facts) ? most : 0 };
  });
  const most = Math.max(...possible.map((one) => one.most));
  const best = possible.filter((one) => one.most === most);
  const isClear = best.some(({ offer }) => isSamePart(offer, open, facts));
  return isClear && most > 0 && most <= quantity ? most : null;
}

const afterOthers = "after the other rows of the part";

/** Why no offer has the quantity of a row: there is too little, or other rows order it. */
function describeShort({ fitting }: OpenRow, quantity: number, use: StockUse): string {
  const inStock = Math.max(...fitting.map(({ stock }) => stock));
  const most = Math.max(...fitting.map((offer) => countLeft(offer, use)));
  const isShared = most < inStock;
  if (most === 0) {
    const count = `${fitting.length} offers, none`;
    return isShared ? `${count} with stock left ${afterOthers}.` : `${count} in stock.`;
  }
  const where = isShared ? `left ${afterOthers}` : "in stock";
  return `No offer has ${groupDigits(quantity)} ${where}. The most is ${groupDigits(most)}.`;
}

/** Names the only offer that has enough for a row, and whether it has for the other rows too. */
function describeOnly(offer: Offer, quantity: number, { taken, contended }: StockUse): string {
  const { offerId, stock, vendor, condition } = offer;
  const subject = `Only ${vendor} (${condition}) has enough stock`;
  const needed = (taken.get(offerId) ?? 0) + (contended.get(offerId) ?? quantity);
  if (stock >= needed) return `${subject}.`;
  const has = `${groupDigits(stock)} in stock, ${groupDigits(needed)} needed`;
  return `${subject}, but not for all rows of the part: ${has}.`;
}

/** Chooses among the offers that fit a row, as far as that needs no person. */
function chooseFitting(open: OpenRow, use: StockUse, facts: Facts): Match {
  const { row, fitting, question } = open;
  const given = use.given.get(open);
  const quantity = fitting.length < 2 ? null : readClearQuantity(open);
  let hint: string | null = null;
  if (given !== undefined) {
    const isShared = fitting.filter(({ stock }) => stock >= (quantity ?? 1)).length > 1;
    const why = isShared ? ` left ${afterOthers}` : "";
    return { offer: given, reason: `Only offer with enough stock${why}.` };
  }
  if (quantity !== null) {
    const [only, ...others] = listEnough(open, use.taken);
    if (only === undefined) hint = describeShort(open, quantity, use);
    else if (others.length === 0) hint = describeOnly(only, quantity, use);
    if (only === undefined && hint !== null && question === null) {
      const nearest = findMost(open, quantity, use, facts);
      return { offer: null, state: "short", reason: hint, nearest };
    }
  }
  const what = question ?? (hint === null ? `${fitting.length} offers match.` : null);
  const reasons = [what, hint, findQuantityFault(row, fitting, facts)];
  return matchNone("ambiguous", reasons.filter((one) => one !== null).join(" "));
}

const stateOfFault: Readonly<Record<LineFaultCode, RowState>> = {
  PART_NOT_FOUND: "not_found",
  PART_ID_EXPIRED: "not_found",
  PART_NOT_ORDERABLE: "not_orderable",
  PRICE_ON_REQUEST: "on_request",
  QUANTITY_NOT_ALLOWED: "bad_quantity",
  CURRENCY_MISMATCH: "not_orderable",
  INSUFFICIENT_STOCK: "short",
  QUOTE_CORRECTED: "not_orderable",
  QUOTE_EXPIRED: "not_orderable",
  QUOTE_USED_UP: "not_orderable",
};

/** Rows that a reason names; more are counted. */
const maxNamedRows = 3;

/** "Rows 1 and 2 together: ". */
function nameTogether(rows: readonly NamedRow[]): string {
  if (rows.length < 2) return "";
  const numbers = rows.slice(0, maxNamedRows).map(({ rowNumber }) => String(rowNumber));
  const isCounted = rows.length > maxNamedRows;
  const subject = isCounted ? `${groupDigits(rows.length)} rows` : `Rows ${joinWords(numbers)}`;
  return `${subject} together: `;
}

const isPossible = (quantity: number) => quantity >= 1 && quantity <= limits.quantity;

const unpriced = { unitPrice: null, lineTotal: null, suggestions: [] };

/** The line that rows which mean one offer become. */
type Together = {
  readonly offer: Offer;
  readonly checked: CheckedLine;
  /** The rows that have a quantity, and what one without is asked for. */
  readonly counted: readonly NamedRow[];
  readonly smallest: number;
  /** A quantity for one row with which all can be ordered; null if none. */
  readonly findNearest: (own: number) => number | null;
};

function checkTogether(offer: Offer, rows: readonly NamedRow[], facts: PartFacts): Together {
  const { agreement, replacement } = facts;
  const terms = findOrderTerms(offer, agreement);
  const smallest = nearestAllowedQuantity(1, terms);
  const counted = rows.filter((row) => row.quantity !== null);
  const sum = counted.reduce((all, row) => all + (row.quantity ?? 0), 0);
  // At 0 there is no contract price, so rows without a quantity are checked at the smallest one.
  const quantity = counted.length > 0 ? sum : smallest;
  const lines = checkLines([{ offer, quantity, replacement }], { agreement, currency: null });
  const checked = lines[0] as CheckedLine;
  // By how much the sum has to change, down only if there is no more in stock.
  const wanted = roundUpToStock(quantity, Math.min(offer.stock, limits.quantity), terms);
  const by = wanted - quantity;
  const isPriced = findUnitPrice(offer, agreement, wanted).price !== null;
  // A row in whole packs stays as it is if another one is not: 500 is not rounded up to 550 for its
  // 50.
  const isBroken = (own: number) => own % terms.multiple !== 0 && isPossible(own + by);
  const hasBroken = counted.some((row) => isBroken(row.quantity ?? 0));
  const isNearest = (own: number) => isPossible(own + by) && (!hasBroken || isBroken(own));
  const findNearest = (own: number) =>
    checked.line !== null && isPriced && isNearest(own) ? own + by : null;
  return { offer, checked, counted, smallest, findNearest };
}

/** The result of one of the rows of a line. */
function toResult(row: NamedRow, together: Together, { suggested }: PartFacts): RowResult {
  const { rowNumber, quantity, quantityFault } = row;
  const { offer, checked, counted, smallest, findNearest } = together;
  const { line, faults } = checked;
  const { offerId } = offer;
  if (quantity === null && line !== null) {
    const missing = `Quantity missing. The minimum is ${groupDigits(smallest)}.`;
    const nearestQuantity = quantityFault === null ? smallest : null;
    const reason = quantityFault ?? missing;
    return { ...unpriced, rowNumber, state: "bad_quantity", offerId, reason, nearestQuantity };
  }
  const [fault] = faults;
  if (line !== null && fault === undefined) {
    const { unitPrice } = line;
    const lineTotal = multiplyPrice(unitPrice, quantity ?? 0);
    const priced = { unitPrice, lineTotal, nearestQuantity: null, suggestions: [] };
    return { rowNumber, state: "ready", offerId, reason: null, ...priced };
  }
  const state = stateOfFault[fault?.code ?? "PART_NOT_ORDERABLE"];
  const messages = (line === null ? faults.slice(0, 1) : faults).map(({ message }) => message);
  return {
    ...unpriced,
    rowNumber,
    state,
    offerId: line === null && state !== "on_request" ? null : offerId,
    reason: `${line === null ? "" : nameTogether(counted)}${messages.join(" ")}`,
    nearestQuantity: findNearest(quantity ?? 0),
    suggestions: state === "bad_quantity" ? [] : suggested.map(({ partNumber }) => partNumber),
  };
}

/** The result of a row that means no offer. */
function toUnmatched(row: NamedRow, match: Unmatched, { suggested }: PartFacts): RowResult {
  const { rowNumber, alternates = [] } = row;
  const { state, reason, nearest: nearestQuantity } = match;
  const numbers = [...alternates, ...suggested.map(({ partNumber }) => partNumber)];
  const suggestions = state === "not_found" || state === "short" ? [...new Set(numbers)] : [];
  return { ...unpriced, rowNumber, state, offerId: null, reason, nearestQuantity, suggestions };
}

/** Checks all rows of a list that name one part number, in their order. */
export function checkRows(rows: readonly NamedRow[], part: PartFacts): RowResult[] {
  const current = part.offers.filter(({ status }) => status !== "DISCONTINUED");
  const makers = countManufacturers(
    current.flatMap(({ offerId }) => part.manufacturers.get(offerId) ?? []),
  );
  const facts: Facts = { ...part, makers };
  const alone = rows.map((row) => ({ row, found: matchAlone(row, facts) }));
  const taken: Quantities = new Map();
  for (const { row, found } of alone) {
    if ("fitting" in found || found.offer === null) continue;
    addTo(taken, found.offer, inUnitOf(row, found.offer, facts).quantity);
  }
  const open = alone.flatMap(({ found }) => ("fitting" in found ? [found] : []));
  const use = shareStock(taken, open, facts);
  const matches = alone.map(({ row, found }) => {
    const match = "fitting" in found ? chooseFitting(found, use, facts) : found;
    return { row: match.offer === null ? row : inUnitOf(row, match.offer, facts), match };
  });
  const byOffer = Map.groupBy(matches, ({ match }) => match.offer);
  const lineOf = new Map(
    [...byOffer].flatMap(([offer, group]) => {
      const together = group.map(({ row }) => row);
      return offer === null ? [] : [[offer, checkTogether(offer, together, facts)]];
    }),
  );
  return matches.map(({ row, match }) => {
    if (match.offer === null) return toUnmatched(row, match, facts);
    const result = toResult(row, lineOf.get(match.offer) as Together, facts);
    return result.state === "ready" ? { ...result, reason: match.reason } : result;
  });
}
