// What tests of quick orders begin with: a database and one buyer, at a moment that stands still.
// The test files of a process run one after the other, so these are those of the file that runs.
import { after, before } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { changeList, markTexts, textsOfRow, undoChange } from "../../src/quickOrders/changeList.ts";
import type { ListId, ListRow } from "../../src/quickOrders/orderList.ts";
import {
  type Fix,
  planFixes,
  planSeveral,
  type SeveralKind,
} from "../../src/quickOrders/planFixes.ts";
import { loadRowFacts } from "../../src/quickOrders/rowFacts.ts";
import { selectRows } from "../../src/quickOrders/rowQueries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "./insertBuyer.ts";
import { insertOffer, type OfferFields } from "./insertOffer.ts";
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

/** Offers of one part by the vendors Able, Best, Core and Dear. */
export async function offers(partNumber: string, ...all: readonly Partial<OfferFields>[]) {
  const vendors = ["Able", "Best", "Core", "Dear"];
  for (const [place, fields] of all.entries()) {
    const price = 100 * (place + 1);
    await offer({ partNumber, vendor: vendors[place] ?? "", price, ...fields });
  }
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

/** Changes lists of an account as their page does. */
export function by({ account }: SignedIn = buyer) {
  const access = database;
  const at = (listId: ListId) => ({ accountId: account.accountId, listId, now });

  /** Types "number|quantity|condition" into a row. */
  function type(listId: ListId, rowNumber: number, words: string) {
    const [partNumber = "", quantity = "", condition = ""] = words.split("|");
    const texts = { partNumber, quantity, condition };
    return changeList(access, at(listId), [{ rowNumber, texts }]);
  }

  /** The fixes that a row is offered. */
  async function listFixes(listId: ListId, rowNumber: number): Promise<Fix[]> {
    const rows = await selectRows(access.db, listId, { rowNumbers: [rowNumber] });
    const facts = await loadRowFacts({ ...access, ...at(listId) }, rows);
    return rows.flatMap((row) => planFixes(row, facts.of(row), now));
  }

  /** Makes a fix of a row by its mark; `seen`: the mark of its texts, if not those of now. */
  async function fix(listId: ListId, rowNumber: number, mark: string, seen?: string) {
    const [row] = await selectRows(access.db, listId, { rowNumbers: [rowNumber] });
    const own = row === undefined ? "" : markTexts(textsOfRow(row));
    return changeList(access, at(listId), [{ rowNumber, fix: { seen: seen ?? own, mark } }]);
  }

  /** Chooses the offer of a vendor for a row. */
  async function choose(listId: ListId, rowNumber: number, vendor: string) {
    const fixes = await listFixes(listId, rowNumber);
    const of = (one: Fix) => one.kind === "offer" && one.choice.offer.vendor === vendor;
    return fix(listId, rowNumber, fixes.find(of)?.mark ?? `no offer of ${vendor}`);
  }

  /** The rows that have a fix of a kind that is made for several. */
  async function listSeveral(listId: ListId, kind: SeveralKind): Promise<number[]> {
    const { groups } = await planSeveral(access, at(listId), now);
    return (groups.get(kind) ?? []).map(({ row }) => row.rowNumber);
  }

  /** Fixes all rows that have a fix of a kind; which they were. */
  async function fixSeveral(listId: ListId, kind: SeveralKind): Promise<number[]> {
    const { groups } = await planSeveral(access, at(listId), now);
    const fixes = (groups.get(kind) ?? []).map(({ row, fix }) => ({
      rowNumber: row.rowNumber,
      fix: { seen: markTexts(textsOfRow(row)), mark: fix.mark },
    }));
    const done = await changeList(access, at(listId), fixes);
    return [...(done?.changed ?? []), ...(done?.removed ?? [])];
  }

  /** Undoes the last change; the rows that it was about, undefined for another account's list. */
  const undo = (listId: ListId) => undoChange(access, at(listId));

  return { type, listFixes, fix, choose, listSeveral, fixSeveral, undo };
}
