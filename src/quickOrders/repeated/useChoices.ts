// Uses the choices that were made for a list when it is uploaded again (decision 260). Invariant: a
// choice is used only for a row that says the same, and only if it is valid today.
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { BulkOutcome, BulkRequest, SkippedRows } from "../bulk/applyBulkAction.ts";
import type { SkipReason } from "../bulk/bulkActions.ts";
import { insertUndo, markUndo } from "../bulk/undoQueries.ts";
import { checkParts, checkRowsOfParts, partsPerBatch, type RowToCheck } from "../checkParts.ts";
import type { RowCheck } from "../checkRows.ts";
import { updateEditedRow } from "../editQueries.ts";
import { writeRowCells } from "../listColumns.ts";
import type { OrderList, RowReading } from "../orderList.ts";
import { type RowOnPage, selectRowsByNumber } from "../pageQueries.ts";
import { incrementVersion, lockList, summarizeList } from "../queries.ts";
import { readTexts } from "../readListRow.ts";
import { joinCondition, type ListCodes, toListCodes } from "../written/certificateWish.ts";
import { writeRevisionRemark } from "../written/revision.ts";
import { takeSuggestion } from "../writtenQuantity.ts";
import { type EarlierChoice, selectEarlierChoices } from "./choiceQueries.ts";

/** Rows that are changed at most, so that the transaction is short. */
const maxRows = 500;

/** A row as it would be with an earlier choice, or why it stays as it is. */
type PlannedChoice = {
  readonly row: RowOnPage;
  readonly choice: EarlierChoice;
  readonly planned: RowReading | SkipReason;
};

type ReadyChoice = Omit<PlannedChoice, "planned"> & { readonly planned: RowReading };

function isReady(one: PlannedChoice): one is ReadyChoice {
  return typeof one.planned !== "string";
}

/** The reading of a row with the number, condition and certificate that were chosen. */
function readChosen(
  row: RowOnPage,
  { partNumber, condition, certificate }: EarlierChoice,
  codes: ListCodes,
): RowReading | undefined {
  if (row.readings !== null) {
    const [only, ...others] = row.readings.filter(
      (one) =>
        one.partNumber === partNumber &&
        one.condition === condition &&
        one.certificate === certificate,
    );
    return others.length === 0 ? only : undefined;
  }
  const texts = {
    partNumber: row.partNumber ?? "",
    quantity: row.quantityText,
    condition: joinCondition(condition, certificate),
  };
  const read = readTexts(
    partNumber === row.partNumber ? texts : takeSuggestion(texts, partNumber),
    codes,
  );
  return read.outcome === "refused" ? undefined : read.reading;
}

function planChoice(row: RowOnPage, choice: EarlierChoice, codes: ListCodes): PlannedChoice {
  if (choice.isSplit) return { row, choice, planned: "was_split" };
  if (choice.isUnclear) return { row, choice, planned: "choices" };
  return { row, choice, planned: readChosen(row, choice, codes) ?? "choices" };
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

/** An offer must be ready to order as it was chosen; a number or condition must be offered. */
function isValid({ offerId }: EarlierChoice, check: RowCheck | undefined): boolean {
  if (check === undefined) return false;
  if (offerId !== null) return check.state === "ready" && check.offerId === offerId;
  const { state } = check;
  return state !== "not_found" && state !== "other_condition" && state !== "not_orderable";
}

function chunkKeys(keys: readonly string[]): readonly string[][] {
  const distinct = [...new Set(keys)];
  const count = Math.ceil(distinct.length / partsPerBatch);
  return Array.from({ length: count }, (_, place) =>
    distinct.slice(place * partsPerBatch, (place + 1) * partsPerBatch),
  );
}

/** Checks what the rows would become, as a choice by hand is checked, and writes nothing. */
async function checkChoices(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId }: OrderList,
  all: readonly PlannedChoice[],
  now: Date,
): Promise<PlannedChoice[]> {
  const rows = all.filter(isReady).map(toRowToCheck);
  const checked = new Map<number, RowCheck>();
  for (const keys of chunkKeys(rows.map((row) => row.partNumberKey))) {
    const some = { keys, rows: rows.filter((row) => keys.includes(row.partNumberKey)) };
    for (const check of await checkRowsOfParts(tx, replica, accountId, some, now)) {
      checked.set(check.rowNumber, check);
    }
  }
  return all.map((one) => {
    if (!isReady(one) || isValid(one.choice, checked.get(one.row.rowNumber))) return one;
    return { ...one, planned: "gone" };
  });
}

function listSkipped(all: readonly PlannedChoice[]): SkippedRows {
  const skipped = all.flatMap(({ row: { rowNumber }, planned }) =>
    typeof planned === "string" ? [{ rowNumber, why: planned }] : [],
  );
  const byReason = Map.groupBy(skipped, ({ why }) => why);
  return new Map([...byReason].map(([why, rows]) => [why, rows.map(({ rowNumber }) => rowNumber)]));
}

/** Stores the choices, and checks all rows of their parts. */
async function storeChoices(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  ready: readonly ReadyChoice[],
  now: Date,
): Promise<void> {
  const { listId, columns } = list;
  await insertUndo(
    tx,
    listId,
    "use_choices",
    ready.map(({ row }) => row.rowNumber),
  );
  for (const { row, choice, planned: reading } of ready) {
    await updateEditedRow(tx, listId, row.rowNumber, {
      reading,
      key: partNumberKey(reading.partNumber),
      choice: choice.offerId,
      asked: row.askedQuantity,
      revision: writeRevisionRemark(row.partNumber, reading.partNumber),
      cells: writeRowCells(columns, row.cells, reading),
    });
  }
  const keys = ready.flatMap(({ row, planned }) => [
    partNumberKey(planned.partNumber),
    ...(row.partNumber === null ? [] : [partNumberKey(row.partNumber)]),
  ]);
  for (const some of chunkKeys(keys)) await checkParts(tx, replica, list, some, now);
  await markUndo(tx, listId);
  await incrementVersion(tx, listId);
}

/**
 * Uses the choices of the list `earlierId` of the account, if it is the same list, for up to
 * `maxRows` rows that nobody has changed. Rows whose choice is not valid today stay as they are.
 * Can be undone.
 */
export function useEarlierChoices(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: BulkRequest,
  earlierId: string,
): Promise<BulkOutcome> {
  return db.transaction(async (tx): Promise<BulkOutcome> => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const choices = await selectEarlierChoices(tx, list.listId, earlierId, maxRows);
    const choiceOf = new Map(choices.map((choice) => [choice.rowNumber, choice]));
    const rows = await selectRowsByNumber(tx, list.listId, [...choiceOf.keys()]);
    const codes = toListCodes(await selectTradeCodes(tx));
    const planned = rows.flatMap((row) => {
      const choice = choiceOf.get(row.rowNumber);
      return choice === undefined ? [] : [planChoice(row, choice, codes)];
    });
    const all = await checkChoices(tx, replica, list, planned, now);
    const ready = all.filter(isReady);
    if (ready.length > 0) await storeChoices(tx, replica, list, ready, now);
    const { rows: of } = await summarizeList(tx, list.listId);
    const rowNumbers = ready.map(({ row }) => row.rowNumber);
    return { rowNumbers, putBack: [], skipped: listSkipped(all), of };
  });
}
