// Quantities in another unit are converted in one step, which shows each of them before.
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
  const { db } = app.database;
  await insertOffer(db, { partNumber: "WIRE-1", vendor: "Able", unit: "FT", stock: 900 });
  await insertOffer(db, { partNumber: "WIRE-1", vendor: "Best", unit: "FT", stock: 900 });
  await insertOffer(db, { partNumber: "MIX-1", vendor: "Able", unit: "FT", stock: 900 });
  await insertOffer(db, { partNumber: "MIX-1", vendor: "Best", unit: "YD", stock: 900 });
  const packs = { minQuantity: 100, multiple: 100 };
  await insertOffer(db, { partNumber: "WASHER-1", ...packs, stock: 9000 });
  await insertOffer(db, { partNumber: "SEALANT-1", unit: "TU", minQuantity: 5, multiple: 5 });
});

after(() => app.close());

async function send(rows: readonly string[]) {
  const address = await pasteCheckedList(app, buyer, rows.join("\n"));
  const read = async () => {
    const found = await readListRows(app.database.db, listIdOf(address));
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

const rows = ["WIRE-1\t100 m", "WASHER-1\t2 doz", "MIX-1\t5 m", "WIRE-1\t50", "SEALANT-1\t2 boxes"];
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
  assert.match(textOf(body), /2 WASHER-1 2 doz 100 EA packs of 100, min\. 100 USD 1,000\.00/);
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
  const { open } = await send(["SEALANT-1\t2 boxes"]);
  assert.match(
    textOf(await open()),
    /Sold by the tube \(TU\), packs of 5\. Enter “2 boxes” in TU\./,
  );
});

test("minimum and packs of one offer are not those of all", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "GLUE-1", vendor: "Able", unit: "TU", multiple: 5 });
  await insertOffer(db, { partNumber: "GLUE-1", vendor: "Best", unit: "TU" });
  const { open } = await send(["GLUE-1\t2 boxes"]);
  assert.match(textOf(await open()), /Sold by the tube \(TU\)\. Enter “2 boxes” in TU\./);
});

test("rows that cannot be converted do not hide those that can", async () => {
  const mixed = Array.from({ length: 41 }, () => "MIX-1\t5 m");
  const { open } = await send([...mixed, "WIRE-1\t100 m"]);
  assert.match(textOf(await open()), /Convert 1 quantity/);
});

test("a reading of an unclear quantity orders whole packs at once, and names what was meant", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "PACK-1", minQuantity: 300, multiple: 300, stock: 9000 });
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
