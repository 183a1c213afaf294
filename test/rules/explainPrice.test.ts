// The explanation of a price: each kind of rule and its outcome.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AgreementRule, openAgreement } from "../../src/prices/agreement.ts";
import { explainPrice, type RuleOutcome } from "../../src/prices/explainPrice.ts";
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

function explain(rules: readonly AgreementRule[], quantity: number) {
  return explainPrice(offer, openAgreement(rules, day).findRules(offer), quantity);
}

type Case = {
  readonly name: string;
  readonly quantity?: number;
  readonly price: bigint;
  /** In the order in which they are checked, each with its outcome. */
  readonly rules: readonly (readonly [AgreementRule, RuleOutcome])[];
};

const cases: readonly Case[] = [
  { name: "without rules the list price applies", price: 1_000n, rules: [] },
  {
    name: "a contract line outranks the vendor rule and the account discount",
    price: 950n,
    rules: [
      [partRule({ term: costs(950n) }), "won"],
      [vendorRule({ term: off(1_000) }), "outranked"],
      [rule({ term: off(5_000) }), "outranked"],
    ],
  },
  {
    name: "a vendor rule outranks the account discount",
    price: 900n,
    rules: [
      [vendorRule({ term: off(1_000) }), "won"],
      [rule({ term: off(5_000) }), "outranked"],
    ],
  },
  {
    name: "a contract line with a discount takes it off the list price",
    price: 925n,
    rules: [[partRule({ term: off(750) }), "won"]],
  },
  {
    name: "an account discount applies last before the list price",
    price: 975n,
    rules: [[rule({ term: off(250) }), "won"]],
  },
  {
    name: "a contract line can exceed the list price",
    price: 1_500n,
    rules: [[partRule({ term: costs(1_500n) }), "won"]],
  },
  {
    name: "contract lines apply from the narrowest on",
    price: 930n,
    rules: [
      [partRule({ vendor: "V", condition: "NE", term: costs(930n) }), "won"],
      [partRule({ vendor: "V", term: costs(920n) }), "outranked"],
      [partRule({ condition: "NE", term: costs(910n) }), "outranked"],
      [partRule({ term: costs(900n) }), "outranked"],
    ],
  },
  {
    name: "a break that the quantity does not reach is skipped",
    quantity: 9,
    price: 900n,
    rules: [
      [partRule({ minQuantity: 10, term: costs(100n) }), "break_not_reached"],
      [rule({ term: off(1_000) }), "won"],
    ],
  },
  {
    name: "of the reached breaks the lowest price wins",
    quantity: 10,
    price: 800n,
    rules: [
      [partRule({ term: costs(900n) }), "beaten"],
      [partRule({ minQuantity: 10, term: costs(800n) }), "won"],
      [partRule({ minQuantity: 11, term: costs(700n) }), "break_not_reached"],
    ],
  },
  {
    name: "of two currencies the break for the larger quantity wins",
    quantity: 10,
    price: 9_500n,
    rules: [
      [partRule({ term: costs(900n) }), "beaten"],
      [partRule({ minQuantity: 10, term: costs(9_500n, eur) }), "won"],
    ],
  },
  {
    name: "rules that are not in force are listed, and the next one applies",
    price: 980n,
    rules: [
      [partRule({ term: costs(1n), validFrom: "2026-11-22" }), "not_yet_valid"],
      [partRule({ term: costs(2n), validTo: "2026-11-20" }), "expired"],
      [vendorRule({ term: off(200), validFrom: day, validTo: day }), "won"],
    ],
  },
  {
    name: "a later rule replaces the earlier one, whatever its price",
    price: 900n,
    rules: [
      [partRule({ term: costs(900n), validFrom: "2026-11-01" }), "won"],
      [partRule({ term: costs(800n), validFrom: "2026-01-01" }), "replaced"],
    ],
  },
];

for (const { name, quantity = 1, price, rules } of cases) {
  test(name, () => {
    const explanation = explain(rules.map(([each]) => each).toReversed(), quantity);
    assert.deepEqual(
      explanation.considered.map((each) => [each.rule, each.outcome]),
      rules,
    );
    assert.equal(explanation.price?.minor, price);
    const winner = rules.find(([, outcome]) => outcome === "won")?.[0] ?? null;
    assert.equal(explanation.rule, winner);
  });
}

test("the explained price is the charged one, and every rule is listed once", () => {
  const quantities = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(anyRules, quantities, (rules, quantity) => {
      const { price, rule: winner, considered } = explain(rules, quantity);
      const charged = findUnitPrice(offer, openAgreement(rules, day), quantity);
      assert.deepEqual(charged, { price, rule: winner });
      assert.deepEqual(new Set(considered.map((each) => each.rule)), new Set(rules));
      const won = considered.filter(({ outcome }) => outcome === "won");
      assert.deepEqual(
        won.map((each) => [each.rule, each.price]),
        winner === null ? [] : [[winner, price]],
      );
    }),
  );
});

test("without a list price, only a contract line with a price of its own sets one", () => {
  const unpriced = { ...offer, listPrice: null };
  const explainFor = (rules: readonly AgreementRule[], quantity: number) =>
    explainPrice(unpriced, openAgreement(rules, day).findRules(unpriced), quantity);
  const rules = [
    partRule({ vendor: "V", term: off(500) }),
    partRule({ minQuantity: 5, term: costs(700n) }),
    rule({ term: off(1_000) }),
  ];
  const outcomes = (quantity: number) =>
    explainFor(rules, quantity).considered.map(({ outcome, price }) => [outcome, price?.minor]);
  const discount = ["no_list_price", undefined];
  assert.equal(explainFor(rules, 4).price, null);
  assert.deepEqual(outcomes(4), [discount, ["break_not_reached", 700n], discount]);
  assert.equal(explainFor(rules, 5).price?.minor, 700n);
  assert.deepEqual(outcomes(5), [discount, ["won", 700n], discount]);
  const [first, ...more] = listPriceBreaks(unpriced, openAgreement(rules, day));
  assert.deepEqual([first?.minQuantity, first?.price.minor, more.length], [5, 700n, 0]);
});

/** The price by the rules of docs/api.md and decision 152, without code of the service. */
function priceByDecision(
  rules: readonly AgreementRule[],
  quantity: number,
  listPrice: bigint | null,
): bigint | null {
  const rankOf = ({ scope, condition }: AgreementRule) =>
    ["account", "vendor", "part"].indexOf(scope) * 2 + (condition === null ? 0 : 1);
  const holding = rules.filter(
    ({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day),
  );
  const latest = holding.filter((each) =>
    holding.every(
      (other) =>
        rankOf(other) !== rankOf(each) ||
        other.minQuantity !== each.minQuantity ||
        other.validFrom <= each.validFrom,
    ),
  );
  const reached = latest.filter(
    ({ minQuantity, term }) =>
      minQuantity <= quantity && (listPrice !== null || term.kind === "price"),
  );
  const takeOff = (basisPoints: number) => {
    const left = ((listPrice ?? 0n) * (10_000n - BigInt(basisPoints)) + 5_000n) / 10_000n;
    return left === 0n && basisPoints < 10_000 ? 1n : left;
  };
  const best = Math.max(...reached.map(rankOf));
  const prices = reached
    .filter((each) => rankOf(each) === best)
    .map(({ term }) => (term.kind === "price" ? term.price.minor : takeOff(term.basisPoints)));
  const [first = listPrice] = prices;
  return prices.reduce((least, price) => (least === null || price < least ? price : least), first);
}

test("the price follows the decisions as written, with and without a list price", () => {
  const offers = fc.constantFrom(offer, { ...offer, listPrice: null });
  fc.assert(
    fc.property(offers, anyRules, fc.integer({ min: 1, max: 60 }), (listed, rules, quantity) => {
      const explained = explainPrice(listed, openAgreement(rules, day).findRules(listed), quantity);
      const expected = priceByDecision(rules, quantity, listed.listPrice?.minor ?? null);
      assert.equal(explained.price?.minor ?? null, expected);
      const breaks = listPriceBreaks(listed, openAgreement(rules, day));
      const step = breaks.findLast(({ minQuantity }) => minQuantity <= quantity);
      assert.equal(step?.price.minor ?? null, expected);
    }),
  );
});
