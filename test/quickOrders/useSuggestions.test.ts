// Which suggestions are used for all rows: those that cannot mean another part.
import assert from "node:assert/strict";
import { test } from "node:test";
import { by, openLists, rowsOf, send } from "../support/lists.ts";

openLists(
  { partNumber: "ABC-1234", stock: 90 },
  { partNumber: "OIL-1", stock: 90, nsn: "9150000657459" },
  { partNumber: "OIL-1", stock: 90, nsn: "9150000657459", vendor: "Best" },
  { partNumber: "TWIN-1", stock: 90, nsn: "5310001234567" },
  { partNumber: "TWIN-2", nsn: "5310001234567", price: null },
);

async function sendNumbers(numbers: readonly string[]) {
  const text = `P/N\tQty\n${numbers.map((number) => `${number}\t1`).join("\n")}`;
  return send(text);
}

async function useAll(numbers: readonly string[]) {
  const listId = await sendNumbers(numbers);
  const used = await by().fixSeveral(listId, "number");
  assert.ok((await rowsOf(listId)).every(({ state }) => state !== "waiting"));
  return used.map((row) => numbers[row - 2]);
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

test("a revision beside the number that is used stays with the row, and undo restores both", async () => {
  const listId = await sendNumbers(["P/N ABC-1234 REV B"]);
  const read = async () => {
    const [row] = await rowsOf(listId);
    return [row?.partNumber, row?.unread];
  };
  await by().fixSeveral(listId, "number");
  assert.deepEqual(await read(), ["ABC-1234", { condition: "REV B" }]);
  await by().undo(listId);
  assert.deepEqual(await read(), ["P/N ABC-1234 REV B", {}]);
});
