// Confirming drafts (decision 87): once, as reviewed, and never more than the stock,
// concurrently with imports and other orders (decision 90).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferId } from "../../src/catalog/partId.ts";
import { lockOffers } from "../../src/catalog/queries.ts";
import { isUnavailable } from "../../src/db/databaseErrors.ts";
import {
  type Confirmation,
  type ConfirmOutcome,
  confirmOrder,
} from "../../src/orders/drafts/confirmOrder.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { daysLater, openOrderFixture } from "../support/orderFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(() => openOrderFixture(20));
const buyer = share(() => fixture.openBuyer());

const offer = (partNumber: string, fields = {}) =>
  insertOffer(fixture.db, { partNumber, ...fields });

/** Repeats busy confirmations like a buyer: a slow machine may not handle 200 at once. */
async function confirmWithRetries(confirmation: Confirmation): Promise<ConfirmOutcome> {
  for (;;) {
    try {
      const outcome = await confirmOrder(fixture.db, confirmation, fixture.mail);
      if (outcome.outcome !== "busy") return outcome;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

test("confirming takes the stock, queues two mails and records an event", async () => {
  const one = await offer("C-1", { stock: 10, price: 250 });
  const two = await offer("C-2", { stock: 5 });
  const draft = await fixture.draft(buyer, [
    [one, 4],
    [two, 5],
  ]);
  const confirmed = await fixture.confirm(buyer, draft);
  assert.equal(confirmed.outcome, "confirmed");
  assert.equal((await fixture.read(draft)).status, "confirmed");
  assert.deepEqual([await fixture.stockOf(one), await fixture.stockOf(two)], [6, 0]);
  const mails = await fixture.listMails(draft);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [buyer.user.email, "support@example.com"],
  );
  for (const { subject, body } of mails) {
    assert.match(subject, /PO-1/);
    assert.match(body, /USD 60\.00/);
  }
  const [toBuyer, toOperator] = mails.map(({ body }) => body);
  const url = "https://parts.example.com";
  assert.ok(toBuyer?.endsWith(`${url}/orders/${draft.orderId}\n`));
  assert.ok(toOperator?.endsWith(`${url}/console/orders/${draft.orderId}\n`));
  const timeline = await selectTimeline(fixture.db, draft.orderId);
  assert.deepEqual(
    timeline.map(({ kind, actorName, requestId }) => [kind, actorName, requestId]),
    [
      ["made", "Ada Buyer", "req-made"],
      ["confirmed", "Ada Buyer", "req-confirm"],
    ],
  );
});

test("texts of users cannot reverse or forge a line of the mails", async () => {
  const one = await offer("C-20", { stock: 10, price: 250 });
  const draft = await fixture.draft(buyer, [[one, 4]], "4711\u202e\nSubtotal USD 0.01");
  const notes = "dock 3\u202e\r\nSubtotal USD 0.01";
  await fixture.run("update orders set notes = $2 where order_id = $1", [draft.orderId, notes]);
  assert.equal((await fixture.confirm(buyer, await fixture.read(draft))).outcome, "confirmed");
  for (const { subject, body } of await fixture.listMails(draft)) {
    assert.doesNotMatch(`${subject}${body}`, /[\u202a-\u202e\u2066-\u2069]/);
    assert.deepEqual(body.match(/^Subtotal.*$/gm), ["Subtotal USD 10.00"]);
    assert.match(body, /^ {4}dock 3\n {4}Subtotal USD 0\.01$/m);
  }
});

test("two lines of one offer take their sum", async () => {
  const one = await offer("C-3", { stock: 10 });
  const draft = await fixture.draft(buyer, [[one, 1]]);
  await fixture.run(
    `insert into order_lines select order_id, 2, offer_id, part_number, title, vendor, condition,
      unit_of_measure, 9, list_price, list_currency, unit_price, unit_price * 9, rule_id, priced_at
      from order_lines where order_id = $1`,
    [draft.orderId],
  );
  assert.equal((await fixture.confirm(buyer, draft)).outcome, "confirmed");
  assert.equal(await fixture.stockOf(one), 0);
});

test("the change of stock is in the order of changes", async () => {
  const one = await offer("C-4");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const text = "select count(*)::integer as places from catalog_changes where offer_id = $1";
  const [earlier] = await fixture.run<{ places: number }>(text, [one]);
  await fixture.confirm(buyer, draft);
  const [later] = await fixture.run<{ places: number }>(text, [one]);
  assert.equal(later?.places, (earlier?.places ?? 0) + 1);
});

test("100 concurrent confirmations take the stock once and queue one pair of mails", async () => {
  const one = await offer("C-5", { stock: 100 });
  const draft = await fixture.draft(buyer, [[one, 7]]);
  const { fingerprint } = await fixture.review(draft);
  // Connections are opened first, so that opening one delays no request.
  await Promise.all(Array.from({ length: 20 }, () => fixture.review(draft)));
  const confirmation = { signedIn: buyer, orderId: draft.orderId, fingerprint };
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      confirmOrder(
        fixture.db,
        { ...confirmation, requestId: `r${place}`, now: fixture.now },
        fixture.mail,
      ),
    ),
  );
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
  assert.equal(counts.get("confirmed")?.length, 1);
  assert.equal(counts.get("already")?.length, 99);
  assert.equal(await fixture.stockOf(one), 93);
  assert.equal((await fixture.listMails(draft)).length, 2);
  assert.equal((await selectTimeline(fixture.db, draft.orderId)).length, 2);
});

test("200 concurrent confirmations of an offer with 50 in stock confirm exactly what fits", async () => {
  const one = await offer("C-6", { stock: 50 });
  const drafts: StoredOrder[] = [];
  for (let count = 0; count < 200; count += 1) drafts.push(await fixture.draft(buyer, [[one, 3]]));
  const fingerprints = new Map<string, string>();
  for (const draft of drafts) {
    fingerprints.set(draft.orderId, (await fixture.review(draft)).fingerprint);
  }
  const outcomes = await Promise.all(
    drafts.map(({ orderId }) =>
      confirmWithRetries({
        signedIn: buyer,
        orderId,
        fingerprint: fingerprints.get(orderId) ?? "",
        requestId: "r",
        now: fixture.now,
      }),
    ),
  );
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
  assert.equal(counts.get("confirmed")?.length, 16);
  assert.equal(counts.get("changed")?.length, 184);
  assert.equal(await fixture.stockOf(one), 2);
});

test("a draft keeps its prices for 7 days, whatever the list price", async () => {
  const one = await offer("C-8", { price: 1000 });
  const draft = await fixture.draft(buyer, [[one, 2]]);
  await fixture.run("update offers set list_price = 1500 where offer_id = $1", [one]);
  const review = await fixture.review(draft, daysLater(fixture, 7));
  assert.equal(review.repriced, 0);
  assert.equal(review.movedPrices, 1);
  assert.equal(review.subtotal.minor, 2000n);
  assert.equal((await fixture.confirm(buyer, draft, daysLater(fixture, 7))).outcome, "confirmed");
  assert.equal((await fixture.read(draft)).subtotal.minor, 2000n);
});

test("after 7 days a changed price is shown before and after, and must be confirmed", async () => {
  const one = await offer("C-9", { price: 1000 });
  const two = await offer("C-10", { price: 100 });
  const draft = await fixture.draft(buyer, [
    [one, 2],
    [two, 1],
  ]);
  const seen = await fixture.review(draft);
  await fixture.run("update offers set list_price = 1500 where offer_id = $1", [one]);
  const now = new Date(daysLater(fixture, 7).getTime() + 1);
  const request = { signedIn: buyer, orderId: draft.orderId, requestId: "r", now };
  const first = await confirmOrder(
    fixture.db,
    { ...request, fingerprint: seen.fingerprint },
    fixture.mail,
  );
  assert.equal(first.outcome, "changed");
  assert.ok(first.outcome === "changed");
  assert.deepEqual(
    first.review.lines.map(({ before, after }) => [before.unitPrice.minor, after?.unitPrice.minor]),
    [
      [1000n, 1500n],
      [100n, 100n],
    ],
  );
  assert.equal((await fixture.read(draft)).status, "draft");
  assert.equal(await fixture.stockOf(one), 100);
  const { fingerprint } = first.review;
  assert.equal(
    (await confirmOrder(fixture.db, { ...request, fingerprint }, fixture.mail)).outcome,
    "confirmed",
  );
  const confirmed = await fixture.read(draft);
  assert.equal(confirmed.subtotal.minor, 3100n);
  assert.deepEqual(
    confirmed.lines.map(({ lineTotal }) => lineTotal.minor),
    [3000n, 100n],
  );
  const timeline = await selectTimeline(fixture.db, draft.orderId);
  assert.deepEqual(timeline.at(-1)?.details.lines?.[0]?.unitPrice, {
    before: { amount: "10.00", currency: "USD" },
    after: { amount: "15.00", currency: "USD" },
  });
});

test("a line that is out of stock, on hold or past its shelf life cannot be confirmed", async () => {
  const changes = [
    ["received = 1", "INSUFFICIENT_STOCK"],
    ["status = 'ON_HOLD'", "PART_NOT_ORDERABLE"],
    ["shelf_life_expires = '2026-11-20'", "INSUFFICIENT_STOCK"],
    ["multiple = 3", "QUANTITY_NOT_ALLOWED"],
  ] as const;
  for (const [change, code] of changes) {
    const one = await offer(`C-11 ${change}`);
    const draft = await fixture.draft(buyer, [[one, 2]]);
    await fixture.run(`update offers set ${change} where offer_id = $1`, [one]);
    const outcome = await fixture.confirm(buyer, draft);
    assert.equal(outcome.outcome, "changed", change);
    assert.ok(outcome.outcome === "changed");
    assert.equal(outcome.review.blocked, 1, change);
    assert.equal(outcome.review.lines[0]?.faults[0]?.code, code);
    assert.equal((await fixture.read(draft)).status, "draft");
  }
});

test("a deleted offer cannot be confirmed", async () => {
  const one = await offer("C-12");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  await fixture.run("delete from offers where offer_id = $1", [one]);
  const outcome = await fixture.confirm(buyer, draft);
  assert.ok(outcome.outcome === "changed");
  assert.equal(outcome.review.lines[0]?.faults[0]?.code, "PART_NOT_FOUND");
});

test("another account's order is unknown, like one that does not exist", async () => {
  const one = await offer("C-13");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const other = await fixture.openBuyer();
  assert.deepEqual(await fixture.confirm(other, draft), { outcome: "unknown" });
  assert.equal((await fixture.read(draft)).status, "draft");
});

test("an order that ended is not confirmed", async () => {
  const one = await offer("C-14");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const { fingerprint } = await fixture.review(draft);
  await fixture.run("update orders set status = 'expired' where order_id = $1", [draft.orderId]);
  const outcome = await confirmOrder(
    fixture.db,
    { signedIn: buyer, orderId: draft.orderId, fingerprint, requestId: "r", now: fixture.now },
    fixture.mail,
  );
  assert.equal(outcome.outcome, "closed");
  assert.equal(await fixture.stockOf(one), 100);
});

test("if a mail cannot be queued, nothing is confirmed", async () => {
  const one = await offer("C-17");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const { fingerprint } = await fixture.review(draft);
  const mail = { ...fixture.mail, supportEmail: "nobody" };
  const request = { signedIn: buyer, orderId: draft.orderId, fingerprint, requestId: "r" };
  await assert.rejects(confirmOrder(fixture.db, { ...request, now: fixture.now }, mail), /address/);
  assert.equal((await fixture.read(draft)).status, "draft");
  assert.equal(await fixture.stockOf(one), 100);
});

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
