// Quote requests: those for lines of a draft, prices by quantity, typed quantities and large forms.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { selectQuoteRequest } from "../../src/quoteRequests/quoteRequestQueries.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { listIdOf, pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
});

after(() => app.close());

const address = "/quote-requests/new";

const offer = (partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> =>
  insertOffer(app.database.db, { partNumber, ...fields });

async function run(text: string, values: readonly unknown[]): Promise<void> {
  await app.database.db.query({ name: "", text, values: [...values] });
  await app.database.replica.catchUp();
}

async function openForm(path: string) {
  const { statusCode, body } = await buyer.get(path);
  assert.equal(statusCode, 200, body);
  return { body, fields: readForm(body, address) };
}

async function send(fields: Readonly<Record<string, string>>) {
  const sent = await buyer.post(address, fields);
  assert.equal(sent.statusCode, 303, sent.body);
  const id = /[0-9a-f-]{36}/.exec(String(sent.headers.location))?.[0] ?? "";
  return (await selectQuoteRequest(app.database.db, id, null)) ?? assert.fail();
}

test("a quote for a line of a draft has its remark and day, and leads back to the order", async () => {
  const offerId = await offer("LINE-1");
  await offer("LINE-2");
  const orderId = await placeDraft(account, { "LINE-1": 2, "LINE-2": 1 }, "PO-7");
  const draft = (await buyer.get(`/orders/${orderId}`)).body;
  const typed = { "remark-1": "Tail 5B-DCX", "needed_by-1": "2031-01-12", save: "yes" };
  const saved = { ...readForm(draft, `/orders/${orderId}`), ...typed };
  assert.equal((await buyer.post(`/orders/${orderId}`, saved)).statusCode, 303);
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const { body: page } = await buyer.get(`/orders/${orderId}`);
  const [, link = ""] = /href="(\/quote-requests\/new[^"]*)">Request a quote for 1 line/.exec(
    readAttribute(page),
  ) ?? [page];
  const { body, fields } = await openForm(link);
  const above = new RegExp(`class="above"><a href="/orders/${orderId}">.*Order PO-7<`);
  assert.match(body, above);
  const faulty = await buyer.post(address, { ...fields, [`quantity-${offerId}`]: "x" });
  assert.match(faulty.body, above);
  const [line] = (await send(readForm((await buyer.get(link)).body, address))).lines;
  assert.deepEqual(
    [line?.offerId, line?.quantity, line?.remark, line?.neededBy],
    [offerId, 2, "Tail 5B-DCX", "2031-01-12"],
  );
  const other = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await other.get(link)).statusCode, 404);
  const sum = await openForm(`${address}?offer=${offerId}&quantity=2&offer=${offerId}&quantity=3`);
  assert.equal(sum.fields[`quantity-${offerId}`], "5");
});

test("the page of a request shows today's price at the quantity of its line", async () => {
  const offerId = await offer("BREAK-1", { stock: 0 });
  const { db } = app.database;
  const { accountId } = account;
  await insertAgreementRule(db, { accountId, partNumber: "BREAK-1", price: 750, minQuantity: 50 });
  const { fields } = await openForm(`${address}?offer=${offerId}&quantity=60`);
  const many = await send(fields);
  const few = await openForm(`${address}?offer=${offerId}&quantity=49`);
  const one = await send(few.fields);
  await run("update offers set received = 500 where offer_id = $1", [offerId]);
  const priceOf = async ({ requestId }: typeof many) =>
    /USD [\d.]+ \/ EA/.exec((await buyer.get(`/quote-requests/${requestId}`)).body)?.[0];
  assert.equal(await priceOf(many), "USD 7.50 / EA");
  assert.equal(await priceOf(one), "USD 10.00 / EA");
});

test("a comma is read in a quantity only between thousands", async () => {
  const offerId = await offer("COMMA-1", { stock: 0 });
  const name = `quantity-${offerId}`;
  const { fields } = await openForm(`${address}?offer=${offerId}`);
  await offer("COMMA-2", { stock: 5_000 });
  const page = (await buyer.get("/parts/COMMA-2")).body;
  const partId = /name="part_id" value="([^"]*)"/.exec(page)?.[1] ?? assert.fail(page);
  const form = { part_id: readAttribute(partId), draft: "new", form: randomUUID() };
  for (const quantity of ["1,5", "1,50", "1,5000", ",500", "1000,000", "1,000,"]) {
    const refused = await buyer.post(address, { ...fields, [name]: quantity });
    assert.equal(refused.statusCode, 422, quantity);
    assert.match(refused.body, /COMMA-1: enter a whole number/);
    for (const path of ["/parts/COMMA-2", "/parts?q=COMMA-2&list=yes"]) {
      const added = await buyer.post(path, { ...form, quantity });
      assert.match(added.body, /nter a whole number/, path);
    }
  }
  const added = await buyer.post("/parts/COMMA-2", { ...form, quantity: "1,500" });
  assert.equal(added.statusCode, 303);
  const { lines } = await send({ ...fields, [name]: "12,500" });
  assert.equal(lines[0]?.quantity, 12_500);
});

test("a form with the longest remarks is accepted, and kept for a visitor who was signed out", async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `БОЛТ-${row}X\t1`);
  const list = await pasteCheckedList(app, buyer, rows.join("\n"));
  const { fields } = await openForm(`${address}?list=${listIdOf(list)}`);
  const remark = "✈".repeat(500);
  const remarks = rows.map((_, row) => [`remark-${row + 1}`, remark]);
  const filled = { ...fields, ...Object.fromEntries(remarks), message: "✈".repeat(4_000) };
  assert.ok(new URLSearchParams(filled).toString().length > 900_000);
  const { server } = app;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams(filled).toString();
  const kept = await server.inject({ method: "POST", url: address, headers, payload });
  assert.equal(kept.statusCode, 403);
  assert.ok(kept.body.includes(remark));
  const { lines } = await send(filled);
  assert.equal(lines.length, 200);
  assert.equal(lines.at(-1)?.remark, remark);
});
