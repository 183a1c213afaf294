// Which suggestions are used for all rows: those that cannot mean another part.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { applyBulkAction, undoAction } from "../../src/quickOrders/bulk/applyBulkAction.ts";
import { selectComparedRows } from "../../src/quickOrders/bulk/comparedRows.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readListRows, sendCheckedList } from "../support/sendList.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;
let buyer: SignedIn;

before(async () => {
  database = await openTestDatabase();
  const { db } = database;
  buyer = await insertBuyer(db, now);
  await insertOffer(db, { partNumber: "ABC-1234", stock: 90 });
  await insertOffer(db, { partNumber: "OIL-1", stock: 90, nsn: "9150000657459" });
  await insertOffer(db, { partNumber: "OIL-1", stock: 90, nsn: "9150000657459", vendor: "Best" });
  await insertOffer(db, { partNumber: "TWIN-1", stock: 90, nsn: "5310001234567" });
  await insertOffer(db, { partNumber: "TWIN-2", nsn: "5310001234567", price: null });
});

after(() => database.close());

async function send(numbers: readonly string[]) {
  const text = `P/N\tQty\n${numbers.map((number) => `${number}\t1`).join("\n")}`;
  return sendCheckedList(database, buyer, text, now);
}

async function useAll(numbers: readonly string[]) {
  const listId = await send(numbers);
  const { accountId } = buyer.account;
  const done = await applyBulkAction(database, { accountId, listId, now }, "use_suggestions");
  assert.ok((await readListRows(database.db, listId)).every(({ state }) => state !== "waiting"));
  return done?.rowNumbers.map((row) => numbers[row - 2]);
}

test("a whole NSN of which the catalog has one part number is used", async () => {
  const meant = [
    "9150-00-065-7459",
    "NSN 9150000657459",
    "9150000657459",
    "NSN: 9150 00 065 7459",
    "9150\u201300\u2013065\u20137459",
  ];
  assert.deepEqual(await useAll(meant), meant);
});

test("part of an NSN, another supply class or an NSN of two part numbers is for a person", async () => {
  assert.deepEqual(
    await useAll(["000657459", "00-065-7459", "9999-00-065-7459", "5310-00-123-4567"]),
    [],
  );
});

test("marks behind a number are no part of it, but dashes and letters are", async () => {
  const meant = ["ABC-1234,", "ABC-1234.", "ABC-1234;", "ABC-1234 ,", "P/N ABC-1234."];
  assert.deepEqual(await useAll([...meant, "ABC1234", "A8C-1234", "ABC-1243", "ABC-1234-"]), meant);
});

test("numbers written differently are compared, and only those that were confirmed are used", async () => {
  const { db } = database;
  const listId = await send(["ABC1234", "ABC-l234", "ABC-12E4", "ABC-1234.", "0IL-1", "ABC-1Z34"]);
  const compared = await selectComparedRows(db, listId);
  const pairs = compared.map(({ row, partNumber }) => [row.rowNumber, partNumber]);
  assert.deepEqual(pairs, [
    [2, "ABC-1234"],
    [3, "ABC-1234"],
    [6, "OIL-1"],
  ]);
  const request = { accountId: buyer.account.accountId, listId, now };
  const confirmed = new Map([
    [2, "ABC-1234"],
    [4, "OIL-1"],
    [6, "ABC-1234"],
  ]);
  const done = await applyBulkAction(database, request, "use_suggestions", confirmed);
  assert.deepEqual(done?.rowNumbers, [2]);
  assert.deepEqual([...(done?.skipped ?? [])], [["meaning", [4, 6]]]);
  const used = (await readListRows(db, listId)).map(({ partNumber }) => partNumber);
  assert.deepEqual(used.slice(0, 2), ["ABC-1234", "ABC-l234"]);
  await undoAction(database, request);
  assert.deepEqual((await readListRows(db, listId))[0]?.partNumber, "ABC1234");
});

test("a confirmed row that is no longer unknown stays as it is", async () => {
  const listId = await send(["ABC-1234", "ABC1234"]);
  const request = { accountId: buyer.account.accountId, listId, now };
  const confirmed = new Map([[2, "OIL-1"]]);
  const done = await applyBulkAction(database, request, "use_suggestions", confirmed);
  assert.deepEqual(done?.rowNumbers, []);
});

test("a revision beside the number that is used stays with the row, and undo restores both", async () => {
  const { db } = database;
  const listId = await send(["P/N ABC-1234 REV B"]);
  const request = { accountId: buyer.account.accountId, listId, now };
  const read = async () => {
    const [row] = await readListRows(db, listId);
    return [row?.partNumber, row?.remark];
  };
  await applyBulkAction(database, request, "use_suggestions");
  assert.deepEqual(await read(), ["ABC-1234", "REV B requested"]);
  await undoAction(database, request);
  assert.deepEqual(await read(), ["P/N ABC-1234 REV B", null]);
});
