// Choosing an offer whose packs the quantity of a row does not fill orders what the choice shows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, readRows, showAll } from "../support/portalLists.ts";
import { findChoice, readChoices } from "../support/readChoices.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  const ring = { partNumber: "RING-1", stock: 900, price: 100 };
  await insertOffer(db, { ...ring, vendor: "Able", price: 300 });
  await insertOffer(db, { ...ring, vendor: "Best", minQuantity: 100, multiple: 25 });
});

async function show(address: string) {
  const body = await showAll(address);
  const readField = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1] ?? "";
  const names = ["number-1", "quantity-1", "condition-1", "was-1"];
  const fields = Object.fromEntries(names.map((name) => [name, readField(name)]));
  return { body, fields, best: findChoice(body, "Best") };
}

async function open(rows: string) {
  const address = await paste(rows);
  return { address, shown: await show(address) };
}

async function send(address: string, form: Readonly<Record<string, string>>) {
  await buyer.post(`${address}/rows`, { ...form, show: "all" });
  const rows = await readRows(address);
  return rows.map(({ state, quantityText, askedQuantity }) => [state, quantityText, askedQuantity]);
}

test("choosing an offer orders the quantity that its total is for, and keeps the requested one", async () => {
  const { address, shown } = await open("RING-1\t30 EA");
  assert.match(readChoices(shown.body)[0]?.text ?? "", /^Best .* USD 100\.00 for 100 EA$/);
  const [row] = await send(address, { ...shown.fields, fix: shown.best });
  assert.deepEqual(row, ["ready", "100 EA", 30]);
  assert.match((await show(address)).body, /Requested: 30\./);
});

test("a choice rounds only the quantity that it was shown for", async () => {
  const { address, shown } = await open("RING-1\t110");
  assert.match(shown.best, /^1:offer_round:125:110:/);
  const typed = { ...shown.fields, fix: shown.best, "quantity-1": "140" };
  assert.deepEqual(await send(address, typed), [["bad_quantity", "140", null]]);
  const again = await open("RING-1\t110");
  const sent = { ...again.shown.fields, fix: again.shown.best };
  await send(again.address, { ...again.shown.fields, "quantity-1": "140" });
  // As it was seen, and typed as a colleague has typed it meanwhile.
  const stored = [["ambiguous", "140", null]];
  assert.deepEqual(await send(again.address, sent), stored);
  const same = { ...sent, "quantity-1": "140" };
  assert.deepEqual(await send(again.address, same), [["bad_quantity", "140", null]]);
  const other = await open("RING-1\t110");
  const forged = { ...other.shown.fields, fix: "1:offer_round:125:110:nonsense" };
  assert.deepEqual(await send(other.address, forged), [["ambiguous", "110", null]]);
});

test("an offer that another row orders is not rounded by a choice: both are rounded together", async () => {
  const { address, shown } = await open("RING-1\t30\nRING-1\t90");
  await send(address, { ...shown.fields, fix: shown.best });
  const body = await showAll(address);
  const [value] = readChoices(body).flatMap((one) =>
    one.value.startsWith("2:") && one.text.startsWith("Best") ? one.value : [],
  );
  assert.match(value ?? "", /^2:offer:pt_/);
});

test("the only offer says what choosing it orders", async () => {
  await offer("SEAL-1", { stock: 900, price: 100, minQuantity: 50 });
  const { address, shown } = await open("SEAL-1\t12\tNE / 8130-3");
  assert.match(shown.body, /min\. 50, orders 50 EA</);
  const [, fix = ""] = /value="([^"]+)">Use this offer</.exec(shown.body) ?? [];
  assert.deepEqual(await send(address, { ...shown.fields, fix }), [["ready", "50", 12]]);
});
