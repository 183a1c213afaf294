// Quantities in another unit than that of the part, or not in whole packs: what a choice orders,
// what was requested, and that nothing is ordered that was not shown.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { repeatList } from "../../src/quickOrders/createList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import {
  buyer,
  by,
  database,
  now,
  offer,
  offers,
  openLists,
  rowsOf,
  send,
} from "../support/lists.ts";
import { runSql } from "../support/runSql.ts";
import { pick } from "../support/sendList.ts";

openLists(
  { partNumber: "NUT-1", stock: 5000 },
  { partNumber: "TAPE-1", unit: "RL", stock: 500 },
  { partNumber: "WASHER-1", stock: 5000, minQuantity: 100, multiple: 100 },
);

before(() =>
  offers("RING-1", { stock: 900, price: 300 }, { stock: 900, minQuantity: 100, multiple: 25 }),
);

/** Offers of a hose: Able per foot, Best per foot in packs of 100, Core per meter. */
const openHose = async (partNumber: string, quantity = "100 m") => {
  const hose = { unit: "FT", stock: 900 };
  const packs = { minQuantity: 100, multiple: 100 };
  await offers(partNumber, hose, { ...hose, ...packs }, { unit: "MR", stock: 900 });
  return send(`${partNumber}\t${quantity}`);
};

const deleteFeet = async (partNumber: string) => {
  const text = "delete from offers where part_number = $1 and unit_of_measure = 'FT'";
  await runSql(database.db, text, [partNumber]);
  await database.replica.catchUp();
};

/** State, text, what was asked for in the unit of the part, and what was requested. */
const shown = async (listId: ListId) => {
  const rows = await rowsOf(listId);
  return pick(rows, "state", "quantityText", "askedQuantity", "requestedQuantity", "requestedUnit");
};

const untouched = ["ambiguous 100 m null null null"];

test("each unit and pack is filled by the fix of the row, rounded up", async () => {
  const listId = await send("P/N\tQty\tU/M\nWASHER-1\t1 doz\nNUT-1\t2\tDZ\nTAPE-1\t1 doz");
  assert.deepEqual(await by().fixSeveral(listId, "convert"), [2, 3]);
  assert.deepEqual(await shown(listId), [
    "ready 100 EA 12 1 DZ",
    "ready 24 EA null 2 DZ",
    "bad_quantity 1 doz null null null",
  ]);
});

test("an offer in another unit converts a converted quantity again", async () => {
  const listId = await openHose("HOSE-1");
  await by().choose(listId, 1, "Best");
  assert.deepEqual(await shown(listId), ["ready 400 FT 329 100 m"]);
  await by().choose(listId, 1, "Core");
  assert.deepEqual(await shown(listId), ["ready 122 MR null 100 m"]);
});

test("what the row is not offered, or no longer, changes nothing", async () => {
  const listId = await openHose("HOSE-2");
  const able = (await by().listFixes(listId, 1)).find((one) => one.kind === "offer")?.mark ?? "";
  const forged = ["offer:0123456789abcdef", "convert:400 FT:329", "quantity:5", "condition:OH"];
  for (const mark of [...forged, "convert:9999999 FT:9999999"]) {
    assert.deepEqual((await by().fix(listId, 1, mark))?.stale, [1], mark);
  }
  await deleteFeet("HOSE-2");
  assert.deepEqual((await by().fix(listId, 1, able))?.stale, [1]);
  assert.deepEqual(await shown(listId), untouched);
});

test("a copy of a list orders no converted quantity in another unit", async () => {
  const listId = await openHose("HOSE-3");
  await by().choose(listId, 1, "Best");
  await deleteFeet("HOSE-3");
  const copy = await repeatList(database.db, buyer, listId, now);
  assert.ok(copy !== undefined);
  await checkList(database, copy, () => now);
  assert.deepEqual(pick(await rowsOf(copy), "state", "quantityText"), ["bad_quantity 400 FT"]);
});

test("a row says what was converted until its quantity is typed again", async () => {
  await offer({ partNumber: "CORD-1", unit: "FT", stock: 900 });
  const listId = await send("CORD-1\t50 m");
  await by().fix(listId, 1, "convert:165 FT:165");
  assert.deepEqual(await shown(listId), ["ready 165 FT null 50 m"]);
  await by().type(listId, 1, "CORD-1|165 FT|NE");
  assert.deepEqual(await shown(listId), ["ready 165 FT null 50 m"]);
  await by().type(listId, 1, "CORD-1|165 in|NE");
  assert.deepEqual(await shown(listId), ["bad_quantity 165 in null null null"]);
  await by().type(listId, 1, "CORD-1|20 m|NE");
  await by().fix(listId, 1, "convert:66 FT:66");
  assert.deepEqual(await shown(listId), ["ready 66 FT null 20 m"]);
  await by().type(listId, 1, "CORD-1|66|NE");
  assert.deepEqual(await shown(listId), ["ready 66 null null null"]);
});

test("a reduced or rounded quantity keeps its unit", async () => {
  await offer({ partNumber: "TUBE-1", unit: "MR", stock: 8 });
  await offer({ partNumber: "TUBE-2", unit: "MR", stock: 80, multiple: 10 });
  const listId = await send("TUBE-1\t12 m\nTUBE-2\t12 m");
  await by().fixSeveral(listId, "reduce");
  await by().fixSeveral(listId, "round");
  assert.deepEqual(pick(await rowsOf(listId), "state", "quantityText", "askedQuantity"), [
    "ready 8 m 12",
    "ready 20 m 12",
  ]);
});

test("choosing an offer fills its packs, and rounds only the quantity that it was shown for", async () => {
  const listId = await send("RING-1\t110");
  const fixes = await by().listFixes(listId, 1);
  const before = fixes.find((one) => one.kind === "offer" && one.choice.offer.vendor === "Best");
  await by().type(listId, 1, "RING-1|140");
  assert.deepEqual((await by().fix(listId, 1, before?.mark ?? ""))?.stale, [1]);
  await by().choose(listId, 1, "Best");
  assert.deepEqual(pick(await rowsOf(listId), "state", "quantity", "askedQuantity"), [
    "ready 150 140",
  ]);
});

test("an offer that another row orders is not rounded by a choice: both are rounded together", async () => {
  const listId = await send("RING-1\t30\nRING-1\t90");
  const stored = async () => pick(await rowsOf(listId), "state", "quantity", "askedQuantity");
  await by().choose(listId, 1, "Best");
  await by().choose(listId, 2, "Best");
  assert.deepEqual(await stored(), ["bad_quantity 100 30", "bad_quantity 90 null"]);
  await by().fixSeveral(listId, "round");
  assert.deepEqual(await stored(), ["ready 100 30", "ready 100 90"]);
});

test("the unit of its column counts for a quantity that is read beside the part number", async () => {
  const listId = await send(
    'Part Number,Qty,UOM\n"NUT-1,10",,BX\n"NUT-1,10",,EA\n"NUT-1,10",,FT\nP/N NUT-1 QTY 7,,BX',
  );
  const stored = async () => pick(await rowsOf(listId), "state", "quantityText");
  const read = ["bad_quantity 10 BX", "ready 10 EA", "bad_quantity 10 FT"];
  assert.deepEqual(await stored(), [...read, "not_found "]);
  await by().fix(listId, 5, "number:NUT-1");
  assert.deepEqual(await stored(), [...read, "bad_quantity 7 BX"]);
});

test("pieces in the column of units are no rolls, and a bare number has no unit", async () => {
  const listId = await send(
    "P/N\tQty\tU/M\nTAPE-1\t30\tEA\nTAPE-1\t30\tpcs\nTAPE-1\t2\t1/EA\nTAPE-1\t30\t\nNUT-1\t30\tEA",
  );
  assert.deepEqual(pick(await rowsOf(listId), "state", "quantityText"), [
    "bad_quantity 30 EA",
    "bad_quantity 30 pcs",
    "bad_quantity 2 EA",
    "ready 30",
    "ready 30 EA",
  ]);
  await by().type(listId, 2, "TAPE-1|3");
  const [changed] = await rowsOf(listId);
  assert.deepEqual([changed?.state, changed?.cells.slice(0, 3)], ["ready", ["TAPE-1", "3", ""]]);
});

async function sell(partNumber: string, vendor: string, multiple: number, price: number) {
  const sold = { minQuantity: multiple, multiple, price, stock: 900 };
  await offer({ partNumber, vendor, ...sold });
}

/** The only row, after its cheapest offer was chosen and its quantity rounded. */
async function chooseAndRound(text: string) {
  const listId = await send(text);
  await by().fixSeveral(listId, "cheapest");
  await by().fixSeveral(listId, "round");
  const rows = await rowsOf(listId);
  return rows.map(({ quantity, unitPrice, state }) => [quantity, unitPrice?.minor, state]);
}

test("a pack is compared at the price that its own quantity has", async () => {
  const { accountId } = buyer.account;
  await sell("BREAK-1", "Able", 10, 100);
  await sell("BREAK-1", "Best", 5, 90);
  const rule = { accountId, partNumber: "BREAK-1", vendor: "Able", minQuantity: 10, price: 10 };
  await insertAgreementRule(database.db, rule);
  assert.deepEqual(await chooseAndRound("BREAK-1\t3"), [[10, 10n, "ready"]]);
});

test("packs that cover the need come before cheaper ones that fall short", async () => {
  await sell("COVER-1", "Able", 10, 100);
  await sell("COVER-1", "Best", 5, 90);
  assert.deepEqual(await chooseAndRound("COVER-1\t13"), [[15, 90n, "ready"]]);
});

test("the need is rounded up to whole packs, of which the lowest total counts", async () => {
  await sell("UP-1", "Able", 10, 100);
  await sell("UP-1", "Best", 6, 120);
  assert.deepEqual(await chooseAndRound("UP-1\t13"), [[20, 100n, "ready"]]);
  await sell("UP-2", "Able", 10, 120);
  await sell("UP-2", "Best", 6, 120);
  assert.deepEqual(await chooseAndRound("UP-2\t13"), [[18, 120n, "ready"]]);
});

test("rounding never orders less than was asked for, not even if there is no more in stock", async () => {
  await offer({ partNumber: "LESS-1", minQuantity: 5, multiple: 5, stock: 5 });
  await offer({ partNumber: "MORE-1", minQuantity: 5, multiple: 5, stock: 10 });
  const listId = await send("LESS-1\t7\nMORE-1\t7\nMORE-1\t1");
  const nearest = async () =>
    (await rowsOf(listId)).map((row) => [row.quantity, row.nearestQuantity]);
  assert.deepEqual(await nearest(), [
    [7, 5],
    [7, 9],
    [1, 3],
  ]);
  assert.deepEqual(await by().fixSeveral(listId, "round"), [3]);
  assert.deepEqual(await nearest(), [
    [7, 5],
    [7, null],
    [3, null],
  ]);
});

test("several rows of a part are compared at the price of their sum", async () => {
  const { accountId } = buyer.account;
  await sell("SUM-1", "Able", 1, 100);
  await sell("SUM-1", "Best", 1, 90);
  const rule = { accountId, partNumber: "SUM-1", vendor: "Able", minQuantity: 10, price: 50 };
  await insertAgreementRule(database.db, rule);
  const rows = await chooseAndRound("SUM-1\t5\nSUM-1\t6");
  assert.deepEqual(rows, [
    [5, 50n, "ready"],
    [6, 50n, "ready"],
  ]);
});

const quantitiesOf = async (listId: ListId) => pick(await rowsOf(listId), "quantity", "state");

test("of rows of one offer, the one in whole packs is not rounded for another", async () => {
  const packs = { minQuantity: 100, multiple: 100, stock: 9000 };
  await offer({ partNumber: "HUNDRED-1", ...packs });
  await offer({ partNumber: "LEAST-1", ...packs, minQuantity: 1000 });
  const listId = await send("HUNDRED-1\t500\nHUNDRED-1\t50\nLEAST-1\t300\nLEAST-1\t200");
  assert.deepEqual(await by().fixSeveral(listId, "round"), [2, 4]);
  const rounded = ["500 ready", "100 ready", "300 ready", "700 ready"];
  assert.deepEqual(await quantitiesOf(listId), rounded);
});

test("rows that ask for the same fill their packs together", async () => {
  await sell("BAG-1", "Able", 100, 10);
  await sell("BAG-1", "Best", 100, 20);
  const listId = await send("BAG-1\t2\nBAG-1\t101");
  await by().fixSeveral(listId, "cheapest");
  assert.deepEqual(await quantitiesOf(listId), ["2 bad_quantity", "101 bad_quantity"]);
  await by().fixSeveral(listId, "round");
  const rows = await rowsOf(listId);
  const ordered = rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  assert.deepEqual([ordered, ...pick(rows, "state")], [200, "ready", "ready"]);
});

test("a reading of an unclear quantity orders whole packs at once, and keeps what was meant", async () => {
  await offer({ partNumber: "THREE-1", minQuantity: 300, multiple: 300, stock: 9000 });
  const listId = await send("THREE-1\t1.000");
  const marks = (await by().listFixes(listId, 1)).map(({ mark }) => mark);
  assert.deepEqual(marks.slice(0, 2), ["quantity:1200:1000", "quantity:300:1"]);
  await by().fix(listId, 1, "quantity:1200:1000");
  const [row] = await rowsOf(listId);
  assert.deepEqual([row?.state, row?.quantity, row?.askedQuantity], ["ready", 1200, 1000]);
});

test("a quantity in a unit that no offer, or one of several, is sold in is for a person", async () => {
  await offer({ partNumber: "MIX-1", vendor: "Able", unit: "FT", stock: 900 });
  await offer({ partNumber: "MIX-1", vendor: "Best", unit: "YD", stock: 900 });
  await offer({ partNumber: "SEALANT-1", unit: "TU", minQuantity: 5, multiple: 5 });
  const listId = await send("MIX-1\t5 m\nSEALANT-1\t2 boxes");
  for (const kind of ["number", "cheapest", "reduce", "round", "convert", "remove"] as const) {
    assert.deepEqual(await by().listSeveral(listId, kind), [], kind);
  }
});
