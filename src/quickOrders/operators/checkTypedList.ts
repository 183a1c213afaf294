// Checks what an operator typed for a customer, exactly as a quick order of that account, without
// storing a list. Invariant: a person chooses where a row has several meanings.
import { hash } from "node:crypto";
import type { AccountId } from "../../accounts/account.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { OfferId } from "../../catalog/partId.ts";
import { partNumberKey } from "../../catalog/partNumber.ts";
import type { CatalogAccess } from "../../catalog/replica/catalogAccess.ts";
import { limits } from "../../contract/limits.ts";
import type { Transaction } from "../../db/database.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import type { Urgency } from "../../reading/urgency.ts";
import { checkRowsOfParts, partsPerBatch, type RowToCheck } from "../checkParts.ts";
import type { RowCheck } from "../checkRows.ts";
import { settleRows } from "../createList.ts";
import { withUpload } from "../layout/openUpload.ts";
import { UnclearColumns } from "../layout/upload.ts";
import { selectListMappings } from "../layout/uploadQueries.ts";
import type { ListColumns, ReadList, ReadRow, RowReading } from "../orderList.ts";
import type { RowOnPage } from "../pageQueries.ts";
import { toListCodes } from "../toListCodes.ts";
import { findAlternates } from "../written/alternates.ts";
import { findRowsUrgency } from "../written/listUrgency.ts";
import { findNameColumn } from "../written/rowName.ts";

/** `choices` are the offers that a person chose, by the marks of the rows they were shown with. */
export type TypedList = {
  readonly accountId: AccountId;
  readonly text: string;
  readonly choices: ReadonlyMap<string, OfferId>;
  readonly now: Date;
};

/** `mark` identifies the row as it was typed. */
export type TypedRow = RowOnPage & Pick<RowReading, "quantityFault"> & { readonly mark: string };

/** "refused": `message` says what to do. */
export type CheckedList =
  | {
      readonly outcome: "checked";
      readonly rows: readonly TypedRow[];
      readonly notes: readonly string[];
      /** How urgent the list says that it is; null: it does not. */
      readonly urgency: Urgency | null;
    }
  | { readonly outcome: "refused"; readonly message: string };

const tooManyRows = `A draft has at most ${limits.orderLines} lines. Create several drafts.`;
const noRows = "No part numbers below the header line. Type a part number and a quantity per line.";
const unclearColumns =
  "It is not clear which column is which. " +
  "Type one part number and quantity per line, such as MS20470AD4-6 x 100.";

function markRow({ cells }: ReadRow, occurrence: number): string {
  return hash("sha256", JSON.stringify([cells, occurrence])).slice(0, 16);
}

type UncheckedRow = { readonly read: ReadRow; readonly mark: string };

/** A row counts its equal rows above, so that a line that is added above changes no mark. */
function markRows(rows: readonly ReadRow[]): UncheckedRow[] {
  const seen = new Map<string, number>();
  return rows.map((read) => {
    const first = markRow(read, 0);
    const occurrence = seen.get(first) ?? 0;
    seen.set(first, occurrence + 1);
    return { read, mark: markRow(read, occurrence) };
  });
}

const unknown = {
  listed: null,
  quantityFault: null,
  certificate: null,
  note: null,
  askedQuantity: null,
  requestedQuantity: null,
  requestedUnit: null,
  chosenOfferId: null,
  offerId: null,
  unitPrice: null,
  lineTotal: null,
  nearestQuantity: null,
  suggestions: [],
  orderId: null,
  orderNumber: null,
  orderStatus: null,
} as const;

/** A row that is not checked yet, or was not read. */
function toTypedRow({ read, mark }: UncheckedRow, { choices }: TypedList): TypedRow {
  const { rowNumber, cells, readings, fault, instructions, recognized } = read;
  const [reading] = readings;
  const chosenOfferId = choices.get(mark) ?? null;
  const row = { ...unknown, rowNumber, cells, mark, ...instructions, chosenOfferId };
  if (reading === undefined) {
    const { partNumber = null, quantity = "", condition = null } = recognized ?? {};
    const written = { partNumber, quantityText: quantity, quantity: null, condition };
    return { ...row, ...written, state: "unreadable", reason: fault };
  }
  return { ...row, ...reading, state: "waiting", reason: null };
}

/** By row number, what can be ordered of the rows with one reading. */
async function checkNamed(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  rows: readonly TypedRow[],
  { headers }: ListColumns,
  { accountId, now }: TypedList,
): Promise<Map<number, RowCheck>> {
  const [alternates, name] = [findAlternates(headers), findNameColumn(headers)];
  const named = rows.flatMap((row): RowToCheck[] => {
    const { state, partNumber, cells, chosenOfferId } = row;
    if (state !== "waiting" || partNumber === null) return [];
    const key = partNumberKey(partNumber);
    const [alternatesCell = null, nameCell = null] = [cells[alternates ?? -1], cells[name ?? -1]];
    const isNameAccepted = chosenOfferId !== null;
    return [{ ...row, partNumber, partNumberKey: key, alternatesCell, nameCell, isNameAccepted }];
  });
  const byKey = [...Map.groupBy(named, (row) => row.partNumberKey)];
  const checked: RowCheck[] = [];
  for (let start = 0; start < byKey.length; start += partsPerBatch) {
    const batch = byKey.slice(start, start + partsPerBatch);
    const keys = batch.map(([key]) => key);
    const ofBatch = batch.flatMap(([, group]) => group);
    const asked = { keys, rows: ofBatch };
    checked.push(...(await checkRowsOfParts(tx, replica, accountId, asked, now)));
  }
  return new Map(checked.map((row) => [row.rowNumber, row]));
}

async function collectRows(tx: Transaction, read: ReadList): Promise<readonly ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const batch of read.batches) {
    rows.push(...(await settleRows(tx, batch, read)));
    if (rows.length > limits.orderLines) throw new UnreadableFile(tooManyRows);
  }
  if (rows.length === 0) throw new UnreadableFile(noRows);
  const late = new Map(read.listLate().map((one) => [one.rowNumber, one]));
  return rows.map((row) => {
    return { ...row, instructions: { ...row.instructions, ...late.get(row.rowNumber) } };
  });
}

async function readAndCheck(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  typed: TypedList,
  read: ReadList,
): Promise<CheckedList> {
  const marked = markRows(await collectRows(tx, read));
  const open = marked.map((row) => toTypedRow(row, typed));
  const checked = await checkNamed(tx, replica, open, read.columns, typed);
  const rows = open.map((row): TypedRow => {
    const found = checked.get(row.rowNumber);
    if (found === undefined) return row;
    const { lineTotal: minor, ...check } = found;
    const { unitPrice } = check;
    const isPriced = minor !== null && unitPrice !== null;
    const lineTotal = isPriced ? { minor, currency: unitPrice.currency } : null;
    return { ...row, ...check, lineTotal };
  });
  const numbers = rows.map(({ rowNumber }) => rowNumber);
  const { urgency = null } = findRowsUrgency(read.urgent(), numbers) ?? {};
  const notes = [urgency === null ? [] : `${urgency}: the draft says so.`, read.notes()].flat();
  return { outcome: "checked", rows, notes, urgency };
}

/** Reads and checks a typed list as the account's own quick order, and writes nothing. */
export async function checkTypedList(
  tx: Transaction,
  replica: CatalogAccess["replica"],
  typed: TypedList,
): Promise<CheckedList> {
  const remembered = await selectListMappings(tx, typed.accountId);
  const codes = toListCodes(await selectTradeCodes(tx));
  try {
    const upload = { kind: "text", text: typed.text } as const;
    return await withUpload(upload, { chosen: null, remembered, now: typed.now }, async (opened) =>
      readAndCheck(tx, replica, typed, await opened.read(codes)),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = error instanceof UnclearColumns ? unclearColumns : error.message;
    return { outcome: "refused", message };
  }
}
