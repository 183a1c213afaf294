// Checks the rows of lists against the catalog and the account's agreement, a few part numbers at a
// time. Invariant: all rows of a part number are checked together, since they share its stock and
// its price.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { ReplicaView } from "../catalog/replica/read/replicaView.ts";
import { formsOfWord } from "../catalog/search/foldWord.ts";
import { selectListedOffers } from "../catalog/search/listedQueries.ts";
import { type LookupAnswer, lookUpParts } from "../catalog/search/lookUpParts.ts";
import { searchWords } from "../catalog/search/searchWords.ts";
import type { Suggestion, SuggestionReason } from "../catalog/search/suggestions.ts";
import { readTermTable } from "../catalog/terms/readTermTable.ts";
import { foldTerm, type TermTable } from "../catalog/terms/termTable.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { utcDay } from "../kit/day.ts";
import { all, change, sql } from "../kit/sql.ts";
import { loadDraftFacts } from "../orders/drafts/reviewDraft.ts";
import { splitUnit } from "../reading/quantity.ts";
import { partNouns } from "../reading/words/partNouns.ts";
import { checkRows, type MeantPart, type PartFacts } from "./checkRows.ts";
import { findLabel, splitAlternates } from "./listColumns.ts";
import type { ListId, ListRow, OrderList, RowResult } from "./orderList.ts";
import { lockListToCheck, selectStalledLists } from "./queries.ts";
import { openStates, selectRows, updateCheckedRows } from "./rowQueries.ts";

// Whether what a list calls a part contradicts what the catalog calls it. Words that name no kind of
// part contradict nothing.

/** By word, the kinds of parts that it names. */
const kindsOf = new Map<string, readonly number[]>();
for (const [kind, row] of partNouns.trim().split("\n").entries()) {
  for (const word of row.split(", ")) {
    const folded = foldTerm(word);
    kindsOf.set(folded, [...(kindsOf.get(folded) ?? []), kind]);
  }
}

/** The kinds of parts that a text names, spelled out, with all that its terms mean. */
function listKinds(text: string, { relatedOf, maxWords }: TermTable): Set<number> {
  const words = foldTerm(text).split(" ");
  const found = new Set(searchWords(text).flatMap(formsOfWord));
  for (const at of words.keys()) {
    for (let end = at + 1; end <= Math.min(words.length, at + maxWords); end += 1) {
      const meanings = relatedOf.get(words.slice(at, end).join(" ")) ?? [];
      for (const word of meanings.flatMap((one) => foldTerm(one).split(" "))) found.add(word);
    }
  }
  return new Set([...found].flatMap((word) => kindsOf.get(word) ?? []));
}

const maxQuoted = 60;

function quote(text: string): string {
  const shown = text.replace(/\s+/g, " ").trim();
  return `“${shown.length > maxQuoted ? `${shown.slice(0, maxQuoted).toWellFormed()}…` : shown}”`;
}

/** Why the part of a row is to be checked: both name kinds, none in common; null if they do not. */
export function describeNameFault(written: string, name: string, terms: TermTable): string | null {
  const [listed, offered] = [listKinds(written, terms), listKinds(name, terms)];
  const isContradicted = listed.size > 0 && offered.size > 0 && listed.isDisjointFrom(offered);
  return isContradicted ? `The list says ${quote(written)}, the catalog ${quote(name)}.` : null;
}

/** What a row calls its part, as it is accepted for an account. */
function nameOf({ cells }: ListRow, place: number): string {
  return [...(cells[place] ?? "").replace(/^ +| +$/g, "")].slice(0, 200).join("");
}

const acceptedKey = (key: string | null, name: string) => JSON.stringify([key, name]);

/** The names that the account accepted for parts. */
async function selectAccepted(tx: Queryable, accountId: AccountId, keys: readonly string[]) {
  const statement = sql`select part_number_key, name from accepted_part_names
    where account_id = ${accountId} and part_number_key = any(${keys}::text[])`;
  const rows = await all<{ partNumberKey: string; name: string }>(tx, statement);
  return new Set(rows.map((row) => acceptedKey(row.partNumberKey, row.name)));
}

/** Accepts for the account of a list that its lists call the part of a row as the row does. */
export async function acceptPartName(
  tx: Transaction,
  { accountId, columns }: OrderList,
  row: ListRow,
  now: Date,
): Promise<void> {
  const name = nameOf(row, findLabel(columns.headers, "name"));
  if (name === "" || row.partNumberKey === null) return;
  const statement = sql`insert into accepted_part_names (account_id, part_number_key, name, accepted_at)
    values (${accountId}, ${row.partNumberKey}, ${name}, ${now}) on conflict do nothing`;
  await change(tx, statement);
}

/** The maximum of part numbers per lookup. */
export const partsPerBatch = 50;

export function lookUpNumbers(
  view: ReplicaView,
  partNumbers: readonly string[],
  now: Date,
): LookupAnswer {
  const lookup = { partNumbers, partNames: [], inStock: false, withSuggestions: true };
  return lookUpParts(view, lookup, now);
}

/** Reasons why an entry can mean a suggested number, which itself may be superseded. */
const meaningReasons: ReadonlySet<SuggestionReason> = new Set(["punctuation", "within", "nsn"]);

/** By the keys of suggested numbers, what supersedes these; of a batch of them. */
function findSuccessors(
  view: ReplicaView,
  suggestions: readonly Suggestion[],
  now: Date,
): ReadonlyMap<string, readonly Suggestion[]> {
  const meant = suggestions.filter(({ reason }) => meaningReasons.has(reason));
  const distinct = new Set(meant.map(({ partNumber }) => partNumber));
  const numbers = [...distinct].slice(0, partsPerBatch);
  const found = numbers.length === 0 ? [] : lookUpNumbers(view, numbers, now).suggestions;
  const next = found.filter(({ reason }) => reason === "superseded");
  return Map.groupBy(next, ({ entry }) => partNumberKey(entry));
}

/** Which of these numbers, by their keys, have an offer that the account can order. */
async function selectOrderable(
  tx: Queryable,
  accountId: AccountId,
  partNumbers: readonly string[],
  now: Date,
): Promise<(partNumber: string) => boolean> {
  const keys = [...new Set(partNumbers.map(partNumberKey))];
  const day = utcDay(now);
  const statement = sql`select distinct o.part_number_key as key from offers o
    where o.part_number_key = any(${keys}::text[]) and o.status = 'ACTIVE'
      and (o.list_price is not null or has_contract_price(
        ${accountId}, o.part_number_key, o.vendor, o.condition, ${day}))`;
  const rows = keys.length === 0 ? [] : await all<{ key: string }>(tx, statement);
  const found = new Set(rows.map(({ key }) => key));
  return (partNumber) => found.has(partNumberKey(partNumber));
}

/**
 * By the keys of part numbers that were looked up, the suggested parts that the account can order: a
 * button never leads to a part that is not for sale or has no price. Instead of such a part, the one
 * that supersedes it is suggested.
 */
function listMeantParts(
  suggestions: readonly Suggestion[],
  successors: ReadonlyMap<string, readonly Suggestion[]>,
  isOrderable: (partNumber: string) => boolean,
): Map<string, Pick<PartFacts, "suggested" | "replacement">> {
  const possible = suggestions.flatMap((one): (MeantPart & { readonly entry: string })[] => {
    if (isOrderable(one.partNumber)) return [{ ...one, supersedes: null }];
    const found = successors.get(partNumberKey(one.partNumber)) ?? [];
    const next = found.find(({ partNumber }) => isOrderable(partNumber));
    return next === undefined ? [] : [{ ...next, entry: one.entry, supersedes: one.partNumber }];
  });
  const byKey = Map.groupBy(possible, ({ entry }) => partNumberKey(entry));
  return new Map(
    [...byKey].map(([key, found]) => {
      const replacement = found.find(({ reason }) => reason === "superseded")?.partNumber ?? null;
      const byNumber = Map.groupBy(found, ({ partNumber }) => partNumber);
      return [
        key,
        { suggested: [...byNumber.values()].flatMap(([one]) => one ?? []), replacement },
      ];
    }),
  );
}

/** Asks about a row that could be ordered, but that calls its part another thing. */
function doubtName(result: RowResult, name: string, names: readonly string[], terms: TermTable) {
  const reason = describeNameFault(name, [...new Set(names)].join(", "), terms);
  if (reason === null) return result;
  return { ...result, state: "ambiguous", unitPrice: null, lineTotal: null, reason } as const;
}

/** Whose rows are checked. `choiceAccepts`: choosing an offer accepts what the list calls it. */
export type RowsOf = Pick<OrderList, "accountId" | "columns"> & {
  readonly choiceAccepts?: boolean;
};

/** Checks all rows of a list with at most `partsPerBatch` part numbers as the account orders them. */
async function checkBatch(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId, columns: { headers }, choiceAccepts = false }: RowsOf,
  byKey: ReadonlyMap<string, readonly ListRow[]>,
  now: Date,
): Promise<RowResult[]> {
  const keys = [...byKey.keys()];
  const rows = [...byKey.values()].flat();
  const { answer, successors, listed, terms } = replica.read((view) => {
    const found = lookUpNumbers(view, keys, now);
    const ids = found.offers.map(({ offerId }) => offerId);
    return {
      answer: found,
      successors: findSuccessors(view, found.suggestions, now),
      listed: selectListedOffers(view, ids, utcDay(now)),
      terms: readTermTable(view),
    };
  });
  const listedOf = new Map(listed.map((offer) => [offer.offerId, offer]));
  const order = { accountId, orderId: null };
  const { offers, agreement } = await loadDraftFacts(tx, order, listed, now);
  const offersOf = new Map(
    answer.matches.map(({ entry, offerIds }) => {
      return [entry, offerIds.flatMap((offerId) => offers.get(offerId) ?? [])];
    }),
  );
  const alternatesPlace = findLabel(headers, "alternate");
  const alternatesOf = new Map(
    rows
      .filter(({ partNumberKey: key }) => (offersOf.get(key ?? "") ?? []).length === 0)
      .map((row) => [row, splitAlternates(row.cells[alternatesPlace] ?? "")]),
  );
  const suggestions = [...answer.suggestions, ...[...successors.values()].flat()];
  const numbers = suggestions.map(({ partNumber }) => partNumber);
  const named = [...alternatesOf.values()].flat();
  const isOrderable = await selectOrderable(tx, accountId, [...numbers, ...named], now);
  const meantOf = listMeantParts(answer.suggestions, successors, isOrderable);
  const hasUnit = rows.some(({ quantityText }) => splitUnit(quantityText).unit !== null);
  const { unitsOfMeasure } = hasUnit ? await selectTradeCodes(tx) : { unitsOfMeasure: [] };
  const unitNames = new Map(unitsOfMeasure.map(({ code, name }) => [code, name]));
  const namePlace = findLabel(headers, "name");
  const accepted = namePlace === -1 ? new Set() : await selectAccepted(tx, accountId, keys);
  return [...byKey].flatMap(([key, group]) => {
    const parts = meantOf.get(key) ?? { suggested: [], replacement: null };
    const found = { offers: offersOf.get(key) ?? [], ...parts };
    const asked = group.map((row) => {
      return { ...row, alternates: (alternatesOf.get(row) ?? []).filter(isOrderable) };
    });
    const facts = { ...found, agreement, manufacturers: listedOf, unitNames };
    const results = checkRows(asked, facts);
    // In the order of their rows.
    return results.map((result, at) => {
      const row = group[at];
      const offer = result.offerId === null ? undefined : listedOf.get(result.offerId);
      if (row === undefined || offer === undefined || result.state !== "ready") return result;
      const name = nameOf(row, namePlace);
      const isChosen = choiceAccepts && row.chosenOfferId !== null;
      if (name === "" || isChosen || accepted.has(acceptedKey(key, name))) return result;
      return doubtName(result, name, [offer.title ?? [], offer.partName ?? []].flat(), terms);
    });
  });
}

/** What can be ordered of rows: all rows of a list that have their part numbers. */
export async function checkRowsOfParts(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  of: RowsOf,
  rows: readonly ListRow[],
  now: Date,
): Promise<RowResult[]> {
  const named = rows.filter(({ partNumberKey: key }) => key !== null && key !== "");
  const byKey = [...Map.groupBy(named, ({ partNumberKey: key }) => key ?? "")];
  const results: RowResult[] = [];
  for (let start = 0; start < byKey.length; start += partsPerBatch) {
    const batch = new Map(byKey.slice(start, start + partsPerBatch));
    results.push(...(await checkBatch(tx, replica, of, batch, now)));
  }
  return results;
}

export type CheckedRow = { readonly before: ListRow; readonly after: RowResult };

/** Checks all rows of a list with these part numbers, by their keys, and stores the results. */
export async function checkParts(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  keys: Iterable<string | null>,
  now: Date,
): Promise<CheckedRow[]> {
  const distinct = [...new Set(keys)].filter((key) => key !== null && key !== "");
  const checked: CheckedRow[] = [];
  for (let start = 0; start < distinct.length; start += partsPerBatch) {
    const batch = distinct.slice(start, start + partsPerBatch) as string[];
    const rows = await selectRows(tx, list.listId, { keys: batch, states: openStates });
    const results = await checkRowsOfParts(tx, replica, list, rows, now);
    updateCheckedRows(tx, list.listId, results);
    const beforeOf = new Map(rows.map((row) => [row.rowNumber, row]));
    for (const after of results) {
      const before = beforeOf.get(after.rowNumber);
      if (before !== undefined) checked.push({ before, after });
    }
  }
  return checked;
}

// Lists are checked in steps, each in its own transaction, so that a list can be watched and edited
// meanwhile, and the check continues after an interruption.

/** Rows per step; other rows of the same part numbers are checked with them. */
const rowsPerStep = 50;

/** `gone`: the list was deleted in the meantime. */
export type StepOutcome = "more" | "done" | "gone";

/** Checks what can be ordered of the next rows. Only one step of a list runs at a time. */
export function checkStep(
  { db, replica }: CatalogAccess<Database>,
  listId: ListId,
  now: Date,
): Promise<StepOutcome> {
  return db.transaction(async (tx) => {
    const list = await lockListToCheck(tx, listId, now);
    if (list === undefined) return "gone";
    const statement = sql`select distinct part_number_key as key from (
        select part_number_key from quick_order_rows
        where quick_order_id = ${listId} and state = 'waiting' and part_number_key is not null
        order by row_number limit ${rowsPerStep}
      ) unchecked`;
    const unchecked = await all<{ key: string }>(tx, statement);
    if (unchecked.length === 0) {
      // Rows that a version before stored with several readings: a person says what they mean.
      const unread = sql`update quick_order_rows
        set state = 'unreadable', readings = null, reason = 'It can be read in several ways.'
        where quick_order_id = ${listId} and state = 'waiting' and part_number_key is null`;
      await change(tx, unread);
      return "done";
    }
    const keys = unchecked.map(({ key }) => key);
    await checkParts(tx, replica, list, keys, now);
    return "more";
  });
}

/**
 * Checks a list until it is done or `signal` aborts; the next check continues with the remaining
 * rows. Reads `clock` for each step.
 */
export async function checkList(
  access: CatalogAccess<Database>,
  listId: ListId,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<void> {
  let outcome: StepOutcome = "more";
  while (outcome === "more" && signal?.aborted !== true) {
    outcome = await checkStep(access, listId, clock());
  }
}

/** A list is stalled if it was not checked for this long. */
const stalledMs = 30_000;

/** Checks the lists whose node ended; returns how many. */
export async function checkStalledLists(
  access: CatalogAccess<Database>,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const stalled = await selectStalledLists(access.db, new Date(clock().getTime() - stalledMs));
  for (const listId of stalled) await checkList(access, listId, clock, signal);
  return stalled.length;
}
