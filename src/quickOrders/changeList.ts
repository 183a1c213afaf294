// Changes rows of a list: what a person typed into them, and the fixes that they chose. Invariant:
// all of it is one transaction, which checks every changed row with all rows of its part number, and
// one step that can be undone.
import { hash } from "node:crypto";
import type { AccountId } from "../accounts/account.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { readLeftOutLines } from "../imports/rows/leftOutRows.ts";
import { groupDigits } from "../kit/money.ts";
import { change, first, sql } from "../kit/sql.ts";
import { nothingRequested, type Unread, writeRequested } from "../orders/requested.ts";
import { takeSuggestion } from "../reading/beside.ts";
import {
  findStatement,
  joinCertificates,
  joinCondition,
  type ListCodes,
  readCondition,
} from "../reading/condition.ts";
import type { LineTexts } from "../reading/line.ts";
import { nameWrittenUnit, replaceAmount, splitUnit } from "../reading/quantity.ts";
import { acceptPartName, checkParts } from "./checkParts.ts";
import type { AskedQuantity, ListRow, OrderList, RowReading } from "./orderList.ts";
import { type Fix, planFixes, type Split } from "./planFixes.ts";
import { incrementVersion, loadListCodes, lockList } from "./queries.ts";
import { addUnread, findRowWish, readTexts, readUnitCell, writeRowCells } from "./readRow.ts";
import { loadRowFacts } from "./rowFacts.ts";
import {
  deleteRows,
  insertUndo,
  openStates,
  restoreRows,
  selectRows,
  updateDays,
  updateEditedRow,
} from "./rowQueries.ts";

/** The texts of a row as its fields show them. */
export function textsOfRow(
  row: Pick<ListRow, "partNumber" | "quantityText" | "quantity" | "condition" | "certificate">,
): LineTexts {
  const { partNumber, quantityText, quantity, condition, certificate } = row;
  // What counts is the unit of the offer, which can be another one later.
  const isWritten = quantity === null || splitUnit(quantityText).unit !== null;
  const typed = isWritten ? quantityText : String(quantity);
  const shown = joinCondition(condition, certificate);
  return { partNumber: partNumber ?? "", quantity: typed, condition: shown };
}

/**
 * A mark of texts: only what differs from what a page showed was typed, so a row that a colleague
 * changed meanwhile is not changed back.
 */
export function markTexts({ partNumber, quantity, condition }: LineTexts): string {
  return hash("sha256", JSON.stringify([partNumber, quantity, condition]), "hex").slice(0, 12);
}

/** What a row asked for that its fields do not show: a quantity in another unit, unread texts. */
export function writeRowRequest(
  row: Pick<ListRow, "requestedQuantity" | "requestedUnit" | "unread">,
): readonly string[] {
  const { requestedQuantity: quantity, requestedUnit: unit, unread } = row;
  const requested = { ...nothingRequested, quantity, unit, unread };
  const nothing = { condition: "", certificate: null, quantity: 0, unitOfMeasure: "" };
  return writeRequested({ ...nothing, requested });
}

/** What a row says of the requested quantity after a fix, or after another one was typed. */
function describeAsked(
  fix: Fix | undefined,
  row: ListRow,
  now: Pick<ListRow, "quantityText" | "quantity">,
): AskedQuantity {
  const { askedQuantity, quantity, requestedQuantity, requestedUnit } = row;
  const requested = { requestedQuantity, requestedUnit };
  const { amount, unit } = splitUnit(row.quantityText);
  const isSameUnit = unit === splitUnit(now.quantityText).unit;
  const ordered = fix !== undefined && "ordered" in fix ? fix.ordered : null;
  if (ordered?.isConverted === true) {
    const written = {
      requestedQuantity: Number(amount.replace(",", ".")),
      requestedUnit: nameWrittenUnit(row.quantityText),
    };
    const before = requestedQuantity === null ? written : requested;
    return { askedQuantity: ordered.needed, ...before };
  }
  if (ordered !== null) {
    // A quantity in another unit is no smaller or larger one.
    const needed = ordered.needed ?? (isSameUnit ? quantity : null);
    return { askedQuantity: askedQuantity ?? needed, ...requested };
  }
  if (isSameUnit && now.quantity === quantity) return { askedQuantity, ...requested };
  return { askedQuantity: null, requestedQuantity: null, requestedUnit: null };
}

/**
 * What is done to a row: texts that a person typed, and a fix by its mark, for the texts that the
 * page showed, by theirs. It is made after what was typed, if it is still planned then.
 */
export type RowChange = {
  readonly rowNumber: number;
  readonly texts?: LineTexts;
  readonly fix?: { readonly seen: string; readonly mark: string };
};

/**
 * `created` are the second rows of rows that were split. `refused` says by row what is wrong with
 * what was typed; it was not changed. `stale` are rows whose fix was not made, because they are no
 * longer as they were seen, or because of what was typed into them, which is saved.
 */
export type ListChanged = {
  readonly changed: readonly number[];
  readonly created: readonly number[];
  readonly removed: readonly number[];
  readonly refused: ReadonlyMap<number, string>;
  readonly stale: readonly number[];
};

export type ListOf = {
  readonly accountId: AccountId;
  readonly listId: string;
  readonly now: Date;
};

/** What is in use while a list is changed, and what was done. */
type Changing = {
  readonly tx: Transaction;
  readonly replica: CatalogAccess["replica"];
  readonly list: OrderList;
  readonly codes: ListCodes;
  readonly now: Date;
  /** Stores the rows as they are, before the first of them is changed. */
  readonly saveUndo: () => Promise<void>;
  readonly changed: Set<number>;
  readonly created: number[];
  readonly removed: number[];
  readonly refused: Map<number, string>;
};

type Edit = {
  readonly texts: LineTexts;
  /** The offer that a person chose; undefined keeps the choice if it can still be meant. */
  readonly choice?: OfferId | undefined;
  readonly unread: Unread;
};

/** Stores what a row says now, unless something is wrong with it. */
async function writeEdit(
  { tx, list, codes, ...done }: Changing,
  row: ListRow,
  { texts, choice, unread }: Edit,
  fix?: Fix,
): Promise<void> {
  const { rowNumber } = row;
  const reading = readTexts(texts, codes);
  if (typeof reading === "string") {
    done.refused.set(rowNumber, reading);
    return;
  }
  const isSame =
    partNumberKey(reading.partNumber) === row.partNumberKey &&
    reading.condition === row.condition &&
    reading.certificate === row.certificate;
  await done.saveUndo();
  await updateEditedRow(tx, list.listId, rowNumber, {
    reading,
    choice: choice ?? (isSame ? row.chosenOfferId : null),
    ...describeAsked(fix, row, reading),
    unread,
    cells: writeRowCells(list.columns, row.cells, reading),
  });
  done.changed.add(rowNumber);
}

/** What is still not read of a row, of which a person typed the texts. */
function keepUnread(row: ListRow, texts: LineTexts, codes: ListCodes): Unread {
  const { certificate, ...others } = row.unread;
  const typed = joinCertificates(readCondition(texts.condition, codes).certificates);
  const isTyped = typed !== null && typed !== row.certificate;
  const unread = isTyped ? others : row.unread;
  return addUnread(unread, "certificate", findStatement(texts.condition));
}

/** What a row says with a fix that changes its texts; undefined for other fixes. */
function toEdit({ list, codes }: Changing, row: ListRow, fix: Fix): Edit | undefined {
  const texts = textsOfRow(row);
  const { unread } = row;
  switch (fix.kind) {
    case "quantity":
      return { texts: { ...texts, quantity: fix.text }, unread };
    case "offer": {
      const { offerId, unitOfMeasure } = fix.choice.offer;
      const { ordered } = fix;
      if (ordered === null) return { texts, choice: offerId, unread };
      const quantity = ordered.isConverted
        ? `${ordered.quantity} ${unitOfMeasure}`
        : replaceAmount(row.quantityText, ordered.quantity);
      return { texts: { ...texts, quantity }, choice: offerId, unread };
    }
    case "number": {
      const unit = readUnitCell(list.columns, row.cells);
      const taken = takeSuggestion(texts, fix.part.partNumber, unit, codes);
      return { texts: taken.texts, unread: addUnread(unread, "condition", taken.rest) };
    }
    case "condition": {
      const isRead = row.state !== "unreadable";
      const wish = isRead
        ? { certificate: row.certificate, rest: null }
        : findRowWish(row, list.columns, codes);
      const condition = joinCondition(fix.condition, wish.certificate);
      return { texts: { ...texts, condition }, unread: addUnread(unread, "condition", wish.rest) };
    }
    default:
      return undefined;
  }
}

/** Rolls back a split of which a piece cannot be ordered. */
class NotSplit extends Error {}

/** Writes both rows of a split, and checks them. Returns the number of the second. */
async function splitRow(changing: Changing, row: ListRow, [one, other]: Split): Promise<number> {
  const { tx, replica, list, now } = changing;
  const { listId, columns, notes } = list;
  const { rowNumber, partNumber, condition, certificate, unread } = row;
  // Lines that were left out may become rows, which have the numbers of their lines.
  const last = Math.max(0, ...notes.flatMap(readLeftOutLines));
  const statement = sql`select 1 + greatest(${last}::integer, max(row_number)) as next
    from quick_order_rows where quick_order_id = ${listId}`;
  const found = await first<{ next: number }>(tx, statement);
  const to = found?.next ?? 1;
  // Undoing deletes the row that is created.
  const created = JSON.stringify([{ row: { row_number: to }, created: true }]);
  const undo = sql`update quick_order_steps set rows = rows || ${created}::jsonb
    where quick_order_id = ${listId}`;
  await change(tx, undo);
  const copy = sql`insert into quick_order_rows (quick_order_id, row_number, cells, state, part_number,
      part_number_key, quantity_text, condition, certificate, remark, needed_by, unread,
      suggestions, written)
    select quick_order_id, ${to}, cells, 'waiting', part_number, part_number_key, quantity_text,
      condition, certificate, remark, needed_by, unread, '[]', written
    from quick_order_rows where quick_order_id = ${listId} and row_number = ${rowNumber}`;
  await change(tx, copy);
  for (const [place, { quantity, choice }] of [one, other].entries()) {
    const quantityText = replaceAmount(row.quantityText, quantity);
    const texts = { partNumber: partNumber ?? "", quantityText, condition, certificate };
    const reading: RowReading = { ...texts, quantity, quantityFault: null };
    await updateEditedRow(tx, listId, place === 0 ? rowNumber : to, {
      reading,
      choice: choice.offer.offerId,
      ...{ askedQuantity: null, requestedQuantity: null, requestedUnit: null },
      unread,
      cells: writeRowCells(columns, row.cells, reading),
    });
  }
  const note = `${groupDigits(row.quantity ?? 0)} split into rows ${rowNumber} and ${to}.`;
  const noted = sql`update quick_order_rows set note = ${note}
    where quick_order_id = ${listId} and row_number in (${rowNumber}, ${to})`;
  await change(tx, noted);
  const checked = await checkParts(tx, replica, list, [row.partNumberKey], now);
  const pieces = checked.filter(({ after }) => [rowNumber, to].includes(after.rowNumber));
  if (pieces.some(({ after }) => after.state !== "ready")) throw new NotSplit();
  return to;
}

type PlannedFix = { readonly row: ListRow; readonly fix: Fix };

/** The fixes that rows can still be offered; the others are stale. */
async function planChosen(
  { tx, replica, list, now, changed, refused }: Changing,
  changes: readonly RowChange[],
): Promise<{ readonly planned: PlannedFix[]; readonly stale: number[] }> {
  const { accountId, listId } = list;
  const chosen = new Map(changes.flatMap(({ rowNumber, fix }) => (fix ? [[rowNumber, fix]] : [])));
  const rowNumbers = [...chosen.keys()].filter((rowNumber) => !refused.has(rowNumber));
  const rows = await selectRows(tx, listId, { rowNumbers, states: openStates });
  const facts = await loadRowFacts({ db: tx, replica, accountId, listId, now }, rows);
  const planned: PlannedFix[] = [];
  const stale: number[] = [];
  for (const row of rows) {
    const { rowNumber, quantity } = row;
    const { seen, mark } = chosen.get(rowNumber) ?? {};
    const isSeen = changed.has(rowNumber) || markTexts(textsOfRow(row)) === seen;
    // By itself, or with other rows that ask for the same.
    const fixes = [quantity, null].flatMap((needed) =>
      isSeen ? planFixes(row, facts.of(row), now, needed) : [],
    );
    const fix = fixes.find((one) => one.mark === mark);
    if (fix === undefined) stale.push(rowNumber);
    else planned.push({ row, fix });
  }
  return { planned, stale };
}

async function makeFix(changing: Changing, { row, fix }: PlannedFix): Promise<void> {
  const { tx, list, now, saveUndo, changed, created, removed } = changing;
  const { rowNumber } = row;
  const edit = toEdit(changing, row, fix);
  if (edit !== undefined) return writeEdit(changing, row, edit, fix);
  // That a name was accepted is not in the rows, so putting them back would not undo it.
  if (fix.kind === "name") await acceptPartName(tx, list, row, now);
  else await saveUndo();
  if (fix.kind === "split") created.push(await splitRow(changing, row, fix.split));
  if (fix.kind === "day") {
    const { day, ...unread } = row.unread;
    await updateDays(tx, list.listId, [{ rowNumber, neededBy: fix.day, unread }]);
  }
  if (fix.kind !== "remove") {
    changed.add(rowNumber);
    return;
  }
  await deleteRows(tx, list.listId, [rowNumber]);
  changed.delete(rowNumber);
  removed.push(rowNumber);
}

/** Checks the parts that rows had before a change, and those that they have now. */
async function checkChanged(
  { tx, replica, list, now }: Changing,
  before: readonly ListRow[],
): Promise<void> {
  const rowNumbers = before.map(({ rowNumber }) => rowNumber);
  const after = await selectRows(tx, list.listId, { rowNumbers });
  const keys = [...before, ...after].map((row) => row.partNumberKey);
  await checkParts(tx, replica, list, keys, now);
}

/** Rows that one change names at most, so that its transaction is short. */
export const maxChangedRows = 500;

async function changeRows(
  changing: Changing,
  rows: readonly ListRow[],
  changes: readonly RowChange[],
): Promise<ListChanged> {
  const { tx, list, codes, changed, created, removed, refused } = changing;
  const textsOf = new Map(changes.map(({ rowNumber, texts }) => [rowNumber, texts]));
  const typed = rows.filter(({ rowNumber }) => textsOf.get(rowNumber) !== undefined);
  for (const row of typed) {
    const texts = textsOf.get(row.rowNumber) ?? textsOfRow(row);
    await writeEdit(changing, row, { texts, unread: keepUnread(row, texts, codes) });
  }
  await checkChanged(
    changing,
    typed.filter(({ rowNumber }) => changed.has(rowNumber)),
  );
  const { planned, stale } = await planChosen(changing, changes);
  for (const one of planned) await makeFix(changing, one);
  await checkChanged(
    changing,
    planned.map(({ row }) => row),
  );
  if (changed.size + removed.length > 0) await incrementVersion(tx, list.listId);
  return { changed: [...changed], created, removed, refused, stale };
}

/** Makes a change in the account's list; undefined if the account has no such list. */
export async function changeList(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: ListOf,
  changes: readonly RowChange[],
): Promise<ListChanged | undefined> {
  const rowNumbers = changes.map(({ rowNumber }) => rowNumber);
  if (changes.length > maxChangedRows)
    throw new RangeError(`${changes.length} rows of one change.`);
  const nothing = () => ({
    changed: new Set<number>(),
    created: [],
    removed: [],
    refused: new Map(),
  });
  try {
    return await db.transaction(async (tx) => {
      const list = await lockList(tx, accountId, listId);
      if (list === undefined) return undefined;
      const codes = await loadListCodes(tx);
      const rows = await selectRows(tx, list.listId, { rowNumbers, states: openStates });
      let isSaved = false;
      const saveUndo = async () => {
        if (!isSaved) await insertUndo(tx, list.listId, rowNumbers);
        isSaved = true;
      };
      const changing = { tx, replica, list, codes, now, saveUndo, ...nothing() };
      return changeRows(changing, rows, changes);
    });
  } catch (error) {
    if (!(error instanceof NotSplit)) throw error;
    const stale = changes.flatMap(({ rowNumber, fix }) => (fix ? [rowNumber] : []));
    return { ...nothing(), changed: [], stale };
  }
}

/** Undoes the last change, unless the list was changed since; the numbers of the rows that are as before. */
export function undoChange(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: ListOf,
): Promise<readonly number[] | undefined> {
  return db.transaction(async (tx) => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const restored = await restoreRows(tx, list.listId);
    if (restored.length === 0) return [];
    const keys = restored.flatMap((row) => [row.keyBefore, row.keyNow]);
    await checkParts(tx, replica, list, keys, now);
    await incrementVersion(tx, list.listId);
    return restored.map(({ rowNumber }) => rowNumber);
  });
}
