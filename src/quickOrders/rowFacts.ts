// What the catalog, the account's agreement and the other rows of a list say of rows: the offer that
// each names, or those to choose from, and the parts that are suggested for it.
import type { AccountId } from "../accounts/account.ts";
import { countManufacturers } from "../catalog/manufacturer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { isInStock, type ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers, selectOffersOfPart } from "../catalog/search/listedQueries.ts";
import type { Suggestion } from "../catalog/search/suggestions.ts";
import { utcDay } from "../kit/day.ts";
import { comparePrices, type Price } from "../kit/price.ts";
import type { Agreement } from "../prices/agreement.ts";
import { findOrderTerms, type OrderTerms, roundUpQuantity } from "../prices/orderTerms.ts";
import { selectAgreementFor } from "../prices/queries.ts";
import { findUnitPrice } from "../prices/unitPrice.ts";
import { acceptsCondition, type ListCodes, readCondition } from "../reading/condition.ts";
import { readStockNumber, statesNumber } from "../reading/stated.ts";
import { lookUpNumbers, partsPerBatch } from "./checkParts.ts";
import { canSupply, preferCertified } from "./checkRows.ts";
import { isPartInDoubt, type ListId, type ListRow } from "./orderList.ts";
import { loadListCodes } from "./queries.ts";
import { selectRowsOfOffers } from "./rowQueries.ts";

/** An offer that a row may name, with the unit price at the row's quantity; null: on request. */
export type OfferChoice = {
  readonly offer: ListedOffer;
  readonly unitPrice: Price | null;
  /** The unit price at another quantity. */
  readonly priceAt: (quantity: number) => Price | null;
  readonly terms: OrderTerms;
};

/**
 * A part that is suggested for a row. `choice` is the best of its offers that fits the row, and
 * `others` counts the rest. It is meant if the row's text has its number or its whole stock number,
 * or if it supersedes the row's part; any other can be another part, such as the next size.
 */
export type SuggestedPart = {
  readonly partNumber: string;
  readonly offer: ListedOffer | null;
  readonly choice: OfferChoice | null;
  readonly others: number;
  readonly isAlternate: boolean;
  readonly isMeant: boolean;
};

export type RowFacts = {
  /** The offer that the row names. */
  readonly named: OfferChoice | null;
  /** Those that it may name, in the order of the part's page: in stock, then by condition. */
  readonly choices: readonly OfferChoice[];
  /** How many manufacturers make the part. */
  readonly makers: number;
  /** The conditions to choose from, best first: those in which it can be ordered. */
  readonly conditions: readonly string[];
  readonly suggested: readonly SuggestedPart[];
  /** An offer of the part of a row that is not for sale any more. */
  readonly ended: ListedOffer | null;
  /** By offer, the rows of the list that would order it. */
  readonly takers: ReadonlyMap<OfferId, readonly number[]>;
};

/** Whether several offers may fit a row, and the buyer has to choose one, or can choose another. */
function isToChoose({ state, chosenOfferId, offerId, reason }: ListRow): boolean {
  const isChosen = chosenOfferId !== null && (state === "ready" || state === "short");
  // Chosen for the buyer, or none of several has enough.
  const isSupplied = state === "ready" ? reason !== null : state === "short" && offerId === null;
  return isChosen || isSupplied || state === "ambiguous";
}

/** Whether the buyer has to choose a condition: the one in the row is not offered, or is none. */
function isOfConditions({ state, condition }: ListRow): boolean {
  return state === "other_condition" || (state === "unreadable" && (condition ?? "") !== "");
}

const keyOf = ({ partNumber }: ListRow) => partNumberKey(partNumber ?? "");

function toChoice(offer: ListedOffer, agreement: Agreement, quantity: number | null): OfferChoice {
  const priceAt = (other: number) => findUnitPrice(offer, agreement, other).price;
  return {
    offer,
    unitPrice: priceAt(quantity ?? 1),
    priceAt,
    terms: findOrderTerms(offer, agreement),
  };
}

/** The offers that fit a row; only those with the requested certificate, if one of them has all. */
function listChoices(
  row: ListRow,
  offers: readonly ListedOffer[],
  agreement: Agreement,
): OfferChoice[] {
  const fitting = offers
    .filter(({ status }) => status === "ACTIVE")
    .filter(({ condition }) => acceptsCondition(row.condition, condition));
  const certified = preferCertified(fitting, row.certificate, (one) =>
    canSupply(one, agreement, row),
  );
  return certified.map((offer) => toChoice(offer, agreement, row.quantity));
}

/**
 * The conditions in which a part can be ordered, best first: of those that the row names, if it
 * names several, else all. Those that it names if the part is unknown.
 */
function listConditions(
  row: ListRow,
  offers: readonly ListedOffer[],
  agreement: Agreement,
  codes: ListCodes,
): readonly string[] {
  const wish = readCondition(row.condition ?? "", codes);
  const isNamed = row.state === "unreadable" && wish.unread.length === 0;
  const isSet = isNamed && wish.certificates.length === 0 && wish.accepted.length > 1;
  const named = isSet ? wish.accepted : [];
  if (offers.length === 0) return named;
  const orderable = offers.filter((offer) => {
    const quantity = roundUpQuantity(row.quantity ?? 1, findOrderTerms(offer, agreement));
    return isInStock(offer) && findUnitPrice(offer, agreement, quantity).price !== null;
  });
  const offered = [...codes.known].filter((code) =>
    orderable.some(({ condition }) => condition === code),
  );
  const wanted = offered.filter((code) => named.includes(code));
  return wanted.length > 0 ? wanted : offered;
}

/** What one state of the catalog has for rows. */
function readCatalog(view: ReplicaView, rows: readonly ListRow[], now: Date) {
  const day = utcDay(now);
  const looked = rows.filter(
    (row) => isToChoose(row) || isOfConditions(row) || row.suggestions.length > 0,
  );
  const keys = [...new Set(looked.map(keyOf))].filter((key) => key !== "");
  const none = { matches: [], suggestions: [] as readonly Suggestion[] };
  const answer = keys.length === 0 ? none : lookUpNumbers(view, keys, now);
  const found = new Map(answer.matches.map(({ entry, offerIds }) => [entry, offerIds]));
  const ids = [...rows.flatMap(({ offerId }) => offerId ?? []), ...[...found.values()].flat()];
  const numbers = rows.flatMap(({ suggestions, state, partNumber }) =>
    state === "not_orderable" ? [...suggestions, partNumber ?? ""] : suggestions,
  );
  return {
    found,
    offers: selectListedOffers(view, [...new Set(ids)], day),
    parts: new Map(
      [...new Set(numbers)].map((number) => {
        return [number, selectOffersOfPart(view, partNumberKey(number), day)];
      }),
    ),
    /** By the key of a row, why parts are suggested for it. */
    linksOf: Map.groupBy(answer.suggestions, ({ entry }) => partNumberKey(entry)),
  };
}

type Catalog = ReturnType<typeof readCatalog>;

/** The keys of the parts that are suggested for a row for a reason. */
function listLinked({ linksOf }: Catalog, row: ListRow, reason: Suggestion["reason"]): string[] {
  const links = linksOf.get(keyOf(row)) ?? [];
  const linked = links.filter((one) => one.reason === reason);
  return linked.map(({ partNumber }) => partNumberKey(partNumber));
}

/** Whether the only suggestion for a row is the part that it means. */
function isMeant(row: ListRow, partNumber: string, catalog: Catalog): boolean {
  const { state, suggestions, partNumber: text } = row;
  const key = partNumberKey(partNumber);
  if (state === "not_orderable") {
    const successors = listLinked(catalog, row, "superseded");
    const named = suggestions.filter((one) => successors.includes(partNumberKey(one)));
    return named.length === 1 && successors.includes(key);
  }
  if (suggestions.length > 1) return false;
  const [only, ...others] = new Set(listLinked(catalog, row, "nsn"));
  // Part of a stock number, or another supply class, is for a person.
  const whole = readStockNumber(text ?? "");
  const isWhole = catalog.parts.get(partNumber)?.some(({ nsn }) => nsn !== null && nsn === whole);
  const isOfStockNumber = isWhole && only === key && others.length === 0;
  return isOfStockNumber || statesNumber(text ?? "", partNumber);
}

/** Of the offers that have enough, the cheapest that can be compared with the first of them. */
function findBest(row: ListRow, choices: readonly OfferChoice[], agreement: Agreement) {
  const keyOf = ({ offer, unitPrice }: OfferChoice) =>
    `${offer.condition} ${offer.unitOfMeasure} ${unitPrice?.currency}`;
  const enough = choices.filter(({ offer }) => canSupply(offer, agreement, row));
  const alike = enough.filter((one) => keyOf(one) === keyOf(enough[0] ?? one));
  const [best = choices[0] ?? null] = alike.toSorted((one, other) =>
    one.unitPrice === null || other.unitPrice === null
      ? 0
      : comparePrices(one.unitPrice, other.unitPrice),
  );
  return best;
}

function listSuggested(row: ListRow, catalog: Catalog, agreement: Agreement): SuggestedPart[] {
  return row.suggestions.map((partNumber) => {
    const offers = catalog.parts.get(partNumber) ?? [];
    const choices = listChoices(row, offers, agreement);
    const choice = findBest(row, choices, agreement);
    return {
      partNumber,
      offer: choice?.offer ?? offers.find(isInStock) ?? offers[0] ?? null,
      choice,
      others: Math.max(0, choices.length - 1),
      isAlternate: listLinked(catalog, row, "alternate").includes(partNumberKey(partNumber)),
      isMeant: isMeant(row, partNumber, catalog),
    };
  });
}

/** Of whom and when rows are asked about; without a list, no other row orders an offer. */
export type FactsFor = CatalogAccess & {
  readonly accountId: AccountId;
  readonly listId: ListId | null;
  readonly now: Date;
};

async function loadBatch(
  { db, replica, accountId, listId, now }: FactsFor,
  rows: readonly ListRow[],
  codes: ListCodes,
): Promise<[number, RowFacts][]> {
  const catalog = replica.read((view) => readCatalog(view, rows, now));
  const { offers, parts, found } = catalog;
  const all = [...offers, ...[...parts.values()].flat()];
  const agreement = await selectAgreementFor(db, accountId, all, utcDay(now));
  const ids = offers.map(({ offerId }) => offerId);
  const takers = listId === null ? new Map() : await selectRowsOfOffers(db, listId, ids);
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  return rows.map((row) => {
    const named = row.offerId === null ? undefined : offerOf.get(row.offerId);
    const ofPart = (found.get(keyOf(row)) ?? []).flatMap((id) => offerOf.get(id) ?? []);
    const current = ofPart.filter(({ status }) => status !== "DISCONTINUED");
    const isEnded = row.state === "not_orderable";
    const facts: RowFacts = {
      named: named === undefined ? null : toChoice(named, agreement, row.quantity),
      choices: isToChoose(row) ? listChoices(row, ofPart, agreement) : [],
      makers: countManufacturers(current),
      conditions: isOfConditions(row) ? listConditions(row, ofPart, agreement, codes) : [],
      suggested: isPartInDoubt(row) ? [] : listSuggested(row, catalog, agreement),
      ended: (isEnded && parts.get(row.partNumber ?? "")?.[0]) || null,
      takers,
    };
    return [row.rowNumber, facts];
  });
}

/** What rows are shown and fixed with: the facts of each, and the codes by which it is read. */
export type LoadedFacts = { readonly of: (row: ListRow) => RowFacts; readonly codes: ListCodes };

/** Loads the facts of rows of an account, as many at a time as a lookup has part numbers. */
export async function loadRowFacts(
  wanted: FactsFor,
  rows: readonly ListRow[],
): Promise<LoadedFacts> {
  const codes = await loadListCodes(wanted.db);
  const facts = new Map<number, RowFacts>();
  for (let start = 0; start < rows.length; start += partsPerBatch) {
    const batch = await loadBatch(wanted, rows.slice(start, start + partsPerBatch), codes);
    for (const [rowNumber, ofRow] of batch) facts.set(rowNumber, ofRow);
  }
  return {
    codes,
    of: ({ rowNumber }) => {
      const found = facts.get(rowNumber);
      if (found === undefined)
        throw new RangeError(`The facts of row ${rowNumber} are not loaded.`);
      return found;
    },
  };
}
