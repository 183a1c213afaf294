// Likely mistakes in an agreement, reported when it is imported.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgreementRule } from "../../src/prices/agreement.ts";
import {
  listAgreementIssues,
  maxComparedRules,
} from "../../src/prices/agreements/agreementIssues.ts";
import { costs, eur, off, partRule, rule } from "../support/anyRules.ts";

const today = "2026-11-21";

/** A contract line: its price, its break, its first and its last day. */
function line(price: bigint, from: number, validFrom: string, validTo: string | null = null) {
  return partRule({ term: costs(price), minQuantity: from, validFrom, validTo });
}

type Case = readonly [name: string, rules: readonly AgreementRule[], issues: readonly string[]];

const overlap = (later: string, rest: string) =>
  `P1, break 1: USD 9.00 from 1 Jan 2026 to 31 Dec 2026 and ${later} overlap. ` +
  `The later one applies${rest}.`;
const cases: readonly Case[] = [
  ["no rules, no issues", [], []],
  ["an open-ended rule has no issue", [line(900n, 1, "2020-01-01")], []],
  [
    "an open-ended rule after another is a price change",
    [line(900n, 1, "2020-01-01"), line(950n, 1, "2026-01-01"), line(990n, 1, "2027-01-01")],
    [],
  ],
  [
    "two rules on consecutive days have no issue",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2027-01-01")],
    [],
  ],
  [
    "two rules of one break that share a day overlap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2026-12-31")],
    [overlap("USD 9.50 from 31 Dec 2026", "")],
  ],
  [
    "after a rule inside another one, the outer one applies again",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(800n, 1, "2026-11-01", "2026-11-30")],
    [
      overlap(
        "USD 8.00 from 1 Nov 2026 to 30 Nov 2026",
        " until 30 Nov 2026, then the earlier one applies again",
      ),
    ],
  ],
  [
    "a rule is compared with the one that ends last, not the one before it",
    [
      line(900n, 1, "2026-01-01", "2026-12-31"),
      line(800n, 1, "2026-02-01", "2026-02-28"),
      line(850n, 1, "2026-12-01"),
    ],
    [overlap("USD 8.50 from 1 Dec 2026", "")],
  ],
  [
    "an overlap that ended before today is ignored",
    [line(900n, 1, "2026-01-01", "2026-06-30"), line(950n, 1, "2026-06-01")],
    [],
  ],
  [
    "rules of different breaks do not overlap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(800n, 10, "2026-06-01", "2026-12-31")],
    [],
  ],
  [
    "days without a rule between two rules are a gap",
    [line(900n, 1, "2026-01-01", "2026-12-31"), line(950n, 1, "2027-01-02")],
    ["P1: no rule is in force from 1 Jan 2027 to 1 Jan 2027."],
  ],
  [
    "a gap that includes today is reported, a past one is not",
    [
      line(900n, 1, "2024-01-01", "2024-12-31"),
      line(910n, 1, "2026-01-01", "2026-10-31"),
      line(920n, 1, "2026-11-22"),
    ],
    ["P1: no rule is in force from 1 Nov 2026 to 21 Nov 2026."],
  ],
  [
    "a rule of another break fills a gap",
    [
      line(900n, 1, "2026-01-01", "2026-11-30"),
      line(890n, 2, "2026-01-01"),
      line(910n, 1, "2027-01-01"),
    ],
    ["P1: the smallest break is 2. Smaller quantities use the next rule (1 Dec 2026)."],
  ],
  [
    "a price that rises with the quantity is reported, with the day",
    [line(900n, 1, "2026-01-01"), line(910n, 10, "2027-01-01"), line(800n, 100, "2026-01-01")],
    ["P1: USD 9.10 from 10 units is a higher price than USD 9.00 from 1 (1 Jan 2027)."],
  ],
  [
    "a discount that falls with the quantity is reported",
    [rule({ term: off(750) }), rule({ term: off(500), minQuantity: 10 })],
    ["The account: 5% off from 10 units is a higher price than 7.5% off from 1 (21 Nov 2026)."],
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
    "a smallest break above 1 is reported",
    [partRule({ vendor: "V", condition: "NE", minQuantity: 10, term: costs(1n) })],
    ["P1, V, NE: the smallest break is 10. Smaller quantities use the next rule (21 Nov 2026)."],
  ],
  [
    "a smallest break above 1 is fine if the account cannot order less",
    [partRule({ minQuantity: 10, orderMin: 10 }), partRule({ minQuantity: 20 })],
    [],
  ],
];

for (const [name, rules, issues] of cases) {
  test(name, () => {
    assert.deepEqual(listAgreementIssues(rules, today), issues);
    assert.deepEqual(listAgreementIssues(rules.toReversed(), today), issues);
  });
}

test("the maximum number of rules is compared, one more is not", () => {
  const rules = Array.from({ length: maxComparedRules }, (_, place) =>
    line(10_000n - BigInt(place), place + 1, "2026-01-01"),
  );
  assert.deepEqual(listAgreementIssues(rules, today), []);
  assert.deepEqual(listAgreementIssues([...rules, line(1n, 5_000, "2026-01-01")], today), [
    "P1 has more than 1000 rules; they are not checked.",
  ]);
});
