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
  await insertOffer(db, { partNumber: "NSN-1", nsn: "5310012345678", stock: 500 });
  await insertOffer(db, { partNumber: "DA20736-7", stock: 500 });
  await insertOffer(db, { partNumber: "COC-1", certificate: "CoC", condition: "OH", stock: 500 });
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

test("an order has what its row asked for, on its page, in its PDF, its exports and the API", async () => {
  const order = await add(await pasteCheckedList(app, buyer, "PN,Qty,Cond\nCOND-1,3,NE or OH"));
  const wish = "Wants: NE or OH";
  const address = `/orders/${idOf(order)}`;
  assert.ok((await buyer.get(address)).body.includes(wish));
  assert.ok((await buyer.get(`${address}/lines.csv`)).body.includes(wish));
  const { pages } = readPdf((await buyer.get(`${address}/quote.pdf`)).rawPayload);
  assert.ok(pages.join("\n").includes(wish));
  await buyer.post(`${address}/duplicate`);
  const { orders } = (await account.get("orders")).json();
  const [{ remark, requested }] = orders[0].line_items;
  assert.deepEqual([remark, requested], [undefined, { conditions: ["NE", "OH"] }]);
});

/** Changes the row below the headers, or presses one of its buttons. */
async function change(list: string, row: Readonly<Record<string, string>>, fix?: string) {
  const { body } = await buyer.get(`${list}?show=all`);
  const [, seen = ""] = /name="was-2"[^>]*value="(\w+)"/.exec(body) ?? [];
  const typed = Object.entries(row).map(([field, text]) => [`${field}-2`, text]);
  const pressed = fix === undefined ? {} : { fix };
  const sent = { ...Object.fromEntries(typed), "was-2": seen, show: "all", ...pressed };
  const saved = await buyer.post(`${list}/rows`, sent);
  assert.equal(saved.statusCode, 303, saved.body);
}

/** Changes the row below the headers, and adds it; returns the address of the draft. */
async function correct(list: string, row: Readonly<Record<string, string>>): Promise<string> {
  await change(list, row);
  return add(list);
}

const readReview = async (order: string) =>
  (await buyer.get(`/orders/${idOf(order)}/confirm`)).body.replaceAll("\u00a0", " ");

test("both lines of a row that was corrected and then split name its listed number", async () => {
  const list = await pasteCheckedList(app, buyer, "PN,Qty,Cond\nSPLIT-9,40,");
  const row = { number: "SPLIT-1", quantity: "40", condition: "" };
  await change(list, row);
  const { body } = await buyer.get(`${list}?show=all`);
  await change(list, row, /value="(2:split:\w+)">/.exec(body)?.[1]);
  const review = await readReview(await add(list));
  assert.equal(review.match(/>Listed as SPLIT-9</g)?.length, 2);
});

test("the review names the listed number of another part, the order's files too", async () => {
  const list = await pasteCheckedList(app, buyer, "PN,Qty,Cond\nDA20736-1,3,NE");
  const order = await correct(list, { number: "DA20736-7", quantity: "3", condition: "NE" });
  assert.match(await readReview(order), /Listed as DA20736-1</);
  const file = await buyer.get(`/orders/${idOf(order)}/lines.csv`);
  assert.match(file.body, /Listed as DA20736-1/);
  const numbers = "PN,Qty,Cond\n5310-01-234-5678,3,NE";
  const stocked = await pasteCheckedList(app, buyer, numbers);
  const found = { number: "NSN-1", quantity: "3", condition: "NE" };
  assert.match(await readReview(await correct(stocked, found)), /Listed as 5310-01-234-5678</);
  const plain = await add(await pasteCheckedList(app, buyer, "PN,Qty\nda20736-7,3"));
  assert.doesNotMatch(await readReview(plain), /Listed as/);
});

test("a part that is added to a line with other wishes is a line of its own, at the price of both", async () => {
  const order = await add(
    await pasteCheckedList(app, buyer, "PN,Qty,Remark\nUSD-1,1,AOG\nUSD-1,2,stock"),
  );
  const { orders } = (await account.get("orders")).json();
  const lines: readonly Readonly<Record<string, unknown>>[] = orders[0].line_items;
  assert.deepEqual(
    lines.map(({ quantity, remark }) => [quantity, remark]),
    [
      [1, "AOG"],
      [2, "stock"],
    ],
  );
  assert.match((await buyer.get(order)).body, /Several rows order the same offer:[\s\S]*rows 2, 3/);
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
  assert.equal(await confirm(again, "PO-AGAIN"), "done=saved");
  assert.equal(await confirm(euros, "PO-AGAIN"), "done=saved");
});
