// What drafts keep of the list that they were created from.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { readPdf } from "../support/readPdf.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  const { db } = app.database;
  await insertOffer(db, { partNumber: "USD-1", stock: 500 });
  await insertOffer(db, { partNumber: "EUR-1", stock: 500, currency: "EUR" });
  await insertOffer(db, { partNumber: "COND-1", condition: "OH", stock: 500 });
  await insertOffer(db, { partNumber: "SPLIT-1", vendor: "Able Spares", stock: 25 });
  await insertOffer(db, { partNumber: "SPLIT-1", vendor: "Best Spares", stock: 20, price: 90000 });
});

after(() => app.close());

/** Adds the ready rows of a list to new drafts; returns the address of the largest. */
async function add(address: string): Promise<string> {
  const { body } = await buyer.get(address);
  const [, version = ""] = /name="version"[^>]*value="(\d+)"/.exec(body) ?? [];
  const added = await buyer.post(`${address}/add`, { version, draft: "" });
  assert.equal(added.statusCode, 303, added.body);
  return String(added.headers.location);
}

const idOf = (address: string) => /\/orders\/([^?]+)/.exec(address)?.[1] ?? "";

test("an order has the conditions that its row accepted, on its page, in its PDF and its exports", async () => {
  const order = await add(await pasteCheckedList(app, buyer, "PN,Qty,Cond\nCOND-1,3,NE or OH"));
  const remark = "Condition requested: NE or OH";
  const address = `/orders/${idOf(order)}`;
  assert.ok((await buyer.get(address)).body.includes(remark));
  assert.ok((await buyer.get(`${address}/lines.csv`)).body.includes(remark));
  const { pages } = readPdf((await buyer.get(`${address}/quote.pdf`)).rawPayload);
  assert.ok(pages.join("\n").includes(remark));
  await buyer.post(`${address}/duplicate`);
  const { orders } = (await account.get("orders")).json();
  assert.equal(orders[0].line_items[0].remark, remark);
});

test("the lines of a split row say how many of the requested pieces they have", async () => {
  const list = await pasteCheckedList(app, buyer, "SPLIT-1\t40");
  const { body } = await buyer.get(list);
  const [, fix = ""] = /value="(1:split:\w+)">/.exec(body) ?? [];
  const [, seen = ""] = /name="was-1"[^>]*value="(\w+)"/.exec(body) ?? [];
  const typed = { "number-1": "SPLIT-1", "quantity-1": "40", "condition-1": "" };
  const split = await buyer.post(`${list}/rows`, { ...typed, "was-1": seen, fix });
  assert.equal(split.statusCode, 303);
  const order = await buyer.get(await add(list));
  assert.match(order.body, /25 of 40 requested, split over two offers/);
  assert.match(order.body, /15 of 40 requested, split over two offers/);
});

test("remarks that do not fit into a line are named after adding, and their number on the line", async () => {
  const remark = (letter: string) => `${letter} `.repeat(45).trim();
  const rows = ["A", "B", "C", "D"].map((letter) => `USD-1,1,${remark(letter)}`);
  const list = await pasteCheckedList(app, buyer, `PN,Qty,Remark\n${rows.join("\n")}`);
  const address = await add(list);
  const { body } = await buyer.get(address);
  assert.match(body, /1 remark is too long for an order/);
  const [, omitted = ""] = /<li>USD-1: <span class="typed">([^<]*)/.exec(body) ?? [];
  assert.equal(omitted, [remark("C"), remark("D")].join("; "));
  assert.ok(body.includes(`${remark("A")}; ${remark("B")}; and 2 more`));
  const other = await add(await pasteCheckedList(app, buyer, "PN,Qty,Remark\nUSD-1,1,AOG"));
  assert.doesNotMatch((await buyer.get(other)).body, /too long for an order/);
});

/** Confirms a draft with a PO number that is typed on its review; returns where that leads. */
async function confirm(orderId: string, poNumber: string): Promise<string> {
  const address = `/orders/${orderId}/confirm`;
  const fields = readForm((await buyer.get(address)).body, address);
  const sent = await buyer.post(address, { ...fields, po_number: poNumber });
  return String(sent.headers.location).replace(/^.*\?/, "");
}

/** The two drafts of a list with prices in two currencies. */
async function addBoth(quantity: number): Promise<readonly [string, string]> {
  const rows = `USD-1\t${quantity}\nEUR-1\t${quantity}`;
  const address = await add(await pasteCheckedList(app, buyer, rows));
  const { body } = await buyer.get(address);
  const [, other = ""] = /The other rows are in\s*<a href="\/orders\/([^"]+)"/.exec(body) ?? [];
  return [idOf(address), other];
}

test("drafts that a list was split into by currency take one PO number without a warning", async () => {
  const [one, other] = await addBoth(2);
  assert.equal(await confirm(one, "PO-BOTH"), "done=confirmed");
  const review = await buyer.post(`/orders/${other}`, { version: "1", po_number: "PO-BOTH" });
  assert.equal(review.statusCode, 303);
  assert.doesNotMatch((await buyer.get(`/orders/${other}/confirm`)).body, /also on/);
  const [first, second] = await addBoth(3);
  assert.equal(await confirm(first, "PO-TWO"), "done=confirmed");
  assert.equal(await confirm(second, "PO-TWO"), "done=confirmed");
});

test("the same list added again is another purchase", async () => {
  const [one] = await addBoth(4);
  const [again, euros] = await addBoth(4);
  assert.equal(await confirm(one, "PO-AGAIN"), "done=confirmed");
  assert.equal(await confirm(again, "PO-AGAIN"), "done=po");
  assert.equal(await confirm(euros, "PO-AGAIN"), "done=po");
});
