// Exact money (decision 29), by examples.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Currency, formatAmount, parseCurrency, parsePercent } from "../../src/kit/money.ts";

const usd = "USD" as Currency;
const jpy = "JPY" as Currency;
const kwd = "KWD" as Currency;

test("amounts are formatted with exactly the currency's digits", () => {
  assert.equal(formatAmount({ minor: 125_000n, currency: usd }), "1250.00");
  assert.equal(formatAmount({ minor: 1250n, currency: jpy }), "1250");
  assert.equal(formatAmount({ minor: 7n, currency: kwd }), "0.007");
  assert.equal(formatAmount({ minor: 0n, currency: usd }), "0.00");
  assert.equal(formatAmount({ minor: -5n, currency: usd }), "-0.05");
});

test("an unknown currency is refused, and case counts", () => {
  assert.equal(parseCurrency("USD"), "USD");
  for (const code of ["usd", "US", "XXX", "", "USDD"]) assert.equal(parseCurrency(code), undefined);
});

test("percentages are parsed to the hundredth and no finer", () => {
  assert.equal(parsePercent("7.5"), 750);
  assert.equal(parsePercent("100"), 10_000);
  assert.equal(parsePercent("0.01"), 1);
  for (const text of ["", "-1", "100.01", "7,5", "7.555", "abc", "1e1"]) {
    assert.equal(parsePercent(text), undefined, text);
  }
});
