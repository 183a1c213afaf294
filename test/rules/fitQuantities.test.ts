// Fitting quantities to the stock, by properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Offer } from "../../src/catalog/offer.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { Currency } from "../../src/money.ts";
import { fitQuantities } from "../../src/orders/drafts/reviewDraft.ts";
import { openAgreement } from "../../src/pricing/agreement.ts";
import { isQuantityAllowed } from "../../src/pricing/orderTerms.ts";
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
      const fits = fitQuantities(lines, { offers, agreement, currency });
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
    return fitQuantities([{ offerId, quantity }], { offers, agreement: contract, currency });
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
    fitQuantities([{ offerId, quantity }], { offers, agreement, currency });
  assert.deepEqual([13, 14, 15, 3].map(fitOne), [[10], [10], [15], [10]]);
});
