// Quick-order lists for tests: sent, checked completely, and read.
import assert from "node:assert/strict";
import type { Database } from "../../src/db/database.ts";
import { checkList } from "../../src/quickOrders/checkList.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import { type ListId, rowStates } from "../../src/quickOrders/orderList.ts";
import { type RowOnPage, selectRowsOnPage } from "../../src/quickOrders/pageQueries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import type { TestDatabase } from "./testDatabase.ts";

/** Sends a pasted text as a list that is not checked yet. */
export async function sendList(
  db: Database,
  signedIn: SignedIn,
  text: string,
  now = new Date(),
): Promise<ListId> {
  const upload = { kind: "text", text } as const;
  const created = await createList(db, { signedIn, name: "Pasted list", upload, now });
  assert.equal(created.outcome, "created");
  assert.ok(created.outcome === "created");
  return created.listId;
}

/** As `sendList`, and checks the list completely. */
export async function sendCheckedList(
  { db, replica }: Pick<TestDatabase, "db" | "replica">,
  signedIn: SignedIn,
  text: string,
  now = new Date(),
): Promise<ListId> {
  const listId = await sendList(db, signedIn, text, now);
  await replica.catchUp();
  await checkList({ db, replica }, listId, () => now);
  return listId;
}

/** Every row of a list. */
export function readListRows(db: Database, listId: ListId): Promise<RowOnPage[]> {
  return selectRowsOnPage(db, listId, rowStates, 0, 100_000);
}

/** The state of every row. */
export async function statesOf(db: Database, listId: ListId): Promise<string[]> {
  return (await readListRows(db, listId)).map(({ state }) => state);
}
