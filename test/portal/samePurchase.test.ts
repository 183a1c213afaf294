// The drafts that one list was split into are one purchase.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readForm } from "../support/openedForm.ts";
import { buyer, openPortal } from "../support/portal.ts";
import { addRows, paste } from "../support/portalLists.ts";
import { idIn, offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("USD-1", { stock: 500 });
  await offer("EUR-1", { stock: 500, currency: "EUR" });
});

/** Confirms a draft with a PO number that is typed on its review; returns where that leads. */
async function confirmAs(orderId: string, poNumber: string): Promise<string> {
  const address = `/orders/${orderId}/confirm`;
  const fields = readForm((await buyer.get(address)).body, address);
  const sent = await buyer.post(address, { ...fields, po_number: poNumber });
  return String(sent.headers.location).replace(/^.*\?/, "");
}

/** The two drafts of a list with prices in two currencies. */
async function addBoth(quantity: number): Promise<readonly [string, string]> {
  const rows = `USD-1\t${quantity}\nEUR-1\t${quantity}`;
  const address = await addRows(await paste(rows));
  const { body } = await buyer.get(address);
  const [, other = ""] = /The other rows are in\s*<a href="\/orders\/([^"]+)"/.exec(body) ?? [];
  return [idIn(address), other];
}

test("drafts that a list was split into by currency take one PO number without a warning", async () => {
  const [one, other] = await addBoth(2);
  assert.equal(await confirmAs(one, "PO-BOTH"), "done=confirmed");
  const review = await buyer.post(`/orders/${other}`, { version: "1", po_number: "PO-BOTH" });
  assert.equal(review.statusCode, 303);
  assert.doesNotMatch((await buyer.get(`/orders/${other}/confirm`)).body, /also on/);
  const [first, second] = await addBoth(3);
  assert.equal(await confirmAs(first, "PO-TWO"), "done=confirmed");
  assert.equal(await confirmAs(second, "PO-TWO"), "done=confirmed");
});

test("the same list added again is another purchase", async () => {
  const [one] = await addBoth(4);
  const [again, euros] = await addBoth(4);
  assert.equal(await confirmAs(one, "PO-AGAIN"), "done=confirmed");
  assert.equal(await confirmAs(again, "PO-AGAIN"), "done=saved");
  assert.equal(await confirmAs(euros, "PO-AGAIN"), "done=saved");
});
