// Changes rows of a list: what a person typed into them, and the fixes that they chose. Invariant:
// all of it is one transaction, which checks every changed row with all rows of its part number, and
// one step that can be undone.
import type { AccountId } from "../accounts/account.ts";
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import type { OfferId } from "../catalog/partId.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../db/database.ts";
import { readLeftOutLines } from "../imports/rows/leftOutRows.ts";
import { groupDigits } from "../money.ts";
import { firstNeededDay } from "../orders/lineInstructions.ts";
import type { Unread } from "../orders/requested.ts";
import { takeSuggestion } from "../reading/beside.ts";
import {
  findStatement,
  joinCertificates,
  joinCondition,
  type ListCodes,
  readCondition,
} from "../reading/condition.ts";
import type { LineTexts } from "../reading/line.ts";
import { replaceAmount } from "../reading/quantity.ts";
import { type CheckedRow, checkParts, partsPerBatch } from "./checkParts.ts";
import { acceptPartName } from "./checkQueries.ts";
import { updateEditedRow } from "./editQueries.ts";
import { type Fix, planFixes } from "./fixes/planFixes.ts";
import type { Split } from "./fixes/planSplit.ts";
import {
  addCreated,
  deleteRows,
  insertUndo,
  restoreRows,
  type UndoneRow,
} from "./fixes/undoQueries.ts";
import { insertPiece, selectNextNumber, updateDays, updateNotes } from "./insertQueries.ts";
import { findRowWish, readUnitCell, writeRowCells } from "./listColumns.ts";
import type { OrderList, RowReading } from "./orderList.ts";
import { type RowOnPage, selectRowsByNumber } from "./pageQueries.ts";
import { incrementVersion, lockList } from "./queries.ts";
import { readTexts } from "./readListRow.ts";
import { loadRowFacts } from "./rowFacts.ts";
import { markTexts, textsOfRow } from "./rowTexts.ts";
import { toListCodes } from "./toListCodes.ts";
import { describeRequested } from "./written/orderedQuantity.ts";
import { addUnread, chooseMeantDay } from "./written/rowInstructions.ts";
import { findNameColumn } from "./written/rowName.ts";

export type TypedRow = { readonly rowNumber: number; readonly texts: LineTexts };

/**
 * A fix by its mark, for the texts that the page showed, by theirs. It is made after what was typed
 * into the row, if it is still planned then.
 */
export type ChosenFix = {
  readonly rowNumber: number;
  readonly seen: string;
  readonly mark: string;
};

export type ListChange = {
  readonly typed: readonly TypedRow[];
  readonly fixes: readonly ChosenFix[];
};

/**
 * `created` are the second rows of rows that were split. `refused` says by row what is wrong with
 * what was typed; `stale` are rows that are no longer as they were seen. Neither was changed.
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

/** What is in use while a list is changed. */
type Changing = {
  readonly tx: Transaction;
  readonly replica: CatalogAccess["replica"];
  readonly list: OrderList;
  readonly codes: ListCodes;
  readonly now: Date;
};

type Edit = {
  readonly texts: LineTexts;
  /** The offer that a person chose; undefined keeps the choice if it can still be meant. */
  readonly choice?: OfferId | undefined;
  readonly unread: Unread;
  readonly fix?: Fix | undefined;
};

async function checkKeys({ tx, replica, list, now }: Changing, keys: Iterable<string>) {
  const distinct = [...new Set(keys)];
  const checked: CheckedRow[] = [];
  for (let start = 0; start < distinct.length; start += partsPerBatch) {
    const batch = distinct.slice(start, start + partsPerBatch);
    checked.push(...(await checkParts(tx, replica, list, batch, now)));
  }
  return checked;
}

const keyOf = ({ partNumber }: Pick<RowOnPage, "partNumber">) => partNumberKey(partNumber ?? "");

/** Stores what a row says now; the keys of the part numbers to check, or what is wrong with it. */
async function writeEdit(
  { tx, list, codes }: Changing,
  row: RowOnPage,
  { texts, choice, unread, fix }: Edit,
): Promise<readonly string[] | string> {
  const { listId, columns } = list;
  const read = readTexts(texts, codes);
  if (read.outcome === "refused") return read.fault;
  const { reading } = read;
  const key = partNumberKey(reading.partNumber);
  const isSame =
    key === keyOf(row) &&
    reading.condition === row.condition &&
    reading.certificate === row.certificate;
  await updateEditedRow(tx, listId, row.rowNumber, {
    reading,
    key,
    choice: choice ?? (isSame ? row.chosenOfferId : null),
    asked: describeRequested(fix, row, reading),
    unread,
    cells: writeRowCells(columns, row.cells, reading),
  });
  return [keyOf(row), key];
}

/** What is still not read of a row, of which a person typed the texts. */
function keepUnread(row: RowOnPage, texts: LineTexts, codes: ListCodes): Unread {
  const { certificate, ...others } = row.unread;
  const typed = joinCertificates(readCondition(texts.condition, codes).certificates);
  const isTyped = typed !== null && typed !== row.certificate;
  const unread = isTyped ? others : row.unread;
  return addUnread(unread, "certificate", findStatement(texts.condition));
}

/** What a row says with a fix that changes its texts; undefined for other fixes. */
function toEdit({ list, codes }: Changing, row: RowOnPage, fix: Fix): Edit | undefined {
  const texts = textsOfRow(row);
  const { unread } = row;
  switch (fix.kind) {
    case "quantity":
      return { texts: { ...texts, quantity: fix.text }, unread, fix };
    case "convert": {
      const { quantity, unit } = fix.conversion;
      return { texts: { ...texts, quantity: `${quantity} ${unit}` }, unread, fix };
    }
    case "offer": {
      const { choice, ordered } = fix;
      const { offerId, unitOfMeasure } = choice.offer;
      if (ordered === null) return { texts, choice: offerId, unread };
      const quantity = ordered.isConverted
        ? `${ordered.quantity} ${unitOfMeasure}`
        : replaceAmount(row.quantityText, ordered.quantity);
      return { texts: { ...texts, quantity }, choice: offerId, unread, fix };
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

function readPiece(row: RowOnPage, quantity: number): RowReading {
  const { quantityText, condition, certificate } = row;
  const inUnit = replaceAmount(quantityText, quantity);
  const texts = { quantityText: inUnit, condition, certificate };
  return { ...texts, partNumber: row.partNumber ?? "", quantity, quantityFault: null };
}

/** Rolls back a split of which a piece cannot be ordered. */
class NotSplit extends Error {}

/** Writes both rows of a split, and checks them. Returns the number of the second. */
async function splitRow(changing: Changing, row: RowOnPage, [first, second]: Split) {
  const { tx, list } = changing;
  const { listId, columns, notes } = list;
  const { rowNumber } = row;
  // Lines that were left out may become rows, which have the numbers of their lines.
  const to = await selectNextNumber(tx, listId, Math.max(0, ...notes.flatMap(readLeftOutLines)));
  await addCreated(tx, listId, to);
  const reading = readPiece(row, first.quantity);
  const other = readPiece(row, second.quantity);
  await insertPiece(
    tx,
    listId,
    { from: rowNumber, to },
    {
      quantityText: other.quantityText,
      quantity: second.quantity,
      offerId: second.choice.offer.offerId,
      cells: writeRowCells(columns, row.cells, other),
    },
  );
  await updateEditedRow(tx, listId, rowNumber, {
    reading,
    key: keyOf(row),
    choice: first.choice.offer.offerId,
    asked: { askedQuantity: null, requestedQuantity: null, requestedUnit: null },
    unread: row.unread,
    cells: writeRowCells(columns, row.cells, reading),
  });
  const all = groupDigits(row.quantity ?? 0);
  await updateNotes(tx, listId, [rowNumber, to], `${all} split into rows ${rowNumber} and ${to}.`);
  const checked = await checkKeys(changing, [keyOf(row)]);
  const pieces = checked.filter(({ after }) => [rowNumber, to].includes(after.rowNumber));
  if (pieces.some(({ after }) => after.state !== "ready")) throw new NotSplit();
  return to;
}

type PlannedFix = { readonly row: RowOnPage; readonly fix: Fix };

/** The fixes that rows can still be offered; the others are stale. */
async function planChosen(
  { tx, replica, list, now }: Changing,
  chosen: readonly ChosenFix[],
  typed: ReadonlySet<number>,
): Promise<{ readonly planned: PlannedFix[]; readonly stale: number[] }> {
  const rows = await selectRowsByNumber(
    tx,
    list.listId,
    chosen.map(({ rowNumber }) => rowNumber),
  );
  const { accountId, listId } = list;
  const facts = await loadRowFacts({ db: tx, replica, accountId, listId, now }, rows);
  const byNumber = new Map(rows.map((row) => [row.rowNumber, row]));
  const planned: PlannedFix[] = [];
  const stale: number[] = [];
  for (const { rowNumber, seen, mark } of chosen) {
    const row = byNumber.get(rowNumber);
    if (row === undefined || row.state === "added") continue;
    const isSeen = typed.has(rowNumber) || markTexts(textsOfRow(row)) === seen;
    const planning = { now, firstDay: firstNeededDay(now) };
    // By itself, or with other rows that ask for the same.
    const fixes = [row.quantity, null].flatMap((needed) =>
      isSeen ? planFixes(row, facts.of(row), { ...planning, needed }) : [],
    );
    const fix = fixes.find((one) => one.mark === mark);
    if (fix !== undefined) planned.push({ row, fix });
    // What was chosen for other texts than those that were typed is chosen again.
    else if (!typed.has(rowNumber)) stale.push(rowNumber);
  }
  return { planned, stale };
}

type Made = {
  readonly created: number[];
  readonly removed: number[];
  readonly refused: Map<number, string>;
};

/** Makes fixes, and checks the parts of their rows. */
async function makeFixes(changing: Changing, planned: readonly PlannedFix[]): Promise<Made> {
  const { tx, list, now } = changing;
  const { listId } = list;
  const made: Made = { created: [], removed: [], refused: new Map() };
  const keys: string[] = [];
  for (const { row, fix } of planned) {
    const { rowNumber } = row;
    const edit = toEdit(changing, row, fix);
    keys.push(keyOf(row));
    if (edit !== undefined) {
      const written = await writeEdit(changing, row, edit);
      if (typeof written === "string") made.refused.set(rowNumber, written);
      else keys.push(...written);
    } else if (fix.kind === "split") {
      made.created.push(await splitRow(changing, row, fix.split));
    } else if (fix.kind === "day") {
      const meant = chooseMeantDay(row.unread, fix.day, now);
      if (meant !== null) await updateDays(tx, listId, [{ rowNumber, ...meant }]);
    } else if (fix.kind === "name") {
      const column = findNameColumn(list.columns.headers);
      await acceptPartName(tx, list, { rowNumber, column }, now);
    } else {
      await deleteRows(tx, listId, [rowNumber]);
      made.removed.push(rowNumber);
    }
  }
  await checkKeys(
    changing,
    keys.filter((key) => key !== ""),
  );
  return made;
}

/** Rows that one change names at most, so that its transaction is short. */
export const maxChangedRows = 500;

async function change(changing: Changing, { typed, fixes }: ListChange): Promise<ListChanged> {
  const { tx, list, codes } = changing;
  const numbers = new Set([...typed, ...fixes].map(({ rowNumber }) => rowNumber));
  if (numbers.size > maxChangedRows) throw new RangeError(`${numbers.size} rows of one change.`);
  const rows = await selectRowsByNumber(tx, list.listId, [...numbers]);
  const byNumber = new Map(rows.map((row) => [row.rowNumber, row]));
  const open = typed.filter(({ rowNumber }) => {
    const state = byNumber.get(rowNumber)?.state;
    return state !== undefined && state !== "added";
  });
  const refused = new Map<number, string>();
  for (const { rowNumber, texts } of open) {
    const read = readTexts(texts, codes);
    if (read.outcome === "refused") refused.set(rowNumber, read.fault);
  }
  const valid = open.filter(({ rowNumber }) => !refused.has(rowNumber));
  const typedRows = new Set(open.map(({ rowNumber }) => rowNumber));
  const wanted = fixes.filter(({ rowNumber }) => !refused.has(rowNumber));
  const nothing = { changed: [], created: [], removed: [], refused, stale: [] };
  const first = valid.length === 0 ? await planChosen(changing, wanted, typedRows) : null;
  if (first !== null && first.planned.length === 0) return { ...nothing, stale: first.stale };
  // That a name was accepted is not in the rows, so putting them back would not undo it.
  const isInRows = first === null || first.planned.some(({ fix }) => fix.kind !== "name");
  const numbersBefore = rows.map(({ rowNumber }) => rowNumber);
  if (isInRows) await insertUndo(tx, list.listId, numbersBefore);
  const keys: string[] = [];
  for (const { rowNumber, texts } of valid) {
    const row = byNumber.get(rowNumber) as RowOnPage;
    const written = await writeEdit(changing, row, {
      texts,
      unread: keepUnread(row, texts, codes),
    });
    if (typeof written !== "string") keys.push(...written);
  }
  await checkKeys(
    changing,
    keys.filter((key) => key !== ""),
  );
  const { planned, stale } = first ?? (await planChosen(changing, wanted, typedRows));
  const { created, removed, ...made } = await makeFixes(changing, planned);
  for (const [rowNumber, fault] of made.refused) refused.set(rowNumber, fault);
  await incrementVersion(tx, list.listId);
  const all = [
    ...valid.map(({ rowNumber }) => rowNumber),
    ...planned.map(({ row }) => row.rowNumber),
  ];
  const changed = [...new Set(all)].filter(
    (one) => !removed.includes(one) && !made.refused.has(one),
  );
  return { changed, created, removed, refused, stale };
}

/** Makes a change in the account's list; undefined if the account has no such list. */
export async function changeList(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: ListOf,
  wanted: ListChange,
): Promise<ListChanged | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const list = await lockList(tx, accountId, listId);
      if (list === undefined) return undefined;
      const codes = toListCodes(await selectTradeCodes(tx));
      return change({ tx, replica, list, codes, now }, wanted);
    });
  } catch (error) {
    if (!(error instanceof NotSplit)) throw error;
    const stale = wanted.fixes.map(({ rowNumber }) => rowNumber);
    return { changed: [], created: [], removed: [], refused: new Map(), stale };
  }
}

/** Undoes the last change, unless the list was changed since; the rows that are as before. */
export function undoChange(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: ListOf,
): Promise<readonly UndoneRow[] | undefined> {
  return db.transaction(async (tx) => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const restored = await restoreRows(tx, list.listId);
    if (restored.length === 0) return [];
    const codes = toListCodes(await selectTradeCodes(tx));
    const keys = restored.flatMap(({ keyBefore, keyNow }) =>
      [keyBefore ?? [], keyNow ?? []].flat(),
    );
    await checkKeys({ tx, replica, list, codes, now }, keys);
    await incrementVersion(tx, list.listId);
    return restored;
  });
}
