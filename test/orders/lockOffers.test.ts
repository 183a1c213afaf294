// Orders that take stock concurrently with imports and other orders (decision 90).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { lockOffers } from "../../src/catalog/queries.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openOrderFixture } from "../support/orderFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(() => openOrderFixture(20));
const buyer = share(() => fixture.openBuyer());

const offer = (partNumber: string, fields = {}) =>
  insertOffer(fixture.db, { partNumber, ...fields });

test("orders of many offers in opposite order do not deadlock", async () => {
  const offers: OfferId[] = [];
  for (let count = 0; count < 12; count += 1) {
    offers.push(await offer(`C-7-${count}`, { stock: 16 }));
  }
  const forth = offers.map((id) => [id, 1] as const);
  const back = forth.toReversed();
  const drafts: StoredOrder[] = [];
  for (let count = 0; count < 8; count += 1) {
    drafts.push(await fixture.draft(buyer, forth), await fixture.draft(buyer, back));
  }
  const outcomes = await Promise.all(drafts.map((draft) => fixture.confirm(buyer, draft)));
  assert.deepEqual([...new Set(outcomes.map(({ outcome }) => outcome))], ["confirmed"]);
  for (const id of offers) assert.equal(await fixture.stockOf(id), 0);
});

test("confirming does not wait for offers that an import has locked", async () => {
  const [free, taken] = [await offer("C-18"), await offer("C-19")];
  const session = await fixture.db.openSession();
  await session.client.query("begin");
  await session.client.query("update offers set received = 9 where offer_id = $1", [taken]);
  const startMs = performance.now();
  const locking = fixture.db.transaction((tx) => lockOffers(tx, [free, taken], "2026-11-21"));
  await assert.rejects(locking, { code: "55P03" });
  assert.ok(performance.now() - startMs < 3_000);
  await session.client.query("rollback");
  await session.close();
});

test("while an import has locked an offer, confirming is busy and locks none of the others", async () => {
  const free = await offer("C-15");
  const taken = await offer("C-16");
  const draft = await fixture.draft(buyer, [
    [free, 1],
    [taken, 1],
  ]);
  const session = await fixture.db.openSession();
  await session.client.query("begin; set local lock_timeout = 0");
  await session.client.query("update offers set received = 9 where offer_id = $1", [taken]);
  const confirming = fixture.confirm(buyer, draft);
  // The import continues with the other offer without waiting for the order.
  await session.client.query("update offers set received = 9 where offer_id = $1", [free]);
  assert.deepEqual(await confirming, { outcome: "busy" });
  assert.equal((await fixture.read(draft)).status, "draft");
  const again = fixture.confirm(buyer, draft);
  await session.client.query("commit");
  await session.close();
  assert.equal((await again).outcome, "confirmed");
  assert.equal(await fixture.stockOf(free), 8);
});
