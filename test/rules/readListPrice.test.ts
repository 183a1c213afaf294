// The list price of a row: an amount, on request, or refused (decision 152).
import assert from "node:assert/strict";
import { test } from "node:test";
import { readListPrice } from "../../src/catalog/readListPrice.ts";
import { createCleaningTally } from "../../src/imports/cleanedCells.ts";
import type { CellFault } from "../../src/imports/feedRow.ts";

/** Reads price, currency and the answer whether 0 is free, in this order. */
function read(price: string, currency: string, isFree = "") {
  const names = ["price", "currency", "zero_price_is_free"];
  const places = new Map(names.map((name, place) => [name, place]));
  const faults: CellFault[] = [];
  const cells = [price, currency, isFree];
  const columns = { places, width: names.length, ignored: [] };
  const reading = readListPrice({ columns, cells, faults, cleaned: createCleaningTally() });
  return { ...reading, faults: faults.map(({ column, reason }) => `${column} ${reason}`) };
}

type Expected = ReturnType<typeof readListPrice>;

const onRequest = (currency: string | null, missing: "empty" | "zero"): Expected => {
  return { listPrice: null, currency, missing };
};

const readings: readonly (readonly [cells: [string, string, string?], expected: Expected])[] = [
  [["7", "USD"], { listPrice: 700n, currency: "USD", missing: null }],
  [["7", "USD", "yes"], { listPrice: 700n, currency: "USD", missing: null }],
  [["0.00", "USD", "Yes"], { listPrice: 0n, currency: "USD", missing: null }],
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
