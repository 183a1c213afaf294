// Lines that were left out of a list, because they look like titles, totals or signatures: each can
// be used as a row.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
  await insertOffer(app.database.db, { partNumber: "NUT-1" });
});

after(() => app.close());

const rows = [
  "P/N\tQty",
  "HYDRAULICS\t",
  "NUT-1\t2",
  "NUT-2\t1",
  "Subtotal hydraulics\t3",
  "Best regards\t",
  "J. Okafor, Planning\t",
].join("\n");

const usesOf = (body: string) =>
  [...body.matchAll(/Use as a row: line (\d+)"/g)].map(([, line]) => line);
const use = (list: string, line: string, by = buyer) => by.post(`${list}/include`, { line });

test("each line that was left out of a list can be used as a row, once", async () => {
  const list = await pasteCheckedList(app, buyer, rows);
  const { body } = await buyer.get(`${list}?show=all`);
  assert.match(body, /How this list was read: 4 lines left out/);
  assert.deepEqual(usesOf(body).toSorted(), ["2", "5", "6", "7"]);
  const used = await use(list, "2");
  assert.match(String(used.headers.location), /show=all&after=1&changed=2#row-2$/);
  await use(list, "2");
  const found = await readListRows(app.database.db, listIdOf(list));
  assert.deepEqual(
    found.map(({ rowNumber, partNumber, state }) => [rowNumber, partNumber, state]),
    [
      [2, "HYDRAULICS", "not_found"],
      [3, "NUT-1", "ready"],
      [4, "NUT-2", "not_found"],
    ],
  );
  const { body: next } = await buyer.get(`${list}?show=all`);
  assert.deepEqual(usesOf(next).toSorted(), ["5", "6", "7"]);
  await buyer.post(`${list}/rows`, { remove: "2", show: "all" });
  assert.deepEqual(usesOf((await buyer.get(list)).body).toSorted(), ["2", "5", "6", "7"]);
});

test("a split row takes no number of a line that was left out", async () => {
  for (const vendor of ["Able", "Best"]) {
    await insertOffer(app.database.db, { partNumber: "BOLT-1", vendor, stock: 25 });
  }
  const end = "Best regards\t\nJ. Okafor, Planning\t";
  const list = await pasteCheckedList(app, buyer, `P/N\tQty\nBOLT-1\t40\n${end}`);
  const { body } = await buyer.get(`${list}?show=all`);
  const [, fix = ""] = /value="(2:split:\w+)"/.exec(body) ?? [];
  const [, seen = ""] = /name="was-2"[^>]*value="(\w+)"/.exec(body) ?? [];
  const typed = { "number-2": "BOLT-1", "quantity-2": "40", "condition-2": "" };
  await buyer.post(`${list}/rows`, { ...typed, "was-2": seen, show: "all", fix });
  const rowsOf = async () => {
    const found = await readListRows(app.database.db, listIdOf(list));
    return found.map(({ rowNumber, partNumber }) => `${rowNumber} ${partNumber}`);
  };
  assert.deepEqual(await rowsOf(), ["2 BOLT-1", "5 BOLT-1"]);
  assert.deepEqual(usesOf((await buyer.get(list)).body).toSorted(), ["3", "4"]);
  await use(list, "3");
  assert.deepEqual(await rowsOf(), ["2 BOLT-1", "3 Best regards", "5 BOLT-1"]);
});

test("a line that is named in the text of another was not left out", async () => {
  const total = "Subtotal of line 3 (spares)\t2";
  const list = await pasteCheckedList(app, buyer, `P/N\tQty\nNUT-1\t2\n\n${total}`);
  const { body } = await buyer.get(`${list}?show=all`);
  assert.match(body, />4<\/th>[^!]*?>Subtotal of line 3 \[spares\], 2<\/td>[^!]*?>Totals<\/td>/);
  assert.match(body, /How this list was read: 1 line left out/);
  assert.deepEqual(usesOf(body), ["4"]);
  assert.equal((await use(list, "3")).statusCode, 404);
});

test("only lines that were left out of a list of the account can be used", async () => {
  const list = await pasteCheckedList(app, buyer, rows);
  const other = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await use(list, "2", other)).statusCode, 404);
  for (const line of ["1", "4", "99", "x", "-2", "2000000000"]) {
    assert.equal((await use(list, line)).statusCode, 404, line);
  }
  await app.database.db.query({ name: "", text: "delete from quick_order_uploads" });
  assert.equal((await use(list, "2")).statusCode, 404);
  const { body } = await buyer.get(list);
  assert.deepEqual(usesOf(body), []);
  assert.match(body, /Not imported, because they look like signatures: line 6/);
});
