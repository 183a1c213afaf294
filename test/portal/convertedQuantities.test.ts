// Quantities of a list in another unit than that of the part.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { fixSeveral, paste, rowForm } from "../support/portalLists.ts";
import { listIdOf, pick, readListRows } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("HOSE-1", { unit: "FT", stock: 5000 });
  await offer("NUT-1", { stock: 5000 });
});

async function sendCheckedRows(rows: string) {
  const address = await paste(rows);
  return { listId: listIdOf(address), address };
}

test("a quantity in another unit is converted by a click, rounded up to a unit and to packs", async () => {
  const { db } = app.database;
  await offer("WASHER-1", { stock: 5000, minQuantity: 100, multiple: 100 });
  await offer("SEALANT-1", { unit: "TU", stock: 50 });
  const rows = "P/N\tQty\tU/M\nWASHER-1\t1 doz\nHOSE-1\t50\tm\nHOSE-1\t100'\nSEALANT-1\t1 doz";
  const { listId, address } = await sendCheckedRows(rows);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, />Order 100 EA, packs of 100<[\s\S]*>Order 165 FT</);
  assert.match(body, /“50 m” is 164\.04 FT, rounded up to 165\./);
  assert.match(body, /Sold by the tube \(TU\)\. Enter “1 doz” in TU\./);
  await buyer.post(
    `${address}/rows`,
    rowForm(2, "WASHER-1", "1 doz", { fix: "2:convert:100 EA:12", "was-2": "" }),
  );
  await buyer.post(
    `${address}/rows`,
    rowForm(3, "HOSE-1", "50 m", { fix: "3:convert:165 FT:165" }),
  );
  const found = await readListRows(db, listId);
  assert.deepEqual(pick(found, "state", "quantity", "askedQuantity"), [
    "ready 100 12",
    "ready 165 null",
    "ready 100 null",
    "bad_quantity 1 null",
  ]);
  for (const fix of ["9999999 EA:9999999", "200 EA:200", "6 EA:12", "12 BX:12", "12:12"]) {
    const forged = rowForm(2, "WASHER-1", "1 doz", { fix: `2:convert:${fix}` });
    await buyer.post(`${address}/rows`, forged);
    const [row] = await readListRows(db, listId);
    assert.deepEqual([row?.quantityText, row?.askedQuantity], ["1 doz", null]);
  }
});

test("a quantity of dozens is no smaller one than its pieces", async () => {
  const { address } = await sendCheckedRows("NUT-1\t2 DZ");
  await buyer.post(`${address}/rows`, rowForm(1, "NUT-1", "2 DZ", { fix: "1:convert:24 EA:24" }));
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /value="24 EA"/);
  assert.match(body, /Requested: 2 DZ</);
  assert.doesNotMatch(body, /Requested: 24/);
});

test("the unit of its column counts for a quantity that is read beside the part number", async () => {
  const { db } = app.database;
  const states = async (listId: ListId) =>
    (await readListRows(db, listId)).map(({ state, quantityText }) => [state, quantityText]);
  const { listId, address } = await sendCheckedRows(
    'Part Number,Qty,UOM\n"NUT-1,10",,BX\n"NUT-1,10",,EA\n"NUT-1,10",,FT\nP/N NUT-1 QTY 7,,BX',
  );
  const sold = ["bad_quantity", "10 BX"];
  assert.deepEqual(await states(listId), [
    sold,
    ["ready", "10 EA"],
    ["bad_quantity", "10 FT"],
    ["not_found", ""],
  ]);
  const use = rowForm(5, "P/N NUT-1 QTY 7", "", { fix: "5:number:NUT-1" });
  await buyer.post(`${address}/rows`, use);
  assert.deepEqual((await states(listId))[3], ["bad_quantity", "7 BX"]);
  const again = await sendCheckedRows("Part Number,Qty,UOM\nP/N NUT-1 QTY 7,,BX");
  await fixSeveral(again.address, "Use the suggested number");
  assert.deepEqual(await states(again.listId), [["bad_quantity", "7 BX"]]);
});

test("a row of a list without a column of quantities keeps its unit in its own cell", async () => {
  const { db } = app.database;
  const { listId, address } = await sendCheckedRows("Part Number\tUOM\nNUT-1 x 10\tBX");
  const readRow = async () => (await readListRows(db, listId))[0];
  assert.deepEqual((await readRow())?.state, "bad_quantity");
  await buyer.post(`${address}/rows`, rowForm(2, "NUT-1", "12 BX"));
  assert.deepEqual((await readRow())?.cells, ["NUT-1 x 12", "BX"]);
  await buyer.post(`${address}/rows`, rowForm(2, "NUT-1", "12"));
  const row = await readRow();
  assert.deepEqual([row?.state, row?.cells], ["ready", ["NUT-1 x 12", ""]]);
});

test("pieces in the column of units are no rolls or packs, and a bare number has no unit", async () => {
  const { db } = app.database;
  await offer("TAPE-1", { unit: "RL", stock: 500 });
  await offer("KITS-1", { unit: "BX", stock: 500 });
  const { listId, address } = await sendCheckedRows(
    "P/N\tQty\tU/M\nTAPE-1\t30\tEA\nTAPE-1\t30\tpcs\nKITS-1\t2\t1/EA\nTAPE-1\t30\t\nNUT-1\t30\tEA",
  );
  const rows = await readListRows(db, listId);
  assert.deepEqual(pick(rows, "state", "quantityText"), [
    "bad_quantity 30 EA",
    "bad_quantity 30 pcs",
    "bad_quantity 2 EA",
    "ready 30",
    "ready 30 EA",
  ]);
  assert.match(rows[0]?.reason ?? "", /Sold by the .*\(RL\)\. Enter “30 EA” in RL\./);
  await buyer.post(`${address}/rows`, rowForm(2, "TAPE-1", "3"));
  const [changed] = await readListRows(db, listId);
  assert.deepEqual([changed?.state, changed?.cells.slice(0, 3)], ["ready", ["TAPE-1", "3", ""]]);
});

test("a conversion says how much is in stock if that is less", async () => {
  await offer("FEW-1", { stock: 19 });
  const { address } = await sendCheckedRows("FEW-1\t3 doz");
  assert.match((await buyer.get(`${address}?show=all`)).body, />Order 36 EA, 19 in stock</);
});
