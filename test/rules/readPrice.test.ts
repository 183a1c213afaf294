// Prices and quantities in the notations of many countries: read if unambiguous, otherwise refused
// with the possible readings.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  currencyDigits,
  formatAmount,
  listCurrencies,
  parseCurrency,
} from "../../src/kit/money.ts";
import { formatPrice } from "../../src/kit/price.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import { readPrice } from "../../src/reading/priceCell.ts";
import { type CellFault, readWholeNumber } from "../../src/reading/row.ts";

function rowOf(text: string) {
  const faults: CellFault[] = [];
  const columns = { places: new Map([["cell", 0]]), width: 1, ignored: [] };
  return { columns, cells: [text], faults, cleaned: createCleaningTally() };
}

function price(text: string, code = "USD") {
  const row = rowOf(text);
  const found = readPrice(row, "cell", parseCurrency(code) ?? null)?.price ?? null;
  const [{ reason, suggestion } = { reason: null, suggestion: null }] = row.faults;
  return { amount: found && formatPrice(found), reason, suggestion };
}

function quantity(text: string, to = 1_000_000_000) {
  const row = rowOf(text);
  const number = readWholeNumber(row, "cell", [0, to]);
  return { number, suggestion: row.faults[0]?.suggestion ?? null };
}

const unambiguous: readonly (readonly [text: string, amount: string, code?: string])[] = [
  ["1250", "1250.00"],
  ["1250,5", "1250.50"],
  ["1,25", "1.25"],
  ["12,5", "12.50"],
  ["0,500", "0.50"],
  ["0.500", "0.50"],
  ["1250.500", "1250.50"],
  ["1250,500", "1250.50"],
  ["12.5000", "12.50"],
  ["12.5001", "12.5001"],
  ["12,2550", "12.2550"],
  ["0.0034", "0.0034"],
  ["0,125", "0.1250"],
  ["1.250,1255", "1250.1255"],
  ["12.5", "12.5000", "JPY"],
  ["1,250.00", "1250.00"],
  ["1.250,00", "1250.00"],
  ["1 250,00", "1250.00"],
  ["1\u202f250,5", "1250.50"],
  ["1\u00a0250", "1250.00"],
  ["1'250.00", "1250.00"],
  ["1\u2019250", "1250.00"],
  ["1,250,000", "1250000.00"],
  ["1.250.000", "1250000.00"],
  ["1.250.000,5", "1250000.50"],
  ["1.250", "1.250", "KWD"],
  ["1.250,500", "1250.500", "KWD"],
  ["1,250", "1250", "JPY"],
  ["1 250", "1250", "JPY"],
  [".50", "0.50"],
  [",5", "0.50"],
  ["121.00000000000001", "121.00"],
  ["17.620000000000001", "17.62"],
  ["0,12500000000000003", "0.1250"],
  ["99999999.989999995", "99999999.99"],
];

for (const [text, amount, code = "USD"] of unambiguous) {
  test(`${text} ${code} is ${amount}`, () => {
    assert.deepEqual(price(text, code), { amount, reason: null, suggestion: null });
  });
}

for (const [code, amount] of Object.entries({
  JPY: "9007199254740991",
  USD: "90071992547409.91",
  CLF: "900719925474.0991",
})) {
  test(`the highest price is ${amount} ${code}`, () => {
    assert.deepEqual(price(amount, code), { amount, reason: null, suggestion: null });
  });
}

const comma = "has a comma that may separate thousands or decimals";
const point = "has a point that may separate thousands or decimals";
const otherCurrency = "correct the price or the currency";
const noPrice = "is not a decimal number such as 1250.00";
const ambiguous: readonly (readonly [
  text: string,
  code: string,
  reason: string,
  suggestion: string | null,
])[] = [
  ["1,250", "USD", comma, 'write "1250.00" or "1.25"'],
  ["1,255", "USD", comma, 'write "1255.00" or "1.2550"'],
  ["1.250", "USD", point, 'write "1250.00" or "1.25"'],
  ["90071992547409.92", "USD", "is above USD 90,071,992,547,409.91, the highest price", null],
  ["9.007.199.254.740,992", "KWD", "is above KWD 9,007,199,254,740.991, the highest price", null],
  ["9007199254740992", "JPY", "is above JPY 9,007,199,254,740,991, the highest price", null],
  ["$99999999999999.00", "USD", noPrice, null],
  ["9999999999999999", "JPY", "is above JPY 9,007,199,254,740,991, the highest price", null],
  ["1.255", "USD", point, 'write "1255.00" or "1.2550"'],
  ["12.000", "JPY", point, 'write "12000" or "12"'],
  ["1,250", "KWD", comma, 'write "1250.000" or "1.250"'],
  ["12,500", "EUR", comma, 'write "12500.00" or "12.50"'],
  ["12.50000001", "EUR", "has more than 7 decimals per unit", null],
  ["1,25,000", "USD", noPrice, null],
  ["1,250,00", "USD", noPrice, null],
  ["1.250.00", "USD", noPrice, null],
  ["1 250 00", "USD", noPrice, null],
  ["1'250.000'00", "USD", noPrice, null],
  ["0,250,000", "USD", noPrice, null],
  ["$1,250.00", "USD", noPrice, 'write "1250.00"'],
  ["$ 5", "CAD", noPrice, 'write "5.00"'],
  ["12,50 \u20ac", "EUR", noPrice, 'write "12.50"'],
  ["usd 5", "USD", noPrice, 'write "5.00"'],
  ["EUR 5", "USD", "has the sign EUR, but the currency of its row is USD", otherCurrency],
  ["12,50 €", "USD", "has the sign €, but the currency of its row is USD", otherCurrency],
  ["$5.00", "EUR", "has the sign $, but the currency of its row is EUR", otherCurrency],
  ["$.15", "USD", noPrice, 'write "0.15"'],
  ["33.333333333333336", "USD", "has more than 7 decimals per unit", null],
  ["1.2345600000000001", "USD", "has more than 7 decimals per unit", null],
  ["$1,250", "USD", noPrice, null],
];

for (const [text, code, reason, suggestion] of ambiguous) {
  test(`${text} ${code} is refused, suggesting ${suggestion ?? "nothing"}`, () => {
    assert.deepEqual(price(text, code), { amount: null, reason, suggestion });
  });
}

/** Digits in groups of three, separated by `mark`. */
function group(digits: string, mark: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

const groupMark = fc.constantFrom("", ",", ".", " ", "'", "\u2019", "\u00a0");
const decimalMark = fc.constantFrom(".", ",");
const minors = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
  fc.bigInt({ min: 0n, max: 10n ** 7n }),
);

test("an amount with all decimal places is read correctly or refused, in any notation", () => {
  const codes = fc.constantFrom(...listCurrencies().keys());
  fc.assert(
    fc.property(minors, codes, groupMark, decimalMark, (minor, code, separator, mark) => {
      fc.pre(separator !== mark);
      const currency = parseCurrency(code);
      assert.ok(currency !== undefined);
      const written = formatAmount({ minor, currency });
      const [whole = "", fraction] = written.split(".");
      const text = group(whole, separator) + (fraction === undefined ? "" : `${mark}${fraction}`);
      const { amount } = price(text, code);
      if (amount !== null) return assert.equal(amount, written, text);
      assert.ok(currencyDigits(currency) !== 2, `${text} is clear`);
    }),
  );
});

test("a whole amount of a currency with two decimals is never misread", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), groupMark, (whole, separator) => {
      const { amount } = price(group(String(whole), separator));
      assert.ok(amount === null || amount === `${whole}.00`, `${amount}`);
    }),
  );
});

test("a quantity may have thousands separators, unless they may be decimal marks", () => {
  const cells: readonly (readonly [string, number | null, string | null])[] = [
    ["1,250", 1250, null],
    ["1.250", 1250, null],
    ["1 250", 1250, null],
    ["1 000", 1000, null],
    ["5,000,000", 5_000_000, null],
    ["5,000", null, 'write "5000" or "5"'],
    ["5.000", null, 'write "5000" or "5"'],
    ["1250.000", null, 'write "1250"'],
    ["5.0", null, 'write "5"'],
    ["12,00", 12, null],
    ["1.250,00", 1250, null],
    ["1.5", null, null],
    ["1,25", null, null],
    ["1,2500", null, null],
    ["12,50,000", null, null],
  ];
  for (const [text, number, suggestion] of cells) {
    assert.deepEqual(quantity(text), { number, suggestion }, text);
  }
  assert.deepEqual(quantity("5,000", 100), { number: null, suggestion: 'write "5"' });
});

test("a quantity is never misread, whether its zeros are thousands or decimals", () => {
  const numbers = fc.oneof(fc.nat(1_000_000_000), fc.nat(2_000));
  fc.assert(
    fc.property(
      numbers,
      groupMark,
      decimalMark,
      fc.boolean(),
      (number, separator, mark, decimals) => {
        fc.pre(separator !== mark);
        const text = group(String(number), separator) + (decimals ? `${mark}000` : "");
        const read = quantity(text).number;
        assert.ok(read === null || read === number, `${text} is read as ${read}`);
        if (separator === " ") assert.equal(read === null, decimals, text);
      },
    ),
  );
});
