import type { AccountId } from "../../accounts/account.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { takeSuggestion } from "../../reading/beside.ts";
import { joinCondition, type ListCodes } from "../../reading/condition.ts";
import { replaceAmount } from "../../reading/quantity.ts";
import { checkParts, partsPerBatch } from "../checkParts.ts";
import { updateEditedRow } from "../editQueries.ts";
import { readUnitCell, writeRowCells } from "../listColumns.ts";
import type { ListId, OrderList, RowReading } from "../orderList.ts";
import { type RowOnPage, selectRowsByNumber, selectRowsOnPage } from "../pageQueries.ts";
import { incrementVersion, lockList } from "../queries.ts";
import { readTexts } from "../readListRow.ts";
import { toListCodes } from "../toListCodes.ts";
import { type AskedQuantity, describeRequested } from "../written/orderedQuantity.ts";
import { addUnread } from "../written/rowInstructions.ts";
import { type BulkAction, type SkipReason, statesOfAction } from "./bulkActions.ts";
import {
  type ConfirmedChanges,
  listShortSplittable,
  loadChoices,
  maxBulkRows,
  type PlannedRow,
  planAction,
} from "./planRows.ts";
import { deleteRows, insertUndo, restoreRows } from "./undoQueries.ts";

export type BulkRequest = {
  readonly accountId: AccountId;
  readonly listId: string;
  readonly now: Date;
};

/** What was changed, and put back after its removal; undefined if the account has no such list. */
export type BulkOutcome =
  | {
      readonly rowNumbers: readonly number[];
      readonly putBack: readonly number[];
      /** The rows to which the action may apply that it left as they are, by the reason. */
      readonly skipped: SkippedRows;
    }
  | undefined;

/** The numbers of rows, by the reason why an action left them. */
type SkippedRows = ReadonlyMap<SkipReason, readonly number[]>;

const noneSkipped: SkippedRows = new Map();

function listSkipped(planned: readonly PlannedRow[], short: readonly number[]): SkippedRows {
  const skipped = [
    ...short.map((rowNumber) => ({ rowNumber, why: "split" as SkipReason })),
    ...planned.flatMap(({ row: { rowNumber }, change }) =>
      change.kind === "skip" ? { rowNumber, why: change.why } : [],
    ),
  ];
  const byReason = Map.groupBy(skipped, ({ why }) => why);
  return new Map([...byReason].map(([why, rows]) => [why, rows.map(({ rowNumber }) => rowNumber)]));
}

type Changed = {
  readonly reading: RowReading;
  /** Words beside a suggested number that are not known. */
  readonly rest: string | null;
};

/** The row with a suggested number. */
function readSuggested(
  row: RowOnPage,
  partNumber: string,
  { columns }: OrderList,
  codes: ListCodes,
): Changed {
  const written = { partNumber: row.partNumber ?? "", quantity: row.quantityText };
  const condition = joinCondition(row.condition, row.certificate);
  const unit = readUnitCell(columns, row.cells);
  const { texts, rest } = takeSuggestion({ ...written, condition }, partNumber, unit, codes);
  const read = readTexts(texts, codes);
  if (read.outcome === "refused") throw new RangeError(`A suggested number: ${read.fault}`);
  return { reading: read.reading, rest };
}

function readQuantity({ row, change }: PlannedRow): Pick<RowReading, "quantity" | "quantityText"> {
  if (change.kind === "quantity") {
    const { quantity } = change;
    return { quantity, quantityText: replaceAmount(row.quantityText, quantity) };
  }
  if (change.kind === "converted") {
    const { quantity, unit } = change.conversion;
    return { quantity, quantityText: `${quantity} ${unit}` };
  }
  return { quantity: row.quantity, quantityText: row.quantityText };
}

function readChanged({ row, change }: PlannedRow, list: OrderList, codes: ListCodes): Changed {
  if (change.kind === "number") return readSuggested(row, change.partNumber, list, codes);
  const reading = {
    partNumber: row.partNumber ?? "",
    ...readQuantity({ row, change }),
    quantityFault: null,
    condition: change.kind === "condition" ? change.condition : row.condition,
    certificate: row.certificate,
  };
  return { reading, rest: null };
}

/** Another quantity keeps the choice of an offer; another part or condition ends it. */
function choiceOf({ row, change }: PlannedRow): OfferId | null {
  if (change.kind === "choice") return change.offerId;
  return change.kind === "quantity" || change.kind === "converted" ? row.chosenOfferId : null;
}

/** What the row says then of the quantity that was requested. */
function requestedOf({ row, change }: PlannedRow, reading: RowReading): AskedQuantity {
  const { askedQuantity, quantity, requestedQuantity, requestedUnit } = row;
  if (change.kind === "converted") {
    return describeRequested({ kind: "converted", ...change.conversion }, row, reading);
  }
  const isOther = change.kind === "quantity";
  const asked = isOther ? (askedQuantity ?? quantity) : askedQuantity;
  return { askedQuantity: asked, requestedQuantity, requestedUnit };
}

/** Changes a row, and returns the key of its part number. */
async function changeRow(
  tx: Transaction,
  list: OrderList,
  planned: PlannedRow,
  codes: ListCodes,
): Promise<string> {
  const { listId, columns } = list;
  const { row } = planned;
  const { reading, rest } = readChanged(planned, list, codes);
  const key = partNumberKey(reading.partNumber);
  await updateEditedRow(tx, listId, row.rowNumber, {
    reading,
    key,
    choice: choiceOf(planned),
    asked: requestedOf(planned, reading),
    unread: addUnread(row.unread, "condition", rest),
    cells: writeRowCells(columns, row.cells, reading),
  });
  return key;
}

async function checkKeys(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  list: OrderList,
  keys: Iterable<string>,
  now: Date,
): Promise<void> {
  const distinct = [...new Set(keys)];
  for (let start = 0; start < distinct.length; start += partsPerBatch) {
    await checkParts(tx, replica, list, distinct.slice(start, start + partsPerBatch), now);
  }
}

/** The first rows to which an action may apply; of those that a person confirmed, these. */
async function selectRows(
  tx: Transaction,
  listId: ListId,
  action: BulkAction,
  confirmed: ConfirmedChanges | undefined,
): Promise<RowOnPage[]> {
  const states = statesOfAction[action];
  if (confirmed === undefined) return selectRowsOnPage(tx, listId, { states }, 0, maxBulkRows);
  const numbers = [...confirmed.keys()].slice(0, maxBulkRows);
  const rows = await selectRowsByNumber(tx, listId, numbers);
  return rows.filter(({ state }) => states.includes(state));
}

/**
 * Applies an action to the first `maxBulkRows` rows to which it may apply, or only to those whose
 * roundings or conversions are `confirmed`, and checks them in the same
 * transaction. Can be undone.
 */
export function applyBulkAction(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: BulkRequest,
  action: BulkAction,
  confirmed?: ConfirmedChanges,
): Promise<BulkOutcome> {
  return db.transaction(async (tx): Promise<BulkOutcome> => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const found = await selectRows(tx, list.listId, action, confirmed);
    const loading = { db: tx, replica, list, now };
    const loaded = await loadChoices(loading, [action], found);
    const { all, changing: planned } = planAction(action, found, loaded, confirmed);
    const split = action === "cheapest" ? await listShortSplittable(loading) : [];
    const skipped = listSkipped(all, split);
    const rowNumbers = planned.map(({ row }) => row.rowNumber);
    if (planned.length === 0) return { rowNumbers, putBack: [], skipped };
    const recorded = action === "convert" ? "round" : action;
    await insertUndo(tx, list.listId, recorded, rowNumbers);
    if (action === "remove_not_found") {
      await deleteRows(tx, list.listId, rowNumbers);
    } else {
      const codes = toListCodes(await selectTradeCodes(tx));
      const keys: string[] = [];
      for (const one of planned) keys.push(await changeRow(tx, list, one, codes));
      await checkKeys(tx, replica, list, keys, now);
    }
    await incrementVersion(tx, list.listId);
    return { rowNumbers, putBack: [], skipped };
  });
}

/** Undoes the last action, unless the list was changed since. */
export function undoAction(
  { db, replica }: CatalogAccess<Database>,
  { accountId, listId, now }: BulkRequest,
): Promise<BulkOutcome> {
  return db.transaction(async (tx): Promise<BulkOutcome> => {
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return undefined;
    const restored = await restoreRows(tx, list.listId);
    if (restored.length === 0) return { rowNumbers: [], putBack: [], skipped: noneSkipped };
    const keys = restored
      .flatMap(({ keyBefore, keyNow }) => [keyBefore, keyNow])
      .filter((key) => key !== null);
    await checkKeys(tx, replica, list, keys, now);
    await incrementVersion(tx, list.listId);
    return {
      rowNumbers: restored.map(({ rowNumber }) => rowNumber),
      putBack: restored.filter(({ wasRemoved }) => wasRemoved).map(({ rowNumber }) => rowNumber),
      skipped: noneSkipped,
    };
  });
}
