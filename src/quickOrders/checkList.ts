// Checks an uploaded list in steps, each in its own transaction, so that the list can be watched
// and edited meanwhile, and the check continues after an interruption.
import type { AccountId } from "../accounts/account.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import {
  checkParts,
  findOrderableParts,
  lookUpMeanings,
  type OrderableParts,
  partsPerBatch,
} from "./checkParts.ts";
import {
  type ResolvedRow,
  selectUncheckedKeys,
  selectUnclearRows,
  type UnclearRow,
  updateResolvedRows,
} from "./checkQueries.ts";
import { addSuggestions, listDistinct } from "./describeSuggestions.ts";
import { writeRowCells } from "./listColumns.ts";
import type { ListColumns, ListId, OrderList } from "./orderList.ts";
import { lockListToCheck, selectStalledLists } from "./queries.ts";
import { updateRowsDigest } from "./repeated/sameListQueries.ts";
import { resolveReadings } from "./resolveReadings.ts";

/** Rows per step; other rows of the same part numbers are checked with them. */
const rowsPerStep = 50;

/** The part numbers of readings that the catalog has, and parts to offer for all. */
type KnownNumbers = {
  readonly keys: ReadonlySet<string>;
  readonly orderable: ReadonlyMap<string, OrderableParts>;
};

async function findKnown(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  accountId: AccountId,
  rows: readonly UnclearRow[],
  now: Date,
): Promise<KnownNumbers> {
  const numbers = [
    ...new Set(
      rows.flatMap(({ readings }) => readings.map((one) => partNumberKey(one.partNumber))),
    ),
  ];
  const batches: string[][] = [];
  for (let start = 0; start < numbers.length; start += partsPerBatch) {
    batches.push(numbers.slice(start, start + partsPerBatch));
  }
  const answers = replica.read((view) => batches.map((batch) => lookUpMeanings(view, batch, now)));
  const orderable = await Promise.all(
    answers.map((answer) => findOrderableParts(tx, accountId, answer, now)),
  );
  const found = answers.flatMap(({ matches }) => matches.filter((match) => match.offerIds.length));
  return {
    keys: new Set(found.map(({ entry }) => entry)),
    orderable: new Map(orderable.flatMap((parts) => [...parts])),
  };
}

/** Chooses among the readings of rows that have several, as far as the catalog decides it. */
export async function resolveRows(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId, columns }: Pick<OrderList, "accountId" | "columns">,
  rows: readonly UnclearRow[],
  now: Date,
): Promise<ResolvedRow[]> {
  const known = await findKnown(tx, replica, accountId, rows, now);
  return rows.flatMap((row) => resolveRow(row, columns, known));
}

function resolveRow(
  { rowNumber, cells, readings }: UnclearRow,
  columns: ListColumns,
  known: KnownNumbers,
): ResolvedRow[] {
  const resolved = resolveReadings(readings, known.keys);
  const none = { rowNumber, note: null, reason: null, suggestions: [] };
  if (resolved.outcome === "resolved") {
    const { reading, note } = resolved;
    const written = writeRowCells(columns, cells, reading);
    return [{ ...none, cells: written, state: "waiting", readings: null, reading, note }];
  }
  const [reading] = resolved.readings;
  if (reading === undefined) return [];
  const { outcome: state } = resolved;
  const suggested = listDistinct(
    resolved.readings.flatMap(
      ({ partNumber }) => known.orderable.get(partNumberKey(partNumber))?.suggested ?? [],
    ),
  );
  const suggestions = suggested.map(({ partNumber }) => partNumber);
  const isUnknown = state === "not_found";
  const reason = isUnknown ? addSuggestions(resolved.reason, suggested) : resolved.reason;
  const left = resolved.readings;
  return [{ ...none, cells, state, readings: left, reading, reason, suggestions }];
}

/** `gone`: the list was deleted in the meantime. */
export type StepOutcome = "more" | "done" | "gone";

/**
 * Checks the next rows: first chooses among several readings, 50 rows per step, then checks what
 * can be ordered. Only one step of a list runs at a time.
 */
export function checkStep(
  { db, replica }: CatalogAccess<Database>,
  listId: ListId,
  now: Date,
): Promise<StepOutcome> {
  return db.transaction(async (tx) => {
    const list = await lockListToCheck(tx, listId, now);
    if (list === undefined) return "gone";
    const unclear = await selectUnclearRows(tx, listId, rowsPerStep);
    if (unclear.length > 0) {
      const resolved = await resolveRows(tx, replica, list, unclear, now);
      await updateResolvedRows(tx, listId, resolved);
      return "more";
    }
    const keys = await selectUncheckedKeys(tx, listId, rowsPerStep);
    if (keys.length === 0) {
      await updateRowsDigest(tx, listId);
      return "done";
    }
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
