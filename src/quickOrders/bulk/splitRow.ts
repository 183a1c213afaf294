// Splits a row over two offers, as it was displayed. Invariant: both rows are ready afterwards, or
// nothing is written.
import type { AccountId } from "../../accounts/account.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { readLeftOutLines } from "../../imports/layout/leftOutRows.ts";
import { groupDigits } from "../../money.ts";
import { replaceAmount } from "../../reading/quantity.ts";
import { checkParts } from "../checkParts.ts";
import { updateEditedRow } from "../editQueries.ts";
import { writeRowCells } from "../listColumns.ts";
import { loadRowOffers } from "../loadRowOffers.ts";
import type { OrderList, RowReading } from "../orderList.ts";
import { type RowOnPage, selectRowsByNumber, selectRowsOfOffers } from "../pageQueries.ts";
import { incrementVersion, lockList } from "../queries.ts";
import { planSplit, type Split, type SplitPiece } from "./planSplit.ts";
import { insertPiece, selectNextNumber, updateNotes } from "./splitQueries.ts";
import { insertUndo } from "./undoQueries.ts";

export type SplitRequest = {
  readonly accountId: AccountId;
  readonly listId: string;
  readonly rowNumber: number;
  /** Whether row and split are still those that the buyer saw. */
  readonly isAsSeen: (row: RowOnPage, split: Split) => boolean;
  readonly now: Date;
};

/**
 * `created` is the number of the second row. "stale": row or offers have changed. "unknown": the
 * account has no such list, or the list no such row that can be changed.
 */
export type SplitOutcome =
  | { readonly outcome: "split"; readonly created: number }
  | { readonly outcome: "stale" | "unknown" };

/** Rolls back a split of which a piece cannot be ordered. */
class NotSplit extends Error {}

function readPiece(row: RowOnPage, { quantity }: SplitPiece): RowReading {
  const { quantityText, condition, certificate } = row;
  const partNumber = row.partNumber ?? "";
  const inUnit = replaceAmount(quantityText, quantity);
  const texts = { partNumber, quantityText: inUnit, condition, certificate };
  return { ...texts, quantity, quantityFault: null };
}

/** Writes both rows, and checks them. Returns the number of the second. */
async function writePieces(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  row: RowOnPage,
  { split: [first, second], now }: { readonly split: Split; readonly now: Date },
): Promise<number> {
  const { listId, columns, notes } = list;
  const { rowNumber } = row;
  // Lines that were left out may become rows, which have the numbers of their lines.
  const to = await selectNextNumber(tx, listId, Math.max(0, ...notes.flatMap(readLeftOutLines)));
  await insertUndo(tx, listId, "split", [rowNumber], to);
  const cellsOf = (piece: SplitPiece) => writeRowCells(columns, row.cells, readPiece(row, piece));
  const { quantity, choice } = second;
  const { quantityText } = readPiece(row, second);
  const { offerId } = choice.offer;
  const piece = { quantityText, quantity, offerId, cells: cellsOf(second) };
  await insertPiece(tx, listId, { from: rowNumber, to }, piece);
  const key = partNumberKey(row.partNumber ?? "");
  await updateEditedRow(tx, listId, rowNumber, {
    reading: readPiece(row, first),
    key,
    choice: first.choice.offer.offerId,
    asked: { askedQuantity: null, requestedQuantity: null, requestedUnit: null },
    unread: row.unread,
    cells: cellsOf(first),
  });
  const all = groupDigits(row.quantity ?? 0);
  await updateNotes(tx, listId, [rowNumber, to], `${all} split into rows ${rowNumber} and ${to}.`);
  const checked = await checkParts(tx, replica, list, [key], now);
  const pieces = checked.filter(({ after }) => [rowNumber, to].includes(after.rowNumber));
  if (pieces.some(({ after }) => after.state !== "ready")) throw new NotSplit();
  await incrementVersion(tx, listId);
  return to;
}

async function planAgain(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  { accountId, listId }: OrderList,
  row: RowOnPage,
  now: Date,
): Promise<Split | null> {
  const offers = await loadRowOffers({ db: tx, replica }, accountId, [row], now);
  const choices = offers.choices.get(row.rowNumber) ?? [];
  const ids = choices.map(({ offer }) => offer.offerId);
  const sharing = await selectRowsOfOffers(tx, listId, ids);
  return planSplit(row, { choices, makers: offers.makers.get(row.rowNumber) ?? 0, sharing });
}

/** Splits a row over two offers, which can be undone. */
export async function splitRow(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, rowNumber, isAsSeen, now }: SplitRequest,
): Promise<SplitOutcome> {
  try {
    return await db.transaction(async (tx): Promise<SplitOutcome> => {
      const list = await lockList(tx, accountId, listId);
      const [row] = list ? await selectRowsByNumber(tx, list.listId, [rowNumber]) : [];
      if (list === undefined || row === undefined || row.state === "added") {
        return { outcome: "unknown" };
      }
      const split = await planAgain(tx, replica, list, row, now);
      if (split === null || !isAsSeen(row, split)) return { outcome: "stale" };
      const created = await writePieces(tx, replica, list, row, { split, now });
      return { outcome: "split", created };
    });
  } catch (error) {
    if (error instanceof NotSplit) return { outcome: "stale" };
    throw error;
  }
}
