// Parsing a row of an agreement file: its scope, and the reasons for a refusal.

import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementColumns } from "../../src/imports/file.ts";
import { parseCurrency } from "../../src/kit/money.ts";
import { readAgreementRecord } from "../../src/prices/agreements/readAgreementRecord.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import type { CellFault } from "../../src/reading/row.ts";

type Cells = Readonly<Record<string, string>>;

const places = new Map(agreementColumns.map(({ name }, place) => [name, place]));
const currency = parseCurrency("USD");
assert.ok(currency !== undefined);
const feed = {
  conditions: { known: new Set(["NE", "OH"]), synonyms: new Map([["NEW", "NE"]]) },
  vendors: new Map([
    ["acme", ["Acme"]],
    ["twin", ["Twin", "TWIN"]],
  ]),
  currency,
  today: "2026-11-21",
};

function describe({ column, reason, suggestion }: CellFault): string {
  return `${column} ${reason}${suggestion === null ? "" : ` (${suggestion})`}`;
}

function read(cells: Cells) {
  const faults: CellFault[] = [];
  const columns = { places, width: places.size, ignored: [] };
  const row = { columns, faults, cleaned: createCleaningTally() };
  const all = [...places.keys()].map((name) => cells[name] ?? "");
  const rule = readAgreementRecord({ ...row, cells: all }, feed);
  return { rule, faults: faults.map(describe) };
}

const accepted: readonly (readonly [cells: Cells, expected: object])[] = [
  [
    { part_number: " a\u20131 ", unit_price: "10.50" },
    {
      scope: "part",
      partNumber: "a-1",
      partNumberKey: "A-1",
      vendor: null,
      condition: null,
      minQuantity: 1,
      price: { minor: 1050n, currency: "USD" },
      discount: null,
      orderMin: null,
      orderMultiple: null,
      validFrom: "2026-11-21",
      fromToday: true,
      validTo: null,
    },
  ],
  [
    { part_number: "A", vendor: "Acme", condition: "oh", unit_price: "7", currency: "jpy" },
    { scope: "part", vendor: "Acme", condition: "OH", price: { minor: 7n, currency: "JPY" } },
  ],
  [
    { part_number: "A", condition: "new", discount_percent: "1" },
    { scope: "part", condition: "NE" },
  ],
  [
    { part_number: "A", unit_price: "7", order_min: "1,250", order_multiple: "25" },
    { minQuantity: 1, orderMin: 1250, orderMultiple: 25 },
  ],
  [{ discount_percent: "7,5" }, { scope: "account", discount: 750, mayBeFraction: false }],
  [{ discount_percent: "7.5%" }, { discount: 750, mayBeFraction: false }],
  [{ discount_percent: "7,5 %" }, { discount: 750, mayBeFraction: false }],
  [{ discount_percent: "0.5%" }, { discount: 50, mayBeFraction: false }],
  [{ discount_percent: "0.1" }, { discount: 10, mayBeFraction: true }],
  [{ discount_percent: "0,99" }, { discount: 99, mayBeFraction: true }],
  [{ discount_percent: "0.01" }, { discount: 1, mayBeFraction: true }],
  [{ discount_percent: "1.00" }, { discount: 100, mayBeFraction: false }],
  [
    { part_number: "A", unit_price: "0", zero_price_is_free: "YES" },
    { price: { minor: 0n, currency: "USD" } },
  ],
  [
    { part_number: "A", unit_price: "0.5" },
    { discount: null, mayBeFraction: false },
  ],
  [
    { part_number: "A", discount_percent: "7.25", min_quantity: "100" },
    { scope: "part", discount: 725, price: null, minQuantity: 100 },
  ],
  [
    { vendor: "TWIN", discount_percent: "100", currency: "USD", zero_price_is_free: "yes" },
    { scope: "vendor", vendor: "TWIN", partNumber: null, partNumberKey: null, discount: 10_000 },
  ],
  [{ discount_percent: "0" }, { scope: "account", discount: 0, mayBeFraction: false }],
  [
    { discount_percent: "1", valid_from: "2026-01-01", valid_to: "2026-01-01" },
    { validFrom: "2026-01-01", fromToday: false, validTo: "2026-01-01" },
  ],
];

for (const [cells, expected] of accepted) {
  test(`${JSON.stringify(cells)} is a rule`, () => {
    const { rule, faults } = read(cells);
    assert.deepEqual(faults, []);
    assert.partialDeepStrictEqual(rule, expected);
  });
}

const notConfirmed =
  "means free of charge, which is not confirmed (to confirm it: “Free of charge” in a form, or " +
  "yes in zero_price_is_free of a file)";
const notPercent = "discount_percent is not a percentage from 0 to 100, such as 7.5";
const refused: readonly (readonly [cells: Cells, fault: string])[] = [
  [{ part_number: "A" }, "null has neither a unit price nor a discount"],
  [
    { part_number: "A", unit_price: "1", discount_percent: "1" },
    "discount_percent cannot be combined with a unit price",
  ],
  [{ vendor: "Acme", unit_price: "1" }, "unit_price needs a part number"],
  [{ unit_price: "1" }, "unit_price needs a part number"],
  [{ vendor: "Acme", discount_percent: "1", order_min: "5" }, "order_min needs a part number"],
  [{ discount_percent: "1", order_multiple: "5" }, "order_multiple needs a part number"],
  [
    { part_number: "A", unit_price: "1", order_multiple: "0" },
    "order_multiple is not a whole number from 1 to 1,000,000",
  ],
  [{ part_number: "A", unit_price: "0.00" }, `unit_price ${notConfirmed}`],
  [{ discount_percent: "100%" }, `discount_percent ${notConfirmed}`],
  [
    { part_number: "A", unit_price: "1", zero_price_is_free: "N/A" },
    "zero_price_is_free is not yes or no",
  ],
  [
    { part_number: "A", unit_price: "1.005" },
    'unit_price has a point that may separate thousands or decimals (write "1005.00" or "1.0050")',
  ],
  [
    { part_number: "A", unit_price: "90071992547409.92" },
    "unit_price is above USD 90,071,992,547,409.91, the highest price",
  ],
  [{ part_number: "A", unit_price: "x" }, "unit_price is not a decimal number such as 1250.00"],
  [
    { part_number: "A", unit_price: "1", currency: "USX" },
    "currency is not an ISO 4217 currency code",
  ],
  [{ discount_percent: "1", currency: "EUR" }, "currency needs a unit price"],
  ...["-1", "100.01", "7.125", "1e1", "7,125", "1,000", "%", "7.5%%", "101%"].map(
    (value) => [{ discount_percent: value }, notPercent] as const,
  ),
  [
    { vendor: "ACME", discount_percent: "1" },
    'vendor is not a vendor in the catalog (write "Acme")',
  ],
  [{ vendor: "Other", discount_percent: "1" }, "vendor is not a vendor in the catalog"],
  [{ vendor: "Acme", condition: "NE", discount_percent: "1" }, "condition needs a part number"],
  [
    { part_number: "A", condition: "RC", discount_percent: "1" },
    "condition is not one of NE, OH " +
      '(to accept it: partsdesk code map "RC" CODE, or Conditions in the console)',
  ],
  [
    { discount_percent: "1", min_quantity: "0" },
    "min_quantity is not a whole number from 1 to 1,000,000",
  ],
  [{ discount_percent: "1", valid_to: "2026-11-20" }, "valid_to is before the first day"],
  [
    { discount_percent: "1", valid_from: "2026-02-30" },
    "valid_from is not a date written as 2027-12-31",
  ],
  [
    { discount_percent: "1", valid_to: "31.12.2026" },
    'valid_to is not a date written as 2027-12-31 (write "2026-12-31")',
  ],
  [
    { part_number: "12-Mar", discount_percent: "1" },
    "part_number is a date that a spreadsheet made from a part number " +
      "(probably 12-MAR, 3-12 or 12-3; format the column as text)",
  ],
  [
    { part_number: "x".repeat(101), discount_percent: "1" },
    "part_number is longer than 100 characters",
  ],
];

for (const [cells, fault] of refused) {
  test(`${JSON.stringify(cells).slice(0, 70)} is refused: ${fault}`, () => {
    assert.deepEqual(read(cells), { rule: null, faults: [fault] });
  });
}
