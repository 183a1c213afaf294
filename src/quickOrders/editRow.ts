// Edits rows of a list. Invariant: an edited row is checked in the same transaction, with all rows
// of its part number.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { addRemark, startRemark } from "../orders/lineInstructions.ts";
import { deleteRows, insertUndo } from "./bulk/undoQueries.ts";
import { checkParts } from "./checkParts.ts";
import { type EditedRow, selectRowToEdit, updateEditedRow } from "./editQueries.ts";
import { updateInstructions } from "./insertQueries.ts";
import { writeRowCells } from "./listColumns.ts";
import type { ListColumns, OrderList } from "./orderList.ts";
import { selectRowsByNumber } from "./pageQueries.ts";
import { incrementVersion, lockList } from "./queries.ts";
import { readTexts } from "./readListRow.ts";
import type { LineTexts } from "./splitLine.ts";
import {
  findStatement,
  joinCondition,
  type ListCodes,
  toListCodes,
} from "./written/certificateWish.ts";
import {
  applyQuantityRemedy,
  describeRequested,
  type QuantityRemedy,
} from "./written/orderedQuantity.ts";
import { writeRevisionRemark } from "./written/revision.ts";
import { chooseMeantDay, writeStatement, writeUnreadCondition } from "./written/rowInstructions.ts";
import { findRowWish } from "./written/unreadWish.ts";

/** `choice` is the offer that the buyer chose. */
export type RowEdit = {
  readonly accountId: AccountId;
  readonly listId: string;
  readonly rowNumber: number;
  readonly texts: LineTexts;
  /** Undefined keeps an earlier choice if part number, condition and certificate do not change. */
  readonly choice: OfferId | undefined;
  /** For the quantity that the row has; the row still shows what was requested. */
  readonly remedy?: QuantityRemedy | undefined;
  /** Whether what was not read of an unreadable condition is kept, as certificate or remark. */
  readonly keepsWish?: boolean | undefined;
  /** Words beside a suggested number that are not known, for the remark. */
  readonly rest?: string | null;
  /** Whether the row still has the texts that the buyer saw; undefined if they do not matter. */
  readonly isAsSeen?: ((row: EditedRow) => boolean) | undefined;
  readonly now: Date;
};

type RowChange = Omit<RowEdit, "texts" | "choice" | "remedy" | "keepsWish" | "rest">;

/**
 * "stale": the row is no longer as it was seen. "refused": `message` says what is wrong with the
 * texts. "closed": the row is in an order. "unknown": the account has no such list, or the list no
 * such row. Except for "changed" nothing was written.
 */
export type RowOutcome =
  | { readonly outcome: "changed" | "closed" | "stale" | "unknown" }
  | { readonly outcome: "refused"; readonly message: string };

/** Locks the list, runs `change` on the row, and checks the affected part numbers. */
function changeRow(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, rowNumber, isAsSeen, now }: RowChange,
  change: (
    tx: Transaction,
    list: OrderList,
    row: EditedRow,
  ) => Promise<{ readonly message: string } | { readonly key: string | null }>,
): Promise<RowOutcome> {
  return db.transaction(async (tx) => {
    const list = await lockList(tx, accountId, listId);
    const row = list && (await selectRowToEdit(tx, list.listId, rowNumber));
    if (list === undefined || row === undefined) return { outcome: "unknown" };
    if (row.state === "added") return { outcome: "closed" };
    if (isAsSeen?.(row) === false) return { outcome: "stale" };
    const changed = await change(tx, list, row);
    if ("message" in changed) return { outcome: "refused", message: changed.message };
    const keys = new Set([row.partNumberKey, changed.key].filter((key) => key !== null));
    if (keys.size > 0) await checkParts(tx, replica, list, [...keys], now);
    await incrementVersion(tx, list.listId);
    return { outcome: "changed" };
  });
}

type KeptWish = { readonly texts: LineTexts; readonly remark: string | null };

/** The texts of an edit with what else an unreadable condition asks for. */
function keepWish(
  { texts, keepsWish }: RowEdit,
  row: EditedRow,
  columns: ListColumns,
  codes: ListCodes,
): KeptWish {
  if (keepsWish !== true || row.state !== "unreadable") {
    // A statement that was there before is in the remark.
    const isNew = findStatement(row.condition ?? "") === null;
    return { texts, remark: isNew ? writeStatement(texts.condition) : null };
  }
  const wish = findRowWish(row, columns, codes);
  return {
    texts: { ...texts, condition: joinCondition(texts.condition, wish.certificate) },
    remark: writeUnreadCondition(wish.rest),
  };
}

function writeBeside({ rest }: RowEdit): string | null {
  return writeUnreadCondition(rest ?? null);
}

export function editRow(access: CatalogAccess<Database>, edit: RowEdit): Promise<RowOutcome> {
  return changeRow(access, edit, async (tx, { columns, listId }, row) => {
    const codes = toListCodes(await selectTradeCodes(tx));
    const kept = keepWish(edit, row, columns, codes);
    const { text: quantity, applied } = applyQuantityRemedy(kept.texts.quantity, edit.remedy, row);
    const read = readTexts({ ...kept.texts, quantity }, codes);
    if (read.outcome === "refused") return { message: read.fault };
    const { reading } = read;
    const key = partNumberKey(reading.partNumber);
    const isSame =
      key === row.partNumberKey &&
      reading.condition === row.condition &&
      reading.certificate === row.certificate;
    const choice = edit.choice ?? (isSame ? row.chosenOfferId : null);
    const cells = writeRowCells(columns, row.cells, reading);
    const requested = describeRequested(applied, row, reading);
    const written = writeRevisionRemark(row.partNumber, reading.partNumber);
    const added = addRemark(addRemark(writeBeside(edit), kept.remark), written);
    const remark = startRemark(added, requested.remark);
    const edited = { reading, key, choice, asked: requested.askedQuantity, remark, cells };
    await updateEditedRow(tx, listId, edit.rowNumber, edited);
    return { key };
  });
}

/** Gives a row one of the days that its unclear date can mean; "stale" if it cannot. */
export function chooseDay(
  access: CatalogAccess<Database>,
  chosen: RowChange,
  day: string,
): Promise<RowOutcome> {
  let isStale = false;
  const change = changeRow(access, chosen, async (tx, { listId }) => {
    const [row] = await selectRowsByNumber(tx, listId, [chosen.rowNumber]);
    const meant = chooseMeantDay(row?.remark ?? null, day);
    isStale = meant === null;
    if (meant === null) return { message: "" };
    await updateInstructions(tx, listId, [{ rowNumber: chosen.rowNumber, ...meant }]);
    return { key: null };
  });
  return change.then((outcome) => (isStale ? { outcome: "stale" } : outcome));
}

/** Removes a row, which can be undone. */
export function removeRow(
  access: CatalogAccess<Database>,
  removed: RowChange,
): Promise<RowOutcome> {
  return changeRow(access, removed, async (tx, { listId }) => {
    await insertUndo(tx, listId, "remove", [removed.rowNumber]);
    await deleteRows(tx, listId, [removed.rowNumber]);
    return { key: null };
  });
}
