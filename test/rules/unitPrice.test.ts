// The price of an account: golden cases of every kind of rule, and properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AgreementRule, openAgreement } from "../../src/prices/agreement.ts";
import { findOrderTerms, listNearestQuantities } from "../../src/prices/orderTerms.ts";
import { findUnitPrice, listPriceBreaks } from "../../src/prices/unitPrice.ts";
import {
  anyRules,
  costs,
  eur,
  off,
  offer,
  partRule,
  rule,
  vendorRule,
} from "../support/anyRules.ts";

const day = "2026-11-21";
const priceOf = (rules: AgreementRule[], quantity = 1, on = day) =>
  findUnitPrice(offer, openAgreement(rules, on), quantity).price?.minor;

test("without a rule, the list price applies and no rule is named", () => {
  assert.deepEqual(findUnitPrice(offer, openAgreement([], day), 1), {
    price: offer.listPrice,
    rule: null,
  });
});

test("a contract line takes precedence over a vendor rule, and that over the account discount, even at a higher price", () => {
  const account = rule({ term: off(5_000) });
  const vendor = vendorRule({ term: off(1_000) });
  const part = partRule({ term: costs(950n) });
  assert.equal(priceOf([account]), 500n);
  assert.equal(priceOf([account, vendor]), 900n);
  assert.equal(priceOf([part, account, vendor]), 950n);
});

test("only a contract line can exceed the list price", () => {
  assert.equal(priceOf([partRule({ term: costs(1_500n) })]), 1_500n);
});

test("of the breaks of the applicable rule, the lowest price that the quantity reaches applies", () => {
  const rules = [
    partRule({ term: costs(900n) }),
    partRule({ minQuantity: 10, term: costs(800n) }),
    partRule({ minQuantity: 100, term: costs(700n) }),
  ];
  assert.equal(priceOf(rules, 9), 900n);
  assert.equal(priceOf(rules, 10), 800n);
  assert.equal(priceOf(rules, 99), 800n);
  assert.equal(priceOf(rules, 100), 700n);
});

test("a discount below 100% never rounds a price to 0", () => {
  const cent = { ...offer, listPrice: costs(1n).price };
  const priceAt = (basisPoints: number) =>
    findUnitPrice(cent, openAgreement([rule({ term: off(basisPoints) })], day), 1).price?.minor;
  assert.deepEqual([5_000, 5_001, 9_999, 10_000].map(priceAt), [1n, 1n, 1n, 0n]);
});

test("if a contract line starts above the quantity, the next rule applies", () => {
  const rules = [partRule({ minQuantity: 10, term: costs(100n) }), rule({ term: off(1_000) })];
  assert.equal(priceOf(rules, 9), 900n);
  assert.equal(priceOf(rules, 10), 100n);
});

test("a rule is in force from its first day to its last", () => {
  const rules = [rule({ term: off(1_000), validFrom: "2026-11-21", validTo: "2026-11-22" })];
  assert.equal(priceOf(rules, 1, "2026-11-20"), 1000n);
  assert.equal(priceOf(rules, 1, "2026-11-21"), 900n);
  assert.equal(priceOf(rules, 1, "2026-11-22"), 900n);
  assert.equal(priceOf(rules, 1, "2026-11-23"), 1000n);
});

test("of two rules that differ only in their first day, the later one applies, whatever its price", () => {
  const rules = [
    partRule({ term: costs(800n), validFrom: "2026-01-01" }),
    partRule({ term: costs(900n), validFrom: "2026-11-01" }),
    partRule({ minQuantity: 10, term: costs(700n), validFrom: "2026-01-01" }),
  ];
  assert.equal(priceOf(rules), 900n);
  assert.equal(priceOf(rules, 1, "2026-10-31"), 800n);
  assert.equal(priceOf(rules, 10), 700n);
});

test("a rule for another part, vendor or condition does not affect the offer", () => {
  const rules = [
    partRule({ partNumberKey: "P2", term: costs(1n) }),
    partRule({ condition: "AR", term: costs(2n) }),
    partRule({ vendor: "W", term: costs(3n) }),
    vendorRule({ vendor: "W", term: off(9_000) }),
  ];
  assert.equal(priceOf(rules), 1000n);
});

test("the more specific contract line applies", () => {
  const rules = [
    partRule({ term: costs(900n) }),
    partRule({ condition: "NE", term: costs(910n) }),
    partRule({ vendor: "V", term: costs(920n) }),
    partRule({ vendor: "V", condition: "NE", term: costs(930n) }),
  ];
  assert.deepEqual(
    [1, 2, 3, 4].map((count) => priceOf(rules.slice(0, count))),
    [900n, 910n, 920n, 930n],
  );
});

test("a contract price keeps its own currency", () => {
  const agreement = openAgreement([partRule({ term: costs(2_000n, eur) })], day);
  const { price } = findUnitPrice(offer, agreement, 1);
  assert.deepEqual(price, { minor: 2_000n, currency: eur });
});

test("breaks of two currencies are not compared: the one for the larger quantity applies", () => {
  const rules = [
    partRule({ term: costs(9_000n) }),
    partRule({ minQuantity: 10, term: costs(9_500n, eur) }),
  ];
  const { price } = findUnitPrice(offer, openAgreement(rules, day), 10);
  assert.deepEqual(price, { minor: 9_500n, currency: eur });
});

test("breaks start at the smallest quantity that can be ordered, at the price of that quantity", () => {
  const rules = [partRule({ minQuantity: 10, term: costs(800n) }), rule({ term: off(500) })];
  const startOf = (minQuantity: number, multiple: number, more: AgreementRule[] = []) =>
    listPriceBreaks(
      { ...offer, minQuantity, multiple },
      openAgreement([...rules, ...more], day),
    ).map((step) => [step.minQuantity, step.price.minor]);
  assert.deepEqual(startOf(4, 3), [
    [6, 950n],
    [10, 800n],
  ]);
  assert.deepEqual(startOf(25, 25), [[25, 800n]]);
  const own = partRule({ vendor: "V", term: off(500), orderMin: 2, orderMultiple: 1 });
  assert.deepEqual(startOf(25, 25, [own])[0], [2, 950n]);
});

test("breaks start at 1 and change at each step", () => {
  const rules = [partRule({ minQuantity: 10, term: costs(800n) }), rule({ term: off(500) })];
  assert.deepEqual(
    listPriceBreaks(offer, openAgreement(rules, day)).map(({ minQuantity, price }) => [
      minQuantity,
      price.minor,
    ]),
    [
      [1, 950n],
      [10, 800n],
    ],
  );
});

test("only a contract line exceeds the list price, and the order of the rules does not matter", () => {
  fc.assert(
    fc.property(anyRules, fc.integer({ min: 1, max: 60 }), (rules, quantity) => {
      const found = findUnitPrice(offer, openAgreement(rules, day), quantity);
      if (found.price !== null && found.price.minor > 1000n)
        assert.equal(found.rule?.scope, "part");
      const turned = findUnitPrice(offer, openAgreement(rules.toReversed(), day), quantity);
      assert.equal(turned.price?.minor, found.price?.minor);
    }),
  );
});

test("the breaks give the price of every quantity", () => {
  fc.assert(
    fc.property(anyRules, fc.integer({ min: 1, max: 60 }), (rules, quantity) => {
      const step = listPriceBreaks(offer, openAgreement(rules, day)).findLast(
        (each) => each.minQuantity <= quantity,
      );
      assert.equal(
        step?.price.minor,
        findUnitPrice(offer, openAgreement(rules, day), quantity).price?.minor,
      );
    }),
  );
});

function termsOf(rules: readonly AgreementRule[]): [minQuantity: number, multiple: number] {
  const agreement = openAgreement(rules.toReversed(), "2026-11-21");
  const terms = findOrderTerms({ ...offer, minQuantity: 50, multiple: 20 }, agreement);
  return [terms.minQuantity, terms.multiple];
}

test("without a contract line that sets them, the offer's minimum and multiple apply", () => {
  assert.deepEqual(termsOf([]), [50, 20]);
  assert.deepEqual(termsOf([partRule({})]), [50, 20]);
});

test("the account's minimum and multiple replace the offer's separately", () => {
  assert.deepEqual(termsOf([partRule({ orderMin: 1 })]), [1, 20]);
  assert.deepEqual(termsOf([partRule({ orderMultiple: 5 })]), [50, 5]);
  assert.deepEqual(termsOf([partRule({ orderMin: 100, orderMultiple: 1 })]), [100, 1]);
});

test("the narrowest line that sets them applies, of its breaks the smallest", () => {
  const wide = partRule({ orderMin: 7, orderMultiple: 7 });
  const narrow = partRule({ vendor: "V", condition: "NE", orderMin: 3 });
  const silent = partRule({ vendor: "V", condition: "NE", minQuantity: 2 });
  const broken = partRule({ minQuantity: 10, orderMin: 9, orderMultiple: 9 });
  assert.deepEqual(termsOf([wide, narrow, silent, broken]), [3, 7]);
  assert.deepEqual(termsOf([wide, broken]), [7, 7]);
  assert.deepEqual(termsOf([partRule({}), broken]), [9, 9]);
});

test("a line that is not in force or is for another offer has no effect", () => {
  const terms = { orderMin: 1, orderMultiple: 1 };
  const silent = [
    partRule({ ...terms, validTo: "2026-11-20" }),
    partRule({ ...terms, validFrom: "2026-11-22" }),
    partRule({ ...terms, condition: "AR" }),
    partRule({ ...terms, partNumberKey: "P2" }),
    partRule({ ...terms, minQuantity: 5, validFrom: "2020-01-01" }),
    partRule({ minQuantity: 5, validFrom: "2021-01-01" }),
  ];
  assert.deepEqual(termsOf(silent), [50, 20]);
});

test("a quantity between packs is next to two, and below the minimum next to one", () => {
  const terms = { minQuantity: 8, multiple: 5 };
  assert.deepEqual(listNearestQuantities(12, terms), [10, 15]);
  assert.deepEqual(listNearestQuantities(3, terms), [10]);
  assert.deepEqual(listNearestQuantities(12, terms, 14), [10]);
  assert.deepEqual(listNearestQuantities(15, terms), [15]);
});
