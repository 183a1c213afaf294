// A converted quantity keeps the unit that it was converted to, whatever happens to the offers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, press, readRows, showAll } from "../support/portalLists.ts";
import { readChoices } from "../support/readChoices.ts";
import { listIdOf } from "../support/sendList.ts";
import { offer, run, submit } from "../support/steps.ts";

openPortal();

/** Offers of a hose: "Best" per foot in packs of 100, "Able" per foot, "Core" per meter. */
async function insertHose(partNumber: string) {
  const { db } = app.database;
  const hose = { partNumber, unit: "FT", stock: 900 };
  const packs = { minQuantity: 100, multiple: 100, price: 200 };
  await insertOffer(db, { ...hose, vendor: "Best", ...packs });
  await insertOffer(db, { ...hose, vendor: "Able", price: 300 });
  await insertOffer(db, { ...hose, vendor: "Core", unit: "MR", price: 900 });
}

async function deleteOffers(partNumber: string, unit: string): Promise<void> {
  await run("delete from offers where part_number = $1 and unit_of_measure = $2", [
    partNumber,
    unit,
  ]);
}

async function show(address: string) {
  const body = await showAll(address);
  const readField = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1] ?? "";
  const fields = Object.fromEntries(
    ["number-1", "quantity-1", "condition-1", "was-1"].map((name) => [name, readField(name)]),
  );
  return { body, choices: readChoices(body), fields };
}

type Shown = Awaited<ReturnType<typeof show>>;

/** Sends the form of a page. */
async function send(address: string, { fields }: Shown, more: Readonly<Record<string, string>>) {
  await buyer.post(`${address}/rows`, { ...fields, show: "all", ...more });
  return readRow(address);
}

async function readRow(address: string) {
  const [row] = await readRows(address);
  assert.ok(row !== undefined);
  const { state, quantityText, quantity, askedQuantity, requestedQuantity, requestedUnit } = row;
  const requested = requestedQuantity === null ? null : `${requestedQuantity} ${requestedUnit}`;
  return { row, requested, all: [state, quantityText, quantity, askedQuantity, requested] };
}

function choiceOf({ choices }: Shown, vendor: string): string {
  const found = choices.find(({ text }) => text.startsWith(vendor));
  assert.ok(found !== undefined, `no choice of ${vendor}`);
  return found.value;
}

async function openHose(partNumber: string, quantity = "100 m") {
  await insertHose(partNumber);
  const address = await paste(`${partNumber}\t${quantity}`);
  return { address, shown: await show(address) };
}

const converted = ["ready", "400 FT", 400, 329, "100 m"];

test("an offer in another unit converts a converted quantity again, and says so before", async () => {
  const { address, shown } = await openHose("HOSE-1");
  const best = await send(address, shown, { fix: choiceOf(shown, "Best") });
  assert.deepEqual(best.all, converted);
  const after = await show(address);
  assert.equal(after.fields["quantity-1"], "400 FT");
  const core = after.choices.find(({ text }) => text.startsWith("Core"));
  assert.match(core?.text ?? "", /orders 122 MR$/);
  const other = await send(address, after, { fix: core?.value ?? "" });
  assert.deepEqual(other.all, ["ready", "122 MR", 122, null, "100 m"]);
  assert.doesNotMatch((await show(address)).body, /Requested: 329/);
});

test("the choice of an offer that was deleted changes nothing", async () => {
  const { address, shown } = await openHose("HOSE-2");
  await deleteOffers("HOSE-2", "FT");
  const { row } = await send(address, shown, { fix: choiceOf(shown, "Able") });
  assert.deepEqual([row.quantityText, row.chosenOfferId], ["100 m", null]);
});

test("a copy of a list orders no converted quantity in another unit", async () => {
  const { address, shown } = await openHose("HOSE-3");
  await send(address, shown, { fix: choiceOf(shown, "Best") });
  await deleteOffers("HOSE-3", "FT");
  const copy = (await submit(`${address}/repeat`, {})).replace(/\?.*/, "");
  await checkList(app.database, listIdOf(copy), () => app.clock.now);
  const { row } = await readRow(copy);
  assert.deepEqual([row.state, row.quantityText], ["bad_quantity", "400 FT"]);
});

test("a fix that the row is not offered changes nothing", async () => {
  const { address } = await openHose("HOSE-4");
  for (const mark of [
    "offer:0123456789abcdef",
    "convert:400 FT:329",
    "quantity:5",
    "condition:OH",
  ]) {
    const { row, requested } = await send(address, await show(address), { fix: `1:${mark}` });
    assert.deepEqual([row.quantityText, requested, row.chosenOfferId], ["100 m", null, null]);
  }
});

test("a typed quantity is saved, and what was proposed for another one is not done", async () => {
  const { address, shown } = await openHose("HOSE-5");
  const choice = { fix: choiceOf(shown, "Best"), "quantity-1": "50 m" };
  const { row, requested } = await send(address, shown, choice);
  assert.deepEqual([row.state, row.quantityText, requested], ["ambiguous", "50 m", null]);
  const after = await show(address);
  const chosen = await send(address, after, { fix: choiceOf(after, "Best") });
  assert.deepEqual(chosen.all, ["ready", "200 FT", 200, 165, "50 m"]);
  const fewer = await openHose("HOSE-5B", "5000 ft");
  const less = { fix: "1:quantity:900 ft", "quantity-1": "7 ft" };
  const typed = await send(fewer.address, fewer.shown, less);
  assert.deepEqual([typed.row.quantityText, typed.row.askedQuantity], ["7 ft", null]);
});

test("a row says what was converted until its quantity is typed again", async () => {
  await offer("CORD-1", { unit: "FT", stock: 900 });
  const address = await paste("CORD-1\t50 m");
  const convert = { fix: "1:convert:165 FT:165" };
  const first = await send(address, await show(address), convert);
  assert.equal(first.requested, "50 m");
  const other = await send(address, await show(address), { "condition-1": "NE" });
  assert.equal(other.requested, "50 m");
  const unit = await send(address, await show(address), { "quantity-1": "165 in" });
  assert.deepEqual(unit.all, ["bad_quantity", "165 in", 165, null, null]);
  const typed = await send(address, await show(address), { "quantity-1": "20 m" });
  assert.equal(typed.requested, null);
  const second = await send(address, await show(address), { fix: "1:convert:66 FT:66" });
  assert.deepEqual(second.all, ["ready", "66 FT", 66, null, "20 m"]);
  const last = await send(address, await show(address), { "quantity-1": "66" });
  assert.equal(last.requested, null);
});

test("a reduced, rounded or split quantity keeps its unit", async () => {
  await offer("TUBE-1", { unit: "MR", stock: 8 });
  await offer("TUBE-2", { unit: "MR", stock: 80, multiple: 10 });
  await offer("TUBE-3", { unit: "FT", stock: 80, vendor: "Able" });
  await offer("TUBE-3", { unit: "FT", stock: 40, vendor: "Best" });
  const address = await paste("TUBE-1\t12 m\nTUBE-2\t12 m\nTUBE-3\t100 FT");
  const shown = await show(address);
  const [, split = ""] = /value="3:(split:[^"]+)"/.exec(shown.body) ?? [];
  const [, was = ""] = /name="was-3"[^>]*value="([^"]*)"/.exec(shown.body) ?? [];
  const piece = { "number-3": "TUBE-3", "quantity-3": "100 FT", "condition-3": "", "was-3": was };
  await buyer.post(`${address}/rows`, { ...piece, show: "all", fix: `3:${split}` });
  await send(address, shown, { fix: "1:quantity:8 m" });
  await press(address, 2, "Order 20");
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(
      ({ state, quantityText, askedQuantity }) => `${state} ${quantityText} ${askedQuantity}`,
    ),
    ["ready 8 m 12", "ready 20 m 12", "ready 80 FT null", "ready 20 FT null"],
  );
});
