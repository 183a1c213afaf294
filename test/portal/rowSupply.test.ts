// Rows that several offers fit, of which not all have enough stock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, pick, readRows, showAll } from "../support/portalLists.ts";
import { findChoice } from "../support/readChoices.ts";
import { read, run, submit } from "../support/steps.ts";

openPortal();

async function offers(partNumber: string, ...all: readonly Partial<OfferFields>[]) {
  const vendors = ["Able", "Best", "Core", "Dear"];
  for (const [place, fields] of all.entries()) {
    const vendor = vendors[place] ?? "";
    await insertOffer(app.database.db, { partNumber, vendor, price: 100, ...fields });
  }
}

async function send(rows: string) {
  const address = await paste(rows);
  const found = await readRows(address);
  const states = found.map(({ state, reason }) => [state, reason]);
  return { address, states, body: await showAll(address) };
}

const form = (number: string, quantity: string, more: Readonly<Record<string, string>>) => ({
  ...{ "number-1": number, "quantity-1": quantity, "condition-1": "", "was-1": "", show: "all" },
  ...more,
});

test("the only offer with enough stock is chosen, says so, and can be changed", async () => {
  await offers("SUP-1", { stock: 8 }, { stock: 30, price: 900 }, { stock: 0 });
  const { address, states, body } = await send("SUP-1\t12");
  assert.deepEqual(states, [["ready", "Only offer with enough stock."]]);
  const best =
    /Only offer with enough stock\.[^·]*USD 9\.00 \/ EA<[^·]*· NE · 30 in stock\.[^·]*From Best/;
  assert.match(body, best);
  const fix = findChoice(body, "Able");
  assert.match(body, />Other offers \(2\)</);
  await buyer.post(`${address}/rows`, form("SUP-1", "12", { fix }));
  const [row] = await readRows(address);
  assert.deepEqual([row?.state, row?.quantity, row?.nearestQuantity], ["short", 12, 8]);
});

test("an offer that may be another part or worse is not chosen, but named", async () => {
  const [few, many] = [{ stock: 8 }, { stock: 30 }];
  await offers("COND-2", { ...few }, { ...many, condition: "OH" });
  await offers("CERT-2", { ...few, certificate: "8130-3" }, { ...many, certificate: "CoC" });
  await offers("MADE-2", { ...few, manufacturer: "Apex" }, { ...many, manufacturer: "Fix" });
  await offers("UNIT-2", few, { ...many, unit: "HD" });
  await offers("COIN-2", few, { ...many, currency: "EUR" });
  await offers("PACK-2", few, { ...many, multiple: 5 });
  const { states } = await send(
    ["COND-2", "CERT-2", "UNIT-2", "COIN-2", "PACK-2"].map((one) => `${one}\t12`).join("\n"),
  );
  const named = "Only Best (NE) has enough stock. Choose one.";
  assert.deepEqual(states, [
    ["ambiguous", "Only Best (OH) has enough stock. Choose one."],
    ...[named, named, named, named].map((reason) => ["ambiguous", reason]),
  ]);
  const { states: made } = await send("MADE-2\t12");
  assert.deepEqual(made, [["ambiguous", `2 manufacturers make part MADE-2. ${named}`]]);
});

test("a requested certificate decides, a better one of another offer only without it", async () => {
  await offers(
    "WISH-2",
    { stock: 8, certificate: "8130-3; CoC" },
    { stock: 30, certificate: "CoC" },
  );
  const { states } = await send("WISH-2\t12\tNE / CoC\nWISH-2\t2\tNE / 8130-3");
  assert.deepEqual(states[0], ["ready", "Only offer with enough stock."]);
  await offers("BEST-2", { stock: 8 }, { stock: 30, certificate: "CoC" });
  assert.deepEqual((await send("BEST-2\t12")).states[0]?.[0], "ready");
});

test("rows that need more together than the only offer has are for a person", async () => {
  await offers("SUM-1", { stock: 8 }, { stock: 20 });
  const { states } = await send("SUM-1\t12\nSUM-1\t9");
  const named =
    "Only Best (NE) has enough stock, but not for all rows of the part: 20 in stock, 21 needed.";
  assert.deepEqual(states, [
    ["ambiguous", `${named} Choose one.`],
    ["ambiguous", `${named} Choose one.`],
  ]);
  assert.deepEqual(
    (await send("SUM-1\t11\nSUM-1\t9")).states.map(([state]) => state),
    ["ready", "ready"],
  );
});

test("a row that no offer can supply says what there is, with a button for it", async () => {
  await offers("FEW-1", { stock: 8 }, { stock: 3 });
  const { address, states, body } = await send("FEW-1\t12");
  assert.deepEqual(states, [["short", "No offer has 12 in stock. The most is 8."]]);
  assert.match(body, /value="1:nearest:8">Order 8</);
  assert.match(body, />Choose from 2 offers</);
  await buyer.post(`${address}/rows`, form("FEW-1", "12", { fix: "1:nearest:8" }));
  const [row] = await readRows(address);
  assert.deepEqual([row?.state, row?.quantity, row?.askedQuantity], ["ready", 8, 12]);
  await offers("NONE-1", { stock: 0 }, { stock: 0 });
  assert.deepEqual((await send("NONE-1\t2")).states, [["short", "2 offers, none in stock."]]);
  await offers("FEW-2", { stock: 8 }, { stock: 3, condition: "OH" });
  const differing = await send("FEW-2\t12");
  assert.deepEqual(differing.states[0]?.[0], "short");
  assert.doesNotMatch(differing.body, /1:nearest:/);
});

const stateOf = async (address: string) =>
  (await readRows(address)).map((row) => [
    row.state,
    row.quantity,
    row.nearestQuantity,
    row.reason,
  ]);

test("rows of a part share its stock: one is reduced at a time, to what others leave", async () => {
  await offers("SHARE-1", { stock: 8 }, { stock: 3 });
  const { address, states } = await send("SHARE-1\t12\nSHARE-1\t13");
  assert.deepEqual(states, [
    ["short", "No offer has 12 in stock. The most is 8."],
    ["short", "No offer has 13 in stock. The most is 8."],
  ]);
  await buyer.post(`${address}/rows`, { show: "all", bulk: "reduce" });
  const after = "No offer has 12 left after the other rows of the part. The most is 3.";
  const only = "Only offer with enough stock.";
  assert.deepEqual(await stateOf(address), [
    ["short", 12, 3, after],
    ["ready", 8, null, only],
  ]);
  await buyer.post(`${address}/rows`, { show: "all", bulk: "reduce" });
  assert.deepEqual(await stateOf(address), [
    ["ready", 3, null, "Only offer with enough stock left after the other rows of the part."],
    ["ready", 8, null, only],
  ]);
  const more = await send("SHARE-1\t8\nSHARE-1\t8\nSHARE-1\t3\nSHARE-1\t12");
  const needed = "Only Able (NE) has enough stock, but not for all rows of the part: 8 in stock,";
  assert.deepEqual(await stateOf(more.address), [
    ["ambiguous", 8, null, `${needed} 16 needed. Choose one.`],
    ["ambiguous", 8, null, `${needed} 16 needed. Choose one.`],
    ["ambiguous", 3, null, "2 offers match. Choose one."],
    ["short", 12, 3, after],
  ]);
});

test("the most that a row can order leaves what another row has chosen", async () => {
  await offers("LEFT-1", { stock: 8 }, { stock: 2 });
  const { address, body } = await send("LEFT-1\t12\nLEFT-1\t5");
  assert.match(body, /value="1:nearest:3">Order 3</);
  await buyer.post(`${address}/rows`, form("LEFT-1", "12", { fix: "1:nearest:3" }));
  const only = "Only offer with enough stock.";
  assert.deepEqual(await stateOf(address), [
    ["ready", 3, null, only],
    ["ready", 5, null, only],
  ]);
  await offers("LEFT-2", { stock: 5 }, { stock: 5 });
  const none = await send("LEFT-2\t5\nLEFT-2\t6");
  const fix = findChoice(none.body, "Able");
  await buyer.post(`${none.address}/rows`, form("LEFT-2", "5", { fix }));
  assert.deepEqual(await stateOf(none.address), [
    ["ready", 5, null, null],
    ["short", 6, 5, "No offer has 6 in stock. The most is 5."],
  ]);
});

test("if the offer chosen before is gone, the only one with enough stock is named", async () => {
  await offers("GONE-2", { stock: 50 }, { stock: 100 }, { stock: 2 });
  const { address, body } = await send("GONE-2\t12");
  const fix = findChoice(body, "Able");
  await buyer.post(`${address}/rows`, form("GONE-2", "12", { fix }));
  const [row] = await readRows(address);
  await run("update offers set status = 'ON_HOLD' where offer_id = $1", [row?.chosenOfferId]);
  await buyer.post(`${address}/rows`, form("GONE-2", "13", {}));
  const gone = "The offer chosen before is no longer available.";
  assert.deepEqual(await stateOf(address), [
    ["ambiguous", 13, null, `${gone} Only Best (NE) has enough stock. Choose an offer.`],
  ]);
});

test("a split that may not be mixed says why", async () => {
  const [more, less] = [{ stock: 25 }, { stock: 15 }];
  await offers("NOCERT-1", { ...more, certificate: "8130-3" }, less);
  await offers("NOCOND-1", more, { ...less, condition: "OH" });
  await offers("NOCOIN-1", more, { ...less, currency: "EUR" });
  await offers("NOMAKE-1", { ...more, manufacturer: "Apex" }, { ...less, manufacturer: "Fix" });
  await offers("NOUNIT-1", more, { ...less, unit: "HD" });
  const { body } = await send(
    ["NOCERT-1", "NOCOND-1", "NOCOIN-1", "NOMAKE-1", "NOUNIT-1"]
      .map((one) => `${one}\t40`)
      .join("\n"),
  );
  const listWhy = (page: string) => page.match(/[^>]*could cover it[^<]*/g);
  const would = "25 from Able and 15 from Best could cover it, but";
  assert.deepEqual(listWhy(body), [
    `${would} only Able lists FAA 8130-3.`,
    `${would} their conditions differ: NE, OH.`,
    "15 from Best and 25 from Able could cover it, but their currencies differ: EUR, USD.",
    `${would} several manufacturers make this part.`,
    `${would} they are sold in different units: EA, HD.`,
  ]);
  const { body: wished } = await send("NOCERT-1\t40\tNE / CoC");
  assert.deepEqual(listWhy(wished), [`${would} neither lists Certificate of Conformance.`]);
});

test("the cheapest and reducing leave rows that can be split, and name them", async () => {
  await offers("SPL-1", { stock: 25 }, { stock: 20 });
  await offers("TWO-1", { stock: 25 }, { stock: 20 });
  const { address } = await send("SPL-1\t40\nTWO-1\t5");
  for (const bulk of ["reduce", "cheapest"]) {
    const body = await read(await submit(`${address}/rows`, { show: "all", bulk }));
    assert.match(body, /1 that can be split over two offers: row <a href="#row-1">1</, bulk);
  }
  const rows = await readRows(address);
  assert.deepEqual(pick(rows, "state", "quantity"), ["short 40", "ready 5"]);
});
