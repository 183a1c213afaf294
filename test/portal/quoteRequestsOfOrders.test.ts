// Quote requests: those for lines of a draft, prices by quantity, typed quantities and large forms.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { readForm } from "../support/openedForm.ts";
import { app, buyer, openPortal, openStranger } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { openQuoteForm, quoteForm, sendQuote } from "../support/portalQuotes.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { listIdOf } from "../support/sendList.ts";
import { agree, offer, place, refuse, run, submit } from "../support/steps.ts";

openPortal();

test("a quote for a line of a draft has its remark and day, and leads back to the order", async () => {
  const offerId = await offer("LINE-1");
  await offer("LINE-2");
  const orderId = await place({ "LINE-1": 2, "LINE-2": 1 }, "PO-7");
  const draft = (await buyer.get(`/orders/${orderId}`)).body;
  const typed = { "remark-1": "Tail 5B-DCX", "needed_by-1": "2031-01-12", save: "yes" };
  const saved = { ...readForm(draft, `/orders/${orderId}`), ...typed };
  await submit(`/orders/${orderId}`, saved);
  await run("update offers set list_price = null where offer_id = $1", [offerId]);
  const { body: page } = await buyer.get(`/orders/${orderId}`);
  const [, link = ""] = /href="(\/quote-requests\/new[^"]*)">Request a quote for 1 line/.exec(
    readAttribute(page),
  ) ?? [page];
  const { body, fields } = await openQuoteForm(link);
  const above = new RegExp(`class="above"><a href="/orders/${orderId}">.*Order PO-7<`);
  assert.match(body, above);
  const faulty = await buyer.post(quoteForm, { ...fields, [`quantity-${offerId}`]: "x" });
  assert.match(faulty.body, above);
  const [line] = (await sendQuote(readForm((await buyer.get(link)).body, quoteForm))).lines;
  assert.deepEqual(
    [line?.offerId, line?.quantity, line?.remark, line?.neededBy],
    [offerId, 2, "Tail 5B-DCX", "2031-01-12"],
  );
  const other = await openStranger();
  assert.equal((await other.get(link)).statusCode, 404);
  const sum = await openQuoteForm(
    `${quoteForm}?offer=${offerId}&quantity=2&offer=${offerId}&quantity=3`,
  );
  assert.equal(sum.fields[`quantity-${offerId}`], "5");
});

test("the page of a request shows today's price at the quantity of its line", async () => {
  const offerId = await offer("BREAK-1", { stock: 0 });
  await agree({ partNumber: "BREAK-1", price: 750, minQuantity: 50 });
  const { fields } = await openQuoteForm(`${quoteForm}?offer=${offerId}&quantity=60`);
  const many = await sendQuote(fields);
  const few = await openQuoteForm(`${quoteForm}?offer=${offerId}&quantity=49`);
  const one = await sendQuote(few.fields);
  await run("update offers set received = 500 where offer_id = $1", [offerId]);
  const priceOf = async ({ requestId }: typeof many) =>
    /USD [\d.]+ \/ EA/.exec((await buyer.get(`/quote-requests/${requestId}`)).body)?.[0];
  assert.equal(await priceOf(many), "USD 7.50 / EA");
  assert.equal(await priceOf(one), "USD 10.00 / EA");
});

test("a comma is read in a quantity only between thousands", async () => {
  const offerId = await offer("COMMA-1", { stock: 0 });
  const name = `quantity-${offerId}`;
  const { fields } = await openQuoteForm(`${quoteForm}?offer=${offerId}`);
  await offer("COMMA-2", { stock: 5_000 });
  const page = (await buyer.get("/parts/COMMA-2")).body;
  const partId = /name="part_id" value="([^"]*)"/.exec(page)?.[1] ?? assert.fail(page);
  const form = { part_id: readAttribute(partId), draft: "new", form: randomUUID() };
  for (const quantity of ["1,5", "1,50", "1,5000", ",500", "1000,000", "1,000,"]) {
    const refused = await refuse(422, quoteForm, { ...fields, [name]: quantity });
    assert.match(refused, /COMMA-1: enter a whole number/);
    for (const path of ["/parts/COMMA-2", "/parts?q=COMMA-2&list=yes"]) {
      const added = await buyer.post(path, { ...form, quantity });
      assert.match(added.body, /nter a whole number/, path);
    }
  }
  await submit("/parts/COMMA-2", { ...form, quantity: "1,500" });
  const { lines } = await sendQuote({ ...fields, [name]: "12,500" });
  assert.equal(lines[0]?.quantity, 12_500);
});

test("a form with the longest remarks is accepted, and kept for a visitor who was signed out", async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `БОЛТ-${row}X\t1`);
  const list = await paste(rows.join("\n"));
  const { fields } = await openQuoteForm(`${quoteForm}?list=${listIdOf(list)}`);
  const remark = "✈".repeat(500);
  const remarks = rows.map((_, row) => [`remark-${row + 1}`, remark]);
  const filled = { ...fields, ...Object.fromEntries(remarks), message: "✈".repeat(4_000) };
  assert.ok(new URLSearchParams(filled).toString().length > 900_000);
  const { server } = app;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const payload = new URLSearchParams(filled).toString();
  const kept = await server.inject({ method: "POST", url: quoteForm, headers, payload });
  assert.equal(kept.statusCode, 403);
  assert.ok(kept.body.includes(remark));
  const { lines } = await sendQuote(filled);
  assert.equal(lines.length, 200);
  assert.equal(lines.at(-1)?.remark, remark);
});
