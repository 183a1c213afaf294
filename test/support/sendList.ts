// Quick-order lists for tests: sent, checked completely, and read.
import assert from "node:assert/strict";
import type { Database } from "../../src/db/database.ts";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import { type ListId, type ListRow, rowStates } from "../../src/quickOrders/orderList.ts";
import { selectRows } from "../../src/quickOrders/rowQueries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import type { TestApp } from "./testApp.ts";
import type { TestDatabase } from "./testDatabase.ts";
import type { TestVisitor } from "./testVisitor.ts";

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

/** The list at an address of its page. */
export function listIdOf(address: string): ListId {
  return address.slice("/quick-order/".length) as ListId;
}

/** Pastes rows on the page of quick orders; returns the address of the list, not checked yet. */
export async function pasteList(by: TestVisitor, rows: string): Promise<string> {
  const sent = await by.post("/quick-order", { rows });
  assert.equal(sent.statusCode, 303, sent.body);
  return String(sent.headers.location);
}

/** As `pasteList`, and checks the list completely. */
export async function pasteCheckedList(
  app: Pick<TestApp, "database" | "clock">,
  by: TestVisitor,
  rows: string,
): Promise<string> {
  const address = await pasteList(by, rows);
  await app.database.replica.catchUp();
  await checkList(app.database, listIdOf(address), () => app.clock.now);
  return address;
}

/** Every row of a list. */
export function readListRows(db: Database, listId: ListId): Promise<ListRow[]> {
  return selectRows(db, listId, { states: rowStates });
}

/** The state of every row. */
export async function statesOf(db: Database, listId: ListId): Promise<string[]> {
  return (await readListRows(db, listId)).map(({ state }) => state);
}

/** Some fields of each row, as one text. */
export function pick<Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): string[] {
  return rows.map((row) => names.map((name) => String(row[name])).join(" "));
}
