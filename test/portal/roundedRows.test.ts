// Rounding to packs shows quantities and costs first; what a bulk action changed is named after it.
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
  const packs = { minQuantity: 100, multiple: 100, price: 50 };
  await insertOffer(db, { partNumber: "PACK-1", ...packs, stock: 9000 });
  await insertOffer(db, { partNumber: "PACK-2", ...packs, stock: 9000 });
  await insertOffer(db, { partNumber: "MIN-1", minQuantity: 1000, multiple: 100, stock: 9000 });
  await insertOffer(db, { partNumber: "FEW-1", stock: 3 });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Able", price: 300 });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Best", price: 200 });
});

after(() => app.close());

async function send(rows: string) {
  const address = await pasteCheckedList(app, buyer, rows);
  const read = async () => {
    const found = await readListRows(app.database.db, listIdOf(address));
    return found.map(({ quantity, state }) => [quantity, state]);
  };
  const open = async () => (await buyer.get(`${address}?show=all`)).body;
  const act = async (form: Readonly<Record<string, string>>) => {
    const done = await buyer.post(`${address}/rows`, { show: "all", ...form });
    return (await buyer.get(String(done.headers.location))).body;
  };
  return { read, open, act };
}

const textOf = (body: string) => body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("rounding names quantities and costs first, and rounds only what was shown", async () => {
  const { read, open, act } = await send("PACK-1\t250\nPACK-2\t30\nFEW-1\t9");
  const body = await open();
  assert.match(body, /Round 2 rows to pack size: USD 60\.00 more/);
  assert.match(
    textOf(body),
    /1 PACK-1 250 → 300 packs of 100, min\. 100 USD 150\.00 USD 25\.00 more/,
  );
  assert.match(
    textOf(body),
    /2 PACK-2 30 → 100 packs of 100, min\. 100 USD 50\.00 USD 35\.00 more/,
  );
  // The version before reads "round" as all rows, so the button sends another value.
  assert.match(body, /name="bulk"\s+value="round_checked"/);
  await act({ bulk: "round" });
  await act({ bulk: "round_checked" });
  const before = [
    [250, "bad_quantity"],
    [30, "bad_quantity"],
    [9, "short"],
  ];
  assert.deepEqual(await read(), before, "nothing is rounded unseen");
  const other = await act({ bulk: "round_checked", rounded: "1:250:400" });
  assert.deepEqual(await read(), before, "other quantities are not what was shown");
  assert.match(textOf(other), /1 that changed in the meantime: check them again: row 1/);
  const done = await act({ bulk: "round_checked", rounded: "1:250:300" });
  assert.deepEqual(await read(), [[300, "ready"], ...before.slice(1)]);
  assert.match(textOf(done), /Row 1, PACK-1: quantity 250 → 300/);
  await act({ undo: "yes" });
  assert.deepEqual(await read(), before);
});

test("of rows of one offer, the one in whole packs is not rounded for another", async () => {
  const { read, open, act } = await send("PACK-1\t500\nPACK-1\t50\nMIN-1\t300\nMIN-1\t200");
  const body = await open();
  assert.doesNotMatch(body, /value="1:nearest/);
  assert.match(body, /value="2:nearest:100">Round up to 100: 600 with row 1</);
  assert.match(body, /value="3:nearest:800">Round up to 800: 1,000 with row 4</);
  assert.match(textOf(body), /Rows 1 and 2 together: packs of 100\./);
  assert.match(textOf(body), /2 PACK-1 50 → 100 packs of 100, min\. 100; 600 with other rows/);
  await act({ bulk: "round_checked", rounded: "2:50:100" });
  await act({ bulk: "round_checked", rounded: "4:200:700" });
  assert.deepEqual(await read(), [
    [500, "ready"],
    [100, "ready"],
    [300, "ready"],
    [700, "ready"],
  ]);
});

test("after a bulk action each changed row is named, before and after, until it is undone", async () => {
  const { act } = await send("FEW-1\t9\nTWO-1\t2\nNEVER-1\t4");
  assert.match(textOf(await act({ bulk: "reduce" })), /Row 1, FEW-1: quantity 9 → 3/);
  assert.match(textOf(await act({ bulk: "cheapest" })), /Row 2, TWO-1: Best, NE, USD 2\.00 \/ EA/);
  assert.match(textOf(await act({ bulk: "remove_not_found" })), /Row 3, NEVER-1: removed/);
  assert.doesNotMatch(await act({ undo: "yes" }), /before and after/);
});

test("the named condition of a bulk action is in its changes", async () => {
  await insertOffer(app.database.db, { partNumber: "MIX-1", vendor: "Able", condition: "NE" });
  await insertOffer(app.database.db, { partNumber: "MIX-1", vendor: "Best", condition: "OH" });
  const { act } = await send("MIX-1\t1");
  const done = textOf(await act({ bulk: "prefer_ne" }));
  assert.match(done, /Row 1, MIX-1: condition any → NE; Able, NE, USD 10\.00 \/ EA/);
});
