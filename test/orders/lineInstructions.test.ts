// What happens to remarks and needed-by days while a draft changes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { duplicateOrder } from "../../src/orders/drafts/createDraft.ts";
import type { DraftEdit } from "../../src/orders/drafts/editDraft.ts";
import { editDraft, undoRemoval } from "../../src/orders/drafts/editDraft.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { toWireOrder } from "../../src/orders/orderJson.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
import { nothingRequested } from "../../src/orders/requested.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { daysLater, type OrderFixture, openOrderFixture } from "../support/orderFixture.ts";

let fixture: OrderFixture;
let buyer: SignedIn;

before(async () => {
  fixture = await openOrderFixture();
  buyer = await fixture.openBuyer();
});

after(() => fixture.close());

const given = { remark: "Job 4471", neededBy: "2026-12-12" };
const none = { remark: null, neededBy: null };

const by = (draft: StoredOrder) => {
  const { now } = fixture;
  return { signedIn: buyer, requestId: "r", orderId: draft.orderId, now };
};

async function edit(draft: StoredOrder, change: DraftEdit): Promise<StoredOrder> {
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
  return edit(draft, { instructions: new Map([[2, given]]) });
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
  const moved = await edit(draft, { instructions: new Map([[2, { remark: null }]]) });
  assert.deepEqual(instructionsOf(moved), [none, { ...given, remark: null }]);
});

test("a new quantity, new prices, a removed line and its return keep the other words", async () => {
  const draft = await draftOf("LI-B1", "LI-B2");
  const [, second] = draft.lines;
  const resized = await edit(draft, { quantities: new Map([[2, 7]]) });
  const added = await edit(resized, {
    added: second === undefined ? [] : [{ offerId: second.offerId, quantity: 1 }],
  });
  const repriced = await edit(added, { reprice: true });
  assert.deepEqual(instructionsOf(repriced), [none, given]);
  const without = await edit(repriced, { quantities: new Map([[2, 0]]) });
  assert.deepEqual(instructionsOf(without), [none]);
  const asked = { ...by(without), version: without.version };
  await fixture.db.transaction((tx) => undoRemoval(tx, asked));
  assert.deepEqual(instructionsOf(await fixture.read(without)), [none, given]);
});

test("a confirmed order keeps them, also with prices of today, and its e-mails list them", async () => {
  const draft = await draftOf("LI-C1", "LI-C2");
  await fixture.run("update offers set list_price = 900 where part_number = 'LI-C2'");
  const outcome = await fixture.confirm(buyer, draft, daysLater(fixture, 8));
  assert.equal(outcome.outcome, "confirmed");
  assert.deepEqual(instructionsOf(await fixture.read(draft)), [none, given]);
  for (const { body } of await fixture.listMails(draft)) {
    assert.match(body, /LI-C2 .*\n {4}PART\n {4}Needed by 12 Dec 2026\n {4}Job 4471\n/);
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
  const instructions = { remark: "Certificate requested: none", neededBy: null, requested: asked };
  return edit(draft, { added: [{ offerId, quantity: 3, instructions }] });
}

const requestedOf = ({ lines }: StoredOrder) => lines.map(({ requested }) => requested);

test("a line that asks for anything else is a line of its own, and keeps that whatever happens to it", async () => {
  const draft = await askedDraft("LI-E");
  const before = [nothingRequested, nothingRequested, asked];
  assert.deepEqual(requestedOf(draft), before);
  const repriced = await edit(draft, { reprice: true, quantities: new Map([[3, 9]]) });
  assert.deepEqual(requestedOf(repriced), before);
  const without = await edit(repriced, { quantities: new Map([[3, 0]]) });
  const undone = { ...by(without), version: without.version };
  await fixture.db.transaction((tx) => undoRemoval(tx, undone));
  const restored = await fixture.read(without);
  assert.deepEqual(requestedOf(restored), before);
  const offerId = restored.lines[0]?.offerId ?? assert.fail();
  const plain = await edit(restored, { added: [{ offerId, quantity: 1 }] });
  assert.deepEqual(
    plain.lines.map(({ quantity }) => quantity),
    [2, 2, 9],
    "what says nothing joins the line that says nothing",
  );
});

test("a day that is typed takes the place of one that was not read", async () => {
  const draft = await askedDraft("LI-F");
  const remark = await edit(draft, { instructions: new Map([[3, { remark: "AOG" }]]) });
  assert.deepEqual(requestedOf(remark)[2], asked);
  const dated = await edit(remark, { instructions: new Map([[3, { neededBy: "2026-12-12" }]]) });
  const { day: _, ...unread } = asked.unread;
  assert.deepEqual(requestedOf(dated)[2], { ...asked, unread });
});

test("a condition that was not read can be removed, which is in the history", async () => {
  const draft = await askedDraft("LI-H");
  const edited = await edit(draft, { instructions: new Map([[3, { condition: null }]]) });
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
    assert.ok(body.includes(`\n    ${facts}\n    Certificate requested: none\n`), body);
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
  const draft = await edit(placed, { notes, poNumber: "PO-D" });
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
