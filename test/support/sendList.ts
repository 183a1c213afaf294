// Lists for tests: sent, checked to their end, and read as they stand.
import assert from "node:assert/strict";
import type { SignedIn } from "../../src/accounts/signedIn.ts";
import type { Database } from "../../src/db/database.ts";
import { checkList } from "../../src/lists/checkList.ts";
import { createList } from "../../src/lists/createList.ts";
import { type ListId, rowStates } from "../../src/lists/orderList.ts";
import { type ShownRow, selectShownRows } from "../../src/lists/pageQueries.ts";
import { readPastedRows } from "../../src/lists/readPastedRows.ts";

/** Sends a pasted text as a list, which waits to be checked. */
export async function sendList(
  db: Database,
  signedIn: SignedIn,
  text: string,
  now = new Date(),
): Promise<ListId> {
  const read = (conditions: ReadonlySet<string>) => readPastedRows(text, conditions);
  const made = await createList(db, { signedIn, name: "Pasted list", read, now });
  assert.equal(made.outcome, "created");
  assert.ok(made.outcome === "created");
  return made.listId;
}

/** As `sendList`, checked to its end. */
export async function sendCheckedList(
  db: Database,
  signedIn: SignedIn,
  text: string,
  now = new Date(),
): Promise<ListId> {
  const listId = await sendList(db, signedIn, text, now);
  await checkList(db, listId, () => now);
  return listId;
}

/** Every row of a list as it stands. */
export function readListRows(db: Database, listId: ListId): Promise<ShownRow[]> {
  return selectShownRows(db, listId, rowStates, 0, 100_000);
}

/** The state of every row. */
export async function statesOf(db: Database, listId: ListId): Promise<string[]> {
  return (await readListRows(db, listId)).map(({ state }) => state);
}
