// What happens to remarks and needed-by days while a draft changes (decision 227).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { duplicateOrder } from "../../src/orders/drafts/duplicateOrder.ts";
import { editDraft } from "../../src/orders/drafts/editDraft.ts";
import type { DraftEdit } from "../../src/orders/drafts/editLines.ts";
import { undoRemoval } from "../../src/orders/drafts/undoRemoval.ts";
import { pickInstructions } from "../../src/orders/lineInstructions.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { selectTimeline } from "../../src/orders/queries.ts";
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

const instructionsOf = ({ lines }: StoredOrder) => lines.map(pickInstructions);

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
    assert.match(body, /LI-C2 .*\n {4}Needed by 12 Dec 2026\n {4}Job 4471\n/);
  }
});

test("a duplicate asks for the same certificates and has nothing else that was written", async () => {
  const placed = await draftOf("LI-D1", "LI-D2");
  const ofOrder = "500 requested, 25 ordered; Job 4471";
  const draft = await edit(placed, {
    notes: "Deliver to hangar 3",
    poNumber: "PO-D",
    instructions: new Map([
      [1, { remark: "certificate: DEF STAN" }],
      [2, { remark: `Certificate requested: FAA 8130-3; ${ofOrder}` }],
    ]),
  });
  const made = await fixture.db.transaction((tx) =>
    duplicateOrder(tx, { ...by(draft), again: false }),
  );
  if (made.outcome !== "created") throw new Error(made.outcome);
  const copy = await fixture.read(made.order);
  assert.deepEqual(instructionsOf(copy), [
    { remark: "certificate: DEF STAN", neededBy: null },
    { remark: "Certificate requested: FAA 8130-3", neededBy: null },
  ]);
  assert.deepEqual([copy.notes, copy.poNumber], [null, null]);
  const [event] = await selectTimeline(fixture.db, copy.orderId);
  assert.deepEqual(event?.details.notCopied, {
    poNumber: "PO-D",
    notes: "Deliver to hangar 3",
    lines: [{ partNumber: "LI-D2", remark: ofOrder, neededBy: given.neededBy }],
  });
});
