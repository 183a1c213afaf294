// Names, saves and repeats lists of an account, for everyone in it.
import type { AccountId } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { SignedIn } from "../signIn/signedIn.ts";
import { toListName } from "./createList.ts";
import type { ListId, OrderList } from "./orderList.ts";
import { copyRows, insertList, lockList, updateContents, updateName } from "./queries.ts";

export type ListSettings = { readonly name: string; readonly isSaved: boolean };

/** Lists that an account can save, so that what is stored forever is bounded. */
const maxSavedLists = 200;

/** "unnamed": the name has no visible character. "too many": the account saved 200 lists. */
export type SaveListOutcome = "saved" | "unnamed" | "too many" | "unknown";

/** Names a list of the account, and saves it so that it is not deleted by age, or no longer. */
export function saveList(
  db: Database,
  accountId: AccountId,
  listId: ListId,
  { name, isSaved }: ListSettings,
): Promise<SaveListOutcome> {
  return db.transaction(async (tx): Promise<SaveListOutcome> => {
    const clean = toListName(name);
    if (clean === undefined) return "unnamed";
    const list = await lockList(tx, accountId, listId);
    if (list === undefined) return "unknown";
    const settings = { name: clean, isSaved };
    const isStored = await updateName(tx, accountId, list.listId, settings, maxSavedLists);
    return isStored ? "saved" : "too many";
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
    const source: OrderList | undefined = await lockList(tx, account.accountId, listId);
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
