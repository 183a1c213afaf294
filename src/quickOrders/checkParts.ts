// Checks the rows of a list against the catalog and the account's agreement, a few part numbers at
// a time. Invariant: all rows of a part number are checked together, since they share its stock and
// its price.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { formsOfWord } from "../catalog/search/foldWord.ts";
import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { type LookupAnswer, lookUpParts } from "../catalog/search/lookUpParts.ts";
import { searchWords } from "../catalog/search/searchWords.ts";
import type { Suggestion, SuggestionReason } from "../catalog/search/suggestions.ts";
import { readTermTable } from "../catalog/terms/readTermTable.ts";
import { foldTerm, type TermTable } from "../catalog/terms/termTable.ts";
import { utcDay } from "../day.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { loadDraftFacts } from "../orders/drafts/reviewDraft.ts";
import { splitUnit } from "../reading/quantity.ts";
import { partNouns } from "../reading/words/partNouns.ts";
import {
  type CurrentRow,
  selectOrderableKeys,
  selectRowsOfParts,
  updateCheckedRows,
} from "./checkQueries.ts";
import { checkRows, type RowCheck } from "./checkRows.ts";
import { listDistinct, type SuggestedPart } from "./describeSuggestions.ts";
import type { OrderList } from "./orderList.ts";
import type { NamedRow, PartFacts } from "./supply/matchOffer.ts";
import { findAlternates, splitAlternates } from "./written/alternates.ts";
import { findNameColumn } from "./written/rowName.ts";

// Whether what a list calls a part contradicts what the catalog calls it. Pure. Invariant: words
// that name no kind of part contradict nothing.

/** By word, the kinds of parts that it names. */
const kindsOf = new Map<string, readonly number[]>();
for (const [kind, row] of partNouns.trim().split("\n").entries()) {
  for (const word of row.split(", ")) {
    const folded = foldTerm(word);
    kindsOf.set(folded, [...(kindsOf.get(folded) ?? []), kind]);
  }
}

/** The words of a text, spelled out, with those of all that its terms mean. */
function listWords(text: string, { relatedOf, maxWords }: TermTable): Set<string> {
  const words = foldTerm(text).split(" ");
  const found = new Set(searchWords(text).flatMap(formsOfWord));
  for (const at of words.keys()) {
    for (let end = at + 1; end <= Math.min(words.length, at + maxWords); end += 1) {
      const meanings = relatedOf.get(words.slice(at, end).join(" ")) ?? [];
      for (const word of meanings.flatMap((one) => foldTerm(one).split(" "))) found.add(word);
    }
  }
  return found;
}

function listKinds(text: string, terms: TermTable): Set<number> {
  return new Set([...listWords(text, terms)].flatMap((word) => kindsOf.get(word) ?? []));
}

/** Whether both texts name kinds of parts, and none in common. */
function contradictsName(written: string, name: string, terms: TermTable): boolean {
  const [asked, offered] = [listKinds(written, terms), listKinds(name, terms)];
  return asked.size > 0 && offered.size > 0 && asked.isDisjointFrom(offered);
}

const maxQuoted = 60;

function quote(text: string): string {
  const shown = text.replace(/\s+/g, " ").trim();
  return `“${shown.length > maxQuoted ? `${shown.slice(0, maxQuoted).toWellFormed()}…` : shown}”`;
}

/** Why the part of a row is to be checked; null if nothing contradicts it. */
export function describeNameFault(written: string, name: string, terms: TermTable): string | null {
  if (!contradictsName(written, name, terms)) return null;
  return `The list says ${quote(written)}, the catalog ${quote(name)}.`;
}

/** The maximum of part numbers per lookup. */
export const partsPerBatch = 50;

/** Part numbers to offer for one that was looked up, best first, and the one that replaces it. */
type OrderableParts = Pick<PartFacts, "suggested" | "replacement">;

/** What numbers mean, and by the keys of suggested numbers what supersedes these. */
type NumberLookup = LookupAnswer & {
  readonly successors: ReadonlyMap<string, readonly Suggestion[]>;
};

/** Reasons why an entry can mean a suggested number, which itself may be superseded. */
const meaningReasons: ReadonlySet<SuggestionReason> = new Set(["punctuation", "within", "nsn"]);

/** As `lookUpNumbers`, with what supersedes the suggested numbers, of which it looks up a batch. */
function lookUpMeanings(
  view: ReplicaView,
  partNumbers: readonly string[],
  now: Date,
): NumberLookup {
  const answer = lookUpNumbers(view, partNumbers, now);
  const meant = answer.suggestions.filter(({ reason }) => meaningReasons.has(reason));
  const distinct = new Set(meant.map(({ partNumber }) => partNumber));
  const numbers = [...distinct].slice(0, partsPerBatch);
  const found = numbers.length === 0 ? [] : lookUpNumbers(view, numbers, now).suggestions;
  const next = found.filter(({ reason }) => reason === "superseded");
  return { ...answer, successors: Map.groupBy(next, ({ entry }) => partNumberKey(entry)) };
}

/**
 * For each entry of a lookup, by its key, the suggested parts that the account can order: a button
 * never leads to a part that is not for sale or has no price. Instead of such a part, the one that
 * supersedes it is suggested.
 */
async function findOrderableParts(
  db: Queryable,
  accountId: AccountId,
  { suggestions, successors }: NumberLookup,
  now: Date,
): Promise<Map<string, OrderableParts>> {
  const all = [...suggestions, ...[...successors.values()].flat()];
  const keys = [...new Set(all.map(({ partNumber }) => partNumberKey(partNumber)))];
  const orderable = await selectOrderableKeys(db, keys, accountId, utcDay(now));
  const isOrderable = ({ partNumber }: Suggestion) => orderable.has(partNumberKey(partNumber));
  const possible = suggestions.flatMap((one): (SuggestedPart & { readonly entry: string })[] => {
    if (isOrderable(one)) return [{ ...one, supersedes: null }];
    const next = successors.get(partNumberKey(one.partNumber))?.find(isOrderable);
    return next === undefined ? [] : [{ ...next, entry: one.entry, supersedes: one.partNumber }];
  });
  const byKey = Map.groupBy(possible, ({ entry }) => partNumberKey(entry));
  return new Map(
    [...byKey].map(([key, found]) => {
      const replacement = found.find(({ reason }) => reason === "superseded");
      const suggested = listDistinct(found);
      return [key, { suggested, replacement: replacement?.partNumber ?? null }];
    }),
  );
}

export function lookUpNumbers(
  view: ReplicaView,
  partNumbers: readonly string[],
  now: Date,
): LookupAnswer {
  const lookup = { partNumbers, partNames: [], inStock: false, withSuggestions: true };
  return lookUpParts(view, lookup, now);
}

/** By row number, the alternates that the list names and that the account can order. */
async function findAlternateParts(
  tx: Transaction,
  accountId: AccountId,
  rows: readonly RowToCheck[],
  now: Date,
): Promise<Map<number, readonly string[]>> {
  const written = rows.map((row) => ({ row, numbers: splitAlternates(row.alternatesCell ?? "") }));
  const keys = new Set(written.flatMap(({ numbers }) => numbers.map(partNumberKey)));
  const orderable = await selectOrderableKeys(tx, [...keys], accountId, utcDay(now));
  return new Map(
    written.map(({ row, numbers }) => {
      const found = numbers.filter((one) => orderable.has(partNumberKey(one)));
      return [row.rowNumber, found] as const;
    }),
  );
}

/** The names of units, if any row has one. */
async function loadUnitNames(
  tx: Transaction,
  rows: readonly NamedRow[],
): Promise<ReadonlyMap<string, string>> {
  const isNamed = rows.some(({ quantityText }) => splitUnit(quantityText).unit !== null);
  const { unitsOfMeasure } = isNamed ? await selectTradeCodes(tx) : { unitsOfMeasure: [] };
  return new Map(unitsOfMeasure.map(({ code, name }) => [code, name]));
}

/** A row of a list with the key of its part number, and what else the list says of its part. */
export type RowToCheck = NamedRow &
  Pick<CurrentRow, "partNumberKey" | "alternatesCell" | "nameCell" | "isNameAccepted">;

type PartNames = {
  readonly terms: TermTable;
  readonly listed: ReadonlyMap<OfferId, ListedOffer>;
};

/** Asks about a row that could be ordered, but that calls its part another thing. */
function doubtName(
  check: RowCheck,
  { nameCell, isNameAccepted }: RowToCheck,
  { terms, listed }: PartNames,
): RowCheck {
  const { state, offerId } = check;
  if (state !== "ready" || offerId === null || isNameAccepted || nameCell === null) return check;
  const offer = listed.get(offerId);
  const names = [...new Set([offer?.title ?? [], offer?.partName ?? []].flat())].join(", ");
  const reason = describeNameFault(nameCell, names, terms);
  if (reason === null) return check;
  return { ...check, state: "ambiguous", unitPrice: null, lineTotal: null, reason };
}

/**
 * Checks all rows of a list with at most `partsPerBatch` part numbers, by their keys, as the
 * account would order them.
 */
export async function checkRowsOfParts(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  accountId: AccountId,
  { keys, rows }: { readonly keys: readonly string[]; readonly rows: readonly RowToCheck[] },
  now: Date,
): Promise<RowCheck[]> {
  const { answer, listed, terms } = replica.read((view) => {
    const found = lookUpMeanings(view, keys, now);
    const ids = found.offers.map(({ offerId }) => offerId);
    const terms = readTermTable(view);
    return { answer: found, listed: selectListedOffers(view, ids, utcDay(now)), terms };
  });
  const offerIds = listed.map(({ offerId }) => offerId);
  const manufacturers = new Map(listed.map((offer) => [offer.offerId, offer]));
  const facts = await loadDraftFacts(tx, accountId, offerIds, now);
  const orderable = await findOrderableParts(tx, accountId, answer, now);
  const offersOf = new Map(
    answer.matches.map(({ entry, offerIds: found }) => {
      const offers = found.flatMap((offerId): Offer[] => {
        const offer = facts.offers.get(offerId);
        return offer === undefined ? [] : [offer];
      });
      return [entry, offers] as const;
    }),
  );
  const unitNames = await loadUnitNames(tx, rows);
  const unknown = rows.filter((row) => (offersOf.get(row.partNumberKey) ?? []).length === 0);
  const alternates = await findAlternateParts(tx, accountId, unknown, now);
  const named = rows.map((row) => ({ ...row, alternates: alternates.get(row.rowNumber) ?? [] }));
  const byKey = Map.groupBy(named, (row) => row.partNumberKey);
  return [...byKey].flatMap(([key, group]) => {
    const offers = offersOf.get(key) ?? [];
    const { agreement } = facts;
    const parts = orderable.get(key) ?? { suggested: [], replacement: null };
    const checked = checkRows(group, { offers, ...parts, agreement, manufacturers, unitNames });
    // In the order of their rows.
    return checked.map((check, at) => {
      const row = group[at];
      return row === undefined ? check : doubtName(check, row, { terms, listed: manufacturers });
    });
  });
}

export type CheckedRow = { readonly before: CurrentRow; readonly after: RowCheck };

/**
 * Checks all rows of a list with at most `partsPerBatch` part numbers, by their keys, in the
 * caller's transaction, and stores the results.
 */
export async function checkParts(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: Pick<OrderList, "accountId" | "listId" | "columns">,
  keys: readonly string[],
  now: Date,
): Promise<CheckedRow[]> {
  const { accountId, listId, columns } = list;
  const alternates = findAlternates(columns.headers);
  const places = { alternates, name: findNameColumn(columns.headers) };
  const rows = await selectRowsOfParts(tx, list, keys, places);
  const checked = await checkRowsOfParts(tx, replica, accountId, { keys, rows }, now);
  updateCheckedRows(tx, listId, checked);
  const after = new Map(checked.map((row) => [row.rowNumber, row]));
  return rows.flatMap((before) => {
    const found = after.get(before.rowNumber);
    return found === undefined ? [] : [{ before, after: found }];
  });
}
