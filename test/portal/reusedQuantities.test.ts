// The choices that were made for a list are used for the same parts in other quantities (260).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { editRow } from "../../src/quickOrders/editRow.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;
let able: OfferId;
let best: OfferId;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  const { db } = app.database;
  await insertOffer(db, { partNumber: "READY-1", stock: 900 });
  able = await insertOffer(db, { partNumber: "TWO-1", vendor: "Able Spares", stock: 100 });
  best = await insertOffer(db, { partNumber: "TWO-1", vendor: "Best Spares", stock: 100 });
  await insertOffer(db, { partNumber: "RIGHT-1", stock: 900 });
  await insertOffer(db, { partNumber: "EMPTY-1", stock: 0 });
});

after(() => app.close());

const send = (rows: string, by = buyer) => pasteCheckedList(app, by, rows);
const partsNotice = /An earlier list has the same parts in other quantities/;

async function edit(
  address: string,
  rowNumber: number,
  [partNumber, quantity]: readonly [string, string],
  choice?: OfferId,
) {
  const { accountId } = account;
  const { now } = app.clock;
  const texts = { partNumber, quantity, condition: "" };
  const change = { accountId, listId: listIdOf(address), rowNumber, texts, choice, now };
  assert.equal((await editRow(app.database, change)).outcome, "changed");
}

async function order(address: string): Promise<void> {
  const { body } = await buyer.get(address);
  const [, version = ""] = /name="version"[^>]*value="(\d+)"/.exec(body) ?? [];
  const added = await buyer.post(`${address}/add`, { version, draft: "" });
  assert.equal(added.statusCode, 303, added.body);
}

async function reuse(address: string, first: string): Promise<string> {
  const sent = await buyer.post(`${address}/rows`, { show: "all", reuse: listIdOf(first) });
  assert.equal(sent.statusCode, 303);
  return (await buyer.get(String(sent.headers.location))).body;
}

async function rowsOf(address: string) {
  const rows = await readListRows(app.database.db, listIdOf(address));
  return rows.map(({ partNumber, quantity, state, offerId }) =>
    [partNumber, quantity, state, offerId === able ? "able" : offerId === best ? "best" : ""].join(
      " ",
    ),
  );
}

test("a choice is used for the same part in another quantity, which stays as the new row says", async () => {
  const first = await send("READY-1\t3\nTWO-1\t3 EA\nWR0NG-X\t3");
  await edit(first, 2, ["TWO-1", "3 EA"], able);
  await edit(first, 3, ["RIGHT-1", "3"]);
  await order(first);
  const again = await send("READY-1\t4\nTWO-1\t40 EA\nWR0NG-X\t50");
  const { body } = await buyer.get(again);
  assert.match(body, partsNotice);
  assert.doesNotMatch(body, /You may be ordering the same parts twice/);
  assert.match(await reuse(again, first), /Earlier choices used in 2 of 3 rows\./);
  const rows = ["READY-1 4 ready ", "TWO-1 40 ready able", "RIGHT-1 50 ready "];
  assert.deepEqual(await rowsOf(again), rows);
  assert.doesNotMatch((await buyer.get(again)).body, partsNotice);
});

test("a row of which a person only changed the quantity uses the earlier choice", async () => {
  const text = "READY-1\t5\nTWO-1\t5";
  const first = await send(text);
  await edit(first, 2, ["TWO-1", "5"], able);
  await order(first);
  const again = await send(text);
  await edit(again, 2, ["TWO-1", "12"]);
  assert.match(await reuse(again, first), /Earlier choices used in 1 of 2 rows\./);
  assert.equal((await rowsOf(again))[1], "TWO-1 12 ready able");
});

test("rows of one part with choices of their own keep these, and other quantities are for a person", async () => {
  const first = await send("TWO-1\t6\nTWO-1\t7\nREADY-1\t6");
  await edit(first, 1, ["TWO-1", "6"], able);
  await edit(first, 2, ["TWO-1", "7"], best);
  await order(first);
  const same = await send("TWO-1\t7\nTWO-1\t6\nREADY-1\t6");
  await reuse(same, first);
  assert.deepEqual((await rowsOf(same)).slice(0, 2), ["TWO-1 7 ready best", "TWO-1 6 ready able"]);
  const other = await send("TWO-1\t7\nTWO-1\t8\nREADY-1\t6");
  const done = await reuse(other, first);
  assert.match(done, /Earlier choices used in 1 of 3 rows\./);
  assert.match(done, /1 with different earlier choices: row\s+<a[^>]*>2</);
  const [exact, unclear] = await rowsOf(other);
  assert.equal(exact, "TWO-1 7 ready best");
  assert.match(unclear ?? "", /^TWO-1 8 ambiguous/);
});

test("a choice of a part in one unit is none for its quantity in another", async () => {
  const first = await send("TWO-1\t2 EA\nREADY-1\t8");
  await edit(first, 1, ["TWO-1", "2 EA"], able);
  await order(first);
  const again = await send("TWO-1\t3 FT\nREADY-1\t8");
  assert.doesNotMatch((await buyer.get(again)).body, partsNotice);
  assert.doesNotMatch(await reuse(again, first), /Undo/);
});

test("the offer of a row that was reduced is used if it has all of today's quantity", async () => {
  const first = await send("TWO-1\t400\nREADY-1\t9");
  await edit(first, 1, ["TWO-1", "90"], able);
  await order(first);
  const again = await send("TWO-1\t400\nREADY-1\t9");
  const short = await reuse(again, first);
  assert.match(short, /1 without enough stock: row\s+<a[^>]*>1</);
  assert.match((await rowsOf(again))[0] ?? "", /^TWO-1 400 (?:short|ambiguous) $/);
  const less = await send("TWO-1\t80\nREADY-1\t9");
  await reuse(less, first);
  assert.equal((await rowsOf(less))[0], "TWO-1 80 ready able");
});

test("the same parts in other quantities are no warning if nothing was chosen for them", async () => {
  const first = await send("READY-1\t21\nRIGHT-1\t21");
  await order(first);
  assert.doesNotMatch((await buyer.get(await send("READY-1\t22\nRIGHT-1\t21"))).body, /list-same/);
});

test("another account's choices are not used for the same parts", async () => {
  const first = await send("TWO-1\t31\nREADY-1\t31");
  await edit(first, 1, ["TWO-1", "31"], able);
  await order(first);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  const foreign = await send("TWO-1\t32\nREADY-1\t31", stranger);
  assert.doesNotMatch((await stranger.get(foreign)).body, /list-same/);
  const sent = await stranger.post(`${foreign}/rows`, { show: "all", reuse: listIdOf(first) });
  assert.equal(sent.statusCode, 303);
  assert.match((await rowsOf(foreign))[0] ?? "", /^TWO-1 32 ambiguous/);
});

test("a repeated list names the quote requests that were sent for it", async () => {
  const text = "EMPTY-1\t41\nREADY-1\t41";
  const first = await send(text);
  const form = "/quote-requests/new";
  const { body } = await buyer.get(`${form}?list=${listIdOf(first)}`);
  const sent = await buyer.post(form, readForm(body, form));
  const request = String(sent.headers.location).replace(/\?.*/, "");
  const again = await send(text);
  const warning = (await buyer.get(again)).body;
  assert.match(warning, /You may be ordering the same parts twice/);
  const named = new RegExp(
    `Quotes were requested for it: <a href="${request}">RFQ-\\d+</a> .Sent.`,
  );
  assert.match(warning, named);
  assert.doesNotMatch(warning, /It was added to/);
  await order(first);
  assert.match((await buyer.get(again)).body, /It was added to[\s\S]*Quotes were requested for it/);
  await buyer.post(`${request}/withdraw`, { version: "1" });
  assert.doesNotMatch((await buyer.get(again)).body, /Quotes were requested/);
});
