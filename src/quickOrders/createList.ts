// Stores an uploaded list, all or nothing; a job checks it later.
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import { describeMapping } from "../imports/rows/columns.ts";
import { mayBePart } from "../reading/line.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { insertRows, selectKnownKeys, updateDays } from "./insertQueries.ts";
import { type OpenedUpload, withUpload } from "./layout/openUpload.ts";
import { type ListUpload, UnclearColumns } from "./layout/upload.ts";
import { insertUpload, selectListMappings } from "./layout/uploadQueries.ts";
import { writeRowCells } from "./listColumns.ts";
import type { ListColumns, ListId, ReadList, ReadRow, RowReading } from "./orderList.ts";
import { insertList, updateContents } from "./queries.ts";
import { toListCodes } from "./toListCodes.ts";

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

const rowsPerInsert = 1_000;
/** Rows of one part are checked together in memory, and all rows may name the same part. */
const maxListRows = 50_000;
const tooManyRows = "The list has more than 50,000 rows. Split it and upload the parts separately.";

function describeReading({ partNumber, quantityText, condition }: RowReading): string {
  const amount = quantityText === "" ? partNumber : `${quantityText} of ${partNumber}`;
  return condition === null ? amount : `${amount} in ${condition}`;
}

const keysOf = ({ readings, recognized }: ReadRow) =>
  [...readings, recognized].flatMap((one) => (one === null ? [] : partNumberKey(one.partNumber)));

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
  const open = batch.filter(({ mayBe, readings }) => mayBe !== undefined || readings.length > 1);
  if (open.length === 0) return batch;
  const known = await selectKnownKeys(tx, open.flatMap(keysOf));
  return batch.flatMap((row) => {
    const isKnown = row.mayBe === undefined || keysOf(row).some((key) => known.has(key));
    if (isKnown) return chooseReading(row, columns, known);
    leaveOut(row, row.mayBe);
    return [];
  });
}

/** Stores the rows of a list, and returns their number. Throws `UnreadableFile`. */
export async function storeRows(tx: Transaction, listId: ListId, read: ReadList): Promise<number> {
  let rows = 0;
  for await (const all of read.batches) {
    const batch = await settleRows(tx, all, read);
    if (rows + batch.length > maxListRows) throw new UnreadableFile(tooManyRows);
    for (let start = 0; start < batch.length; start += rowsPerInsert) {
      await insertRows(tx, listId, batch.slice(start, start + rowsPerInsert));
    }
    rows += batch.length;
  }
  await updateDays(tx, listId, read.listLate());
  if (rows === 0) throw new UnreadableFile("The file has no rows below the header line.");
  const notes = read.notes().map((note) => toStorableText(note.toWellFormed()));
  await updateContents(tx, listId, { rows, columns: read.columns, notes, urgent: read.urgent() });
  return rows;
}

const maxNameLength = 200;

/** A text as the name of a list, which has no control characters; undefined if nothing is left. */
export function toListName(text: string): string | undefined {
  const folded = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = [...folded].slice(0, maxNameLength).join("").trim();
  return name === "" ? undefined : name;
}

/** Stores a list without rows. */
async function storeEmpty(tx: Transaction, sent: SentList): Promise<ListId> {
  const { account, user } = sent.signedIn;
  const listId = newId() as ListId;
  const list = { listId, accountId: account.accountId, userId: user.userId };
  await insertList(tx, { ...list, name: toListName(sent.name) ?? "List", createdAt: sent.now });
  return listId;
}

async function storeList(
  tx: Transaction,
  sent: SentList,
  { head, read, mapping }: OpenedUpload,
): Promise<CreateListOutcome> {
  const found = await read(toListCodes(await selectTradeCodes(tx)));
  const listId = await storeEmpty(tx, sent);
  const used = mapping === null ? "" : describeMapping(mapping);
  await insertUpload(tx, listId, sent.upload, {
    head,
    doubt: null,
    mapping: used,
    readVersion: 1,
  });
  return { outcome: "created", listId, rows: await storeRows(tx, listId, found) };
}

async function storeUnclear(
  tx: Transaction,
  sent: SentList,
  head: OpenedUpload["head"],
  doubt: string,
): Promise<CreateListOutcome> {
  const listId = await storeEmpty(tx, sent);
  const facts = { head, doubt: toStorableText(doubt), mapping: "", readVersion: null };
  await insertUpload(tx, listId, sent.upload, facts);
  return { outcome: "unclear", listId };
}

/**
 * Stores what the signed-in buyer uploaded as a list of their account, with the order and numbers
 * of its rows. If its columns are unclear, only the upload is stored. An unreadable list is refused
 * as a whole.
 */
export async function createList(db: Database, sent: SentList): Promise<CreateListOutcome> {
  const remembered = await selectListMappings(db, sent.signedIn.account.accountId);
  try {
    return await withUpload(
      sent.upload,
      { chosen: null, remembered, now: sent.now },
      async (opened) => {
        try {
          return await db.transaction((tx) => storeList(tx, sent, opened));
        } catch (error) {
          if (!(error instanceof UnclearColumns)) throw error;
          return db.transaction((tx) => storeUnclear(tx, sent, opened.head, error.message));
        }
      },
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { outcome: "refused", message: error.message };
  }
}
