// Choosing an offer whose packs the quantity of a row does not fill orders what the choice shows.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import {
  fieldsOfRow,
  findButton,
  fixSeveral,
  paste,
  press,
  readRows,
  showAll,
  textOfRow,
} from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  const ring = { partNumber: "RING-1", stock: 900, price: 100 };
  await insertOffer(db, { ...ring, vendor: "Able", price: 300 });
  await insertOffer(db, { ...ring, vendor: "Best", minQuantity: 100, multiple: 25 });
});

const shown = async (address: string) =>
  pick(await readRows(address), "state", "quantityText", "askedQuantity");

/** The form of the first row as it is now, with the button of Best. */
async function openForm(address: string) {
  const body = await showAll(address);
  return { ...fieldsOfRow(body, 1), show: "all", fix: findButton(body, 1, "Best").value };
}

test("choosing an offer orders the quantity that its total is for, and keeps the requested one", async () => {
  const address = await paste("RING-1\t30 EA");
  const { text } = findButton(await showAll(address), 1, "Best");
  assert.match(text, /^Best .* USD 100\.00 for 100 EA$/);
  await press(address, 1, "Best");
  assert.deepEqual(await shown(address), ["ready 100 EA 30"]);
  assert.match(textOfRow(await showAll(address), 1), /Requested: 30 /);
});

test("a choice rounds only the quantity that it was shown for", async () => {
  const address = await paste("RING-1\t110");
  const form = await openForm(address);
  // With another quantity typed beside it, or by a colleague meanwhile, it is chosen again.
  await buyer.post(`${address}/rows`, { ...form, "quantity-1": "140" });
  assert.deepEqual(await shown(address), ["ambiguous 140 null"]);
  assert.equal((await buyer.post(`${address}/rows`, form)).statusCode, 422);
  assert.deepEqual(await shown(address), ["ambiguous 140 null"]);
  const forged = { ...(await openForm(address)), fix: "1:offer:nonsense" };
  assert.equal((await buyer.post(`${address}/rows`, forged)).statusCode, 422);
  assert.deepEqual(await shown(address), ["ambiguous 140 null"]);
  await press(address, 1, "Best");
  assert.deepEqual(await shown(address), ["ready 150 140"]);
});

test("an offer that another row orders is not rounded by a choice: both are rounded together", async () => {
  const address = await paste("RING-1\t30\nRING-1\t90");
  await press(address, 1, "Best");
  await press(address, 2, "Best");
  assert.deepEqual(await shown(address), ["bad_quantity 100 30", "bad_quantity 90 null"]);
  await fixSeveral(address, "Round up");
  assert.deepEqual(await shown(address), ["ready 100 30", "ready 100 90"]);
});

test("the only offer says what choosing it orders", async () => {
  await offer("SEAL-1", { stock: 900, price: 100, minQuantity: 50 });
  const address = await paste("SEAL-1\t12\tNE / 8130-3");
  const body = await showAll(address);
  assert.match(textOfRow(body, 1), /Use this offer: 50 EA/);
  await press(address, 1, "Use this offer");
  assert.deepEqual(await shown(address), ["ready 50 12"]);
});
