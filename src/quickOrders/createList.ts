// Stores, reads again, names, saves and repeats lists. Invariant: a list is stored all or nothing,
// and has each line of its upload once; a job checks it later.
import type { AccountId } from "../accounts/account.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { CatalogAccess } from "../catalog/replica/catalogAccess.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import type { ColumnMapping } from "../imports/rows/columns.ts";
import { describeMapping, noMapping, readMapping } from "../imports/rows/columns.ts";
import { fileShapeKey } from "../imports/rows/sheets.ts";
import type { RefusedFile } from "../imports/runner.ts";
import { all, change, sql } from "../kit/sql.ts";
import { UnreadableFile } from "../reading/files/fileRecord.ts";
import { mayBePart } from "../reading/line.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { checkList } from "./checkParts.ts";
import { noHeaderLine, UnclearColumns } from "./listColumns.ts";
import type { ListColumns, ListId, OrderList, ReadList, ReadRow, RowReading } from "./orderList.ts";
import {
  copyRows,
  incrementVersion,
  insertList,
  insertUpload,
  loadListCodes,
  lockList,
  selectListMappings,
  selectUpload,
  selectUploadFacts,
  summarizeList,
  type UploadFacts,
  updateContents,
  upsertListMapping,
} from "./queries.ts";
import { writeRowCells } from "./readRow.ts";
import { type ListUpload, withUpload } from "./readUpload.ts";
import { insertRows, selectRows, updateDays } from "./rowQueries.ts";

const rowsPerInsert = 1_000;
/** Rows of one part are checked together in memory, and all rows may name the same part. */
const maxListRows = 50_000;

function describeReading({ partNumber, quantityText, condition }: RowReading): string {
  const amount = quantityText === "" ? partNumber : `${quantityText} of ${partNumber}`;
  return condition === null ? amount : `${amount} in ${condition}`;
}

/**
 * The reading whose part the catalog has; if it has none, the most likely one. Two are a question.
 */
function chooseReading(row: ReadRow, columns: ListColumns, known: ReadonlySet<string>): ReadRow {
  const [likely, ...others] = row.readings;
  if (likely === undefined || others.length === 0) return row;
  const possible = row.readings.filter((one) => known.has(partNumberKey(one.partNumber)));
  const [
    reading = row.readings.find((one) => mayBePart({ ...one, quantity: one.quantityText })) ??
      likely,
    ...more
  ] = possible;
  if (more.length > 0) {
    const fault = `It may be ${possible.map(describeReading).join(", or ")}. Type what you need.`;
    return { ...row, readings: [], fault };
  }
  const isLikely = possible.length === 0 && reading === likely;
  const cells = isLikely ? row.cells : writeRowCells(columns, row.cells, reading);
  return { ...row, readings: [reading], cells };
}

/**
 * The rows as far as the catalog says what they are: it chooses among several readings, and leaves
 * out headings and totals that are no part numbers.
 */
export async function settleRows(
  tx: Queryable,
  batch: readonly ReadRow[],
  { columns, leaveOut }: Pick<ReadList, "columns" | "leaveOut">,
): Promise<readonly ReadRow[]> {
  const keysOf = ({ readings, recognized }: ReadRow) =>
    [...readings, recognized ?? []].flat().map((one) => partNumberKey(one.partNumber));
  const open = batch.filter(({ mayBe, readings }) => mayBe !== undefined || readings.length > 1);
  if (open.length === 0) return batch;
  const statement = sql`select distinct part_number_key as key from offers
    where part_number_key = any(${open.flatMap(keysOf)}::text[])`;
  const found = await all<{ key: string }>(tx, statement);
  const known = new Set(found.map(({ key }) => key));
  return batch.flatMap((row) => {
    const isKnown = row.mayBe === undefined || keysOf(row).some((key) => known.has(key));
    if (isKnown) return chooseReading(row, columns, known);
    leaveOut(row, row.mayBe);
    return [];
  });
}

/** Stores the rows of a list, and returns their number. Throws `UnreadableFile`. */
async function storeRows(tx: Transaction, listId: ListId, read: ReadList): Promise<number> {
  let rows = 0;
  for await (const unsettled of read.batches) {
    const batch = await settleRows(tx, unsettled, read);
    rows += batch.length;
    if (rows > maxListRows) {
      throw new UnreadableFile(
        "The list has more than 50,000 rows. Split it and upload the parts separately.",
      );
    }
    for (let start = 0; start < batch.length; start += rowsPerInsert) {
      await insertRows(tx, listId, batch.slice(start, start + rowsPerInsert));
    }
  }
  await updateDays(tx, listId, read.listLate());
  if (rows === 0) throw new UnreadableFile("The file has no rows below the header line.");
  const notes = read.notes().map((note) => toStorableText(note.toWellFormed()));
  await updateContents(tx, listId, { rows, columns: read.columns, notes, urgent: read.urgent() });
  return rows;
}

const maxNameLength = 200;

/** A text as the name of a list, which has no control characters; undefined if nothing is left. */
function toListName(text: string): string | undefined {
  const folded = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = [...folded].slice(0, maxNameLength).join("").trim();
  return name === "" ? undefined : name;
}

export type SentList = {
  readonly signedIn: SignedIn;
  readonly name: string;
  readonly upload: ListUpload;
  readonly now: Date;
};

/**
 * "created": its rows will be checked. "unclear": a person has to choose its columns. "refused":
 * `message` says what to do.
 */
export type CreateListOutcome =
  | { readonly outcome: "created"; readonly listId: ListId; readonly rows: number }
  | { readonly outcome: "unclear"; readonly listId: ListId }
  | { readonly outcome: "refused"; readonly message: string };

/** What `work` returns, or why an upload is refused as a whole. */
async function refuseUnreadable<Outcome>(work: Promise<Outcome>) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { outcome: "refused", message: error.message } as const;
  }
}

/** Stores a list without rows, and its upload. */
async function storeEmpty(tx: Transaction, sent: SentList, facts: UploadFacts): Promise<ListId> {
  const { account, user } = sent.signedIn;
  const listId = newId() as ListId;
  const list = { listId, accountId: account.accountId, userId: user.userId };
  await insertList(tx, { ...list, name: toListName(sent.name) ?? "List", createdAt: sent.now });
  await insertUpload(tx, listId, sent.upload, facts);
  return listId;
}

/**
 * Stores what the signed-in buyer uploaded as a list of their account, with the order and numbers
 * of its rows. If its columns are unclear, only the upload is stored.
 */
export async function createList(db: Database, sent: SentList): Promise<CreateListOutcome> {
  const remembered = await selectListMappings(db, sent.signedIn.account.accountId);
  const known = { chosen: null, remembered, now: sent.now };
  const stored = withUpload(sent.upload, known, async ({ head, mapping, read }) => {
    try {
      return await db.transaction(async (tx): Promise<CreateListOutcome> => {
        const found = await read(await loadListCodes(tx));
        const used = mapping === null ? "" : describeMapping(mapping);
        const facts = { head, doubt: null, mapping: used, readVersion: 1 };
        const listId = await storeEmpty(tx, sent, facts);
        return { outcome: "created", listId, rows: await storeRows(tx, listId, found) };
      });
    } catch (error) {
      if (!(error instanceof UnclearColumns)) throw error;
      const doubt = toStorableText(error.message);
      const facts = { head, doubt, mapping: "", readVersion: null };
      const listId = await db.transaction((tx) => storeEmpty(tx, sent, facts));
      return { outcome: "unclear", listId } as const;
    }
  });
  return refuseUnreadable(stored);
}

/** "closed": a row was changed in the meantime, which would be lost. */
export type ChooseOutcome =
  | { readonly outcome: "chosen" | "closed" | "unknown" }
  | { readonly outcome: "refused"; readonly message: string };

/** Whether the columns of a list can be chosen: until one of its rows was changed. */
export function mayChooseColumns(
  { version }: OrderList,
  { readVersion }: Pick<UploadFacts, "readVersion">,
): boolean {
  return readVersion === null || version === readVersion;
}

/**
 * Reads the upload of a list again with the columns that a person chose, all or nothing, and
 * remembers them for the account's next lists with the same headers. `mapping` names the line of
 * the header.
 */
export async function chooseColumns(
  db: Database,
  { accountId, listId }: OrderList,
  mapping: ColumnMapping,
  now: Date,
): Promise<ChooseOutcome> {
  const upload = await selectUpload(db, listId);
  if (upload === undefined) return { outcome: "unknown" };
  const known = { chosen: mapping, remembered: new Map(), now };
  const chosen = withUpload(upload, known, ({ head, read }) =>
    db.transaction(async (tx): Promise<ChooseOutcome> => {
      const current = await lockList(tx, accountId, listId);
      const facts = await selectUploadFacts(tx, listId);
      if (current === undefined || facts === undefined) return { outcome: "unknown" };
      if (!mayChooseColumns(current, facts)) return { outcome: "closed" };
      const found = await read(await loadListCodes(tx));
      await change(tx, sql`delete from quick_order_rows where quick_order_id = ${listId}`);
      await storeRows(tx, listId, found);
      // A person who saw the rows as they were read before cannot add those of now.
      await incrementVersion(tx, listId);
      const text = describeMapping(mapping);
      const statement = sql`update quick_order_uploads u
        set doubt = null, mapping = ${text}, read_version = l.version
        from quick_orders l where u.quick_order_id = ${listId}
          and l.quick_order_id = u.quick_order_id`;
      await change(tx, statement);
      const { sheet, headerLine } = mapping;
      const header = head.find((record) => record.sheet === sheet && record.line === headerLine);
      if (headerLine !== noHeaderLine && header !== undefined) {
        const shape = fileShapeKey(header.cells);
        if (shape !== "") await upsertListMapping(tx, accountId, { shape, mapping: text }, now);
      }
      return { outcome: "chosen" };
    }),
  );
  return refuseUnreadable(chosen);
}

/** Reads one line of a list's upload as a row; undefined if the upload or the line is gone. */
async function readLine(
  db: Database,
  { listId, createdAt: now }: OrderList,
  line: number,
): Promise<{ readonly outcome: "read"; readonly row: ReadRow | undefined }> {
  const facts = await selectUploadFacts(db, listId);
  const upload = facts && (await selectUpload(db, listId));
  if (upload === undefined) return { outcome: "read", row: undefined };
  const codes = await loadListCodes(db);
  const mapping = readMapping(facts?.mapping ?? "");
  const known = { chosen: mapping === noMapping ? null : mapping, remembered: new Map(), now };
  return withUpload(upload, known, async ({ read }) => {
    const list = await read(codes, line);
    for await (const rows of list.batches) {
      const row = rows.find(({ rowNumber }) => rowNumber === line);
      if (row !== undefined) {
        return { outcome: "read", row: (await settleRows(db, [row], list))[0] };
      }
    }
    return { outcome: "read", row: undefined };
  });
}

/**
 * Adds a line that was left out, because it does not look like a row, to the rows of its list, and
 * checks it.
 */
export async function includeLine(
  access: CatalogAccess<Database>,
  { accountId, listId }: OrderList,
  row: ReadRow,
  now: Date,
): Promise<"included" | "unknown"> {
  const outcome = await access.db.transaction(async (tx) => {
    const current = await lockList(tx, accountId, listId);
    if (current === undefined || current.isUnclear) return "unknown";
    const present = await selectRows(tx, listId, { rowNumbers: [row.rowNumber] });
    if (present.length > 0) return "included";
    const { states } = await summarizeList(tx, listId);
    await insertRows(tx, listId, [row]);
    const statement = sql`update quick_orders set row_count = row_count + 1 where quick_order_id = ${listId}`;
    await change(tx, statement);
    await incrementVersion(tx, listId);
    return states.waiting === 0 ? "to check" : "included";
  });
  // Other rows are being checked, and this one after them.
  if (outcome === "to check") await checkList(access, listId, () => now);
  return outcome === "unknown" ? "unknown" : "included";
}

/** Lists that an account can save, so that what is stored forever is bounded. */
const maxSavedLists = 200;

/** "unnamed": the name has no visible character. "too many": the account saved 200 lists. */
export type SaveListOutcome = "saved" | "unnamed" | "too many" | "unknown";

/**
 * Names a list of the account, for everyone in it, and saves it so that it is not deleted by age, or
 * no longer.
 */
export function saveList(
  db: Database,
  accountId: AccountId,
  listId: ListId,
  { name, isSaved }: Pick<OrderList, "name" | "isSaved">,
): Promise<SaveListOutcome> {
  return db.transaction(async (tx): Promise<SaveListOutcome> => {
    const clean = toListName(name);
    if (clean === undefined) return "unnamed";
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return "unknown";
    const statement = sql`update quick_orders set name = ${clean}, is_saved = ${isSaved}
      where quick_order_id = ${listId}
        and (is_saved or not ${isSaved}::boolean or ${maxSavedLists} > (
          select count(*) from quick_orders where account_id = ${accountId} and is_saved
        ))`;
    const stored = await change(tx, statement);
    return stored > 0 ? "saved" : "too many";
  });
}

/**
 * Creates a list with all rows of another one, those in orders included, to order them again. They
 * are checked at the stock and prices of now.
 */
export function repeatList(
  db: Database,
  { account, user }: SignedIn,
  listId: ListId,
  now: Date,
): Promise<ListId | undefined> {
  return db.transaction(async (tx) => {
    const source = await lockList(tx, account.accountId, listId);
    if (source === undefined || source.isUnclear) return undefined;
    const { accountId, name, columns } = source;
    const copyId = newId() as ListId;
    await insertList(tx, { listId: copyId, accountId, userId: user.userId, name, createdAt: now });
    const rows = await copyRows(tx, source.listId, copyId);
    if (rows === 0) return undefined;
    await updateContents(tx, copyId, { columns, notes: [], urgent: [], rows });
    return copyId;
  });
}

/** What reads an uploaded list in a process of its own. */
export const listReaders = { createList, chooseColumns, readLine } as const;

type ListReaders = typeof listReaders;

/** The reader of a list, and what it is given besides the database. */
export type ListWork = {
  [Name in keyof ListReaders]: {
    readonly kind: Name;
    readonly given: ListReaders[Name] extends (db: Database, ...given: infer Given) => unknown
      ? Readonly<Given>
      : never;
  };
}[keyof ListReaders];

export type ListResult<Work extends ListWork> = Awaited<ReturnType<ListReaders[Work["kind"]]>>;

export type ListReader = {
  /**
   * Reads a list of an account. Throws RATE_LIMITED if this node goes on reading another one of the
   * account, or as many as it may.
   */
  readList<Work extends ListWork>(
    accountId: AccountId,
    work: Work,
  ): Promise<RefusedFile | ListResult<Work>>;
};
