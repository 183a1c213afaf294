// Quick order through its forms: uploading a list, fixing its rows, using lines that were left out,
// adding and exporting them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { summarizeList } from "../../src/quickOrders/queries.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import {
  fieldsOfRow,
  findButton,
  paste,
  press,
  readRows,
  rowForm,
  showAll,
} from "../support/portalLists.ts";
import { listIdOf, pasteList, pick, readListRows } from "../support/sendList.ts";
import { offer, read, readField, refuse } from "../support/steps.ts";
import { uploadFile } from "../support/uploadFile.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openPortal();

before(async () => {
  await offer("ONE-1", { stock: 20 });
  await offer("NUT-1", { stock: 5000 });
  await offer("HOSE-1", { unit: "FT", stock: 5000 });
  await offer("TWO-1", { vendor: "Able Spares", price: 100 });
  await offer("TWO-1", { vendor: "Best Spares", condition: "OH" });
});

const at = (address: string) => ({ listId: listIdOf(address), address });

const sendRows = async (rows: string) => at(await pasteList(buyer, rows));

async function sendCheckedRows(rows: string) {
  return at(await paste(rows));
}

test("unreadable rows are reported next to the field, and what was typed is kept", async () => {
  const page = await refuse(422, "/quick-order", { rows: 'A-1,1\n"<script>,1' });
  assert.match(page, /a quoted cell/);
  assert.match(page, /A-1,1\n&#34;&#60;script&#62;,1<\/textarea>/);
});

test("a signed-out visitor gets their pasted rows back to send again", async () => {
  const signedOut = await app.server.inject({
    method: "POST",
    url: "/quick-order",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ rows: "ONE-1\t5" }).toString(),
  });
  assert.equal(signedOut.statusCode, 422);
  assert.match(signedOut.body, /Your rows are still here/);
  assert.match(signedOut.body, />\nONE-1\t5<\/textarea>/);
});

test("a list of many thousand rows is accepted; one of more than 2 MB is refused", async () => {
  const rows = Array.from({ length: 50_000 }, (_, row) => `PART-NUMBER-${row}\t${row + 1}`);
  const { listId } = await sendRows(rows.join("\n"));
  const { rows: stored } = await summarizeList(app.database.db, listId);
  assert.equal(stored, 50_000);
  await refuse(413, "/quick-order", { rows: "A".repeat(2 * 1024 * 1024) });
});

test("a file becomes a list with its name; an unreadable one explains what to do", async () => {
  const workbook = await workbookOf({ rows: `${rowOf("PN", "Qty")}${rowOf("ONE-1", "5")}` });
  const sent = await uploadFile(app, buyer, "/quick-order/file", "aog <b>.xlsx", workbook);
  assert.equal(sent.statusCode, 303, sent.body);
  const page = await buyer.get(String(sent.headers.location));
  assert.match(page.body, /<h1>aog &#60;b&#62;\.xlsx<\/h1>/);
  const refused: readonly (readonly [bytes: Buffer, message: RegExp])[] = [
    [Buffer.alloc(0), /The file is empty/],
    [Buffer.from("%PDF-1.7"), /The file is a PDF/],
    [Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), /The file is a picture/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /an old workbook \(\.xls\) or one with a password/],
    [Buffer.alloc(25 * 1024 * 1024 + 1, "a"), /larger than 25 MB/],
  ];
  for (const [bytes, message] of refused) {
    const answer = await uploadFile(app, buyer, "/quick-order/file", "list", bytes);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, message);
  }
  const none = await uploadFile(app, buyer, "/quick-order/file", "", Buffer.alloc(0));
  assert.match(none.body, /Choose a file/);
});

test("a file whose headers contain NUL still becomes a list", async () => {
  const file = Buffer.from("part_number,quantity,a\0b\nONE-1,1,2\n");
  const sent = await uploadFile(app, buyer, "/quick-order/file", "list.csv", file);
  assert.equal(sent.statusCode, 303);
  const address = String(sent.headers.location);
  const back = await buyer.get(`${address}/unready.csv`);
  assert.match(back.body, /^part_number,quantity,a\ufffdb,condition,error\n/);
});

test("the bar of a list is full if its only row is ready", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5");
  const { body } = await buyer.get(address);
  assert.match(body, /<rect class="good" width="100\.00"/);
});

test("a form with more rows than a page has changes no more than one change may", async () => {
  const rows = Array.from({ length: 600 }, () => "ONE-1\t1");
  const { listId, address } = await sendCheckedRows(rows.join("\n"));
  const forms = rows.map((_, at) => rowForm(at + 1, "ONE-1", "2"));
  const sent = await buyer.post(`${address}/rows`, Object.assign({}, ...forms));
  assert.equal(sent.statusCode, 303, sent.body.slice(0, 500));
  const changed = (await readListRows(app.database.db, listId)).filter((row) => row.quantity === 2);
  assert.equal(changed.length, 500);
});

test("after adding, the draft counts the rows that were added, and is the current one", async () => {
  const { address } = await sendCheckedRows("ONE-1\t5\nTWO-1\t1\tOH\nONE-1\t2\nONE-1\t1");
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const location = String(added.headers.location);
  const { body } = await buyer.get(location);
  assert.match(body, /4 rows added to [^<]+, now your current draft\./);
  const other = await openStranger();
  assert.equal((await other.get(location)).statusCode, 404);
});

test("what was proposed for other texts is refused once a colleague has changed the row", async () => {
  const { db } = app.database;
  const { listId, address } = await sendCheckedRows("P/N\tQty\nNUT-1\t4.000");
  const { body } = await buyer.get(`${address}?show=all`);
  const seen = readField(body, "was-2");
  const [, fix = ""] = /name="fix"\s+value="(2:quantity:4)"/.exec(body) ?? [];
  assert.deepEqual([seen.length, fix], [12, "2:quantity:4"]);
  await buyer.post(`${address}/rows`, rowForm(2, "HOSE-1", "7"));
  const stale = await refuse(
    422,
    `${address}/rows`,
    rowForm(2, "NUT-1", "4.000", { "was-2": seen, fix }),
  );
  assert.match(stale, /Row 2: This row, its stock or its price changed\./);
  assert.match(stale, /name="number-2"[^>]*value="HOSE-1"/);
  const [row] = await readListRows(db, listId);
  assert.deepEqual([row?.partNumber, row?.quantity], ["HOSE-1", 7]);
  const now = readField(stale, "was-2");
  await buyer.post(`${address}/rows`, rowForm(2, "HOSE-1", "7", { "was-2": now }));
  const [after] = await readListRows(db, listId);
  assert.deepEqual([after?.partNumber, after?.quantity], ["HOSE-1", 7]);
});

test("a fix that no longer fits what was typed with it is not made, and the page says so", async () => {
  await offer("PACKS-1", { stock: 500, minQuantity: 25, multiple: 25 });
  const { listId, address } = await sendCheckedRows("PACKS-1\t30");
  const stored = async () => pick(await readListRows(app.database.db, listId), "state", "quantity");
  const body = await showAll(address);
  const fix = findButton(body, 1, "Order 50").value;
  const form = { ...fieldsOfRow(body, 1), show: "all", fix };
  const kept = await refuse(422, `${address}/rows`, { ...form, "quantity-1": "80" });
  assert.deepEqual(await stored(), ["bad_quantity 80"]);
  assert.match(kept, /Row 1: What you typed is saved\./);
  assert.match(kept, /name="quantity-1"[^>]*value="80"/);
  await press(address, 1, "Order 100", { "quantity-1": "90" });
  assert.deepEqual(await stored(), ["ready 100"]);
});

test("one of two numbers is chosen, and editing another row chooses none", async () => {
  const { address } = await sendCheckedRows("P/N\tQty\nNUT-1\t2 or 3\nNUT-1\t10/20\nHOSE-1\t4");
  const { body } = await buyer.get(`${address}?show=all`);
  const send = (row: number, quantity: string, fix = "") => ({
    ...rowForm(row, row === 4 ? "HOSE-1" : "NUT-1", quantity),
    ...{ [`was-${row}`]: readField(body, `was-${row}`), fix },
  });
  const quantitiesOf = async () =>
    pick(await readListRows(app.database.db, listIdOf(address)), "quantityText", "quantity");
  const rows = { ...send(2, "2 or 3"), ...send(3, "10/20"), ...send(4, "5") };
  await buyer.post(`${address}/rows`, rows);
  assert.deepEqual(await quantitiesOf(), ["2 or 3 null", "10/20 null", "5 5"]);
  assert.match(body, /value="2:quantity:2">Order 2<[\s\S]*value="2:quantity:3">Order 3</);
  await buyer.post(`${address}/rows`, send(3, "10/20", "3:quantity:20"));
  assert.deepEqual(await quantitiesOf(), ["2 or 3 null", "20 20", "5 5"]);
});

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
  const list = await paste(rows);
  const body = await showAll(list);
  assert.match(body, /How this list was read: 4 lines left out/);
  assert.deepEqual(usesOf(body).toSorted(), ["2", "5", "6", "7"]);
  const used = await use(list, "2");
  assert.match(String(used.headers.location), /show=all&after=1&changed=2#row-2$/);
  await use(list, "2");
  const found = await readRows(list);
  assert.deepEqual(pick(found, "rowNumber", "partNumber", "state"), [
    "2 HYDRAULICS not_found",
    "3 NUT-1 ready",
    "4 NUT-2 not_found",
  ]);
  const next = await read(`${list}?show=all`);
  assert.deepEqual(usesOf(next).toSorted(), ["5", "6", "7"]);
  await press(list, 2, "Remove row 2");
  assert.deepEqual(usesOf(await read(list)).toSorted(), ["2", "5", "6", "7"]);
});

test("a split row takes no number of a line that was left out", async () => {
  for (const vendor of ["Able", "Best"]) await offer("BOLT-1", { vendor, stock: 25 });
  const end = "Best regards\t\nJ. Okafor, Planning\t";
  const list = await paste(`P/N\tQty\nBOLT-1\t40\n${end}`);
  const body = await showAll(list);
  const [, fix = ""] = /value="(2:split:\w+)"/.exec(body) ?? [];
  const seen = readField(body, "was-2");
  const typed = { "number-2": "BOLT-1", "quantity-2": "40", "condition-2": "" };
  await buyer.post(`${list}/rows`, { ...typed, "was-2": seen, show: "all", fix });
  const rowsOf = async () => {
    const found = await readRows(list);
    return found.map(({ rowNumber, partNumber }) => `${rowNumber} ${partNumber}`);
  };
  assert.deepEqual(await rowsOf(), ["2 BOLT-1", "5 BOLT-1"]);
  assert.deepEqual(usesOf(await read(list)).toSorted(), ["3", "4"]);
  await use(list, "3");
  assert.deepEqual(await rowsOf(), ["2 BOLT-1", "3 Best regards", "5 BOLT-1"]);
});

test("only lines that were left out of a list of the account can be used", async () => {
  const list = await paste(rows);
  const other = await openStranger();
  assert.equal((await use(list, "2", other)).statusCode, 404);
  for (const line of ["1", "4", "99", "x", "-2", "2000000000"]) {
    assert.equal((await use(list, line)).statusCode, 404, line);
  }
  await app.database.db.query({ name: "", text: "delete from quick_order_uploads" });
  assert.equal((await use(list, "2")).statusCode, 404);
  const body = await read(list);
  assert.deepEqual(usesOf(body), []);
  assert.match(body, /Not imported, because they look like remarks: [^.]*line 6/);
});

test("a row that says it is cancelled or on hold is left out, and can be used", async () => {
  const said = [
    "CANCELLED",
    "Canceled per J. Okafor",
    "** on hold ** until May",
    "Do not order!",
    "storniert",
    "Gesperrt bis Mai",
    "nicht bestellen",
    "Annulée",
    "ne pas commander",
    "anulado",
    "suspendido",
    "não comprar",
  ];
  const others = ["Cancel if late", "avoid scratches", "not urgent", "hold for pickup"];
  const lines = [...said, ...others].map((status) => `NUT-1\tVoid nut\t2\t${status}`);
  const list = await paste(["P/N\tDescription\tQty\tStatus", ...lines].join("\n"));
  const found = await readRows(list);
  const count = said.length;
  assert.deepEqual(
    found.map(({ rowNumber }) => rowNumber - count - 2),
    [0, 1, 2, 3],
  );
  assert.match(await showAll(list), /CANCELLED<\/td>[^!]*?>Cancelled or on hold<\/td>/);
  await use(list, "2");
  assert.equal((await readRows(list))[0]?.rowNumber, 2);
});

test("a row of a workbook whose part number is struck through is left out", async () => {
  const styles =
    "<fonts><font/><font><strike/></font></fonts>" +
    '<cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>';
  const cellsOf = (number: number, quantity: number) =>
    `<row><c t="str" s="${number}"><v>NUT-1</v></c><c s="${quantity}"><v>2</v></c></row>`;
  const rows = `${rowOf("P/N", "Qty")}${cellsOf(1, 1)}${cellsOf(0, 1)}`;
  const workbook = await workbookOf({ rows, styles });
  const sent = await uploadFile(app, buyer, "/quick-order/file", "list.xlsx", workbook);
  const list = String(sent.headers.location);
  assert.deepEqual(pick(await readRows(list), "rowNumber"), ["3"]);
});

test("a list opens on the rows that need attention once all are checked", async () => {
  const rows = "ONE-1\t5\nNEVER-1\t1";
  const shownOf = async (address: string) => {
    const page = await read(address);
    return [1, 2].filter((row) => page.includes(`id="row-${row}"`));
  };
  const unchecked = await sendRows(rows);
  assert.deepEqual(await shownOf(unchecked.address), [1, 2]);
  const { address } = await sendCheckedRows(rows);
  assert.deepEqual(await shownOf(address), [2]);
});
