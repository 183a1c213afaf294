// Edits rows of a list. Invariant: an edited row is checked in the same transaction, with all rows
// of its part number.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Unread } from "../orders/requested.ts";
import {
  findStatement,
  joinCertificates,
  joinCondition,
  type ListCodes,
  readCondition,
} from "../reading/condition.ts";
import type { LineTexts } from "../reading/line.ts";
import { deleteRows, insertUndo } from "./bulk/undoQueries.ts";
import { checkParts } from "./checkParts.ts";
import { acceptPartName } from "./checkQueries.ts";
import { type EditedRow, selectRowToEdit, updateEditedRow } from "./editQueries.ts";
import { updateDays } from "./insertQueries.ts";
import { findRowWish, writeRowCells } from "./listColumns.ts";
import type { ListColumns, OrderList } from "./orderList.ts";
import { selectRowsByNumber } from "./pageQueries.ts";
import { incrementVersion, lockList } from "./queries.ts";
import { readTexts } from "./readListRow.ts";
import { toListCodes } from "./toListCodes.ts";
import {
  applyQuantityRemedy,
  describeRequested,
  type QuantityRemedy,
} from "./written/orderedQuantity.ts";
import { addUnread, chooseMeantDay } from "./written/rowInstructions.ts";
import { findNameColumn } from "./written/rowName.ts";

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
  /** Whether what was not read of an unreadable condition is kept. */
  readonly keepsWish?: boolean | undefined;
  /** Words beside a suggested number that are not known. */
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

type KeptWish = { readonly texts: LineTexts; readonly unread: Unread };

/** What was not read, unless a person types a certificate in its place. */
function withoutNamed({ texts, rest }: RowEdit, row: EditedRow, codes: ListCodes): Unread {
  const { certificate, ...unread } = row.unread;
  const typed = joinCertificates(readCondition(texts.condition, codes).certificates);
  const isTyped = typed !== null && typed !== row.certificate;
  return isTyped && rest === undefined ? unread : row.unread;
}

/** The texts of an edit, and what is still not read. */
function keepWish(edit: RowEdit, row: EditedRow, columns: ListColumns, codes: ListCodes): KeptWish {
  const { texts, keepsWish, rest = null } = edit;
  if (keepsWish === true && row.state === "unreadable") {
    const wish = findRowWish(row, columns, codes);
    const condition = joinCondition(texts.condition, wish.certificate);
    return {
      texts: { ...texts, condition },
      unread: addUnread(row.unread, "condition", wish.rest),
    };
  }
  const stated = addUnread(
    withoutNamed(edit, row, codes),
    "certificate",
    findStatement(texts.condition),
  );
  return { texts, unread: addUnread(stated, "condition", rest) };
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
    const asked = describeRequested(applied, row, reading);
    const edited = { reading, key, choice, asked, unread: kept.unread, cells };
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
    const meant = row === undefined ? null : chooseMeantDay(row.unread, day, chosen.now);
    isStale = meant === null;
    if (meant === null) return { message: "" };
    await updateDays(tx, listId, [{ rowNumber: chosen.rowNumber, ...meant }]);
    return { key: null };
  });
  return change.then((outcome) => (isStale ? { outcome: "stale" } : outcome));
}

/** Accepts what a row calls its part, for all lists of the account. */
export function acceptName(
  access: CatalogAccess<Database>,
  accepted: RowChange,
): Promise<RowOutcome> {
  return changeRow(access, accepted, async (tx, list) => {
    const column = findNameColumn(list.columns.headers);
    const { rowNumber, now } = accepted;
    await acceptPartName(tx, list, { rowNumber, column }, now);
    return { key: null };
  });
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
