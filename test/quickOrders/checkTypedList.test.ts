// What an operator types for a customer is checked like the customer's own quick order.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { checkTypedList, type TypedRow } from "../../src/quickOrders/draftForAccount.ts";
import type { ListRow } from "../../src/quickOrders/orderList.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { accountId, database, now, offer, openLists, rowsOf, send } from "../support/lists.ts";

let newOffer: OfferId;

openLists();

before(async () => {
  await offer({ partNumber: "TYPE-1", stock: 50, certificate: "8130-3" });
  await insertAgreementRule(database.db, { accountId, partNumber: "TYPE-1", price: 750 });
  newOffer = await offer({ partNumber: "TWO-1", condition: "NE" });
  await offer({ partNumber: "TWO-1", condition: "OH", price: 400 });
  await offer({ partNumber: "PACK-1", minQuantity: 10, multiple: 5 });
  await offer({ partNumber: "ASK-1", price: null });
  await offer({ partNumber: "OLD-1", status: "SUPERSEDED", supersededBy: "TYPE-1" });
  await offer({ partNumber: "A 5" });
  await offer({ partNumber: "A" });
  await database.replica.catchUp();
});

async function check(
  text: string,
  choices: ReadonlyMap<string, OfferId> = new Map(),
): Promise<readonly TypedRow[]> {
  const { db, replica } = database;
  const found = await db.transaction((tx) =>
    checkTypedList(tx, replica, { accountId, text, choices, now }),
  );
  assert.ok(found.outcome === "checked");
  return found.rows;
}

async function readRefusal(text: string): Promise<string> {
  const { db, replica } = database;
  const typed = { accountId, text, choices: new Map(), now };
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
  "TWO-1 2",
  "TWO-1 x 2 OH",
  "PACK-1 x 12",
  "ASK-1 x 1",
  "OLD-1 x 1",
  "NEVER-1 x 4",
  "TYPE-1 x many",
  "TWO-1 x 1 AR",
  "A 5",
  "TYPE1 x 2",
];

for (const [name, text] of [
  ["lines", messy.join("\n")],
  [
    "columns",
    "Part\tQty\tCond\tRemark\tNeed date\nTYPE-1\t3\tNE / 8130-3\tAOG\t2026-12-24\nTWO-1\t1",
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

test("a row is ready at the negotiated price, and several offers are never guessed", async () => {
  const [priced, several] = await check("TYPE-1 x 3\nTWO-1 x 2");
  assert.deepEqual([priced?.state, priced?.unitPrice?.minor], ["ready", 750n]);
  assert.deepEqual([several?.state, several?.offerId], ["ambiguous", null]);
});

test("a choice of an offer counts for the row it was shown with, wherever the row is", async () => {
  const [row] = await check("TWO-1 x 2");
  const choices = new Map([[row?.mark ?? "", newOffer]]);
  const rows = await check("TYPE-1 x 3\nTWO-1 x 2\nTWO-1 x 2\nTWO-1 x 3", choices);
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
  const [row] = await check("TWO-1 x 2");
  const [other] = await check("TYPE-1 x 1");
  assert.ok(other !== undefined && other.offerId !== null);
  const [chosen] = await check("TWO-1 x 2", new Map([[row?.mark ?? "", other.offerId]]));
  assert.equal(chosen?.state, "ambiguous");
});

test("a line with several meanings is not read, and says which it has", async () => {
  const [row] = await check("A 5");
  assert.deepEqual(
    [row?.state, row?.reason],
    ["unreadable", "It may be 5 of A, or A 5. Type what you need."],
  );
});

test("a list that cannot be read says what to do", async () => {
  assert.match(await readRefusal("Part\tQty\n"), /No part numbers below the header line|empty/);
  const many = Array.from({ length: 501 }, () => "TYPE-1 x 1").join("\n");
  assert.match(await readRefusal(many), /at most 500 lines/);
});
