// A row of a catalog file: the values of accepted cells, and the reasons for a refusal.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { searchForms } from "../../src/catalog/search/searchWords.ts";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";
import { type Currency, formatAmount, listCurrencies } from "../../src/kit/money.ts";
import { type Cells, goodCells, readCells } from "../support/readCells.ts";

const certificate = { code: "8130-3", name: "release", synonyms: ["FAA Form 8130-3"] };
const codes = {
  conditions: {
    known: new Set(["NE", "OH"]),
    synonyms: new Map(Object.entries({ NEW: "NE", OVHL: "OH", "FACTORY NEW": "NE" })),
  },
  unitsOfMeasure: new Set(["EA", "FT"]),
  certificates: createCertificateReader([certificate]),
};

const read = (cells: Cells, vendor: string | null = null) => readCells(cells, { codes, vendor });

/** The faults of a row, as `column reason`. */
const faultsOf = (cells: Cells, vendor?: string) =>
  read(cells, vendor).faults.map(({ column, reason }) => `${column} ${reason}`);

test("a row with only the required columns gets the documented defaults", () => {
  assert.deepEqual(read({}).offer, {
    partNumber: "21117-1",
    partNumberKey: "21117-1",
    partNumberBare: "211171",
    vendor: "Example Supply",
    condition: "NE",
    unitOfMeasure: "EA",
    partName: "PUMP, FUEL",
    title: "PUMP, FUEL",
    description: null,
    quantity: 4,
    listPrice: "125000",
    currency: "USD",
    status: "ACTIVE",
    minQuantity: 1,
    multiple: 1,
    leadTimeDays: null,
    lots: null,
    supersededBy: null,
    supersededByKey: null,
    alternates: [],
    interchangeable: [],
    manufacturer: null,
    cage: null,
    nsn: null,
    certificate: null,
    shelfLifeExpires: null,
  });
});

const accepted: readonly (readonly [cells: Cells, expected: object])[] = [
  [{ part_number: " 21117\u20131  x " }, { partNumber: "21117-1 x", partNumberKey: "21117-1 X" }],
  [
    { part_number: "-100", price: "0", zero_price_is_free: "Yes" },
    { partNumber: "-100", listPrice: "0" },
  ],
  [{ part_name: "" }, { partName: null, title: null }],
  [{ part_name: "Cafe\u0301\tx" }, { partName: "Caf\u00e9 x" }],
  [
    { title: "Fuel pumps", condition: "oh", price: "0" },
    { title: "Fuel pumps", listPrice: null, currency: "USD" },
  ],
  [
    { part_name: "Hose", cage: "1ab23", nsn: "5305-00-123-4567" },
    { cage: "1AB23", nsn: "5305001234567" },
  ],
  [{ description: "one\r\ntwo" }, { description: "one two" }],
  [
    { condition: "oh", unit_of_measure: "ft" },
    { condition: "OH", unitOfMeasure: "FT" },
  ],
  [{ available_stock: "0" }, { quantity: 0 }],
  [{ available_stock: "1000000000" }, { quantity: 1_000_000_000 }],
  [
    { price: "7", currency: "jpy" },
    { listPrice: "7", currency: "JPY" },
  ],
  [{ price: "1.005", currency: "KWD" }, { listPrice: "1005" }],
  [{ price: "1.5", currency: "JPY" }, { listPrice: "1.5" }],
  [{ price: "0.0034" }, { listPrice: "0.34" }],
  [{ status: "on hold" }, { status: "ON_HOLD" }],
  [
    { status: "Superseded", superseded_by: "X2" },
    { status: "SUPERSEDED", supersededBy: "X2", supersededByKey: "X2" },
  ],
  [
    { min_quantity: "10", multiple: "5" },
    { minQuantity: 10, multiple: 5 },
  ],
  [{ lead_time_days: "3650" }, { leadTimeDays: 3650 }],
  [{ lots: "3" }, { lots: 3 }],
  [
    { manufacturer: "N/A", cage: "-", nsn: "none", certificate: "NONE", superseded_by: "TBD" },
    { manufacturer: null, cage: null, nsn: null, certificate: null, supersededBy: null },
  ],
  [{ alternates: "N/A" }, { alternates: [] }],
  [{ interchangeable: "A-1;-" }, { interchangeable: ["A-1"] }],
  [{ alternates: "A-1, B-2,\u00a0C,5" }, { alternates: ["A-1", "B-2", "C,5"] }],
  [{ alternates: "A-1| b ;;a-1;C" }, { alternates: ["a-1", "b", "C"] }],
  [
    { interchangeable: "A-1;b", superseded_by: "21117-2" },
    { interchangeable: ["A-1", "b"], supersededBy: "21117-2" },
  ],
  [{ certificate: "faa form 8130-3; Mill cert" }, { certificate: "8130-3; Mill cert" }],
  [{ cage: "1ab23" }, { cage: "1AB23" }],
  [{ nsn: "5305-00-123-4567" }, { nsn: "5305001234567" }],
  [{ nsn: "5305001234567" }, { nsn: "5305001234567" }],
  [{ shelf_life_expires: "2028-02-29" }, { shelfLifeExpires: "2028-02-29" }],
  [
    { manufacturer: "Maker", certificate: "8130-3" },
    { manufacturer: "Maker", certificate: "8130-3" },
  ],
];

for (const [cells, expected] of accepted) {
  test(`${JSON.stringify(cells)} is accepted`, () => {
    const { offer, faults } = read(cells);
    assert.deepEqual(faults, []);
    assert.partialDeepStrictEqual(offer, expected);
  });
}

const notStock = "available_stock is not a whole number from 0 to 1,000,000,000";
const notPrice = "price is not a decimal number such as 1250.00";
const aboveHighest = "is above USD 90,071,992,547,409.91, the highest price";
const notDay = "shelf_life_expires is not a date written as 2027-12-31";
const refused: readonly (readonly [cells: Cells, fault: string])[] = [
  ...Object.keys(goodCells)
    .filter((column) => column !== "part_name" && column !== "price")
    .flatMap((column) => [
      [{ [column]: "" }, `${column} is empty`] as const,
      [{ [column]: " \u200b " }, `${column} is empty`] as const,
    ]),
  [{ part_number: "x".repeat(101) }, "part_number is longer than 100 characters"],
  [{ part_number: "n/a" }, "part_number says that there is none"],
  [{ part_number: "21\u000017" }, "part_number contains a control character"],
  [{ part_number: "21\n17" }, "part_number contains a line break"],
  [{ part_name: "PUMP\nB-2,VALVE" }, "part_name contains a line break"],
  [{ part_name: "Caf\ufffd" }, "part_name is not valid UTF-8"],
  [{ part_name: "#N/A" }, "part_name is a spreadsheet error"],
  [{ part_name: "x".repeat(501) }, "part_name is longer than 500 characters"],
  [{ title: "x".repeat(501) }, "title is longer than 500 characters"],
  [{ description: "x ".repeat(2001) }, "description is longer than 4,000 characters"],
  [{ description: "x".repeat(2_047) }, "description contains a word that is too long"],
  [{ vendor: "x".repeat(201) }, "vendor is longer than 200 characters"],
  [{ condition: "NEW SURPLUS" }, "condition is not one of NE, OH"],
  [{ condition: "NX" }, "condition is not one of NE, OH"],
  [{ unit_of_measure: "EACH" }, "unit_of_measure is not a known unit of measure"],
  ...["-1", "+1", "1,000", "1.0", "1e3", "1000000001", "0x10", "many"].map(
    (value) => [{ available_stock: value }, notStock] as const,
  ),
  ...["-1", "+1", "1,250,00", "1.250.00", "1e3", "$5", "5 USD", "5.", "POA"].map(
    (value) => [{ price: value }, notPrice] as const,
  ),
  [{ price: "1.005" }, "price has a point that may separate thousands or decimals"],
  [{ price: "90071992547409.92" }, `price ${aboveHighest}`],
  [{ price: "9999999999999999" }, `price ${aboveHighest}`],
  [
    { price: "922337203685477.5807", currency: "CLF" },
    "price is above CLF 900,719,925,474.0991, the highest price",
  ],
  [{ currency: "US$" }, "currency is not an ISO 4217 currency code"],
  [{ status: "OBSOLETE" }, "status is not one of ACTIVE, ON_HOLD, SUPERSEDED, DISCONTINUED"],
  [{ min_quantity: "0" }, "min_quantity is not a whole number from 1 to 1,000,000"],
  [{ multiple: "1000001" }, "multiple is not a whole number from 1 to 1,000,000"],
  [{ lead_time_days: "3651" }, "lead_time_days is not a whole number from 0 to 3,650"],
  [{ superseded_by: "x".repeat(101) }, "superseded_by is longer than 100 characters"],
  [
    { part_number: "ab-1", superseded_by: "AB\u20131" },
    "superseded_by leads back to itself: AB-1 > AB-1",
  ],
  [
    { interchangeable: "x".repeat(101) },
    "interchangeable contains a part number longer than 100 characters",
  ],
  [{ alternates: "x".repeat(101) }, "alternates contains a part number longer than 100 characters"],
  [
    { alternates: Array.from({ length: 101 }, (_, index) => index).join("|") },
    "alternates has more than 100 part numbers",
  ],
  [{ manufacturer: "x".repeat(201) }, "manufacturer is longer than 200 characters"],
  [{ certificate: "x".repeat(201) }, "certificate is longer than 200 characters"],
  [{ cage: "1AB2" }, "cage is not a CAGE code of 5 letters and digits"],
  [{ cage: "1AB2-" }, "cage is not a CAGE code of 5 letters and digits"],
  [{ nsn: "530500123456" }, "nsn is not an NSN of 13 digits"],
  [{ nsn: "53-0500-123-4567" }, "nsn is not an NSN of 13 digits"],
  ...["2027-02-29", "2027-13-01", "31.12.2027", "2027-1-1", "0000-01-01"].map(
    (value) => [{ shelf_life_expires: value }, notDay] as const,
  ),
];

for (const [cells, fault] of refused) {
  test(`${JSON.stringify(cells).slice(0, 60)} is refused: ${fault}`, () => {
    assert.deepEqual(faultsOf(cells), [fault]);
    assert.equal(read(cells).offer, null);
  });
}

test("a quantity may repeat the unit of its row, and no other", () => {
  for (const [cell, unit, quantity] of [
    ["8 EA", "EA", 8],
    ["1,200 pcs.", "EA", 1200],
    ["12each", "EA", 12],
    ["25 feet", "FT", 25],
    ["1 LOT", "EA", undefined],
    ["8 EA", "FT", undefined],
    ["8 M", "FT", undefined],
    ["EA 8", "EA", undefined],
    ["8 EA + 2", "EA", undefined],
  ] as const) {
    const { offer, faults } = read({ available_stock: cell, unit_of_measure: unit });
    assert.equal(offer?.quantity, quantity, cell);
    assert.equal(faults.length, quantity === undefined ? 1 : 0, cell);
  }
});

test("texts of the maximum length are accepted, counted in characters rather than UTF-16 units", () => {
  const longest = {
    part_number: "\u{1f529}".repeat(100),
    vendor: "v".repeat(200),
    title: "t ".repeat(250).trim(),
    description: "d ".repeat(2000).trim(),
  };
  assert.deepEqual(faultsOf(longest), []);
});

test("every fault of a row is reported with its cell as written", () => {
  const { faults } = read({ price: " 1,5,1 ", available_stock: "-2", cage: "?" });
  assert.deepEqual(
    faults.map(({ column, value }) => [column, value]),
    [
      ["available_stock", "-2"],
      ["price", " 1,5,1 "],
      ["cage", "?"],
    ],
  );
});

test("a given vendor fills an empty cell and refuses other vendors", () => {
  assert.equal(read({ vendor: "" }, "Acme").offer?.vendor, "Acme");
  assert.equal(read({ vendor: " Acme " }, "Acme").offer?.vendor, "Acme");
  assert.deepEqual(faultsOf({ vendor: "ACME" }, "Acme"), [
    "vendor is not the vendor this import is for",
  ]);
});

const found: readonly (readonly [cells: Cells, words: string])[] = [
  [{}, "pump fuel"],
  [{ part_name: "" }, ""],
  [{ title: "Fuel pumps" }, "pump fuel"],
  [
    { part_name: "Hose", cage: "1ab23", nsn: "5305-00-123-4567" },
    "hose 1ab23 5305001234567 001234567",
  ],
];

test("an offer is found by the words of its row, its CAGE code, NSN and NIIN", () => {
  for (const [cells, words] of found) {
    const { offer } = read(cells);
    assert.ok(offer);
    assert.equal(searchForms(offer), words);
  }
});

test("a refused row still identifies its offer as far as it can be read", () => {
  assert.deepEqual(read({ price: "?", condition: "XX" }).key, {
    partNumberKey: "21117-1",
    vendor: "Example Supply",
    condition: null,
    unitOfMeasure: "EA",
  });
});

test("any amount of any currency is read exactly", () => {
  const amounts = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
    fc.constantFrom(...listCurrencies().keys()),
  );
  fc.assert(
    fc.property(amounts, ([minor, code]) => {
      const price = formatAmount({ minor, currency: code as Currency });
      const cells = { price, currency: code };
      const free = { ...cells, zero_price_is_free: "yes" };
      assert.equal(read(free).offer?.listPrice, String(minor));
      assert.equal(read(cells).offer?.listPrice, minor === 0n ? null : String(minor));
    }),
  );
});

test("any row either becomes an offer whose texts can be stored, or has faults", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.string({ maxLength: 600 }),
  );
  const columns = [...Object.keys(goodCells), "title", "description", "alternates", "manufacturer"];
  const cells = fc.dictionary(fc.constantFrom(...columns), text);
  fc.assert(
    fc.property(cells, (changed) => {
      const { offer, faults } = read(changed);
      assert.equal(offer === null, faults.length > 0);
      if (offer === null) return;
      assert.equal(offer.partNumberKey, partNumberKey(offer.partNumber));
      for (const value of Object.values(offer).flat()) {
        if (typeof value === "string") assert.match(value, /^[^\p{Cc}]*$/u);
      }
    }),
  );
});
