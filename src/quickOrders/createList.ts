// Stores an uploaded list, all or nothing; a job checks it later.
import { selectTradeCodes } from "../catalog/codeQueries.ts";
import { type ConditionCodes, toConditionCodes } from "../catalog/tradeCodes.ts";
import type { Database, Transaction } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import { UnreadableFile } from "../files/fileRecord.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { insertRows } from "./checkQueries.ts";
import type { ListId, ReadList } from "./orderList.ts";
import { insertList, updateRowCounts } from "./queries.ts";

export type SentList = {
  readonly signedIn: SignedIn;
  readonly name: string;
  /** Reads the content, given the conditions. May throw `UnreadableFile`. */
  readonly read: (conditions: ConditionCodes) => ReadList | Promise<ReadList>;
  readonly now: Date;
};

/** `message` says what to do. */
export type CreateListOutcome =
  | { readonly outcome: "created"; readonly listId: ListId; readonly rows: number }
  | { readonly outcome: "refused"; readonly message: string };

const rowsPerInsert = 1_000;
/** Rows of one part are checked together in memory, and all rows may name the same part. */
const maxListRows = 50_000;
const tooManyRows = "The list has more than 50,000 rows. Split it and upload the parts separately.";
const maxNameLength = 200;

/** A file name can contain anything; the name of a list cannot. */
function toListName(text: string): string {
  const folded = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const name = [...folded].slice(0, maxNameLength).join("").trim();
  return name === "" ? "List" : name;
}

async function storeList(tx: Transaction, sent: SentList): Promise<CreateListOutcome> {
  const { account, user } = sent.signedIn;
  const { conditions } = await selectTradeCodes(tx);
  const read = await sent.read(toConditionCodes(conditions));
  const listId = newId() as ListId;
  const list = { listId, accountId: account.accountId, userId: user.userId };
  await insertList(tx, {
    ...list,
    name: toListName(sent.name),
    columns: read.columns,
    createdAt: sent.now,
  });
  let rows = 0;
  let unclear = 0;
  for await (const batch of read.batches) {
    if (rows + batch.length > maxListRows) throw new UnreadableFile(tooManyRows);
    for (let start = 0; start < batch.length; start += rowsPerInsert) {
      await insertRows(tx, listId, batch.slice(start, start + rowsPerInsert));
    }
    rows += batch.length;
    unclear += batch.filter(({ readings }) => readings.length > 1).length;
  }
  if (rows === 0) throw new UnreadableFile("The file has no rows below the header line.");
  await updateRowCounts(tx, listId, rows, unclear);
  return { outcome: "created", listId, rows };
}

/**
 * Stores what the signed-in buyer uploaded as a list of their account, with the order and numbers
 * of its rows. An unreadable list is refused as a whole.
 */
export async function createList(db: Database, sent: SentList): Promise<CreateListOutcome> {
  try {
    return await db.transaction((tx) => storeList(tx, sent));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { outcome: "refused", message: error.message };
  }
}
