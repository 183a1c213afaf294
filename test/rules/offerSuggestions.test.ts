// Suggestions for refused cells of a catalog file; a suggestion is never imported.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CellFault } from "../../src/reading/row.ts";
import { type Cells, readCells } from "../support/readCells.ts";

/** The faults of the row with these cells, which must be refused. */
function faultsOf(cells: Cells, vendor: string | null): readonly CellFault[] {
  const { offer, faults } = readCells(cells, { vendor });
  assert.equal(offer, null);
  return faults;
}

const text = "format the column as text";
const zeros = "a spreadsheet may have dropped leading zeros";
const zero = "a spreadsheet may have dropped a leading zero";
const mapped = (word: string) =>
  `to accept it: partsdesk code map "${word}" CODE, or Conditions in the console`;
const cases: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  condition: {
    SC: mapped("SC"),
    TE: mapped("TE"),
    US: mapped("US"),
    "0H": mapped("0H"),
    "NEW SURPLUS": mapped("NEW SURPLUS"),
    "NEW/OH": mapped("NEW/OH"),
    constructor: mapped("constructor"),
  },
  unit_of_measure: {
    EACH: 'write "EA"',
    pcs: 'write "EA"',
    m: 'write "MR"',
    GAL: null,
    EB: null,
    "?": null,
  },
  status: { Obsolete: 'write "DISCONTINUED"', ACTIV: 'write "ACTIVE"', GONE: null },
  currency: {
    $: 'write "USD"',
    us$: 'write "USD"',
    "\u20ac": 'write "EUR"',
    "\u00a5": 'write "JPY" or "CNY"',
    USX: null,
  },
  shelf_life_expires: {
    "31.12.2027": 'write "2027-12-31"',
    "12/31/2027": 'write "2027-12-31"',
    "03/12/2027": 'write "2027-12-03" or "2027-03-12"',
    "05-05-2027": 'write "2027-05-05"',
    "2027/1/2": 'write "2027-01-02"',
    "20271231": 'write "2027-12-31"',
    "2027-12-31 00:00:00": 'write "2027-12-31"',
    "31-Dec-2027": 'write "2027-12-31"',
    "December 1, 2027": 'write "2027-12-01"',
    "31-Dec-27": 'write "2027-12-31"',
    "30.02.2027": null,
    "2027-02-30": null,
    "46387": null,
    "271231": null,
  },
  nsn: {
    "5305 00 123 4567": 'write "5305001234567"',
    "NSN: 5305.00.123.4567": 'write "5305001234567"',
    "00-123-4567": "put the four digits of its supply class in front",
    "530001234567": `${zero}; write "0530001234567", and ${text}`,
    "5.305E+12": `a spreadsheet rounded it; ${text}`,
    "12": null,
  },
  cage: {
    "CAGE 1AB23": 'write "1AB23"',
    "123": `${zeros}; write "00123", and ${text}`,
    "1AB2-": null,
  },
  part_number: {
    "12-Mar": `probably 12-MAR, 3-12 or 12-3; ${text}`,
    "3-Jan-27": `probably 3-JAN-27, 1-3-27 or 3-1-27; ${text}`,
    "Mar-45": `probably MAR-45, MAR45 or 3-45; ${text}`,
    "1/1/1907": `probably 1-1907, 1-1 or 1-1-1907; ${text}`,
    "01/03/1907": `probably 3-1907, 1-3 or 1-3-1907; ${text}`,
    "3/31/2027": `probably 3-31 or 3-31-2027; ${text}`,
    "31.03.2027": `probably 31-3 or 31-3-2027; ${text}`,
    "1/1/1907 0:00": `probably 1-1907, 1-1 or 1-1-1907; ${text}`,
    "1907-01-01 00:00:00": `probably 1-1907, 1-1 or 1-1-1907; ${text}`,
    "1.23E+05":
      "probably 123E3 or a longer number whose last digits were lost; " +
      "format the column as text",
    "1.23457E+11":
      "probably 123457E6 or a longer number whose last digits were lost; " +
      "format the column as text",
  },
};

for (const [column, suggestions] of Object.entries(cases)) {
  for (const [cell, suggestion] of Object.entries(suggestions)) {
    test(`${column} ${cell} is refused, suggesting ${suggestion ?? "nothing"}`, () => {
      const faults = faultsOf({ [column]: cell }, null);
      assert.deepEqual(
        faults.map((fault) => [fault.column, fault.value, fault.suggestion]),
        [[column, cell, suggestion]],
      );
    });
  }
}

test("for another vendor, the vendor of the import is suggested", () => {
  const [fault] = faultsOf({ vendor: "ACME" }, "Acme");
  assert.equal(fault?.suggestion, 'write "Acme"');
});

test("a number that a manufacturer may have written is accepted even if it looks like a date", () => {
  for (const partNumber of [
    "12-MAR",
    "12-mar",
    "MAR-12",
    "5E+10",
    "1.2e+15",
    "12345.0",
    "Mar-123",
    "1907-01-01",
    "1/1/07",
    "13/13/1907",
    "1/1/19071",
    "1/1/1807",
    "1-1-1907",
    "1/1907",
  ]) {
    const { offer } = readCells({ part_number: partNumber });
    assert.equal(offer?.partNumber, partNumber);
  }
});
