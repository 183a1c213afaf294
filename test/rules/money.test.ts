// Exact money (decision 29), by examples and by properties.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Currency,
  currencyDigits,
  formatAmount,
  listCurrencies,
  parseAmount,
  parseCurrency,
  parsePercent,
  takePercentOff,
} from "../../src/money.ts";

const usd = "USD" as Currency;
const jpy = "JPY" as Currency;
const kwd = "KWD" as Currency;

const currencies = fc.constantFrom(...listCurrencies().keys()).map((code) => code as Currency);
const minors = fc.bigInt({ min: 0n, max: 10n ** 17n });

test("amounts are formatted with exactly the currency's digits", () => {
  assert.equal(formatAmount({ minor: 125_000n, currency: usd }), "1250.00");
  assert.equal(formatAmount({ minor: 1250n, currency: jpy }), "1250");
  assert.equal(formatAmount({ minor: 7n, currency: kwd }), "0.007");
  assert.equal(formatAmount({ minor: 0n, currency: usd }), "0.00");
  assert.equal(formatAmount({ minor: -5n, currency: usd }), "-0.05");
});

test("a formatted amount parses to the same amount, in every currency", () => {
  fc.assert(
    fc.property(
      minors.map((minor) => minor % 10n ** 15n),
      currencies,
      (minor, currency) => {
        const text = formatAmount({ minor, currency });
        assert.equal(parseAmount(text, currency), minor);
        assert.equal((text.split(".")[1] ?? "").length, currencyDigits(currency));
      },
    ),
  );
});

test("text that is not an amount is refused", () => {
  const faults = [
    "",
    "-1",
    "+1",
    "1,250.00",
    "1.250,00",
    "1e3",
    "0x10",
    ".5",
    "5.",
    " 1",
    "1 ",
    "NaN",
    "1.001",
  ];
  for (const text of faults) assert.equal(parseAmount(text, usd), undefined, text);
  assert.equal(parseAmount("1.5", jpy), undefined);
  assert.equal(parseAmount("1.500", usd), 150n);
  assert.equal(parseAmount("1.0", jpy), 1n);
});

test("an unknown currency is refused, and case counts", () => {
  assert.equal(parseCurrency("USD"), "USD");
  for (const code of ["usd", "US", "XXX", "", "USDD"]) assert.equal(parseCurrency(code), undefined);
});

test("a percentage is rounded once, half up", () => {
  assert.equal(takePercentOff(101n, 5_000), 51n);
  assert.equal(takePercentOff(333n, 750), 308n);
  assert.equal(takePercentOff(1n, 5_001), 0n);
  assert.equal(takePercentOff(1n, 5_000), 1n);
});

test("a discounted price is never above the price, below zero, or off by more than half a minor unit", () => {
  fc.assert(
    fc.property(minors, fc.integer({ min: 0, max: 10_000 }), (minor, discount) => {
      const price = takePercentOff(minor, discount);
      assert.ok(price >= 0n && price <= minor);
      const exact = minor * BigInt(10_000 - discount);
      const error = price * 10_000n - exact;
      assert.ok(error > -5_000n && error <= 5_000n);
    }),
  );
});

test("percentages are parsed to the hundredth and no finer", () => {
  assert.equal(parsePercent("7.5"), 750);
  assert.equal(parsePercent("100"), 10_000);
  assert.equal(parsePercent("0.01"), 1);
  for (const text of ["", "-1", "100.01", "7,5", "7.555", "abc", "1e1"]) {
    assert.equal(parsePercent(text), undefined, text);
  }
});
