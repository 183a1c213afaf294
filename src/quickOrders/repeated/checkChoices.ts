// Checks what the rows of a list would become with earlier choices. Invariant: no ready row stops
// being ready, or changes its offer, because another row uses a choice.
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Transaction } from "../../db/database.ts";
import type { SkipReason } from "../bulk/bulkActions.ts";
import { checkRowsOfParts, partsPerBatch, type RowToCheck } from "../checkParts.ts";
import { type CurrentRow, selectRowsOfParts } from "../checkQueries.ts";
import type { RowCheck } from "../checkRows.ts";
import type { OrderList, RowReading } from "../orderList.ts";
import type { RowOnPage } from "../pageQueries.ts";
import { findAlternates } from "../written/alternates.ts";
import { splitUnit } from "../written/quantityText.ts";
import type { EarlierChoice } from "./choiceQueries.ts";

/** A row as it would be with an earlier choice, or why it stays as it is. */
export type PlannedChoice = {
  readonly row: RowOnPage;
  readonly choice: EarlierChoice;
  readonly planned: RowReading | SkipReason;
};

export type ReadyChoice = Omit<PlannedChoice, "planned"> & { readonly planned: RowReading };

export function isReady(one: PlannedChoice): one is ReadyChoice {
  return typeof one.planned !== "string";
}

/** The keys of the part numbers of a row, with its choice and before. */
export function listKeys({ row, planned }: ReadyChoice): string[] {
  const numbers = [planned.partNumber, ...(row.partNumber === null ? [] : [row.partNumber])];
  return [...new Set(numbers.map(partNumberKey))];
}

export function chunkKeys(keys: readonly string[]): readonly string[][] {
  const distinct = [...new Set(keys)];
  const count = Math.ceil(distinct.length / partsPerBatch);
  return Array.from({ length: count }, (_, place) =>
    distinct.slice(place * partsPerBatch, (place + 1) * partsPerBatch),
  );
}

function toRowToCheck({ row, choice, planned }: ReadyChoice): RowToCheck {
  return {
    ...planned,
    rowNumber: row.rowNumber,
    chosenOfferId: choice.offerId,
    partNumberKey: partNumberKey(planned.partNumber),
    alternatesCell: null,
  };
}

/** Why a row is not ready, or its offer not the chosen one. */
function describeState({ quantity, quantityText }: RowReading, check: RowCheck): SkipReason {
  switch (check.state) {
    case "short":
      return "stock";
    case "on_request":
      return "price";
    case "bad_quantity": {
      const isCounted = check.nearestQuantity !== null || splitUnit(quantityText).unit === null;
      return quantity !== null && isCounted ? "pack" : "quantity";
    }
    default:
      return "gone";
  }
}

/**
 * Null if a row is ready with its choice, or only lacks a quantity, which no choice has; else why
 * it is not.
 */
function findFault({ choice, planned }: ReadyChoice, check: RowCheck | undefined) {
  if (check === undefined) return "gone";
  if (choice.offerId !== null && check.offerId !== choice.offerId) return "gone";
  if (check.state === "ready") return null;
  const lacksQuantity = planned.quantity === null && planned.quantityFault === null;
  const isOpen = choice.offerId === null && lacksQuantity && check.state === "bad_quantity";
  return isOpen ? null : describeState(planned, check);
}

/** Why a row that is ready must not become what it would be with the choices of others. */
function findHarm(before: CurrentRow, after: RowCheck | undefined): SkipReason | null {
  if (before.state !== "ready") return null;
  if (after === undefined) return "gone";
  if (after.state !== "ready") return describeState(before, after);
  return after.offerId === before.offerId ? null : "gone";
}

/** The choices of these part numbers without which the others may be valid, and why. */
async function findInvalid(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId, listId, columns }: OrderList,
  { choices, keys }: { readonly choices: readonly ReadyChoice[]; readonly keys: readonly string[] },
  now: Date,
): Promise<Map<ReadyChoice, SkipReason>> {
  const current = await selectRowsOfParts(tx, listId, keys, findAlternates(columns.headers));
  const chosen = new Set(choices.map(({ row }) => row.rowNumber));
  const others = current.filter(({ rowNumber }) => !chosen.has(rowNumber));
  const ofKeys = choices.filter(({ planned }) => keys.includes(partNumberKey(planned.partNumber)));
  const rows = [...others, ...ofKeys.map(toRowToCheck)].toSorted(
    (one, other) => one.rowNumber - other.rowNumber,
  );
  const checks = await checkRowsOfParts(tx, replica, accountId, { keys, rows }, now);
  const checkOf = new Map(checks.map((check) => [check.rowNumber, check]));
  const harmed = new Map(
    others.flatMap((row) => {
      const why = findHarm(row, checkOf.get(row.rowNumber));
      return why === null ? [] : [[row.partNumberKey, why] as const];
    }),
  );
  const faults = new Map(
    ofKeys.map((one) => [one, findFault(one, checkOf.get(one.row.rowNumber))] as const),
  );
  return new Map(
    choices.flatMap((one) => {
      const key = listKeys(one).find((some) => harmed.has(some));
      const why = faults.get(one) ?? (key === undefined ? null : harmed.get(key));
      return why == null ? [] : [[one, why] as const];
    }),
  );
}

/**
 * Checks the rows as a choice by hand is checked, with all other rows of their parts, and writes
 * nothing. After a choice is skipped, the rows of its parts are checked again without it.
 */
export async function checkChoices(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  all: readonly PlannedChoice[],
  now: Date,
): Promise<PlannedChoice[]> {
  const skipped = new Map<PlannedChoice, SkipReason>();
  let left = all.filter(isReady);
  let keys = left.flatMap(listKeys);
  while (keys.length > 0) {
    const invalid = new Map<ReadyChoice, SkipReason>();
    for (const some of chunkKeys(keys)) {
      const checked = { choices: left, keys: some };
      const found = await findInvalid(tx, replica, list, checked, now);
      for (const [one, why] of found) invalid.set(one, why);
    }
    for (const [one, why] of invalid) skipped.set(one, why);
    left = left.filter((one) => !invalid.has(one));
    keys = [...invalid.keys()].flatMap(listKeys);
  }
  return all.map((one) => ({ ...one, planned: skipped.get(one) ?? one.planned }));
}
