// Quantities of a list in another unit than that of the part: converted one by one, and all in one
// step, which shows each of them before.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, pick, readRows, rowForm } from "../support/portalLists.ts";
import { listIdOf, readListRows } from "../support/sendList.ts";
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
  assert.doesNotMatch(body, /Requested:/);
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
  const use = rowForm(5, "P/N NUT-1 QTY 7", "", { fix: "5:instead:NUT-1" });
  await buyer.post(`${address}/rows`, use);
  assert.deepEqual((await states(listId))[3], ["bad_quantity", "7 BX"]);
  const again = await sendCheckedRows("Part Number,Qty,UOM\nP/N NUT-1 QTY 7,,BX");
  await buyer.post(`${again.address}/rows`, { show: "all", bulk: "use_suggestions" });
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

before(async () => {
  await offer("WIRE-1", { vendor: "Able", unit: "FT", stock: 900 });
  await offer("WIRE-1", { vendor: "Best", unit: "FT", stock: 900 });
  await offer("MIX-1", { vendor: "Able", unit: "FT", stock: 900 });
  await offer("MIX-1", { vendor: "Best", unit: "YD", stock: 900 });
  const packs = { minQuantity: 100, multiple: 100 };
  await offer("RING-1", { ...packs, stock: 9000 });
  await offer("CAULK-1", { unit: "TU", minQuantity: 5, multiple: 5 });
});

async function send(rows: readonly string[]) {
  const address = await paste(rows);
  const read = async () => {
    const found = await readRows(address);
    return found.map(({ quantityText, state, requestedQuantity: asked, requestedUnit: unit }) => [
      ...[quantityText, state, asked === null ? null : `${asked} ${unit}`],
    ]);
  };
  const open = async () => (await buyer.get(`${address}?show=all`)).body;
  const act = async (form: Readonly<Record<string, string>>, boxes: readonly string[] = []) => {
    const fields = new URLSearchParams({ show: "all", ...form });
    for (const box of boxes) fields.append("converted", box);
    const done = await buyer.post(`${address}/rows`, fields);
    return (await buyer.get(String(done.headers.location))).body;
  };
  return { read, open, act };
}

const textOf = (body: string) => body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

/** What the boxes of a page say of their rows. */
function listBoxes(body: string): string[] {
  const found = body.matchAll(/name="converted" checked\s+value="([^"]*)"/g);
  return [...found].map(([, value = ""]) => value);
}

const rows = ["WIRE-1\t100 m", "RING-1\t2 doz", "MIX-1\t5 m", "WIRE-1\t50", "CAULK-1\t2 boxes"];
const unconverted = [
  ["100 m", "ambiguous", null],
  ["2 doz", "bad_quantity", null],
  ["5 m", "ambiguous", null],
  ["50", "ambiguous", null],
  ["2 boxes", "bad_quantity", null],
];

test("all quantities in another unit are converted at once, each as it was shown", async () => {
  const { read, open, act } = await send(rows);
  const body = await open();
  assert.match(textOf(body), /Convert 2 quantities/);
  assert.match(textOf(body), /1 WIRE-1 100 m 329 FT 328\.08 FT/);
  assert.match(textOf(body), /2 RING-1 2 doz 100 EA packs of 100, min\. 100 USD 1,000\.00/);
  assert.deepEqual(listBoxes(body), ["1:329 FT:329:100 m", "2:100 EA:24:2 doz"]);
  assert.deepEqual(await read(), unconverted);
  const done = await act({ bulk: "convert_checked" }, listBoxes(body));
  assert.deepEqual(await read(), [
    ["329 FT", "ambiguous", "100 m"],
    ["100 EA", "ready", "2 DZ"],
    ...unconverted.slice(2),
  ]);
  assert.match(textOf(done), /Undo last change/);
  assert.doesNotMatch(done, /name="converted"/);
  await act({ undo: "yes" });
  assert.deepEqual(await read(), unconverted);
});

test("only what was shown is converted: nothing unseen, and nothing that changed", async () => {
  const { read, act } = await send(rows);
  await act({ bulk: "convert" });
  await act({ bulk: "convert_checked" });
  await act({ bulk: "convert_checked" }, ["1:329 FT:329:90 m", "2:24 EA:24:2 doz"]);
  await act({ bulk: "convert_checked" }, ["3:17 FT:17:5 m", "5:2 TU:2:2 boxes"]);
  assert.deepEqual(await read(), unconverted);
  const typed = { "number-1": "WIRE-1", "quantity-1": "90 m", "condition-1": "", "was-1": "" };
  const done = await act({ ...typed, bulk: "convert_checked" }, ["1:329 FT:329:100 m"]);
  assert.match(textOf(done), /1 that changed in the meantime: check them again: row 1/);
  assert.deepEqual((await read())[0], ["90 m", "ambiguous", null]);
});

test("a quantity that a person has to enter says minimum and packs, so that it fits", async () => {
  const { open } = await send(["CAULK-1\t2 boxes"]);
  assert.match(
    textOf(await open()),
    /Sold by the tube \(TU\), packs of 5\. Enter “2 boxes” in TU\./,
  );
});

test("minimum and packs of one offer are not those of all", async () => {
  await offer("GLUE-1", { vendor: "Able", unit: "TU", multiple: 5 });
  await offer("GLUE-1", { vendor: "Best", unit: "TU" });
  const { open } = await send(["GLUE-1\t2 boxes"]);
  assert.match(textOf(await open()), /Sold by the tube \(TU\)\. Enter “2 boxes” in TU\./);
});

test("rows that cannot be converted do not hide those that can", async () => {
  const mixed = Array.from({ length: 41 }, () => "MIX-1\t5 m");
  const { open } = await send([...mixed, "WIRE-1\t100 m"]);
  assert.match(textOf(await open()), /Convert 1 quantity/);
});

test("a reading of an unclear quantity orders whole packs at once, and names what was meant", async () => {
  await offer("PACK-1", { minQuantity: 300, multiple: 300, stock: 9000 });
  const { open, read, act } = await send(["PACK-1\t1.000"]);
  const body = await open();
  assert.match(body, /value="1:nearest:1200:1000">Order 1,200, packs of 300</);
  assert.match(body, /value="1:nearest:300:1">Order 300, packs of 300</);
  const row = { "number-1": "PACK-1", "quantity-1": "1.000", "condition-1": "", "was-1": "" };
  await act({ ...row, fix: "1:nearest:1200:900" });
  assert.deepEqual(await read(), [["1.000", "bad_quantity", null]], "900 is no reading of it");
  await act({ ...row, fix: "1:nearest:1200:1000" });
  assert.deepEqual(await read(), [["1200", "ready", null]]);
  assert.match(textOf(await open()), /Requested: 1,000\./);
});
