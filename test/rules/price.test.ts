// Unit prices with fractions of a cent (decision 29), by examples and against exact fractions.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Currency, currencyDigits, listCurrencies } from "../../src/kit/money.ts";
import {
  comparePrices,
  formatBarePrice,
  formatPrice,
  isSamePrice,
  multiplyPrice,
  type Price,
  type PricedUnits,
  parsePrice,
  readStoredPrice,
  savedPercent,
  takePercentOff,
  toStoredPrice,
  toWirePrice,
} from "../../src/kit/price.ts";

const usd = "USD" as Currency;
const jpy = "JPY" as Currency;
const kwd = "KWD" as Currency;

function parse(text: string, currency: Currency, units: PricedUnits = 1): Price {
  const price = parsePrice(text, currency, units);
  assert.ok(price !== undefined, text);
  return price;
}

/** A price as a file has it: a whole number with up to 4 decimals, per some units. */
type Written = { readonly text: string; readonly units: PricedUnits; readonly currency: Currency };

const written: fc.Arbitrary<Written> = fc
  .record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    decimals: fc.integer({ min: 0, max: 4 }),
    units: fc.constantFrom<PricedUnits[]>(1, 100, 1000),
    currency: fc.constantFrom(...listCurrencies().keys()).map((code) => code as Currency),
  })
  .map(({ whole, decimals, units, currency }) => {
    const digits = whole.toString().padStart(decimals + 1, "0");
    const point = digits.length - decimals;
    const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    return { text, units, currency };
  });

/** The price of a unit in minor units as a fraction, without the functions under test. */
function toFraction({ text, units, currency }: Written): readonly [bigint, bigint] {
  const [whole = "", fraction = ""] = text.split(".");
  const minor = BigInt(`${whole}${fraction}`) * 10n ** BigInt(currencyDigits(currency));
  return [minor, 10n ** BigInt(fraction.length) * BigInt(units)];
}

/** Half up, but only 0 becomes 0. */
function roundFraction(numerator: bigint, denominator: bigint): bigint {
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  return rounded === 0n && numerator > 0n ? 1n : rounded;
}

const quantities = fc.integer({ min: 1, max: 1_000_000 });
const discounts = fc.integer({ min: 0, max: 10_000 });

test("a price per 1, 100 or 1,000 units is the exact price of one", () => {
  const prices: readonly (readonly [text: string, units: PricedUnits, exact: string])[] = [
    ["0.0034", 1, "0.0034"],
    ["12.34", 1000, "0.01234"],
    ["12.3456", 1000, "0.0123456"],
    ["12.5", 100, "0.1250"],
    ["1250", 100, "12.50"],
    ["0.10", 1, "0.10"],
    ["12.3400", 1, "12.34"],
  ];
  for (const [text, units, exact] of prices) {
    assert.equal(formatPrice(parse(text, usd, units)), exact);
  }
  assert.equal(formatPrice(parse("5", jpy, 1000)), "0.0050");
  assert.equal(formatPrice(parse("5.25", kwd, 1)), "5.250");
});

test("text that is not a price, or has more than 7 decimals per unit, is refused", () => {
  for (const text of ["", "-1", "1,250.00", "1e3", ".5", "5.", " 1", "NaN", "0.00000001"]) {
    assert.equal(parsePrice(text, usd, 1), undefined, text);
  }
  assert.equal(parsePrice("12.34567", usd, 1000), undefined);
  assert.equal(formatPrice(parse("0.0000001", jpy)), "0.0000001");
});

test("a client that reads two decimals sees the rounded price, and 0 only if it is free", () => {
  const wire = (text: string) => toWirePrice(parse(text, usd));
  assert.deepEqual(wire("12.50"), { amount: "12.50", currency: "USD" });
  const rounded = (amount: string, exact: string) => {
    return { amount, currency: "USD", exact_amount: exact };
  };
  assert.deepEqual(wire("12.345"), rounded("12.35", "12.3450"));
  assert.deepEqual(wire("0.0034"), rounded("0.01", "0.0034"));
  assert.deepEqual(wire("0"), { amount: "0.00", currency: "USD" });
});

test("a line total is rounded once, and is 0 only if the price is 0", () => {
  const total = (text: string, quantity: number) => multiplyPrice(parse(text, usd), quantity).minor;
  assert.equal(total("0.0034", 10_000), 3_400n);
  assert.equal(total("0.0034", 1), 1n);
  assert.equal(total("0.0049", 3), 1n);
  assert.equal(total("1.005", 1), 101n);
  assert.equal(total("0", 1_000_000), 0n);
});

test("a stored, formatted or shown price reads as the same price", () => {
  fc.assert(
    fc.property(written, discounts, ({ text, units, currency }, discount) => {
      const price = parse(text, currency, units);
      const discounted = takePercentOff(price, discount);
      for (const one of [price, discounted]) {
        assert.ok(isSamePrice(readStoredPrice(toStoredPrice(one), currency), one));
        assert.equal(formatBarePrice(one).replaceAll(",", ""), formatPrice(one));
      }
      assert.ok(isSamePrice(parse(formatPrice(price), currency), price));
      const { amount, exact_amount: exact } = toWirePrice(price);
      assert.equal((amount.split(".")[1] ?? "").length, currencyDigits(currency));
      assert.equal(exact !== undefined, price.exact !== undefined);
    }),
  );
});

test("the rounded price is the exact fraction rounded half up", () => {
  fc.assert(
    fc.property(written, (one) => {
      const [numerator, denominator] = toFraction(one);
      const price = parse(one.text, one.currency, one.units);
      assert.equal(price.minor, roundFraction(numerator, denominator));
      assert.equal(price.exact === undefined, numerator % denominator === 0n);
    }),
  );
});

test("a line total is the exact fraction rounded exactly once, for any discount and quantity", () => {
  fc.assert(
    fc.property(written, discounts, quantities, (one, discount, quantity) => {
      const [numerator, denominator] = toFraction(one);
      const price = takePercentOff(parse(one.text, one.currency, one.units), discount);
      const left = BigInt(10_000 - discount);
      const isWhole = numerator % denominator === 0n;
      // A price with the currency's decimals is rounded where it is discounted, and not again.
      const expected = isWhole
        ? BigInt(quantity) * roundFraction((numerator / denominator) * left, 10_000n)
        : roundFraction(numerator * left * BigInt(quantity), denominator * 10_000n);
      assert.equal(multiplyPrice(price, quantity).minor, expected);
    }),
    { numRuns: 2_000 },
  );
});

test("prices are compared by their exact fractions", () => {
  fc.assert(
    fc.property(written, written, (a, other) => {
      const b = { ...other, currency: a.currency };
      const [an, ad] = toFraction(a);
      const [bn, bd] = toFraction(b);
      const difference = an * bd - bn * ad;
      const sign = difference === 0n ? 0 : difference < 0n ? -1 : 1;
      const [one, two] = [a, b].map((each) => parse(each.text, each.currency, each.units));
      assert.ok(one !== undefined && two !== undefined);
      assert.equal(comparePrices(one, two), sign);
      assert.equal(isSamePrice(one, two), sign === 0);
    }),
  );
});

test("a percentage off a price with the currency's decimals is rounded to them, half up", () => {
  const off = (minor: bigint, discount: number) =>
    toStoredPrice(takePercentOff({ minor, currency: usd }, discount));
  assert.equal(off(101n, 5_000), "51");
  assert.equal(off(333n, 750), "308");
  assert.equal(off(1n, 5_001), "1");
  assert.equal(off(1n, 10_000), "0");
  assert.equal(formatPrice(takePercentOff(parse("0.0034", usd), 750)), "0.003145");
});

test("a saving counts from 1 percent and from one minor unit, by exact prices", () => {
  const saved = (list: string, own: string) => savedPercent(parse(list, usd), parse(own, usd));
  assert.equal(saved("100", "99"), 1);
  assert.equal(saved("100", "99.01"), null);
  assert.equal(saved("1234", "777"), 37);
  assert.equal(saved("1", "0.99"), 1);
  assert.equal(saved("0.03", "0.02"), 33);
  // Rounded to cents, both would save one.
  assert.equal(saved("0.015", "0.0149"), null);
  assert.equal(saved("0.0049", "0.0034"), null);
  assert.equal(saved("0", "0"), null);
  assert.equal(saved("1", "2"), null);
  assert.equal(savedPercent(parse("100", usd), parse("50", jpy)), null);
});
