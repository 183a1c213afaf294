// Stores an uploaded list, all or nothing; a job checks it later.
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { partNumberKey } from "../catalog/partNumber.ts";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import { describeMapping } from "../imports/feedColumns.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { insertRows, selectKnownKeys, updateInstructions } from "./insertQueries.ts";
import { type OpenedUpload, withUpload } from "./layout/openUpload.ts";
import { listSignedKeys } from "./layout/signatures.ts";
import { type ListUpload, UnclearColumns } from "./layout/upload.ts";
import { insertUpload, selectListMappings } from "./layout/uploadQueries.ts";
import type { ListId, ReadList, ReadRow } from "./orderList.ts";
import { insertList, updateContents } from "./queries.ts";
import { toListName } from "./toListName.ts";
import { toListCodes } from "./written/certificateWish.ts";

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

/** Leaves out headings, totals and signatures, unless the catalog has them as part numbers. */
export async function leaveOutHeadings(
  tx: Queryable,
  batch: readonly ReadRow[],
  { leaveOut }: Pick<ReadList, "leaveOut">,
): Promise<readonly ReadRow[]> {
  const possible = batch.filter(({ mayBe }) => mayBe !== undefined);
  if (possible.length === 0) return batch;
  const keysOf = (row: ReadRow) =>
    row.mayBe === "heading" || row.mayBe === "total"
      ? [partNumberKey((row.readings[0] ?? row.recognized)?.partNumber ?? "")]
      : listSignedKeys(row);
  const known = await selectKnownKeys(tx, possible.flatMap(keysOf));
  let isSigned = false;
  return batch.filter((row) => {
    const { mayBe } = row;
    const isPart = mayBe === undefined || keysOf(row).some((key) => known.has(key));
    isSigned = !isPart && (mayBe === "signature" || (isSigned && mayBe === "name"));
    if (isPart || (mayBe === "name" && !isSigned)) return true;
    leaveOut(row, mayBe === "total" ? mayBe : mayBe === "heading" ? "remark" : "signature");
    return false;
  });
}

/** Yields the batches of a list, none of which ends within a signature. */
async function* keepSignatures(batches: ReadList["batches"]): AsyncGenerator<readonly ReadRow[]> {
  let held: readonly ReadRow[] = [];
  for await (const batch of batches) {
    const all = [...held, ...batch];
    const end = all.findLastIndex(({ mayBe }) => mayBe === undefined) + 1;
    held = all.slice(end);
    if (end > 0) yield all.slice(0, end);
  }
  if (held.length > 0) yield held;
}

/** Stores the rows of a list, and returns their number. Throws `UnreadableFile`. */
export async function storeRows(tx: Transaction, listId: ListId, read: ReadList): Promise<number> {
  let rows = 0;
  let unclear = 0;
  for await (const all of keepSignatures(read.batches)) {
    const batch = await leaveOutHeadings(tx, all, read);
    if (rows + batch.length > maxListRows) throw new UnreadableFile(tooManyRows);
    for (let start = 0; start < batch.length; start += rowsPerInsert) {
      await insertRows(tx, listId, batch.slice(start, start + rowsPerInsert));
    }
    rows += batch.length;
    unclear += batch.filter(({ readings }) => readings.length > 1).length;
  }
  await updateInstructions(tx, listId, read.listLate());
  if (rows === 0) throw new UnreadableFile("The file has no rows below the header line.");
  const notes = read.notes().map((note) => toStorableText(note.toWellFormed()));
  await updateContents(tx, listId, { rows, unclear, columns: read.columns, notes });
  return rows;
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
    return await withUpload(sent.upload, { chosen: null, remembered }, async (opened) => {
      try {
        return await db.transaction((tx) => storeList(tx, sent, opened));
      } catch (error) {
        if (!(error instanceof UnclearColumns)) throw error;
        return db.transaction((tx) => storeUnclear(tx, sent, opened.head, error.message));
      }
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { outcome: "refused", message: error.message };
  }
}
