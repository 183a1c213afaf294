// Editing drafts: all or nothing, against the version that was seen; and what happens to remarks,
// needed-by days and what was asked for while a draft changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDraft, duplicateOrder } from "../../src/orders/drafts/createDraft.ts";
import {
  type DraftEdit,
  editDraft,
  type OfferQuantity,
} from "../../src/orders/drafts/editDraft.ts";
import { discardDraft } from "../../src/orders/endOrder.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { toWireOrder } from "../../src/orders/orderJson.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { nothingRequested } from "../../src/orders/requested.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { daysLater, openOrderFixture } from "../support/orderFixture.ts";
import { share } from "../support/share.ts";

const fixture = share(openOrderFixture);
const buyer = share(() => fixture.openBuyer());

const offer = (partNumber: string, fields = {}) =>
  insertOffer(fixture.db, { partNumber, ...fields });

const edit = (
  draft: StoredOrder,
  change: DraftEdit,
  { version = draft.version as number | null, signedIn = buyer, now = fixture.now } = {},
) =>
  fixture.db.transaction((tx) =>
    editDraft(tx, {
      signedIn,
      version,
      now,
      requestId: "req-edit",
      orderId: draft.orderId,
      edit: change,
    }),
  );

const quantitiesOf = ({ lines }: StoredOrder) => lines.map(({ quantity }) => quantity);

test("a changed quantity is priced at the break of the sum, and unchanged lines keep their price", async () => {
  const [one, two] = [await offer("E-1"), await offer("E-2", { price: 500 })];
  const { accountId } = buyer.account;
  await insertAgreementRule(fixture.db, {
    accountId,
    partNumber: "E-1",
    minQuantity: 10,
    price: 800,
  });
  const draft = await fixture.draft(buyer, [
    [one, 5],
    [two, 1],
  ]);
  await fixture.run("update offers set list_price = 900 where offer_id = $1", [two]);
  const edited = await edit(draft, { quantities: new Map([[1, 10]]) });
  assert.equal(edited.outcome, "edited");
  const stored = await fixture.read(draft);
  assert.deepEqual(
    stored.lines.map(({ unitPrice }) => unitPrice.minor),
    [800n, 500n],
  );
  assert.equal(stored.subtotal.minor, 8500n);
  const timeline = await selectTimeline(fixture.db, draft.orderId);
  assert.equal(timeline.at(-1)?.kind, "edited");
  assert.deepEqual(timeline.at(-1)?.details.lines?.[0]?.quantity, { before: 5, after: 10 });
});

test("a line can be removed, the last one cannot", async () => {
  const [one, two] = [await offer("E-3"), await offer("E-4")];
  const draft = await fixture.draft(buyer, [
    [one, 1],
    [two, 2],
  ]);
  const edited = await edit(draft, { quantities: new Map([[1, 0]]) });
  assert.ok(edited.outcome === "edited");
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [2]);
  const none = await edit(edited.order, { quantities: new Map([[1, 0]]) });
  assert.ok(none.outcome === "outside limits");
  assert.equal(none.limit, "no lines");
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [2]);
});

test("an added part is merged into its existing line", async () => {
  const [one, two] = [await offer("E-5"), await offer("E-6")];
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const added = [
    { offerId: one, quantity: 4 },
    { offerId: two, quantity: 2 },
  ];
  assert.equal((await edit(draft, { added })).outcome, "edited");
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [5, 2]);
});

test("500 lines pass, 501 do not", async () => {
  const lines: OfferQuantity[] = [];
  for (let count = 0; count < 501; count += 1) {
    lines.push({ offerId: await offer(`E-7-${count}`), quantity: 1 });
  }
  const fields = {
    signedIn: buyer,
    poNumber: null,
    shipTo: null,
    notes: null,
    requestId: "r",
    now: fixture.now,
  };
  const create = (count: number) =>
    fixture.db.transaction((tx) => createDraft(tx, { ...fields, lines: lines.slice(0, count) }));
  const atLimit = await create(500);
  assert.ok(atLimit.outcome === "created");
  assert.deepEqual(await create(501), { outcome: "outside limits", limit: "too many lines" });
  const more = await edit(atLimit.order, { added: lines.slice(500) });
  assert.ok(more.outcome === "outside limits");
});

test("a quantity of 1,000,000 passes; one more, a fraction or a negative quantity does not", async () => {
  const one = await offer("E-8", { stock: 10_000_000 });
  const draft = await fixture.draft(buyer, [[one, 1]]);
  for (const quantity of [1_000_001, 1.5, -1]) {
    const edited = await edit(draft, { quantities: new Map([[1, quantity]]) });
    assert.ok(edited.outcome === "outside limits", String(quantity));
    assert.equal(edited.limit, "quantity");
  }
  assert.equal((await edit(draft, { quantities: new Map([[1, 1_000_000]]) })).outcome, "edited");
});

test("of two tabs the second one is refused, and its edit changes nothing", async () => {
  const one = await offer("E-9");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  assert.equal((await edit(draft, { quantities: new Map([[1, 2]]) })).outcome, "edited");
  const second = await edit(draft, { quantities: new Map([[1, 3]]), notes: "late" });
  assert.ok(second.outcome === "stale");
  assert.deepEqual(quantitiesOf(second.order), [2]);
  assert.equal((await fixture.read(draft)).notes, null);
});

test("of 20 concurrent edits of one version, one is applied", async () => {
  const one = await offer("E-10");
  const draft = await fixture.draft(buyer, [[one, 1]]);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      edit(draft, { quantities: new Map([[1, place + 2]]) }),
    ),
  );
  assert.equal(outcomes.filter(({ outcome }) => outcome === "edited").length, 1);
  assert.equal(outcomes.filter(({ outcome }) => outcome === "stale").length, 19);
});

test("an edit with a line that cannot be ordered is refused as a whole, naming the line", async () => {
  const [one, two] = [await offer("E-11", { stock: 5 }), await offer("E-12")];
  const draft = await fixture.draft(buyer, [
    [two, 1],
    [one, 1],
  ]);
  const edited = await edit(draft, {
    quantities: new Map([
      [1, 9],
      [2, 6],
    ]),
  });
  assert.ok(edited.outcome === "refused");
  assert.deepEqual(
    edited.lines.map(({ lineNumber, faults }) => [lineNumber, faults[0]?.code]),
    [[2, "INSUFFICIENT_STOCK"]],
  );
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [1, 1]);
});

test("a line that can no longer be ordered does not block edits of other lines", async () => {
  const [one, two] = [await offer("E-13"), await offer("E-14")];
  const draft = await fixture.draft(buyer, [
    [one, 1],
    [two, 1],
  ]);
  await fixture.run("update offers set status = 'ON_HOLD' where offer_id = $1", [one]);
  assert.equal((await edit(draft, { quantities: new Map([[2, 3]]) })).outcome, "edited");
});

test("an edit can update to today's prices", async () => {
  const one = await offer("E-15");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  await fixture.run("update offers set list_price = 700 where offer_id = $1", [one]);
  assert.equal((await edit(draft, { reprice: true })).outcome, "edited");
  assert.equal((await fixture.read(draft)).subtotal.minor, 1400n);
  assert.equal((await selectTimeline(fixture.db, draft.orderId)).at(-1)?.kind, "repriced");
});

test("PO number and notes change without changing prices, and an empty edit writes nothing", async () => {
  const one = await offer("E-16");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  await fixture.run("update offers set list_price = 700 where offer_id = $1", [one]);
  const edited = await edit(draft, { poNumber: "PO-9", notes: "to <dock> 3" });
  assert.ok(edited.outcome === "edited");
  const stored = await fixture.read(draft);
  assert.deepEqual([stored.poNumber, stored.notes], ["PO-9", "to <dock> 3"]);
  assert.equal(stored.subtotal.minor, 2000n);
  assert.equal((await edit(edited.order, { poNumber: "PO-9" })).outcome, "unchanged");
  assert.equal((await fixture.read(draft)).version, edited.order.version);
});

test("only a draft of the buyer's own account is edited, discarded or duplicated", async () => {
  const one = await offer("E-17");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  const other = await fixture.openBuyer();
  const request = { signedIn: other, orderId: draft.orderId, requestId: "r", now: fixture.now };
  const outcomes = [
    await edit(draft, { notes: "x" }, { signedIn: other }),
    await fixture.db.transaction((tx) => discardDraft(tx, { ...request, version: null })),
    await fixture.db.transaction((tx) => duplicateOrder(tx, { ...request, again: false })),
  ];
  assert.deepEqual(outcomes, Array(3).fill({ outcome: "unknown" }));
  assert.equal((await fixture.read(draft)).version, 1);
  await fixture.confirm(buyer, draft);
  const confirmed = await fixture.read(draft);
  assert.equal((await edit(confirmed, { notes: "x" })).outcome, "closed");
  const mine = { ...request, signedIn: buyer };
  assert.equal(
    (await fixture.db.transaction((tx) => discardDraft(tx, { ...mine, version: null }))).outcome,
    "closed",
  );
});

test("the lines of a confirmed order never change", async () => {
  const one = await offer("E-18");
  const draft = await fixture.draft(buyer, [[one, 2]]);
  await fixture.confirm(buyer, draft);
  const text = "delete from order_lines where order_id = $1";
  await assert.rejects(fixture.run(text, [draft.orderId]), { constraint: "order_lines_protected" });
  const back = "update orders set status = 'draft' where order_id = $1";
  await assert.rejects(fixture.run(back, [draft.orderId]), { constraint: "orders_transition" });
});

test("a draft is reduced to the available stock, and is then confirmed", async () => {
  const [one, two, three] = [
    await offer("E-24", { stock: 9, multiple: 2 }),
    await offer("E-25"),
    await offer("E-26"),
  ];
  const draft = await fixture.draft(buyer, [
    [one, 8],
    [two, 1],
    [three, 3],
  ]);
  await fixture.run("update offers set received = 5 where offer_id = $1", [one]);
  await fixture.run("update offers set status = 'ON_HOLD' where offer_id = $1", [two]);
  assert.equal((await fixture.confirm(buyer, draft)).outcome, "changed");
  const fitted = await edit(draft, { fit: true });
  assert.ok(fitted.outcome === "edited");
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [4, 3]);
  assert.equal((await fixture.confirm(buyer, fitted.order)).outcome, "confirmed");
});

test("reducing to the available stock keeps lines with a valid price in another currency", async () => {
  const [one, two] = [await offer("E-27"), await offer("E-28", { stock: 5 })];
  const draft = await fixture.draft(buyer, [
    [one, 2],
    [two, 5],
  ]);
  await fixture.run("update offers set currency = 'EUR' where offer_id = $1", [one]);
  await fixture.run("update offers set received = 3 where offer_id = $1", [two]);
  const fitted = await edit(draft, { fit: true });
  assert.ok(fitted.outcome === "edited");
  assert.deepEqual(quantitiesOf(await fixture.read(draft)), [2, 3]);
  assert.equal((await fixture.confirm(buyer, fitted.order)).outcome, "confirmed");
});

const given = { remark: "Job 4471", neededBy: "2026-12-12" };
const none = { remark: null, neededBy: null };

const by = (draft: StoredOrder) => {
  const { now } = fixture;
  return { signedIn: buyer, requestId: "r", orderId: draft.orderId, now };
};

async function instruct(draft: StoredOrder, change: DraftEdit): Promise<StoredOrder> {
  const asked = { ...by(draft), version: draft.version, edit: change };
  const outcome = await fixture.db.transaction((tx) => editDraft(tx, asked));
  if (outcome.outcome !== "edited") throw new Error(outcome.outcome);
  return fixture.read(outcome.order);
}

/** A draft of two parts; the second line has a remark and a day. */
async function draftOf(...parts: readonly [string, string]): Promise<StoredOrder> {
  const [one, two] = [
    await insertOffer(fixture.db, { partNumber: parts[0], stock: 50 }),
    await insertOffer(fixture.db, { partNumber: parts[1], stock: 50, price: 500 }),
  ];
  const draft = await fixture.draft(buyer, [
    [one, 1],
    [two, 2],
  ]);
  return instruct(draft, { instructions: new Map([[2, given]]) });
}

const instructionsOf = ({ lines }: StoredOrder) =>
  lines.map(({ remark, neededBy }) => ({ remark, neededBy }));

test("a remark and a day change neither price nor time of a line, and are in the history", async () => {
  const draft = await draftOf("LI-A1", "LI-A2");
  assert.deepEqual(instructionsOf(draft), [none, given]);
  assert.deepEqual(draft.lines[1]?.pricedAt, fixture.now);
  const event = (await selectTimeline(fixture.db, draft.orderId)).at(-1);
  const change = event?.details.lines?.[0];
  assert.deepEqual(change?.remark, { before: null, after: given.remark });
  assert.deepEqual(change?.neededBy, { before: null, after: given.neededBy });
  const moved = await instruct(draft, { instructions: new Map([[2, { remark: null }]]) });
  assert.deepEqual(instructionsOf(moved), [none, { ...given, remark: null }]);
});

test("a new quantity, new prices and a removed line keep the other words", async () => {
  const draft = await draftOf("LI-B1", "LI-B2");
  const [, second] = draft.lines;
  const resized = await instruct(draft, { quantities: new Map([[2, 7]]) });
  const added = await instruct(resized, {
    added: second === undefined ? [] : [{ offerId: second.offerId, quantity: 1 }],
  });
  const repriced = await instruct(added, { reprice: true });
  assert.deepEqual(instructionsOf(repriced), [none, given]);
  const without = await instruct(repriced, { quantities: new Map([[1, 0]]) });
  assert.deepEqual(instructionsOf(without), [given]);
});

test("a confirmed order keeps them, also with prices of today, and its e-mails list them", async () => {
  const draft = await draftOf("LI-C1", "LI-C2");
  await fixture.run("update offers set list_price = 900 where part_number = 'LI-C2'");
  const outcome = await fixture.confirm(buyer, draft, daysLater(fixture, 8));
  assert.equal(outcome.outcome, "confirmed");
  assert.deepEqual(instructionsOf(await fixture.read(draft)), [none, given]);
  for (const { body } of await fixture.listMails(draft)) {
    assert.match(body, /LI-C2 .*\n {4}PART\n {4}Job 4471\n {4}Needed by 12 Dec 2026\n/);
  }
});

/** What a list asked for. */
const asked = {
  partNumber: "LI-0",
  quantity: 24,
  unit: "m",
  conditions: ["OH", "NE"],
  certificates: ["EASA Form 1"],
  unread: { condition: "no PMA", certificate: "dual release", day: "ASAP" },
};

/** A draft with one line that asks for all of it and one that asks for nothing. */
async function askedDraft(part: string): Promise<StoredOrder> {
  const draft = await draftOf(`${part}1`, `${part}2`);
  const offerId = draft.lines[0]?.offerId ?? assert.fail();
  const remark = "Certificate requested: none";
  const instructions = { ...noInstructions, remark, requested: asked };
  return instruct(draft, { added: [{ offerId, quantity: 3, instructions }] });
}

const requestedOf = ({ lines }: StoredOrder) => lines.map(({ requested }) => requested);

test("a line that asks for anything else is a line of its own, and keeps that whatever happens to it", async () => {
  const draft = await askedDraft("LI-E");
  const before = [nothingRequested, nothingRequested, asked];
  assert.deepEqual(requestedOf(draft), before);
  const repriced = await instruct(draft, { reprice: true, quantities: new Map([[3, 9]]) });
  assert.deepEqual(requestedOf(repriced), before);
  const offerId = repriced.lines[0]?.offerId ?? assert.fail();
  const plain = await instruct(repriced, { added: [{ offerId, quantity: 1 }] });
  assert.deepEqual(
    plain.lines.map(({ quantity }) => quantity),
    [2, 2, 9],
    "what says nothing joins the line that says nothing",
  );
});

test("a day that is typed takes the place of one that was not read", async () => {
  const draft = await askedDraft("LI-F");
  const remark = await instruct(draft, { instructions: new Map([[3, { remark: "AOG" }]]) });
  assert.deepEqual(requestedOf(remark)[2], asked);
  const dated = await instruct(remark, {
    instructions: new Map([[3, { neededBy: "2026-12-12" }]]),
  });
  const { day: _, ...unread } = asked.unread;
  assert.deepEqual(requestedOf(dated)[2], { ...asked, unread });
});

test("a condition that was not read can be removed, which is in the history", async () => {
  const draft = await askedDraft("LI-H");
  const edited = await instruct(draft, { instructions: new Map([[3, { condition: null }]]) });
  const { condition, ...unread } = asked.unread;
  assert.deepEqual(requestedOf(edited)[2], { ...asked, unread });
  assert.deepEqual(edited.lines[2]?.remark, "Certificate requested: none");
  const event = (await selectTimeline(fixture.db, edited.orderId)).at(-1);
  assert.deepEqual(event?.details.lines?.[0]?.wanted, { before: condition, after: null });
});

test("documents and the API have what was asked for, each once; a remark is no wish", async () => {
  const draft = await askedDraft("LI-G");
  const outcome = await fixture.confirm(buyer, draft);
  assert.equal(outcome.outcome, "confirmed");
  const facts =
    "Listed as LI-0 · Asked: 24 m · Wants: OH or NE, no PMA · " +
    "Wants: EASA Form 1, dual release · Needed by: ASAP";
  for (const { body } of await fixture.listMails(draft)) {
    assert.ok(body.includes(`\n    Certificate requested: none\n    ${facts}\n`), body);
  }
  const order = await fixture.read(draft);
  const [first, , third] = toWireOrder(order, { updatedAt: order.createdAt }).line_items;
  assert.equal(first?.requested, undefined);
  assert.equal(third?.remark, "Certificate requested: none");
  assert.deepEqual(third?.requested, {
    part_number: "LI-0",
    quantity: 24,
    unit: "m",
    conditions: ["OH", "NE", "no PMA"],
    certificates: ["EASA Form 1", "dual release"],
    needed_by: "ASAP",
  });
});

test("a duplicate keeps remarks and which part is wanted, no days and no quantities", async () => {
  const placed = await askedDraft("LI-D");
  const notes = "Deliver to hangar 3";
  const draft = await instruct(placed, { notes, poNumber: "PO-D" });
  const made = await fixture.db.transaction((tx) =>
    duplicateOrder(tx, { ...by(draft), again: false }),
  );
  if (made.outcome !== "created") throw new Error(made.outcome);
  const copy = await fixture.read(made.order);
  assert.deepEqual(instructionsOf(copy), [
    none,
    { ...given, neededBy: null },
    { remark: "Certificate requested: none", neededBy: null },
  ]);
  const { day: _, ...unread } = asked.unread;
  const lasting = { ...asked, quantity: null, unit: null, unread };
  assert.deepEqual(requestedOf(copy), [nothingRequested, nothingRequested, lasting]);
  assert.deepEqual([copy.notes, copy.poNumber], [null, null]);
  const [event] = await selectTimeline(fixture.db, copy.orderId);
  assert.deepEqual(event?.details.notCopied, {
    poNumber: "PO-D",
    notes,
    lines: [{ partNumber: "LI-D2", neededBy: given.neededBy }],
  });
});
