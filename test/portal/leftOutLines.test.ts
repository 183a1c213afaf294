// Lines that were left out of a list, because they look like titles, totals, remarks or cancelled rows: each can be
// used as a row.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { paste, press, readRows, showAll } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer, read, readField } from "../support/steps.ts";
import { uploadFile } from "../support/uploadFile.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openPortal();

before(async () => {
  await offer("NUT-1");
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

test("a line that is named in the text of another was not left out", async () => {
  const total = "Subtotal of line 3 (spares)\t2";
  const list = await paste(`P/N\tQty\nNUT-1\t2\n\n${total}`);
  const body = await showAll(list);
  assert.match(body, />4<\/th>[^!]*?>Subtotal of line 3 \[spares\], 2<\/td>[^!]*?>Totals<\/td>/);
  assert.match(body, /How this list was read: 1 line left out/);
  assert.deepEqual(usesOf(body), ["4"]);
  assert.equal((await use(list, "3")).statusCode, 404);
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
    "nicht bestellen",
    "Annulée",
    "ne pas commander",
    "anulado",
    "não encomendar",
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
