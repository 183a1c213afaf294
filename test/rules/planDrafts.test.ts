// Distributing rows over drafts: each row once, within the limits of an order.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/kit/money.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { nothingRequested } from "../../src/orders/requested.ts";
import { type DraftRow, planDrafts } from "../../src/quickOrders/addReadyRows.ts";

function toRows(offers: readonly number[], currency = "USD"): DraftRow[] {
  return offers.map((offerId, index) => ({
    rowNumber: index + 1,
    offerId: offerId as OfferId,
    quantity: index + 1,
    currency: currency as Currency,
    remark: null,
    neededBy: null,
    certificate: null,
    condition: null,
    unread: {},
    requestedQuantity: null,
    requestedUnit: null,
    askedQuantity: null,
    listed: `DA-${offerId}`,
    offeredNumber: `DA-${offerId}`,
    offeredUnit: "EA",
  }));
}

test("500 offers are one draft, 501 are two", () => {
  const offers = Array.from({ length: 501 }, (_, index) => index);
  assert.deepEqual(
    planDrafts(toRows(offers.slice(0, 500))).map(({ lines }) => lines.length),
    [500],
  );
  assert.deepEqual(
    planDrafts(toRows(offers)).map(({ lines }) => lines.length),
    [500, 1],
  );
});

test("rows of one offer go into one draft, even if it is full", () => {
  const planned = planDrafts(toRows([1, 2, 3, 1]), 2);
  assert.deepEqual(
    planned.map(({ rowNumbers }) => rowNumbers),
    [[1, 2, 4], [3]],
  );
  const instructions = { ...noInstructions };
  assert.deepEqual(planned[0]?.lines[0], { offerId: 1, quantity: 5, instructions });
});

test("lines of one offer stay together, also if they are more than a draft can have", () => {
  const rows = toRows([1, 2, 2, 2]).map((row) => ({ ...row, remark: String(row.rowNumber) }));
  assert.deepEqual(
    planDrafts(rows, 2).map(({ rowNumbers, lines }) => [rowNumbers, lines.length]),
    [
      [[1], 1],
      [[2, 3, 4], 3],
    ],
  );
});

/** The lines that rows of one offer become. */
function plan(...rows: readonly Partial<DraftRow>[]) {
  const all = toRows(rows.map(() => 1)).map((row, index) => ({ ...row, ...rows[index] }));
  return planDrafts(all)[0]?.lines ?? [];
}

/** What the first line of such rows asks for. */
const ask = (...rows: readonly Partial<DraftRow>[]) => plan(...rows)[0]?.instructions.requested;

test("a line has the quantity that was asked for before it was reduced, rounded or converted", () => {
  const nothing = { ...nothingRequested };
  const asked = (quantity: number, unit: string) => ({ ...nothing, quantity, unit });
  assert.deepEqual(ask({ askedQuantity: 5_000 }), asked(5_000, "EA"));
  assert.deepEqual(ask({ quantity: 5, askedQuantity: 5 }), nothing);
  const meters = { askedQuantity: 329, requestedQuantity: 100, requestedUnit: "m" };
  assert.deepEqual(ask(meters), asked(100, "m"));
});

test("a line has the number that was listed, if another part is ordered", () => {
  const number = (listed: string) => ask({ listed, offeredNumber: "DA20736-7" })?.partNumber;
  assert.equal(number("da20736-7"), null);
  assert.equal(number("ＤＡ20736-7"), null);
  assert.equal(number("5310-01-234-5678"), "5310-01-234-5678");
});

test("a line has the conditions and certificates that are requested, and what was not read", () => {
  const unread = { certificate: "dual release" };
  const row = { condition: "NE / SV", certificate: "EASA Form 1; CoC", unread };
  const certificates = ["EASA Form 1", "CoC"];
  assert.deepEqual(ask(row), {
    ...nothingRequested,
    conditions: ["NE", "SV"],
    certificates,
    unread,
  });
});

test("rows of one offer are one line if they say the same, else each keeps its words", () => {
  const [soon, later] = ["2026-12-05", "2026-12-20"];
  const aog = { quantity: 5, remark: "AOG" };
  const lines = plan(
    { quantity: 30, neededBy: soon },
    { quantity: 25, neededBy: later, remark: "line stn; gate 4" },
    { quantity: 30, neededBy: soon },
    aog,
    { quantity: 4 },
    aog,
    { quantity: 200, askedQuantity: 150 },
    { quantity: 200, askedQuantity: 150 },
  );
  assert.deepEqual(
    lines.map(({ quantity, instructions: { remark, neededBy, requested } }) => {
      return [quantity, remark, neededBy, requested.quantity];
    }),
    [
      [60, null, soon, null],
      [25, "line stn; gate 4", later, null],
      [10, "AOG", null, null],
      [4, null, null, null],
      [200, null, null, 150],
      [200, null, null, 150],
    ],
  );
});

test("every row is in one draft, no quantity is lost, no draft is too long", () => {
  const offers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 });
  fc.assert(
    fc.property(offers, offers, (dollars, euros) => {
      const rows = [...toRows(dollars), ...toRows(euros, "EUR")].map((row, index) => ({
        ...row,
        rowNumber: index + 1,
      }));
      const planned = planDrafts(rows, 4);
      const placed = planned.flatMap(({ rowNumbers }) => rowNumbers).sort((a, b) => a - b);
      assert.deepEqual(
        placed,
        rows.map(({ rowNumber }) => rowNumber),
      );
      const sum = (all: readonly { readonly quantity: number }[]) =>
        all.reduce((total, { quantity }) => total + quantity, 0);
      assert.equal(sum(planned.flatMap(({ lines }) => lines)), sum(rows));
      for (const { lines, currency, rowNumbers } of planned) {
        assert.ok(lines.length <= 4);
        assert.equal(new Set(lines.map(({ offerId }) => offerId)).size, lines.length);
        for (const row of rowNumbers) assert.equal(rows[row - 1]?.currency, currency);
      }
    }),
  );
});
