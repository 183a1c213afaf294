// Uses the choices that were made for a list when it is uploaded again (decision 260). Invariant: a
// choice is used only for a row that says the same, except for the count of its quantity, and only
// if it is valid today.
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { addRemark, startRemark } from "../../orders/lineInstructions.ts";
import type { BulkOutcome, BulkRequest, SkippedRows } from "../bulk/applyBulkAction.ts";
import type { SkipReason } from "../bulk/bulkActions.ts";
import { insertUndo, markUndo } from "../bulk/undoQueries.ts";
import { checkParts } from "../checkParts.ts";
import { updateEditedRow } from "../editQueries.ts";
import { writeRowCells } from "../listColumns.ts";
import type { OrderList, RowReading } from "../orderList.ts";
import { type RowOnPage, selectRowsByNumber } from "../pageQueries.ts";
import { incrementVersion, lockList, summarizeList } from "../queries.ts";
import { readTexts } from "../readListRow.ts";
import { joinCondition, type ListCodes, toListCodes } from "../written/certificateWish.ts";
import { writeRevisionRemark } from "../written/revision.ts";
import { writeUnreadCondition } from "../written/rowInstructions.ts";
import { findRowWish } from "../written/unreadWish.ts";
import {
  checkChoices,
  chunkKeys,
  isReady,
  listKeys,
  type PlannedChoice,
  type ReadyChoice,
} from "./checkChoices.ts";
import { type EarlierChoice, selectEarlierChoices } from "./choiceQueries.ts";

/** Rows that are changed at most, so that the transaction is short. */
const maxRows = 500;
/** Rows are read in batches of `maxRows` until choices of one can be used. */
const maxBatches = 4;

/** `hasMore`: choices can be used again, for other rows. */
export type ReuseOutcome = (NonNullable<BulkOutcome> & { readonly hasMore: boolean }) | undefined;

/**
 * The row with the number, condition and certificate that were chosen, or why they do not say how
 * to read it. Its quantity stays as it is: nobody chose that of another text.
 */
function readChosen(
  row: RowOnPage,
  { partNumber, condition, certificate }: EarlierChoice,
  codes: ListCodes,
): RowReading | SkipReason {
  if (row.readings !== null) {
    const [only, ...others] = row.readings.filter(
      (one) =>
        one.partNumber === partNumber &&
        one.condition === condition &&
        one.certificate === certificate,
    );
    return only === undefined || others.length > 0 ? "readings" : only;
  }
  const texts = {
    partNumber,
    quantity: row.quantityText,
    condition: joinCondition(condition, certificate),
  };
  const read = readTexts(texts, codes);
  return read.outcome === "refused" ? "gone" : read.reading;
}

function planChoice(row: RowOnPage, choice: EarlierChoice, codes: ListCodes): PlannedChoice {
  if (choice.isEdited) return { row, choice, planned: "edited" };
  if (choice.isSplit) return { row, choice, planned: "was_split" };
  if (choice.isUnclear) return { row, choice, planned: "choices" };
  return { row, choice, planned: readChosen(row, choice, codes) };
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
  const codes = toListCodes(await selectTradeCodes(tx));
  for (const { row, choice, planned: reading } of ready) {
    const revision = writeRevisionRemark(row.partNumber, reading.partNumber);
    const rest = row.state === "unreadable" ? findRowWish(row, columns, codes).rest : null;
    const added = addRemark(writeUnreadCondition(rest), revision);
    await updateEditedRow(tx, listId, row.rowNumber, {
      reading,
      key: partNumberKey(reading.partNumber),
      choice: choice.offerId,
      asked: row.askedQuantity,
      remark: startRemark(added, row.remark),
      cells: writeRowCells(columns, row.cells, reading),
    });
  }
  for (const some of chunkKeys(ready.flatMap(listKeys)))
    await checkParts(tx, replica, list, some, now);
  await markUndo(tx, listId);
  await incrementVersion(tx, listId);
}

/** Checks the choices of the list `earlierId`, a batch of rows at a time until some are valid. */
async function planChoices(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  earlierId: string,
  now: Date,
): Promise<{ readonly all: readonly PlannedChoice[]; readonly hasMore: boolean }> {
  const codes = toListCodes(await selectTradeCodes(tx));
  const all: PlannedChoice[] = [];
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const page = { offset: batch * maxRows, limit: maxRows + 1 };
    const choices = await selectEarlierChoices(tx, list.listId, earlierId, page);
    const choiceOf = new Map(choices.slice(0, maxRows).map((one) => [one.rowNumber, one]));
    const rows = await selectRowsByNumber(tx, list.listId, [...choiceOf.keys()]);
    const planned = rows.flatMap((row) => {
      const choice = choiceOf.get(row.rowNumber);
      return choice === undefined ? [] : [planChoice(row, choice, codes)];
    });
    all.push(...(await checkChoices(tx, replica, list, planned, now)));
    const next = choices[maxRows];
    const hasMore = next !== undefined && !next.isSplit && !next.isUnclear && !next.isEdited;
    if (all.some(isReady)) return { all, hasMore };
    if (!hasMore) break;
  }
  return { all, hasMore: false };
}

/**
 * Uses the choices of the list `earlierId` of the account, if it has the same parts, for up to
 * `maxRows` rows of which nobody changed more than the quantity. Rows whose choice is not valid
 * today stay as they are. Can be undone.
 */
export function useEarlierChoices(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: BulkRequest,
  earlierId: string,
): Promise<ReuseOutcome> {
  return db.transaction(async (tx): Promise<ReuseOutcome> => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const { all, hasMore } = await planChoices(tx, replica, list, earlierId, now);
    const ready = all.filter(isReady);
    if (ready.length > 0) await storeChoices(tx, replica, list, ready, now);
    const { rows: of } = await summarizeList(tx, list.listId);
    const rowNumbers = ready.map(({ row }) => row.rowNumber);
    return { rowNumbers, putBack: [], skipped: listSkipped(all), of, hasMore };
  });
}
