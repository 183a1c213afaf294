// Adding ready rows to drafts: all or nothing, once, at current prices.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { selectOrder } from "../../src/orders/queries.ts";
import { type AddedRows, addReadyRows } from "../../src/quickOrders/addReadyRows.ts";
import type { ListId, ListRow } from "../../src/quickOrders/orderList.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import { checkTypedList, type TypedRow } from "../../src/quotes/draftForAccount.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import {
  accountId,
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
import { sendList } from "../support/sendList.ts";

openLists(
  { partNumber: "ONE-1", stock: 50 },
  { partNumber: "TWO-1", price: 250 },
  { partNumber: "EURO-1", currency: "EUR" },
);

async function add(listId: ListId, more: Partial<AddedRows> = {}) {
  const { db } = database;
  const signedIn = more.signedIn ?? buyer;
  const list = await selectList(db, accountId, listId);
  const version = list?.version ?? 0;
  await database.replica.catchUp();
  return addReadyRows(database, {
    signedIn,
    listId,
    version,
    draftId: null,
    requestId: "r1",
    now,
    ...more,
  });
}

async function linesOf(orderId: string | undefined) {
  const order = await selectOrder(database.db, accountId, orderId ?? "");
  return order?.lines.map(({ partNumber, quantity }) => `${partNumber} x ${quantity}`);
}

async function countOrders(): Promise<number> {
  const text = "select count(*)::integer as orders from orders";
  const rows = await database.db.query<{ orders: number }>({ name: "", text, values: [] });
  return rows[0]?.orders ?? 0;
}

test("the ready rows become one draft in their order, the other rows stay", async () => {
  const text = "TWO-1\t3\nNEVER-1\t1\nONE-1\t2\nTWO-1\t1";
  const listId = await send(text);
  const added = await add(listId);
  assert.ok(added.outcome === "added");
  assert.deepEqual(await linesOf(added.orderIds[0]), ["TWO-1 x 4", "ONE-1 x 2"]);
  assert.deepEqual(await statesOf(listId), ["added", "not_found", "added", "added"]);
  const rows = await rowsOf(listId);
  assert.deepEqual(rows[0]?.orderId, added.orderIds[0]);
});

test("a repeated request, or ten concurrent ones, create one draft", async () => {
  const listId = await send("ONE-1\t2");
  const before = await countOrders();
  const version = 1;
  const all = await Promise.all(Array.from({ length: 10 }, () => add(listId, { version })));
  const again = await add(listId, { version });
  const orderIds = [...all, again].map((one) => (one.outcome === "added" ? one.orderIds : one));
  assert.equal(new Set(orderIds.map((ids) => JSON.stringify(ids))).size, 1);
  assert.equal(await countOrders(), before + 1);
});

test("if the buyer saw an older version of the list, nothing is added", async () => {
  const listId = await send("ONE-1\t2\nTWO-1\t2");
  await by().fix(listId, 2, "remove");
  assert.deepEqual(await add(listId, { version: 1 }), { outcome: "stale" });
  assert.deepEqual(await statesOf(listId), ["ready"]);
});

test("rows that are no longer ready or have a new price are reported and stored", async () => {
  const { db } = database;
  await offer({ partNumber: "MOVES-1", stock: 10 });
  const listId = await send("MOVES-1\t5\nONE-1\t1");
  const change = (set: string) =>
    db.query({
      name: "",
      text: `update offers set ${set} where part_number = 'MOVES-1'`,
      values: [],
    });
  await change("list_price = 1100");
  assert.deepEqual(await add(listId), { outcome: "changed", rows: 1 });
  assert.equal((await rowsOf(listId))[0]?.unitPrice?.minor, 1100n);
  await change("received = 4");
  assert.deepEqual(await add(listId), { outcome: "changed", rows: 1 });
  assert.deepEqual(await statesOf(listId), ["short", "ready"]);
  assert.equal((await add(listId)).outcome, "added");
  assert.deepEqual(await statesOf(listId), ["short", "added"]);
});

test("a row with a new offer or currency at the same price is reported and stored", async () => {
  const { db } = database;
  await offer({ partNumber: "SWAPS-1", vendor: "First" });
  await offer({ partNumber: "SWAPS-1", vendor: "Second", status: "ON_HOLD" });
  const run = (text: string) => db.query({ name: "", text, values: [] });
  const swapped = await send("SWAPS-1\t1");
  await run(`update offers set status = case vendor when 'First' then 'ON_HOLD' else 'ACTIVE' end
    where part_number = 'SWAPS-1'`);
  assert.deepEqual(await add(swapped), { outcome: "changed", rows: 1 });
  assert.equal((await add(swapped)).outcome, "added");
  const turned = await send("SWAPS-1\t1");
  await run("update offers set currency = 'EUR' where part_number = 'SWAPS-1'");
  assert.deepEqual(await add(turned), { outcome: "changed", rows: 1 });
});

test("lists with unchecked rows or without a ready row add nothing", async () => {
  const { db } = database;
  const waiting = await sendList(db, buyer, "ONE-1\t1", now);
  assert.deepEqual(await add(waiting), { outcome: "checking" });
  const listId = await send("NEVER-1\t1");
  assert.deepEqual(await add(listId), { outcome: "nothing" });
});

test("each currency gets its own draft", async () => {
  const listId = await send("ONE-1\t1\nEURO-1\t1\nTWO-1\t1");
  const added = await add(listId);
  assert.ok(added.outcome === "added");
  assert.deepEqual(await Promise.all(added.orderIds.map(linesOf)), [
    ["ONE-1 x 1", "TWO-1 x 1"],
    ["EURO-1 x 1"],
  ]);
});

test("rows can be added to an existing draft of one currency", async () => {
  const first = await add(await send("ONE-1\t1"));
  assert.ok(first.outcome === "added");
  const [draftId = ""] = first.orderIds;
  const second = await send("ONE-1\t2\nTWO-1\t1");
  assert.deepEqual(await add(second, { draftId }), {
    outcome: "added",
    orderIds: [draftId],
    created: 0,
  });
  assert.deepEqual(await linesOf(draftId), ["ONE-1 x 3", "TWO-1 x 1"]);
  const mixed = await send("ONE-1\t1\nEURO-1\t1");
  assert.deepEqual(await add(mixed, { draftId }), { outcome: "several currencies" });
  const euro = await send("EURO-1\t1");
  assert.equal((await add(euro, { draftId })).outcome, "refused");
  assert.deepEqual(await statesOf(euro), ["ready"]);
});

test("another account's list is unknown, and so is another account's draft", async () => {
  const { db } = database;
  const listId = await send("ONE-1\t1");
  const stranger = await insertBuyer(db, now);
  assert.deepEqual(await add(listId, { signedIn: stranger }), { outcome: "unknown" });
  const theirs = await send("ONE-1\t1", stranger);
  const list = await selectList(db, stranger.account.accountId, theirs);
  const own = await add(listId);
  assert.ok(own.outcome === "added");
  const request = { listId: theirs, version: list?.version ?? 0, signedIn: stranger };
  const draftId = own.orderIds[0] ?? "";
  assert.deepEqual(await add(theirs, { ...request, draftId }), { outcome: "no draft" });
});

let newOffer: OfferId;

before(async () => {
  await offer({ partNumber: "TYPE-1", stock: 50, certificate: "8130-3" });
  await insertAgreementRule(database.db, { accountId, partNumber: "TYPE-1", price: 750 });
  newOffer = await offer({ partNumber: "PAIR-1", condition: "NE" });
  await offer({ partNumber: "PAIR-1", condition: "OH", price: 400 });
  await offer({ partNumber: "PACK-1", minQuantity: 10, multiple: 5 });
  await offer({ partNumber: "ASK-1", price: null });
  await offer({ partNumber: "OLD-1", status: "SUPERSEDED", supersededBy: "TYPE-1" });
  await offer({ partNumber: "A 5" });
  await offer({ partNumber: "A" });
  await database.replica.catchUp();
});

const unpriced = {
  prices: new Map(),
  quoted: { reason: "", validUntil: "", currency: "USD", isAccepted: false, limitPercent: 30 },
};

async function check(
  text: string,
  choices: ReadonlyMap<string, OfferId> = new Map(),
): Promise<readonly TypedRow[]> {
  const { db, replica } = database;
  const found = await db.transaction((tx) =>
    checkTypedList(tx, replica, { accountId, text, choices, ...unpriced, now }),
  );
  assert.ok(found.outcome === "checked");
  return found.rows;
}

async function readRefusal(text: string): Promise<string> {
  const { db, replica } = database;
  const typed = { accountId, text, choices: new Map(), ...unpriced, now };
  const found = await db.transaction((tx) => checkTypedList(tx, replica, typed));
  return found.outcome === "refused" ? found.message : "";
}

/** Fields in which a row of a typed list equals that of a stored one. */
const shared = [
  "rowNumber",
  "cells",
  "state",
  "partNumber",
  "quantityText",
  "quantity",
  "condition",
  "certificate",
  "remark",
  "unread",
  "neededBy",
  "note",
  "chosenOfferId",
  "offerId",
  "unitPrice",
  "lineTotal",
  "reason",
  "nearestQuantity",
  "suggestions",
] as const satisfies readonly (keyof ListRow)[];

function pickShared(row: ListRow) {
  return Object.fromEntries(shared.map((field) => [field, row[field]]));
}

const messy = [
  "TYPE-1 x 3",
  "TYPE-1 60",
  "PAIR-1 2",
  "PAIR-1 x 2 OH",
  "PACK-1 x 12",
  "ASK-1 x 1",
  "OLD-1 x 1",
  "NEVER-1 x 4",
  "TYPE-1 x many",
  "PAIR-1 x 1 AR",
  "A 5",
  "TYPE1 x 2",
];

for (const [name, text] of [
  ["lines", messy.join("\n")],
  [
    "columns",
    "Part\tQty\tCond\tRemark\tNeed date\nTYPE-1\t3\tNE / 8130-3\tAOG\t2026-12-24\nPAIR-1\t1",
  ],
  ["titled", "Order of today\nTYPE-1 x 3\nEngine parts\nPACK-1 x 10"],
] as const) {
  test(`typed ${name} have the same rows, prices and reasons as the customer's own list`, async () => {
    const listId = await send(text);
    const own = (await rowsOf(listId)).map(pickShared);
    assert.ok(own.length > 0);
    assert.deepEqual((await check(text)).map(pickShared), own);
  });
}

test("a choice of an offer counts for the row it was shown with, wherever the row is", async () => {
  const [row] = await check("PAIR-1 x 2");
  const choices = new Map([[row?.mark ?? "", newOffer]]);
  const rows = await check("TYPE-1 x 3\nPAIR-1 x 2\nPAIR-1 x 2\nPAIR-1 x 3", choices);
  assert.deepEqual(
    rows.map(({ state, offerId }) => [state, offerId === newOffer]),
    [
      ["ready", false],
      ["ready", true],
      ["ambiguous", false],
      ["ambiguous", false],
    ],
  );
});

test("an offer of another part is no choice", async () => {
  const [row] = await check("PAIR-1 x 2");
  const [other] = await check("TYPE-1 x 1");
  assert.ok(other !== undefined && other.offerId !== null);
  const [chosen] = await check("PAIR-1 x 2", new Map([[row?.mark ?? "", other.offerId]]));
  assert.equal(chosen?.state, "ambiguous");
});

test("a list that cannot be read says what to do", async () => {
  assert.match(await readRefusal("Part\tQty\n"), /No part numbers below the header line|empty/);
  const many = Array.from({ length: 501 }, () => "TYPE-1 x 1").join("\n");
  assert.match(await readRefusal(many), /at most 500 lines/);
});
