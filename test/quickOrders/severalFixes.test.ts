// What is done for several rows of a list, what is left to a person, and undoing.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import type { SeveralKind } from "../../src/quickOrders/planFixes.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import {
  buyer,
  by,
  database,
  now,
  offer,
  openLists,
  rowsOf,
  send,
  statesOf,
} from "../support/lists.ts";
import { pick } from "../support/sendList.ts";

openLists(
  { partNumber: "ONE-1", stock: 20, price: 1000 },
  { partNumber: "PACK-1", minQuantity: 10, multiple: 5, stock: 100 },
);

before(async () => {
  const offers = [
    ["MIX-1", "Able", "NE", 300, 50],
    ["MIX-1", "Best", "NE", 200, 50],
    ["MIX-1", "Core", "OH", 100, 50],
    ["LOW-1", "Able", "NE", 100, 3],
    ["LOW-1", "Best", "NE", 900, 50],
    ["EMPTY-1", "Able", "NE", 100, 3],
    ["EMPTY-1", "Best", "NE", 900, 2],
  ] as const;
  for (const [partNumber, vendor, condition, price, stock] of offers) {
    await offer({ partNumber, vendor, condition, price, stock });
  }
  await offer({ partNumber: "COIN-1", vendor: "Able", currency: "EUR" });
  await offer({ partNumber: "COIN-1", vendor: "Best", currency: "USD" });
  await offer({ partNumber: "RIVET-1", vendor: "Able", price: 100, stock: 900 });
  const hundreds = { partNumber: "RIVET-1", vendor: "Best", unit: "HD", price: 90, stock: 900 };
  await offer(hundreds);
  const bush = { partNumber: "MADE-1", stock: 50 };
  await offer({ ...bush, manufacturer: "Apex Spacers", cage: "10237" });
  await offer({ ...bush, manufacturer: "Fixations", cage: "F6137" });
});

const apply = (listId: ListId, kind: SeveralKind, signedIn = buyer) =>
  by(signedIn).fixSeveral(listId, kind);
const undo = (listId: ListId, signedIn = buyer) => by(signedIn).undo(listId);

async function vendorsOf(listId: ListId) {
  const rows = await rowsOf(listId);
  return rows.map(({ unitPrice, condition, quantity }) =>
    [unitPrice?.minor ?? "", condition ?? "", quantity].join("|"),
  );
}

test("single suggestions are used with their quantity, others are left, and it can be undone", async () => {
  const text = "P/N ONE-1";
  const listId = await send(
    `${text}\t5\n${text} QTY 2 EA\t\nNEVER-1\t1\n${text}\t1.000\n${text}\t9 pcs\n` +
      `ONE1\t5\nONE-2\t5\n${text}\tqty 25 FT`,
  );
  const before = await rowsOf(listId);
  assert.deepEqual(await apply(listId, "number"), [1, 2, 4, 5, 8]);
  const rows = await rowsOf(listId);
  assert.deepEqual(pick(rows, "partNumber", "quantity", "state"), [
    "ONE-1 5 ready",
    "ONE-1 2 ready",
    "NEVER-1 1 not_found",
    "ONE-1 null bad_quantity",
    "ONE-1 9 ready",
    "ONE1 5 not_found",
    "ONE-2 5 not_found",
    "ONE-1 25 bad_quantity",
  ]);
  assert.match(rows[3]?.reason ?? "", /The quantity is not a whole number/);
  assert.deepEqual(await undo(listId), [1, 2, 4, 5, 8]);
  assert.deepEqual(await rowsOf(listId), before);
});

test("the cheapest in stock is chosen within one condition, manufacturer and currency only", async () => {
  const listId = await send(
    "MIX-1\t5\tNE\nMIX-1\t1\nLOW-1\t2\nEMPTY-1\t10\nMADE-1\t1\nCOIN-1\t1\nMIX-1\t30\tNE\n" +
      "MIX-1\t20\tNE",
  );
  assert.deepEqual(await apply(listId, "cheapest"), [3], "no offer has all of 55");
  const rows = ["|NE|5", "||1", "100||2", "||10", "||1", "||1", "|NE|30", "|NE|20"];
  assert.deepEqual(await vendorsOf(listId), rows);
  assert.deepEqual(await apply(await send("RIVET-1\t500"), "cheapest"), [], "EA or hundreds");
  const smaller = await send("MIX-1\t5\tNE\nMIX-1\t40\tNE\nLOW-1\t2");
  assert.deepEqual(await apply(smaller, "cheapest"), [1, 2, 3]);
  assert.deepEqual(await vendorsOf(smaller), ["200|NE|5", "200|NE|40", "100||2"]);
});

test("the cheapest is not chosen for a quantity in a unit that the part is not sold in", async () => {
  const listId = await send("MIX-1\t1 box\tNE\nMIX-1\t2 EA\tNE");
  assert.deepEqual(await apply(listId, "cheapest"), [2]);
});

test("if no offer has the pack size, the cheapest pack is chosen, and shown before", async () => {
  const packs = [
    ["Able", 500, 100, 900],
    ["Best", 100, 120, 900],
    ["Core", 100, 90, 40],
  ] as const;
  for (const [vendor, multiple, price, stock] of packs) {
    await offer({
      partNumber: "WASH-1",
      ...{ vendor, minQuantity: multiple, multiple, price, stock },
    });
  }
  const listId = await send("WASH-1\t2");
  assert.deepEqual(await apply(listId, "cheapest"), [1]);
  assert.deepEqual(await vendorsOf(listId), ["120||100"]);
});

test("rows are reduced to available stock, one row per offer, and never increased", async () => {
  const listId = await send("ONE-1\t12\nONE-1\t15\nPACK-1\t200\nLOW-1\t2");
  assert.deepEqual(await apply(listId, "reduce"), [2, 3]);
  const rows = await rowsOf(listId);
  assert.deepEqual(pick(rows, "quantity", "state"), [
    "12 ready",
    "8 ready",
    "100 ready",
    "2 ambiguous",
  ]);
});

test("quantities are rounded to packs; a missing or unreadable one is left to a person", async () => {
  const listId = await send("PACK-1\t12\nPACK-1\t\nONE-1\tmany");
  assert.deepEqual(await apply(listId, "round"), [1]);
  const [row] = await rowsOf(listId);
  assert.deepEqual([row?.quantity, row?.state], [15, "ready"]);
});

test("rows that are not found are removed, and undoing puts them back as they were", async () => {
  const listId = await send("NEVER-1\t3\tOH\nONE-1\t1\nNEVER-2 x 4\nTYPO-1\tx");
  const before = await rowsOf(listId);
  assert.deepEqual(await apply(listId, "remove"), [1, 3, 4]);
  assert.deepEqual(await statesOf(listId), ["ready"]);
  assert.deepEqual(await undo(listId), [1, 3, 4]);
  assert.deepEqual(await rowsOf(listId), before);
  assert.deepEqual(await undo(listId), []);
});

test("rows with a suggestion are not removed, and several conditions are for a person", async () => {
  const listId = await send("NEVER-1\t1\nP/N ONE-1\t1\nONE1\t5\nNEVER-2\t1\nMIX-1\t5");
  const found = async (kind: SeveralKind) => by().listSeveral(listId, kind);
  assert.deepEqual(await found("remove"), [1, 4]);
  assert.deepEqual(await found("number"), [2]);
  assert.deepEqual(await found("cheapest"), []);
});

test("a reduced or rounded row keeps the quantity that was asked for, until it is changed", async () => {
  const listId = await send("ONE-1\t1000\nPACK-1\t12");
  const asked = async () => (await rowsOf(listId)).map((row) => [row.askedQuantity, row.quantity]);
  await apply(listId, "reduce");
  await apply(listId, "round");
  assert.deepEqual(await asked(), [
    [1000, 20],
    [12, 15],
  ]);
  await by().type(listId, 2, "PACK-1|20");
  assert.deepEqual(await asked(), [
    [1000, 20],
    [null, 20],
  ]);
});

test("the last change can be undone, whatever it was", async () => {
  const changes: readonly (readonly [string, (listId: ListId) => Promise<unknown>])[] = [
    ["MIX-1\t5\tNE\nLOW-1\t2", (listId) => apply(listId, "cheapest")],
    ["ONE-1\t50\nPACK-1\t500", (listId) => apply(listId, "reduce")],
    ["PACK-1\t12\nONE-1\t1", (listId) => apply(listId, "round")],
    ["ONE-1\t5\nONE-1\t16", (listId) => by().fix(listId, 2, "remove")],
    ["ONE-1\t5\nONE-1\t16", (listId) => by().type(listId, 2, "PACK-1|10")],
  ];
  for (const [text, change] of changes) {
    const listId = await send(text);
    const before = await rowsOf(listId);
    await change(listId);
    assert.notDeepEqual(await rowsOf(listId), before, text);
    await undo(listId);
    assert.deepEqual(await rowsOf(listId), before, text);
  }
  const listId = await send("ONE-1\t50\nPACK-1\t500");
  await apply(listId, "reduce");
  await by().type(listId, 1, "ONE-1|3");
  assert.deepEqual(await undo(listId), [1], "only the last");
  assert.deepEqual(await undo(listId), []);
  const rows = await rowsOf(listId);
  assert.deepEqual(pick(rows, "quantity"), ["20", "100"]);
});

test("a change that is refused or stale keeps the step before it", async () => {
  const listId = await send("ONE-1\t50\nPACK-1\t12");
  await apply(listId, "reduce");
  assert.equal((await by().type(listId, 2, "12-Mar|1"))?.refused.size, 1);
  assert.deepEqual((await by().fix(listId, 2, "quantity:99:"))?.stale, [2]);
  assert.deepEqual((await by().fix(listId, 2, "quantity:15:", "0"))?.stale, [2]);
  assert.deepEqual(await undo(listId), [1]);
});

test("a change and its undoing change the version, so that a page of before adds nothing", async () => {
  const { accountId } = buyer.account;
  const listId = await send("ONE-1\t50");
  await apply(listId, "reduce");
  assert.equal((await selectList(database.db, accountId, listId))?.version, 2);
  await undo(listId);
  assert.equal((await selectList(database.db, accountId, listId))?.version, 3);
});

test("ten concurrent undos and actions of another account change nothing twice", async () => {
  const listId = await send("NEVER-1\t3\nNEVER-2\t4");
  const stranger = await insertBuyer(database.db, now);
  assert.deepEqual(await apply(listId, "remove", stranger), []);
  await apply(listId, "remove");
  assert.equal(await undo(listId, stranger), undefined);
  const undone = await Promise.all(Array.from({ length: 10 }, () => undo(listId)));
  assert.equal(undone.flatMap((rows) => rows ?? []).length, 2);
  assert.deepEqual(await statesOf(listId), ["not_found", "not_found"]);
});
