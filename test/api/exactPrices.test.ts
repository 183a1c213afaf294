// One price below a cent, from a file to the order, its papers and its export (decision 29).

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { exportText, importText } from "../support/importText.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

const head =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,price_per,currency,vendor";
const feed = [
  head,
  "MS20470AD4-6,RIVET,NE,EA,1000000,12.34,M,USD,Acme",
  "AN960-10,WASHER,NE,EA,1000000,0.0034,,USD,Acme",
  "AN3-5A,BOLT,NE,EA,1000,1.25,EA,USD,Acme",
  "AN310-3,NUT,NE,EA,1000,12.5,100,USD,Acme",
  "",
].join("\n");

const app = share(openTestApp);
const account = share(() => app.openAccount());
before(async () => {
  const imported = await importText(app.database.db, feed);
  assert.deepEqual([imported.created, imported.refused], [4, 0]);
});

type Priced = {
  readonly amount: string;
  readonly currency: string;
  readonly exact_amount?: string;
};
type Part = {
  readonly part_id: string;
  readonly part_number: string;
  readonly price: Priced;
  readonly account_price: { readonly unit_price: Priced };
};

async function lookUp(by: TestAccount, partNumber: string): Promise<Part> {
  const body = { part_numbers: [partNumber], include: ["account_price"] };
  const answer = (await by.post("catalog", body)).json();
  return answer.found_parts[0] ?? assert.fail(JSON.stringify(answer));
}

const usd = (amount: string, exact?: string): Priced => ({
  amount,
  currency: "USD",
  ...(exact !== undefined && { exact_amount: exact }),
});

/** A draft of one line, as the API answers it. */
async function order(by: TestAccount, partNumber: string, quantity: number) {
  const { part_id } = await lookUp(by, partNumber);
  const answer = await by.post("orders", { items: [{ part_id, quantity }], po_number: "PO-1" });
  assert.equal(answer.statusCode, 201, answer.body);
  const { order_id, subtotal, line_items: lines } = answer.json().order;
  const [{ unit_price, line_total }] = lines;
  return { order_id, unit_price, line_total, subtotal };
}

test("a price below a cent is exact from the file to the order", async () => {
  const prices = {
    "MS20470AD4-6": usd("0.01", "0.01234"),
    "AN960-10": usd("0.01", "0.0034"),
    "AN3-5A": usd("1.25"),
    "AN310-3": usd("0.13", "0.1250"),
  };
  for (const [partNumber, price] of Object.entries(prices)) {
    const part = await lookUp(account, partNumber);
    assert.deepEqual([part.price, part.account_price.unit_price], [price, price], partNumber);
  }
  const { order_id, ...line } = await order(account, "MS20470AD4-6", 10_001);
  // 10,001 × 0.01234 = 123.41234
  const total = usd("123.41");
  assert.deepEqual(line, {
    unit_price: usd("0.01", "0.01234"),
    line_total: total,
    subtotal: total,
  });
  const read = (await account.get(`orders/${order_id}`)).json().order;
  assert.deepEqual(read.line_items[0].unit_price, line.unit_price);
  assert.equal((await order(account, "AN960-10", 1)).line_total.amount, "0.01");
  assert.equal((await order(account, "AN3-5A", 3)).line_total.amount, "3.75");
});

test("a discount off a price below a cent is not rounded, a contract price is exact", async () => {
  const discounted = await app.openAccount({ discount: 750 });
  const off = await order(discounted, "AN960-10", 10_000);
  assert.deepEqual([off.unit_price, off.line_total], [usd("0.01", "0.003145"), usd("31.45")]);
  // As ever: rounded at the unit price.
  const whole = await order(discounted, "AN3-5A", 3);
  assert.deepEqual([whole.unit_price, whole.line_total], [usd("1.16"), usd("3.48")]);
  const { accountId } = account;
  const rule = { accountId, partNumber: "AN310-3", price: 11.5, minQuantity: 100 };
  await insertAgreementRule(app.database.db, rule);
  const agreed = await order(account, "AN310-3", 101);
  assert.deepEqual([agreed.unit_price, agreed.line_total], [usd("0.12", "0.1150"), usd("11.62")]);
});

test("pages, the quote, the files and the confirmation show the exact price", async () => {
  const buyer = await openVisitor(app, account.accountId);
  const { order_id: orderId } = await order(account, "AN960-10", 10_000);
  const part = await buyer.get("/parts/AN960-10");
  assert.match(part.body, /USD 0\.0034/);
  const shown = await buyer.get(`/orders/${orderId}`);
  assert.match(shown.body, /0\.0034/);
  const file = await buyer.get(`/orders/${orderId}/lines.csv`);
  assert.match(file.body, /,0\.0034,(?:USD,)?0\.0034,34\.00,/);
  const page = await buyer.get(`/orders/${orderId}/confirm`);
  const [, fingerprint = ""] = /name="reviewed" value="([^"]+)"/.exec(page.body) ?? [];
  const confirmed = await buyer.post(`/orders/${orderId}/confirm`, { reviewed: fingerprint });
  assert.equal(confirmed.statusCode, 303);
  const mails = await runSql<{ body: string }>(
    app.database.db,
    "select body from mails where body like $1",
    [`%${orderId}%`],
  );
  assert.equal(mails.length, 2);
  for (const { body } of mails) assert.match(body, /10,000 EA +0\.0034 +34\.00/);
});

test("an exported catalog has the exact prices, and importing it changes nothing", async () => {
  const { db } = app.database;
  const text = await exportText(db);
  for (const price of ["0.01234", "0.0034", "1.25", "0.1250"]) assert.match(text, RegExp(price));
  const again = await importText(db, text);
  assert.deepEqual([again.updated, again.refused, again.unchanged], [0, 0, 4]);
});
