// Distributing rows over drafts: each row once, within the limits of an order.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/money.ts";
import { type DraftRow, planDrafts } from "../../src/quickOrders/planDrafts.ts";

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
    note: null,
    offeredCertificate: null,
    askedQuantity: null,
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
  const instructions = { remark: null, neededBy: null };
  assert.deepEqual(planned[0]?.lines[0], { offerId: 1, quantity: 5, instructions });
});

test("a line says which quantity was requested before it was reduced, ahead of other remarks", () => {
  const [first, ...others] = toRows([1, 2, 3]);
  assert.ok(first !== undefined);
  const reduced = { ...first, askedQuantity: 5_000, certificate: "8130-3", remark: "AOG" };
  const same = { ...first, rowNumber: 4, offerId: 4 as OfferId, askedQuantity: first.quantity };
  const [draft] = planDrafts([reduced, ...others, same]);
  assert.deepEqual(
    draft?.lines.map(({ instructions }) => instructions?.remark ?? null),
    ["Certificate requested: FAA 8130-3; 5,000 requested, 1 ordered; AOG", null, null, null],
  );
});

test("a line says which conditions were accepted, and that its row was split", () => {
  const [either, one, split, read] = toRows([1, 2, 3, 4]).map((row) => ({ ...row, quantity: 25 }));
  assert.ok(either && one && split && read);
  const [draft] = planDrafts([
    { ...either, condition: "NE / OH", remark: "AOG" },
    { ...one, condition: "NE" },
    { ...split, note: "1,040 split into rows 3 and 58." },
    { ...read, note: "Read as part number 1, quantity 25." },
  ]);
  assert.deepEqual(
    draft?.lines.map(({ instructions }) => instructions?.remark ?? null),
    [
      "Condition requested: NE or OH; AOG",
      null,
      "25 of 1,040 requested, split over two offers",
      null,
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
