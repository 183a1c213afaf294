import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { exportUnready } from "../../src/quickOrders/portalList.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import { writeCsv } from "../../src/reading/files/writeCsv.ts";
import { accountId, buyer, by, database, now, openLists, rowsOf, send } from "../support/lists.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openLists(
  { partNumber: "ONE-1", stock: 20 },
  { partNumber: "10", stock: 20 },
  { partNumber: "20", stock: 20 },
);

async function exportText(listId: ListId): Promise<string> {
  const list = await selectList(database.db, accountId, listId);
  assert.ok(list);
  const target = new PassThrough();
  const [text] = await Promise.all([
    buffer(target),
    writeCsv(exportUnready(database.db, list), target),
  ]);
  return text.toString();
}

async function sendFile(bytes: Buffer) {
  await database.replica.catchUp();
  await database.replica.catchUp();
  const upload = { kind: "file", bytes } as const;
  return createList(database.db, { signedIn: buyer, name: "parts.csv", upload, now });
}

test("a list keeps its own columns, with the changes made by hand", async () => {
  const text = "Line,PN,Qty,Error\n1,ONE-1,5,\n2,NEVER-1,3,old words\n3,NEVER-2,4,";
  const listId = await send(text);
  await by().type(listId, 4, "NEVER-3|7|NE");
  assert.equal(
    await exportText(listId),
    "Line,PN,Qty,condition,error\n" +
      "2,NEVER-1,3,,Part NEVER-1 not found.\n" +
      "3,NEVER-3,7,NE,Part NEVER-3 not found.\n",
  );
});

test("an exported list can be uploaded again and is the same list", async () => {
  for (const text of [
    "ONE-1\t21\nNEVER-1\t3\tOH",
    "ONE-1 x 21\n3 x NEVER-1\nNEVER-2 4 NE",
    "21\tONE-1",
    "10 20",
    "part number;quantity\nONE-1;many",
  ]) {
    const listId = await send(text);
    const again = await sendFile(Buffer.from(await exportText(listId)));
    assert.ok(again.outcome === "created", text);
    await checkList(database, again.listId, () => now);
    const plain = async (id: ListId) =>
      (await rowsOf(id)).map((row) => [row.state, row.partNumber, row.quantityText]);
    assert.deepEqual(await plain(again.listId), await plain(listId), text);
  }
});

test("formulas in cells are escaped", async () => {
  const listId = await send("pn,qty\n=1+1,3\n@SUM(A1),4");
  const text = await exportText(listId);
  assert.match(text, /^'=1\+1,3,/m);
  assert.match(text, /^'@SUM\(A1\),4,/m);
});

test("CSV, TSV, JSON lines and a workbook give the same list", async () => {
  const rows = `${rowOf("Part Number", "Qty")}${rowOf("ONE-1", "5")}`;
  const workbook = await workbookOf({ rows });
  for (const bytes of [
    Buffer.from("Part Number,Qty\nONE-1,5\n"),
    Buffer.from("ONE-1\t5\n"),
    Buffer.from('{"pn":"ONE-1","quantity":5}\n'),
    Buffer.from("ONE-1 x 5"),
    workbook,
  ]) {
    const result = await sendFile(bytes);
    assert.ok(result.outcome === "created");
    await checkList(database, result.listId, () => now);
    const [row] = await rowsOf(result.listId);
    assert.deepEqual([row?.state, row?.partNumber, row?.quantity], ["ready", "ONE-1", 5]);
  }
});

test("a file that is empty or has no part numbers is refused with what to do", async () => {
  for (const [text, message] of [
    ["", /The file is empty/],
    ['{"quantity":5}\n', /Missing columns: part_number/],
  ] as const) {
    const result = await sendFile(Buffer.from(text));
    assert.ok(result.outcome === "refused");
    assert.match(result.message, message);
  }
});
