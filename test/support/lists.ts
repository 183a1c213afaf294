// What tests of quick orders begin with: a database and one buyer, at a moment that stands still.
// The test files of a process run one after the other, so these are those of the file that runs.
import { after, before } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { ListId, ListRow } from "../../src/quickOrders/orderList.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "./insertBuyer.ts";
import { insertOffer, type OfferFields } from "./insertOffer.ts";
import { changeLists } from "./listFixes.ts";
import { readListRows, statesOf as readStates, sendCheckedList } from "./sendList.ts";
import { openTestDatabase, type TestDatabase } from "./testDatabase.ts";

export const now = new Date("2026-11-21T12:00:00Z");
export let database: TestDatabase;
export let buyer: SignedIn;
export let accountId: AccountId;

/** Opens them before the tests of a file, with some offers, and closes the database after them. */
export function openLists(...offers: readonly OfferFields[]): void {
  before(async () => {
    database = await openTestDatabase();
    buyer = await insertBuyer(database.db, now);
    accountId = buyer.account.accountId;
    for (const fields of offers) await offer(fields);
  });
  after(() => database.close());
}

export function offer(fields: OfferFields): Promise<OfferId> {
  return insertOffer(database.db, fields);
}

/** Pastes a list and checks it completely. */
export function send(text: string, by = buyer): Promise<ListId> {
  return sendCheckedList(database, by, text, now);
}

/** Every row of a list. */
export function rowsOf(listId: ListId): Promise<ListRow[]> {
  return readListRows(database.db, listId);
}

/** The state of every row. */
export function statesOf(listId: ListId): Promise<string[]> {
  return readStates(database.db, listId);
}

/** Changes lists as their page does. */
export function by(signedIn = buyer) {
  return changeLists(database, signedIn, now);
}
