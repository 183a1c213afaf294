// Fitting quantities to the stock, and planning an order (decision 29), by properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Offer } from "../../src/catalog/offer.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { orderStatuses as wireStatuses } from "../../src/kit/contract/orders.ts";
import type { Currency } from "../../src/kit/money.ts";
import { fitQuantities } from "../../src/orders/drafts/reviewDraft.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { orderStatuses } from "../../src/orders/order.ts";
import { planOrder } from "../../src/orders/placeOrder.ts";
import { openAgreement } from "../../src/prices/agreement.ts";
import { isQuantityAllowed, nearestAllowedQuantity } from "../../src/prices/orderTerms.ts";
import { costs, partRule, offer as pricedOffer } from "../support/anyRules.ts";

const currency = "USD" as Currency;
const agreement = openAgreement([], "2026-11-21");
const unpriced = { ...pricedOffer, listPrice: null };

const anyOffer = fc.record({
  stock: fc.integer({ min: 0, max: 60 }),
  minQuantity: fc.integer({ min: 1, max: 12 }),
  multiple: fc.integer({ min: 1, max: 7 }),
  status: fc.constantFrom("ACTIVE", "ACTIVE", "ON_HOLD"),
});
const anyLines = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 1, maxLength: 8 },
);

test("fitted quantities are allowed and in stock, and orderable lines do not change", () => {
  fc.assert(
    fc.property(anyLines, fc.tuple(anyOffer, anyOffer), (requested, terms) => {
      const offers = new Map(
        terms.map((fields, place) => {
          const offerId = (place + 1) as OfferId;
          const offer = { offerId, listPrice: { minor: 1n, currency }, ...fields } as Offer;
          return [offerId, offer];
        }),
      );
      const lines = requested.map(({ id, quantity }) => ({ offerId: id as OfferId, quantity }));
      const fits = fitQuantities(lines, { offers, agreement, currency, quotes: new Map() });
      assert.equal(fits.length, lines.length);
      for (const offerId of [1, 2, 3] as OfferId[]) {
        const places = lines.flatMap((line, place) => (line.offerId === offerId ? [place] : []));
        const sum = places.reduce((all, place) => all + (lines[place]?.quantity ?? 0), 0);
        const fit = places.reduce((all, place) => all + (fits[place] ?? 0), 0);
        const offer = offers.get(offerId);
        assert.ok(places.every((place) => (fits[place] ?? -1) >= 0));
        if (offer?.status !== "ACTIVE") {
          assert.equal(fit, 0);
          continue;
        }
        assert.ok(fit === 0 || (fit <= offer.stock && isQuantityAllowed(fit, offer)));
        if (sum > 0 && sum <= offer.stock && isQuantityAllowed(sum, offer)) {
          assert.deepEqual(
            places.map((place) => fits[place]),
            places.map((place) => lines[place]?.quantity),
          );
        }
      }
    }),
  );
});

test("a quantity fits only if it has a price", () => {
  const offerId = 1 as OfferId;
  const contract = openAgreement([partRule({ minQuantity: 10, term: costs(700n) })], "2026-11-21");
  const fitOne = (quantity: number, fields: Partial<Offer>) => {
    const terms = { status: "ACTIVE", minQuantity: 1, multiple: 1, ...fields } as const;
    const offers = new Map([[offerId, { ...unpriced, offerId, ...terms } as Offer]]);
    return fitQuantities([{ offerId, quantity }], {
      offers,
      agreement: contract,
      currency,
      quotes: new Map(),
    });
  };
  assert.deepEqual(fitOne(12, { stock: 11 }), [11]);
  assert.deepEqual(fitOne(12, { stock: 9 }), [0]);
  assert.deepEqual(fitOne(1, { stock: 20, minQuantity: 10 }), [10]);
});

test("a quantity between packs is rounded down, and up only to the minimum", () => {
  const offerId = 1 as OfferId;
  const terms = { status: "ACTIVE", stock: 60, minQuantity: 10, multiple: 5 } as const;
  const offers = new Map([[offerId, { ...pricedOffer, offerId, ...terms } as Offer]]);
  const fitOne = (quantity: number) =>
    fitQuantities([{ offerId, quantity }], { offers, agreement, currency, quotes: new Map() });
  assert.deepEqual([13, 14, 15, 3].map(fitOne), [[10], [10], [15], [10]]);
});

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
