// What is said of the rows of a list before they are added to a draft, and what it keeps of them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { selectMergedLines } from "../../src/quickOrders/rowQueries.ts";
import { readForm } from "../support/openedForm.ts";
import { account, app, buyer, openPortal } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { readPdf } from "../support/readPdf.ts";
import { listIdOf } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("USD-1", { stock: 500 });
  await offer("EUR-1", { stock: 500, currency: "EUR" });
  await offer("COND-1", { condition: "OH", stock: 500 });
  await offer("NSN-1", { nsn: "5310012345678", stock: 500 });
  await offer("DA20736-7", { stock: 500 });
  await offer("COC-1", { certificate: "CoC", condition: "OH", stock: 500 });
  await offer("SPLIT-1", { vendor: "Able Spares", stock: 25 });
  await offer("SPLIT-1", { vendor: "Best Spares", stock: 20, price: 90000 });
});

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
  const order = await add(await paste("PN,Qty,Cond\nCOND-1,3,NE or OH"));
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
  const list = await paste("PN,Qty,Cond\nSPLIT-9,40,");
  const row = { number: "SPLIT-1", quantity: "40", condition: "" };
  await change(list, row);
  const { body } = await buyer.get(`${list}?show=all`);
  await change(list, row, /value="(2:split:\w+)">/.exec(body)?.[1]);
  const review = await readReview(await add(list));
  assert.equal(review.match(/>Listed as SPLIT-9</g)?.length, 2);
});

test("the review names the listed number of another part, the order's files too", async () => {
  const list = await paste("PN,Qty,Cond\nDA20736-1,3,NE");
  const order = await correct(list, { number: "DA20736-7", quantity: "3", condition: "NE" });
  assert.match(await readReview(order), /Listed as DA20736-1</);
  const file = await buyer.get(`/orders/${idOf(order)}/lines.csv`);
  assert.match(file.body, /Listed as DA20736-1/);
  const numbers = "PN,Qty,Cond\n5310-01-234-5678,3,NE";
  const stocked = await paste(numbers);
  const found = { number: "NSN-1", quantity: "3", condition: "NE" };
  assert.match(await readReview(await correct(stocked, found)), /Listed as 5310-01-234-5678</);
  const plain = await add(await paste("PN,Qty\nda20736-7,3"));
  assert.doesNotMatch(await readReview(plain), /Listed as/);
});

test("a part that is added to a line with other wishes is a line of its own, at the price of both", async () => {
  const order = await add(await paste("PN,Qty,Remark\nUSD-1,1,AOG\nUSD-1,2,stock"));
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
  const address = await add(await paste(rows));
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

before(async () => {
  for (const partNumber of ["ONE-1", "TWO-2", "SIX-6"]) {
    await offer(partNumber, { stock: 900 });
  }
});

const summaryOf = (body: string) => /id="list-summary"[\s\S]*?<\/section>/.exec(body)?.[0] ?? "";

async function openList(rows: readonly string[]) {
  const address = await paste(rows);
  return { address, summary: summaryOf((await buyer.get(address)).body) };
}

test("rows of one offer are named beside the button with the quantity of their line, as it is added", async () => {
  const { address, summary } = await openList(["ONE-1\t10", "TWO-2\t3", "ONE-1\t20"]);
  assert.match(
    summary,
    />Add 3 rows[\s\S]*<p class="hint">Rows 1 and 3 order the same offer, 30 in total\.<\/p>/,
  );
  await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const { orders } = (await account.get("orders")).json();
  const lines: { part_number: string; quantity: number }[] = orders[0].line_items;
  assert.deepEqual(
    lines.map((line) => [line.part_number, line.quantity]),
    [
      ["ONE-1", 30],
      ["TWO-2", 3],
    ],
  );
  assert.doesNotMatch(summaryOf((await buyer.get(address)).body), /same offer/);
});

test("several such lines are listed on request, with up to 10 rows each", async () => {
  const twelve = Array.from({ length: 12 }, () => "SIX-6\t1");
  const { address, summary } = await openList(["ONE-1\t1", "ONE-1\t2", ...twelve, "TWO-2\t1"]);
  assert.match(summary, /<summary>2 offers on several rows<\/summary>/);
  assert.match(summary, /<li>ONE-1: Rows 1 and 2 order the same offer, 3 in total\.<\/li>/);
  assert.match(
    summary,
    /SIX-6: Rows 3, 4, [\d, ]+12 and 2 more rows order the same offer, 12 in total\./,
  );
  assert.doesNotMatch(summary, /TWO-2/);
  const { lines, count } = await selectMergedLines(app.database.db, listIdOf(address));
  assert.equal(count, 2);
  assert.deepEqual(lines[1], {
    partNumber: "SIX-6",
    rowNumbers: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    rows: 12,
    quantity: 12,
    count: 2,
  });
});

test("the numbers of rows have no commas of their own", async () => {
  const empty = Array.from({ length: 1_100 }, () => "");
  const { summary } = await openList(["ONE-1\t1", ...empty, "ONE-1\t2", "ONE-1\t3"]);
  assert.match(summary, />Rows 1, 1102 and 1103 order the same offer, 6 in total\.</);
});

test("rows that are not ready, or have offers of their own, are not named", async () => {
  const { summary } = await openList(["ONE-1\t1", "ONE-1\t5000", "TWO-2\t1"]);
  assert.doesNotMatch(summary, /same offer/);
});
