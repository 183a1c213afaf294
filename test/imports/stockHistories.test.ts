// Properties of stock over random histories of feeds, edits, orders and reverts (decision 153).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { StoredOrder } from "../../src/orders/order.ts";
import { share } from "../support/share.ts";
import { openStockFixture } from "../support/stockFixture.ts";
import { type ModelOrder, StockModel } from "../support/stockModel.ts";

const fixture = share(openStockFixture);
let made = 0;
/** How often each step changed something, and how often confirming was refused. */
const seen = new Map<string, number>();

/** Often nothing, or less than orders have allocated. */
const quantity = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 4, arbitrary: fc.integer({ min: 10, max: 30 }) },
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("feed" as const),
      quantity,
      mode: fc.constantFrom("on-hand" as const, "available" as const),
      isCatalog: fc.boolean(),
      /** How many minutes before the feed it was counted. */
      age: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), quantity }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("draft" as const),
      quantity: fc.integer({ min: 1, max: 16 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("confirm" as const), place: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("fulfil" as const), place: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), place: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("revert" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type OpenOrder = { readonly order: StoredOrder; readonly model: ModelOrder };

/** One part, its model, and the orders that can still move. */
type History = {
  readonly part: string;
  readonly offerId: OfferId;
  readonly model: StockModel;
  readonly drafts: StoredOrder[];
  readonly open: OpenOrder[];
  now: number;
};

const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

function takeAt<Value>(values: Value[], place: number): Value | undefined {
  return values.splice(place % Math.max(1, values.length), 1)[0];
}

async function feed(history: History, given: Extract<Step, { kind: "feed" }>): Promise<void> {
  const { part, model, now } = history;
  const { quantity: fed, mode, isCatalog, age } = given;
  const options = { at: now, asOf: now - age, mode, appliesOlder: true };
  const expected = model.countOf(fed, mode, now - age);
  const row = `part_number,vendor,condition,quantity\n${part},Acme,NE,${fed}\n`;
  const run = isCatalog
    ? await fixture.feedCatalog({ [part]: fed }, options)
    : await fixture.feedStock(row, options);
  assert.equal(run.state, "committed");
  model.apply(expected, run.runId);
  if (run.counts["updated"] === 1) count(`feed ${mode}${age === 0 ? "" : " of the past"}`);
}

async function edit(history: History, typed: number): Promise<void> {
  const { model, offerId, now } = history;
  model.apply({ quantity: typed, at: now }, await fixture.editStock(offerId, typed, now));
  count("edit");
}

async function draft(history: History, wanted: number): Promise<void> {
  const { model, offerId, now, drafts } = history;
  const ordered = Math.min(wanted, model.counts.available);
  if (ordered === 0) return;
  const by = fixture.buyer;
  drafts.push(await fixture.draft(by, [[offerId, ordered]], "PO", fixture.after(now)));
}

async function confirm(history: History, place: number): Promise<void> {
  const { model, drafts, open, now } = history;
  const order = takeAt(drafts, place);
  if (order === undefined) return;
  const wanted = order.lines[0]?.quantity ?? 0;
  const { outcome } = await fixture.confirm(fixture.buyer, order, fixture.after(now));
  const { onHand, allocated } = model.counts;
  assert.equal(outcome, wanted <= onHand - allocated ? "confirmed" : "changed");
  count(outcome);
  if (outcome !== "confirmed") return;
  const confirmed = { quantity: wanted, confirmedAt: now, endedAt: null, isShipped: false };
  model.orders.push(confirmed);
  open.push({ order: await fixture.read(order), model: confirmed });
}

async function end(history: History, place: number, isShipped: boolean): Promise<void> {
  const ended = takeAt(history.open, place);
  if (ended === undefined) return;
  const kind = isShipped ? "fulfilled" : "cancelled";
  assert.equal((await fixture.end(ended.order, kind, history.now)).outcome, "done");
  ended.model.endedAt = history.now;
  ended.model.isShipped = isShipped;
  count(kind);
}

async function revert(history: History): Promise<void> {
  const { model, now } = history;
  const last = model.runs.at(-1);
  if (last === undefined) return;
  const isRedo = now % 2 === 0;
  const run = await fixture.revert(last.runId, now);
  assert.equal(run.state, "committed", JSON.stringify(run.stops));
  model.revertLast(run.runId, isRedo);
  count(isRedo ? "revert, to be reverted" : "revert");
}

async function take(history: History, one: Step): Promise<void> {
  if (one.kind === "feed") return feed(history, one);
  if (one.kind === "edit") return edit(history, one.quantity);
  if (one.kind === "draft") return draft(history, one.quantity);
  if (one.kind === "confirm") return confirm(history, one.place);
  if (one.kind === "revert") return revert(history);
  return end(history, one.place, one.kind === "fulfil");
}

test("no history of feeds, edits, orders and reverts invents or loses a unit", async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 20, maxLength: 32, size: "max" }),
    async (steps) => {
      made += 1;
      const part = `H-${made}`;
      await fixture.feedCatalog({ [part]: 30 });
      const offerId = await fixture.offerOf(part);
      const model = new StockModel(30, 0);
      const history: History = { part, offerId, model, drafts: [], open: [], now: 0 };
      for (const one of steps) {
        history.now += 1;
        await take(history, one);
        assert.deepEqual(await fixture.stock(part), model.counts, JSON.stringify(one));
      }
    },
  );
  await fc.assert(property, { numRuns: 16 });
  const missing = [
    "feed on-hand",
    "feed available",
    "feed on-hand of the past",
    "edit",
    "confirmed",
  ]
    .concat(["changed", "fulfilled", "cancelled", "revert"])
    .filter((what) => !seen.has(what));
  assert.deepEqual(missing, [], JSON.stringify([...seen]));
});
