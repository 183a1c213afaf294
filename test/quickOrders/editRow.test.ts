// Changing rows of a list: a changed row is checked immediately, with the rows of the same part.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
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
import { sendList } from "../support/sendList.ts";

let overhauled: OfferId;

openLists({ partNumber: "ONE-1", stock: 20 }, { partNumber: "TWO-1", vendor: "Able Spares" });

before(async () => {
  overhauled = await offer({ partNumber: "TWO-1", vendor: "B", condition: "OH" });
});

/** Types into a row: what became of it. */
async function edit(listId: ListId, rowNumber: number, words: string, signedIn = buyer) {
  await database.replica.catchUp();
  const done = await by(signedIn).type(listId, rowNumber, words);
  if (done === undefined) return "unknown";
  if (done.refused.size > 0) return "refused";
  return done.changed.includes(rowNumber) ? "changed" : "nothing";
}

test("a changed quantity makes the row and the others of its part ready", async () => {
  const listId = await send("ONE-1\t12\nONE-1\t12");
  assert.deepEqual(await statesOf(listId), ["short", "short"]);
  assert.equal(await edit(listId, 1, "ONE-1|8"), "changed");
  assert.deepEqual(await statesOf(listId), ["ready", "ready"]);
});

test("after a change of part number, the rows of the old one are checked again", async () => {
  const listId = await send("ONE-1\t12\nONE-1\t12");
  await edit(listId, 1, "TWO-1|1|OH");
  assert.deepEqual(await statesOf(listId), ["ready", "ready"]);
});

test("a typed certificate takes the place of one that was not read, and no edit touches the remark", async () => {
  const text = "Part,Qty,Cert,Remarks\nONE-1,1,EASA dual,Certificate requested: none";
  const listId = await send(text);
  const read = async () => {
    const [row] = await rowsOf(listId);
    return [row?.unread, row?.remark];
  };
  const remark = "Certificate requested: none";
  assert.deepEqual(await read(), [{ certificate: "EASA dual" }, remark]);
  await edit(listId, 2, "ONE-1|2|NE");
  assert.deepEqual(await read(), [{ certificate: "EASA dual" }, remark]);
  await edit(listId, 2, "ONE-1|2|NE / EASA Form 1");
  assert.deepEqual(await read(), [{}, remark]);
  await edit(listId, 2, "ONE-1|2|NE / EASA Form 1 dual release");
  assert.deepEqual(await read(), [{ certificate: "dual release" }, remark]);
});

test("a chosen offer stays chosen until the part number changes", async () => {
  const listId = await send("TWO-1\t1");
  assert.deepEqual(await statesOf(listId), ["ambiguous"]);
  const fixes = await by().listFixes(listId, 1);
  const choice = fixes.find(
    (one) => one.kind === "offer" && one.choice.offer.offerId === overhauled,
  );
  await by().fix(listId, 1, choice?.mark ?? "");
  assert.equal((await rowsOf(listId))[0]?.offerId, overhauled);
  await edit(listId, 1, "TWO-1|2");
  assert.equal((await rowsOf(listId))[0]?.offerId, overhauled);
  await edit(listId, 1, "ONE-1|2");
  await edit(listId, 1, "TWO-1|2");
  assert.deepEqual(await statesOf(listId), ["ambiguous"]);
});

test("an offer of another part cannot be chosen", async () => {
  const listId = await send("TWO-1\t1\nONE-1\t1");
  const [choice] = await by().listFixes(listId, 1);
  assert.equal(choice?.kind, "offer");
  assert.deepEqual((await by().fix(listId, 2, choice?.mark ?? ""))?.stale, [2]);
  const rows = await rowsOf(listId);
  assert.equal(rows[1]?.state, "ready");
  assert.notEqual(rows[1]?.offerId, overhauled);
});

test("texts without a part number are refused, and the row does not change", async () => {
  const listId = await send("ONE-1\t1");
  for (const words of [
    "|5",
    "  |5",
    "12-Mar|5",
    "A\u0000B|5",
    "ONE-1|5|XX",
    `${"A".repeat(101)}|5`,
  ]) {
    assert.equal(await edit(listId, 1, words), "refused", words);
  }
  assert.deepEqual(await statesOf(listId), ["ready"]);
});

test("an unreadable quantity is stored as typed", async () => {
  const listId = await send("ONE-1\t1");
  await edit(listId, 1, "ONE-1|a few");
  const [row] = await rowsOf(listId);
  assert.deepEqual([row?.state, row?.quantityText, row?.quantity], ["bad_quantity", "a few", null]);
});

test("a row can be changed before the check has reached it", async () => {
  const { db } = database;
  const listId = await sendList(db, buyer, "ONE-1 x 1\nNEVER-1\t1", now);
  assert.equal(await edit(listId, 1, "ONE-1|2"), "changed");
  assert.deepEqual(await statesOf(listId), ["ready", "waiting"]);
});

test("rows of another account's list and missing rows are unknown", async () => {
  const { db } = database;
  const listId = await send("ONE-1\t1");
  const stranger = await insertBuyer(db, now);
  assert.equal(await edit(listId, 1, "ONE-1|2", stranger), "unknown");
  assert.equal(await edit(listId, 2, "ONE-1|2"), "nothing");
  assert.equal(await by(stranger).fix(listId, 1, "remove"), undefined);
  assert.equal((await rowsOf(listId))[0]?.quantity, 1);
});
