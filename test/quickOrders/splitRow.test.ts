// Rows that no offer can supply alone: when they can be split over two, what is written, and undo.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { planSplit } from "../../src/quickOrders/planFixes.ts";
import { loadRowFacts } from "../../src/quickOrders/rowFacts.ts";
import { hasUndo } from "../../src/quickOrders/rowQueries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import type { OfferFields } from "../support/insertOffer.ts";
import { buyer, by, database, now, offer, openLists, rowsOf, send } from "../support/lists.ts";
import { pick } from "../support/sendList.ts";

let stranger: SignedIn;

openLists();

before(async () => {
  stranger = await insertBuyer(database.db, now);
});

async function offers(partNumber: string, ...all: readonly Partial<OfferFields>[]) {
  const vendors = ["Able", "Best", "Core", "Dear"];
  for (const [place, fields] of all.entries()) {
    const price = 100 * (place + 1);
    await offer({ partNumber, vendor: vendors[place] ?? "", price, ...fields });
  }
}

/** Splits a row as it is offered: what was done, and the pieces. */
async function split(listId: ListId, rowNumber: number, signedIn = buyer) {
  const fixes = await by().listFixes(listId, rowNumber);
  const found = fixes.find((one) => one.kind === "split");
  const done = await by(signedIn).fix(listId, rowNumber, found?.mark ?? "split:");
  const shown = found?.kind === "split" ? found.split : [];
  return { done, shown: shown.map(({ quantity, choice }) => `${quantity} ${choice.offer.vendor}`) };
}

async function pieces(text: string) {
  return (await split(await send(text), 1)).shown;
}

async function piecesOf(listId: ListId) {
  const rows = await rowsOf(listId);
  return rows.map((row) => [row.rowNumber, row.state, row.quantity, row.unitPrice?.minor]);
}

test("a row that no offer has in full is split over two, which are ready and can be undone", async () => {
  await offers("SPLIT-1", { stock: 25 }, { stock: 20 });
  const listId = await send("P/N\tQty\tRemark\nSPLIT-1\t40\tfor 5B-DCX\nSPLIT-1\tmany");
  const { done, shown } = await split(listId, 2);
  assert.deepEqual(done?.created, [4]);
  assert.deepEqual(shown, ["25 Able", "15 Best"]);
  const rows = (await rowsOf(listId)).filter((row) => row.rowNumber !== 3);
  assert.deepEqual(
    rows.map((row) => [row.state, row.quantity, row.unitPrice?.minor, row.remark, row.note]),
    [
      ["ready", 25, 100n, "for 5B-DCX", "40 split into rows 2 and 4."],
      ["ready", 15, 200n, "for 5B-DCX", "40 split into rows 2 and 4."],
    ],
  );
  assert.deepEqual(rows[1]?.cells, ["SPLIT-1", "15", "for 5B-DCX", ""]);
  assert.equal(await hasUndo(database.db, listId), true);
  assert.deepEqual(await by().undo(listId), [2, 4]);
  const before = await rowsOf(listId);
  assert.deepEqual(pick(before, "rowNumber", "state", "quantity"), [
    "2 short 40",
    "3 ambiguous null",
  ]);
});

test("packs and minimums are kept, and a sum that is not exact is not offered", async () => {
  await offers("PACKED-1", { stock: 30, multiple: 10 }, { stock: 20, multiple: 5 });
  assert.deepEqual(await pieces("PACKED-1\t45"), ["30 Able", "15 Best"]);
  assert.deepEqual(await pieces("PACKED-1\t50"), ["30 Able", "20 Best"]);
  assert.deepEqual(await pieces("PACKED-1\t42"), []);
  assert.deepEqual(await pieces("PACKED-1\t55"), []);
  await offers("MIN-1", { stock: 25 }, { stock: 20, minQuantity: 18 });
  assert.deepEqual(await pieces("MIN-1\t40"), ["22 Able", "18 Best"]);
  await offers("ODD-1", { stock: 27, multiple: 9 }, { stock: 30, multiple: 7 });
  assert.deepEqual(await pieces("ODD-1\t32"), ["18 Able", "14 Best"]);
});

test("conditions, certificates, units, currencies and manufacturers are never mixed", async () => {
  await offers("COND-1", { stock: 25 }, { stock: 20, condition: "OH" });
  assert.deepEqual(await pieces("COND-1\t40"), []);
  await offers("CERT-1", { stock: 25, certificate: "EASA Form 1" }, { stock: 20 });
  assert.deepEqual(await pieces("CERT-1\t40"), []);
  await offers("UNIT-1", { stock: 25 }, { stock: 20, unit: "HD" });
  assert.deepEqual(await pieces("UNIT-1\t40"), []);
  await offers("COIN-1", { stock: 25 }, { stock: 20, currency: "EUR" });
  assert.deepEqual(await pieces("COIN-1\t40"), []);
  await offers("MADE-1", { stock: 25, manufacturer: "Apex" }, { stock: 20, manufacturer: "Fix" });
  assert.deepEqual(await pieces("MADE-1\t40"), []);
  await offers("ASK-1", { stock: 25 }, { stock: 20, price: null });
  assert.deepEqual(await pieces("ASK-1\t40"), []);
  const same = { certificate: "EASA Form 1", condition: "OH" };
  await offers("SAME-1", { stock: 40 }, { ...same, stock: 25 }, { ...same, stock: 20 });
  assert.deepEqual(await pieces("SAME-1\t40\tOH / EASA Form 1"), ["25 Best", "15 Core"]);
  assert.deepEqual(await pieces("SAME-1\t40\tOH / 8130-3"), []);
});

test("of several splits the cheapest is offered, and none if one offer has all", async () => {
  await offers("THREE-1", { stock: 25, price: 900 }, { stock: 20 }, { stock: 25 });
  assert.deepEqual(await pieces("THREE-1\t40"), ["20 Best", "20 Core"]);
  await offers("ALL-1", { stock: 25 }, { stock: 20 }, { stock: 40 });
  assert.deepEqual(await pieces("ALL-1\t40"), []);
});

test("a row that can be split is left out of what is done for several", async () => {
  await offers("PLAN-1", { stock: 25 }, { stock: 20 });
  const listId = await send("PLAN-1\t40\nPLAN-1\t2");
  assert.deepEqual(await by().listSeveral(listId, "reduce"), []);
  assert.deepEqual(await by().listSeveral(listId, "cheapest"), [2]);
});

test("many offers in large packs take few steps", async () => {
  await offers("MANY-1", { stock: 400_000 }, { stock: 400_000 });
  const listId = await send("MANY-1\t500001");
  const [row] = await rowsOf(listId);
  assert.ok(row !== undefined);
  const { accountId } = buyer.account;
  const facts = await loadRowFacts({ ...database, accountId, listId, now }, [row]);
  const [choice] = facts.of(row).choices;
  assert.ok(choice !== undefined);
  const countReads = (count: number, packs: readonly number[]) => {
    let reads = 0;
    const choices = Array.from({ length: count }, (_, at) => ({
      ...choice,
      get terms() {
        reads += 1;
        return { minQuantity: 1, multiple: packs[at % packs.length] ?? 1 };
      },
    }));
    const split = planSplit(row, { choices, makers: 1, takers: new Map() });
    return { reads, split };
  };
  const even = countReads(20, [1000]);
  assert.equal(even.split, null);
  assert.ok(even.reads < 2_000, `${even.reads} reads of terms`);
  const primes = [997, 991, 983, 977, 971];
  assert.ok(countReads(200, primes).reads <= countReads(20, primes).reads + 400);
});

test("an offer that another row orders is not used", async () => {
  await offers("TAKEN-1", { stock: 25 }, { stock: 20, condition: "NE" });
  const listId = await send("TAKEN-1\t40\nTAKEN-1\t40");
  assert.deepEqual((await split(listId, 1)).done?.created, [3]);
  assert.deepEqual((await split(listId, 2)).shown, []);
  assert.deepEqual(await piecesOf(listId), [
    [1, "ready", 25, 100n],
    [2, "short", 40, undefined],
    [3, "ready", 15, 200n],
  ]);
});

test("another account's row, or one that is not as it was seen, is not split", async () => {
  await offers("SEEN-1", { stock: 25 }, { stock: 20 });
  const listId = await send("SEEN-1\t40");
  assert.equal((await split(listId, 1, stranger)).done, undefined);
  assert.deepEqual((await split(listId, 9)).done?.created, []);
  assert.deepEqual((await by().fix(listId, 1, "split:0", undefined))?.stale, [1]);
  const outcomes = await Promise.all([split(listId, 1), split(listId, 1)]);
  assert.deepEqual(
    outcomes.flatMap(({ done }) => done?.created ?? []),
    [2],
  );
  assert.deepEqual(
    outcomes.flatMap(({ done }) => done?.stale ?? []),
    [1],
  );
  assert.equal((await piecesOf(listId)).length, 2);
});
