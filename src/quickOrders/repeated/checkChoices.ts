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

/** A row is ready with its choice, or only lacks a quantity, which no choice has. */
function isValid({ choice, planned }: ReadyChoice, check: RowCheck | undefined): boolean {
  if (choice.offerId !== null && check?.offerId !== choice.offerId) return false;
  if (check?.state === "ready") return true;
  const lacksQuantity = planned.quantity === null && planned.quantityFault === null;
  return choice.offerId === null && lacksQuantity && check?.state === "bad_quantity";
}

function isHarmed(before: CurrentRow, after: RowCheck | undefined): boolean {
  return before.state === "ready" && (after?.state !== "ready" || after.offerId !== before.offerId);
}

/** The choices, of those with these part numbers, without which the others may be valid. */
async function findInvalid(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId, listId, columns }: OrderList,
  { choices, keys }: { readonly choices: readonly ReadyChoice[]; readonly keys: readonly string[] },
  now: Date,
): Promise<ReadyChoice[]> {
  const current = await selectRowsOfParts(tx, listId, keys, findAlternates(columns.headers));
  const chosen = new Set(choices.map(({ row }) => row.rowNumber));
  const others = current.filter(({ rowNumber }) => !chosen.has(rowNumber));
  const ofKeys = choices.filter(({ planned }) => keys.includes(partNumberKey(planned.partNumber)));
  const rows = [...others, ...ofKeys.map(toRowToCheck)].toSorted(
    (one, other) => one.rowNumber - other.rowNumber,
  );
  const checks = await checkRowsOfParts(tx, replica, accountId, { keys, rows }, now);
  const checkOf = new Map(checks.map((check) => [check.rowNumber, check]));
  const harmed = new Set(
    others.flatMap((row) => (isHarmed(row, checkOf.get(row.rowNumber)) ? [row.partNumberKey] : [])),
  );
  const invalid = new Set(ofKeys.filter((one) => !isValid(one, checkOf.get(one.row.rowNumber))));
  return choices.filter((one) => invalid.has(one) || listKeys(one).some((key) => harmed.has(key)));
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
  let left = all.filter(isReady);
  let keys = left.flatMap(listKeys);
  while (keys.length > 0) {
    const invalid = new Set<ReadyChoice>();
    for (const some of chunkKeys(keys)) {
      const checked = { choices: left, keys: some };
      for (const one of await findInvalid(tx, replica, list, checked, now)) invalid.add(one);
    }
    left = left.filter((one) => !invalid.has(one));
    keys = [...invalid].flatMap(listKeys);
  }
  const valid = new Set<PlannedChoice>(left);
  return all.map((one) => (isReady(one) && !valid.has(one) ? { ...one, planned: "gone" } : one));
}
