// What of an agreement its author may not have meant, told at its import (decision 68).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AgreementRule } from "../../src/pricing/agreement.ts";
import {
  listAgreementIssues,
  maxComparedRules,
} from "../../src/pricing/agreements/agreementIssues.ts";
import { anyRules, costs, eur, off, partRule, rule } from "../support/anyRules.ts";

const today = "2026-11-21";

/** A contract line: its price, from which quantity on, its first and its last day. */
function line(price: bigint, from: number, validFrom: string, validTo: string | null = null) {
  return partRule({ term: costs(price), minQuantity: from, validFrom, validTo });
}

type Case = readonly [told: string, rules: readonly AgreementRule[], flaws: readonly string[]];

const overlap = (later: string, rest: string) =>
  `P1, from 1: USD 9.00 from 2026-01-01 to 2026-12-31 and ${later} overlap; ` +
  `the later one wins${rest}.`;
const cases: readonly Case[] = [
  ["no rule has no flaw", [], []],
  ["a rule without end has no flaw", [line(900n, 1, "2020-01-01")], []],
  [
    "a rule without end that follows another is how a price changes",
    [line(900n, 1, "2020-01-01"), line(950n, 1, "2026-01-01"), line(990n, 1, "2027-01-01")],
    [],
  ],
  [
    "two rules whose days meet have no flaw",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2027-01-01")],
    [],
  ],
  [
    "two rules of one break that share a day overlap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2026-12-31")],
    [overlap("USD 9.50 from 2026-12-31 on", "")],
  ],
  [
    "a rule inside another gives the price back to it",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(800n, 1, "2026-11-01", "2026-11-30")],
    [
      overlap(
        "USD 8.00 from 2026-11-01 to 2026-11-30",
        " until 2026-11-30, then the earlier holds again",
      ),
    ],
  ],
  [
    "a rule is held against the one that holds longest, not the one before it",
    [
      line(900n, 1, "2026-01-01", "2026-12-31"),
      line(800n, 1, "2026-02-01", "2026-02-28"),
      line(850n, 1, "2026-12-01"),
    ],
    [overlap("USD 8.50 from 2026-12-01 on", "")],
  ],
  [
    "what has overlapped before today is over",
    [line(900n, 1, "2026-01-01", "2026-06-30"), line(950n, 1, "2026-06-01")],
    [],
  ],
  [
    "days of different breaks do not overlap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(800n, 10, "2026-06-01", "2026-12-31")],
    [],
  ],
  [
    "days without a rule between two are a gap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2027-01-02")],
    ["P1: no rule holds from 2027-01-01 to 2027-01-01."],
  ],
  [
    "a gap that lasts today is told, one that is over is not",
    [
      line(900n, 1, "2024-01-01", "2024-12-31"),
      line(910n, 1, "2026-01-01", "2026-10-31"),
      line(920n, 1, "2026-11-22"),
    ],
    ["P1: no rule holds from 2026-11-01 to 2026-11-21."],
  ],
  [
    "a rule of another break fills a gap",
    [
      line(900n, 1, "2026-01-01", "2026-11-30"),
      line(890n, 2, "2026-01-01"),
      line(910n, 1, "2027-01-01"),
    ],
    ["P1: the first price is from 2 on; fewer are priced by the next rule (2026-12-01)."],
  ],
  [
    "a price that rises with the quantity is told, with the day",
    [line(900n, 1, "2026-01-01"), line(910n, 10, "2027-01-01"), line(800n, 100, "2026-01-01")],
    ["P1: from 10 on it is USD 9.10, dearer than USD 9.00 from 1 on (2027-01-01)."],
  ],
  [
    "a discount that falls with the quantity is told",
    [rule({ term: off(750) }), rule({ term: off(500), minQuantity: 10 })],
    ["The account: from 10 on it is 5 % off, dearer than 7.5 % off from 1 on (2026-11-21)."],
  ],
  [
    "a price and a discount, or two currencies, are not compared",
    [
      partRule({ term: costs(900n) }),
      partRule({ term: off(0), minQuantity: 10 }),
      partRule({ term: costs(9_000n, eur), minQuantity: 20 }),
      partRule({ term: costs(9_500n), minQuantity: 30 }),
    ],
    [],
  ],
  [
    "a first break above 1 is told",
    [partRule({ vendor: "V", condition: "NE", minQuantity: 10, term: costs(1n) })],
    ["P1, V, NE: the first price is from 10 on; fewer are priced by the next rule (2026-11-21)."],
  ],
  [
    "a first break above 1 is meant where the account cannot order less",
    [partRule({ minQuantity: 10, orderMin: 10 }), partRule({ minQuantity: 20 })],
    [],
  ],
];

for (const [told, rules, flaws] of cases) {
  test(told, () => {
    assert.deepEqual(listAgreementIssues(rules, today), flaws);
    assert.deepEqual(listAgreementIssues(rules.toReversed(), today), flaws);
  });
}

test("as many rules as are compared are compared, with one more they are not", () => {
  const rules = Array.from({ length: maxComparedRules }, (_, place) =>
    line(10_000n - BigInt(place), place + 1, "2026-01-01"),
  );
  assert.deepEqual(listAgreementIssues(rules, today), []);
  assert.deepEqual(listAgreementIssues([...rules, line(1n, 5_000, "2026-01-01")], today), [
    "P1 has more than 1000 rules, which are not compared.",
  ]);
});

test("the order of the rules never matters", () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      const ofPart = rules.filter(({ scope, condition }) => scope === "part" && condition === null);
      const flaws = listAgreementIssues(ofPart, today);
      assert.deepEqual(listAgreementIssues(ofPart.toReversed(), today).sort(), flaws.sort());
    }),
  );
});
