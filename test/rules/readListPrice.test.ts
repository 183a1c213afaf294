// The list price of a row: an amount, on request, or refused (decision 152).

import assert from "node:assert/strict";
import { test } from "node:test";
import { readListPrice } from "../../src/catalog/readOfferRecord.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import type { CellFault, FeedColumns, FeedRow } from "../../src/reading/row.ts";

const names = ["price", "currency", "zero_price_is_free", "price_per", "unit_of_measure"];
const places = new Map(names.map((name, place) => [name, place]));

/** Reads a row with facts beyond its cells. */
function readWith(
  cells: readonly string[],
  more: {
    readonly headerUnits?: FeedColumns["headerUnits"];
    readonly currencies?: FeedRow["currencies"];
  },
) {
  const { headerUnits, currencies } = more;
  const faults: CellFault[] = [];
  const columns = { places, width: names.length, ignored: [], headerUnits };
  const row = { columns, cells, currencies, faults, cleaned: createCleaningTally() };
  const { listPrice, currency } = readListPrice(row);
  const [fault] = faults.map(({ column, reason }) => `${column} ${reason}`);
  return fault ?? `${currency} ${listPrice}`;
}

/** Reads price, currency, whether 0 is free, price unit and unit sold, in this order. */
function read(price: string, currency: string, isFree = "", units = "", sold = "EA") {
  const faults: CellFault[] = [];
  const cells = [price, currency, isFree, units, sold];
  const columns = { places, width: names.length, ignored: [] };
  const reading = readListPrice({ columns, cells, faults, cleaned: createCleaningTally() });
  return { ...reading, faults: faults.map(({ column, reason }) => `${column} ${reason}`) };
}

type Expected = ReturnType<typeof readListPrice>;

const onRequest = (currency: string | null, missing: "empty" | "zero"): Expected => {
  return { listPrice: null, currency, missing };
};

const readings: readonly (readonly [cells: [string, string, string?], expected: Expected])[] = [
  [["7", "USD"], { listPrice: "700", currency: "USD", missing: null }],
  [["7", "USD", "yes"], { listPrice: "700", currency: "USD", missing: null }],
  [["0.00", "USD", "Yes"], { listPrice: "0", currency: "USD", missing: null }],
  [["0.0034", "USD"], { listPrice: "0.34", currency: "USD", missing: null }],
  [["0.00", "USD"], onRequest("USD", "zero")],
  [["0", "JPY", "no"], onRequest("JPY", "zero")],
  [["", "USD"], onRequest("USD", "empty")],
  [["", "USD", "yes"], onRequest("USD", "empty")],
  [[" \u200b ", ""], onRequest(null, "empty")],
];

for (const [cells, expected] of readings) {
  test(`${JSON.stringify(cells)} is read`, () => {
    assert.deepEqual(read(...cells), { ...expected, faults: [] });
  });
}

const refusals: readonly (readonly [cells: [string, string, string?], fault: string])[] = [
  [["call", "USD"], "price is not a decimal number such as 1250.00"],
  [["-0", "USD"], "price is not a decimal number such as 1250.00"],
  [["7", ""], "currency is empty"],
  [["", "?"], "currency is not an ISO 4217 currency code"],
  [["0", "USD", "perhaps"], "zero_price_is_free is not yes or no"],
];

for (const [cells, fault] of refusals) {
  test(`${JSON.stringify(cells)} is refused: ${fault}`, () => {
    assert.deepEqual(read(...cells).faults, [fault]);
  });
}

test("a price per 10, 100 or 1,000 units is stored per unit", () => {
  const written: readonly (readonly [price: string, units: string, stored: string])[] = [
    ["12.34", "1000", "1.234"],
    ["1234.5", "per 1,000", "123.45"],
    ["12,5", "C", "12.5"],
    ["5", "/M", "0.5"],
    ["5", "10.00", "50"],
    ["5", "EA", "500"],
    ["5", "", "500"],
  ];
  for (const [price, units, stored] of written) {
    assert.equal(read(price, "USD", "", units).listPrice, stored, `${price} per ${units}`);
  }
  assert.deepEqual(read("5", "USD", "", "BOX").faults, [
    "price_per is not 1, 10, 100 or 1000, the units that a price is for",
  ]);
  for (const units of ["1.000", "1,000"]) {
    assert.deepEqual(read("5", "USD", "", units).faults, [
      "price_per has a mark that may separate thousands or decimals",
    ]);
  }
  for (const sold of ["MR", "m"]) {
    const metres = read("5", "USD", "", "M", sold);
    assert.deepEqual(metres.faults, ["price_per may be metres or a thousand"]);
  }
  assert.equal(read("5", "USD", "", "ft", "FT").listPrice, "500");
  const hundreds = read("12.50", "USD", "", "C", "HD");
  assert.deepEqual(hundreds.faults, [
    "price_per may be of pieces or of what is sold, which is many already",
  ]);
  assert.equal(read("12.50", "USD", "", "1", "HD").listPrice, "1250");
  const tooFine = read("12.34567", "USD", "", "M");
  assert.deepEqual(tooFine.faults, ["price has more than 7 decimals per unit"]);
});

test("a number format shows the currency of a row that has none, and never contradicts it", () => {
  const shown = (sign: string, locale: string | null) => ({
    currencies: new Map([[0, { sign, locale }]]),
  });
  const readShown = (currency: string, sign: string, locale: string | null) =>
    readWith(["12.5", currency, "", "", "EA"], shown(sign, locale));
  const other = (sign: string, currency: string) =>
    `price is shown in ${sign} in the workbook, but the currency of its row is ${currency}`;
  for (const [currency, sign, locale, read] of [
    ["USD", "€", "407", other("€", "USD")],
    ["EUR", "€", null, "EUR 1250"],
    ["", "€", "407", "EUR 1250"],
    ["", "GBP", "", "GBP 1250"],
    ["", "$", "409", "USD 1250"],
    ["", "$", null, "currency is empty"],
    ["CAD", "$", null, "CAD 1250"],
    ["CAD", "$", "409", other("$", "CAD")],
    ["EUR", "$", null, other("$", "EUR")],
    ["USD", "Lei", "418", other("Lei", "USD")],
    ["USD", "per piece", null, "USD 1250"],
    ["USD", "€/St", null, other("€/St", "USD")],
    ["EUR", "EUR netto", null, "EUR 1250"],
    ["USD", "kr", null, other("kr", "USD")],
  ] as const) {
    assert.equal(readShown(currency, sign, locale), read, `${currency} ${sign} ${locale}`);
  }
});

test("a number format that may name 100 units is a question", () => {
  const currencies = new Map([[0, { sign: "€ / 100", locale: null }]]);
  const readPer = (places: ReadonlyMap<string, number>) => {
    const faults: CellFault[] = [];
    const columns = { places, width: 4, ignored: [] };
    const cells = ["12.50", "EUR", "", "100"];
    const cleaned = createCleaningTally();
    const { listPrice } = readListPrice({ columns, cells, currencies, faults, cleaned });
    return faults[0]?.reason ?? listPrice;
  };
  const bare = new Map([...places].filter(([name]) => name !== "price_per"));
  assert.match(readPer(bare) ?? "", /^is shown with “€ \/ 100” in the workbook: it may be per 100/);
  assert.equal(readPer(places), "12.5");
});

test("units of a row that contradict the header of its prices are refused", () => {
  const perHundred = (units: string) =>
    readWith(["12.50", "USD", "", units, "EA"], { headerUnits: 100 });
  assert.equal(perHundred("C"), "USD 12.5");
  assert.equal(perHundred("EA"), "price_per means 1, but the header of the prices names 100");
  assert.equal(perHundred("M"), "price_per means 1,000, but the header of the prices names 100");
  const unclear = (units: string) =>
    readWith(["12.50", "USD", "", units, "EA"], { headerUnits: "unclear" });
  assert.equal(unclear("EA"), "USD 1250");
  assert.match(unclear(""), /^price_per is empty, but the header of the prices may mean 100/);
});
