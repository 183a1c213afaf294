// Planning an order (decision 29), by properties over many lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Offer } from "../../src/catalog/offer.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { orderStatuses as wireStatuses } from "../../src/contract/orders.ts";
import type { Currency } from "../../src/money.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { orderStatuses } from "../../src/orders/order.ts";
import { planOrder } from "../../src/orders/planOrder.ts";
import { openAgreement } from "../../src/pricing/agreement.ts";
import { isQuantityAllowed, nearestAllowedQuantity } from "../../src/pricing/orderTerms.ts";

const usd = "USD" as Currency;

function offerOf(id: number, fields: Partial<Offer> = {}): Offer {
  return {
    offerId: id as OfferId,
    partNumber: `P${id}`,
    partNumberKey: `P${id}`,
    title: null,
    vendor: "V",
    condition: "NE",
    unitOfMeasure: "EA",
    stock: 1_000_000_000,
    listPrice: { minor: 1n, currency: usd },
    status: "ACTIVE",
    minQuantity: 1,
    multiple: 1,
    supersededBy: null,
    certificate: null,
    manufacturer: null,
    cage: null,
    leadTimeDays: null,
    ...fields,
  };
}

const prices = fc.bigInt({ min: 0n, max: 10n ** 15n });
const demands = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 40 },
);

function planOf(lines: readonly { id: number; quantity: number }[], offers: readonly Offer[]) {
  return planOrder(
    lines.map(({ id, quantity }) => ({
      opened: { offerId: id as OfferId, mintedAtS: 10 },
      quantity,
      ...noInstructions,
    })),
    {
      offers: new Map(offers.map((offer) => [offer.offerId, offer])),
      agreement: openAgreement([], "2026-11-21"),
      oldestMintS: 10,
      firstNeededDay: "2026-11-21",
    },
  );
}

test("line totals are exactly price times quantity, the subtotal exactly their sum", () => {
  fc.assert(
    fc.property(demands, fc.array(prices, { minLength: 5, maxLength: 5 }), (lines, listPrices) => {
      const offers = listPrices.map((minor, index) =>
        offerOf(index + 1, { listPrice: { minor, currency: usd } }),
      );
      const plan = planOf(lines, offers);
      assert.ok(plan.outcome === "planned");
      const exact = lines.map(({ id, quantity }) => (listPrices[id - 1] ?? 0n) * BigInt(quantity));
      assert.deepEqual(
        plan.lines.map((line) => line.lineTotal.minor),
        exact,
      );
      assert.equal(
        plan.subtotal.minor,
        exact.reduce((sum, total) => sum + total, 0n),
      );
    }),
  );
});

test("an order is refused for stock exactly if the sum over its lines exceeds the stock", () => {
  fc.assert(
    fc.property(demands, fc.integer({ min: 1, max: 3_000_000 }), (lines, stock) => {
      const plan = planOf(
        lines,
        [1, 2, 3, 4, 5].map((id) => offerOf(id, { stock })),
      );
      const sums = [1, 2, 3, 4, 5].map((id) =>
        lines.filter((line) => line.id === id).reduce((sum, line) => sum + line.quantity, 0),
      );
      assert.equal(
        plan.outcome === "refused",
        sums.some((sum) => sum > stock),
      );
    }),
  );
});

test("the states of an order are the same on the wire and inside", () => {
  assert.deepEqual(orderStatuses, wireStatuses);
});

test("the nearest allowed quantity is allowed, and no allowed one is nearer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 1_000 }),
      (minQuantity, multiple, quantity) => {
        const rule = { minQuantity, multiple };
        const nearest = nearestAllowedQuantity(quantity, rule);
        assert.ok(isQuantityAllowed(nearest, rule));
        for (let other = 1; other <= 1_600; other += 1) {
          if (!isQuantityAllowed(other, rule)) continue;
          assert.ok(Math.abs(other - quantity) >= Math.abs(nearest - quantity));
        }
      },
    ),
  );
});
