// The choices that were made for a list are used when it is uploaded again (decision 260).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { editRow } from "../../src/quickOrders/editRow.ts";
import { useEarlierChoices } from "../../src/quickOrders/repeated/useChoices.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;
let able: OfferId;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  const { db } = app.database;
  await insertOffer(db, { partNumber: "READY-1", stock: 900 });
  able = await insertOffer(db, { partNumber: "TWO-1", vendor: "Able Spares", stock: 100 });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Best Spares", stock: 100 });
  await insertOffer(db, { partNumber: "RIGHT-1", stock: 900 });
});

after(() => app.close());

const send = (rows: string, by = buyer) => pasteCheckedList(app, by, rows);

const texts = (partNumber: string, quantity: string) => ({ partNumber, quantity, condition: "" });

async function edit(
  address: string,
  rowNumber: number,
  to: ReturnType<typeof texts>,
  choice?: OfferId,
) {
  const { accountId } = account;
  const { now } = app.clock;
  const change = { accountId, listId: listIdOf(address), rowNumber, texts: to, choice, now };
  assert.equal((await editRow(app.database, change)).outcome, "changed");
}

async function order(address: string): Promise<void> {
  const { body } = await buyer.get(address);
  const [, version = ""] = /name="version"[^>]*value="(\d+)"/.exec(body) ?? [];
  const added = await buyer.post(`${address}/add`, { version, draft: "" });
  assert.equal(added.statusCode, 303, added.body);
}

async function rowsOf(address: string) {
  const rows = await readListRows(app.database.db, listIdOf(address));
  return rows.map(({ partNumber, state, offerId }) => `${partNumber} ${state} ${offerId ?? ""}`);
}

const ready = (partNumber: string) => new RegExp(`^${partNumber} ready \\d+$`);

/** Presses the button that uses the choices of `first`; returns the next page. */
async function reuse(address: string, first: string): Promise<string> {
  const sent = await buyer.post(`${address}/rows`, { show: "all", reuse: listIdOf(first) });
  assert.equal(sent.statusCode, 303);
  return (await buyer.get(String(sent.headers.location))).body;
}

/** A list with a chosen offer and a corrected number that is ordered. */
async function orderCorrected(quantity: number): Promise<{ first: string; rows: string }> {
  const rows = `READY-1\t${quantity}\nTWO-1\t${quantity}\nWR0NG-X\t${quantity}`;
  const first = await send(rows);
  await edit(first, 2, texts("TWO-1", String(quantity)), able);
  await edit(first, 3, texts("RIGHT-1", String(quantity)));
  await order(first);
  return { first, rows };
}

test("a list uploaded again uses the offers and numbers that were chosen before, and can undo it", async () => {
  const { first, rows } = await orderCorrected(3);
  const again = await send(rows.split("\n").toReversed().join("\n"));
  const { body } = await buyer.get(again);
  const button = new RegExp(`name="reuse" value="${listIdOf(first)}"[^>]*>Use the choices from `);
  assert.match(body, button);
  const before = await rowsOf(again);
  const done = await reuse(again, first);
  assert.match(done, /Earlier choices used in 2 of 3 rows\./);
  assert.match(done, /Undo: 2 rows set to earlier choices/);
  assert.doesNotMatch(done, button);
  const [corrected, chosen, plain] = await rowsOf(again);
  assert.match(corrected ?? "", ready("RIGHT-1"));
  assert.equal(chosen, `TWO-1 ready ${able}`);
  assert.match(plain ?? "", ready("READY-1"));
  await buyer.post(`${again}/rows`, { show: "all", undo: "yes" });
  assert.deepEqual(await rowsOf(again), before);
});

test("a choice that is no longer valid leaves its row, and is named", async () => {
  const { first, rows } = await orderCorrected(4);
  const again = await send(rows);
  const run = (text: string) => app.database.db.query({ name: "", text, values: [able] });
  for (const [gone, back, why] of [
    ["received = 1", "received = 100", "without enough stock"],
    ["status = 'ON_HOLD'", "status = 'ACTIVE'", "can.{1,6}t be ordered today"],
    ["list_price = null", "list_price = 1000", "without a price"],
  ] as const) {
    await run(`update offers set ${gone} where offer_id = $1`);
    await app.database.replica.catchUp();
    const done = await reuse(again, first);
    assert.match(done, /Earlier choices used in 1 of 3 rows\./, gone);
    assert.match(done, new RegExp(`1 [^.]*${why}[^.]*: row\\s+<a[^>]*>2<`), gone);
    assert.match((await rowsOf(again))[1] ?? "", /^TWO-1 ambiguous/, gone);
    await buyer.post(`${again}/rows`, { show: "all", undo: "yes" });
    await run(`update offers set ${back} where offer_id = $1`);
    await app.database.replica.catchUp();
  }
});

test("rows that say something else, or that somebody changed, keep what they say", async () => {
  const { first, rows } = await orderCorrected(5);
  const worn = rows.split("\n").map((row) => `${row.replace("\t", ",")},OH`);
  const again = await send(["Part,Qty,Cond", ...worn].join("\n"));
  assert.doesNotMatch(await reuse(again, first), /Undo/);
  const edited = await send(rows);
  await edit(edited, 2, { ...texts("TWO-1", "5"), condition: "NE" });
  const done = await reuse(edited, first);
  assert.match(done, /Earlier choices used in 1 of 3 rows\./);
  assert.match(done, /1 changed by hand: row\s+<a[^>]*>2</);
  assert.match((await rowsOf(edited))[1] ?? "", /^TWO-1 ambiguous/);
});

test("rows that said the same and got different choices are for a person", async () => {
  const rows = "TWO-1\t7\nTWO-1\t7\nREADY-1\t7";
  const first = await send(rows);
  await edit(first, 1, texts("TWO-1", "7"), able);
  await edit(first, 2, texts("RIGHT-1", "7"));
  await order(first);
  const done = await reuse(await send(rows), first);
  assert.match(done, /Earlier choices used in 0 of 3 rows\./);
  assert.match(done, /2 with different earlier choices/);
});

test("a split row is split again by a person", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "SPLIT-1", vendor: "Able Spares", stock: 25 });
  await insertOffer(db, { partNumber: "SPLIT-1", vendor: "Best Spares", stock: 20 });
  const first = await send("SPLIT-1\t40\nREADY-1\t6");
  const { body } = await buyer.get(first);
  const [, fix = ""] = /value="(1:split:\w+)">/.exec(body) ?? [];
  const [, seen = ""] = /name="was-1"[^>]*value="(\w+)"/.exec(body) ?? [];
  const typed = { "number-1": "SPLIT-1", "quantity-1": "40", "condition-1": "" };
  await buyer.post(`${first}/rows`, { ...typed, "was-1": seen, fix });
  await order(first);
  const again = await send("SPLIT-1\t40\nREADY-1\t6");
  const done = await reuse(again, first);
  assert.match(done, /Earlier choices used in 0 of 2 rows\./);
  assert.match(done, /1 that were split before: split again/);
  assert.match((await rowsOf(again))[0] ?? "", /^SPLIT-1 (?:ambiguous|short)/);
});

test("the choices of another account, or of a list with other rows, are never used", async () => {
  const { first, rows } = await orderCorrected(8);
  const { accountId } = await app.openAccount();
  const stranger = await openVisitor(app, accountId);
  const foreign = listIdOf(await send(rows, stranger));
  const { now } = app.clock;
  const asked = { accountId, listId: foreign, now };
  const none = await useEarlierChoices(app.database, asked, listIdOf(first));
  assert.deepEqual(none?.rowNumbers, []);
  const longer = await send(`${rows}\nREADY-1\t1`);
  assert.doesNotMatch(await reuse(longer, first), /Undo/);
  const of = { accountId: account.accountId, listId: foreign, now };
  assert.equal(await useEarlierChoices(app.database, of, listIdOf(first)), undefined);
});

test("of two concurrent presses one uses the choices", async () => {
  const { first, rows } = await orderCorrected(9);
  const again = listIdOf(await send(rows));
  const { accountId } = account;
  const asked = { accountId, listId: again, now: app.clock.now };
  const done = await Promise.all(
    [1, 2].map(() => useEarlierChoices(app.database, asked, listIdOf(first))),
  );
  assert.deepEqual(done.map((one) => one?.rowNumbers.length).toSorted(), [0, 2]);
});

test("no quantity is taken from a text that a person corrected to a number", async () => {
  const rows = "PN,Qty\nWRONG (24) 8,\nREADY-1,8";
  const first = await send(rows);
  await edit(first, 2, texts("RIGHT-1", "3"));
  await order(first);
  const again = await send(rows);
  assert.match(await reuse(again, first), /Earlier choices used in 1 of 2 rows\./);
  const [row] = await readListRows(app.database.db, listIdOf(again));
  assert.deepEqual([row?.partNumber, row?.quantity, row?.state], ["RIGHT-1", null, "bad_quantity"]);
});

test("a choice that would take the stock or the pack of a ready row is skipped", async () => {
  await insertOffer(app.database.db, { partNumber: "FEW-1", stock: 20 });
  await insertOffer(app.database.db, { partNumber: "PACK-1", multiple: 100, stock: 900 });
  await app.database.replica.catchUp();
  const rows = "PN,Qty\nREADY-1,10\nFEW-1,12\nF3W-1,10\nF3W-1,4\nPACK-1,60\nPACK-1,40";
  const first = await send(rows);
  await edit(first, 4, texts("FEW-1", "1"));
  await edit(first, 5, texts("FEW-1", "2"));
  await edit(first, 7, texts("RIGHT-1", "40"));
  await order(first);
  const again = await send(rows);
  const before = await rowsOf(again);
  const done = await reuse(again, first);
  assert.match(done, /Earlier choices used in 0 of 6 rows\./);
  assert.match(done, /2 without enough stock: rows[\s\S]*1 not in pack size: row/);
  assert.deepEqual(await rowsOf(again), before);
});

async function setStock(partNumber: string, stock: number): Promise<void> {
  const text = "update offers set received = $2 where part_number = $1";
  await app.database.db.query({ name: "", text, values: [partNumber, stock] });
  await app.database.replica.catchUp();
}

test("a choice that is not ready today leaves its row", async () => {
  const rows = "PN,Qty\nREADY-1,11\nR1GHT-1,11";
  const first = await send(rows);
  await edit(first, 3, texts("RIGHT-1", "11"));
  await order(first);
  const again = await send(rows);
  await setStock("RIGHT-1", 5);
  assert.match(await reuse(again, first), /Earlier choices used in 0 of 2 rows\./);
  await setStock("RIGHT-1", 900);
  assert.match(await reuse(again, first), /Earlier choices used in 1 of 2 rows\./);
});

test("a reading that was chosen for a row is chosen again, but no number that is in none", async () => {
  const { db } = app.database;
  for (const partNumber of ["K-1", "K-1,10"]) await insertOffer(db, { partNumber, stock: 900 });
  await app.database.replica.catchUp();
  const choose = async (partNumber: string) => {
    const rows = `READY-1 x ${partNumber.length}\nK-1,10`;
    const first = await send(rows);
    assert.equal((await readListRows(db, listIdOf(first)))[1]?.readings?.length, 2);
    await edit(first, 2, texts(partNumber, "10"));
    await order(first);
    const again = await send(rows);
    const done = await reuse(again, first);
    return { done, number: (await readListRows(db, listIdOf(again)))[1]?.partNumber };
  };
  for (const partNumber of ["K-1", "K-1,10"]) {
    const { done, number } = await choose(partNumber);
    assert.equal(number, partNumber);
    assert.match(done, /Earlier choices used in 1 of 2 rows\./, partNumber);
  }
  const { done } = await choose("RIGHT-1");
  assert.match(done, /Earlier choices used in 0 of 2 rows\./);
  assert.match(done, /1 that can be read several ways: row/);
});

const many = Array.from({ length: 501 }, () => "TWO-1\t1");

test("rows with different choices leave the place to those that can use one", async () => {
  const rows = [...many, "WR0NG-9\t9", "READY-1\t9"].join("\n");
  const first = await send(rows);
  await edit(first, 1, texts("TWO-1", "1"), able);
  await edit(first, 502, texts("RIGHT-1", "9"));
  await order(first);
  const done = await reuse(await send(rows), first);
  assert.match(done, /Earlier choices used in 1 of 503 rows\.</);
  assert.match(done, /499 with different earlier choices/);
});

test("500 rows use choices at once, and the page announces that there are more", async () => {
  const { db } = app.database;
  await setStock("TWO-1", 2_000);
  const rows = [...many, "READY-1\t10"].join("\n");
  const first = await send(rows);
  await db.query({
    name: "",
    text: `update quick_order_rows set chosen_offer_id = $2,
        written = jsonb_build_array(part_number, quantity_text, condition, certificate)
      where quick_order_id = $1 and part_number = 'TWO-1'`,
    values: [listIdOf(first), able],
  });
  await order(first);
  const again = await send(rows);
  const part = /Earlier choices used in 500 of 502 rows\. Use them again for more\.</;
  assert.match(await reuse(again, first), part);
  assert.match(await reuse(again, first), /Earlier choices used in 1 of 502 rows\.</);
});

test("the script receives the warning only after its choices were used or undone", async () => {
  const { first, rows } = await orderCorrected(13);
  const again = await send(rows);
  const post = async (fields: Readonly<Record<string, string>>) =>
    (await buyer.post(`${again}/rows`, { show: "all", ...fields }, { "x-fragment": "yes" })).body;
  assert.doesNotMatch(await post({ bulk: "reduce" }), /list-same/);
  const used = await post({ reuse: listIdOf(first) });
  assert.match(used, /<div id="list-same">/);
  assert.doesNotMatch(used, /Use the choices from/);
  assert.match(await post({ undo: "yes" }), /<div id="list-same">[\s\S]*Use the choices from/);
});
