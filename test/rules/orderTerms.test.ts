// Minimum, multiple and breaks of what an account orders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgreementRule, openAgreement } from "../../src/prices/agreement.ts";
import { findOrderTerms, listNearestQuantities } from "../../src/prices/orderTerms.ts";
import { listPriceBreaks } from "../../src/prices/unitPrice.ts";
import { costs, off, offer, partRule, rule } from "../support/anyRules.ts";

const day = "2026-11-21";

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

function termsOf(rules: readonly AgreementRule[]): [minQuantity: number, multiple: number] {
  const agreement = openAgreement(rules.toReversed(), day);
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
