// What a file declares of its cells: which cells it applies to, what it is read as, and what is
// asked about a cell that stays refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuantity } from "../../src/catalog/feedStock.ts";
import { readCage } from "../../src/catalog/offerFacts.ts";
import { readListPrice } from "../../src/catalog/readOfferRecord.ts";
import { createRefusedValues } from "../../src/imports/rows/refusals.ts";
import { createReadingTally, findValue, listReadings } from "../../src/reading/cellValues.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import type { CellKind } from "../../src/reading/files/fileRecord.ts";
import { createDecimalMarks } from "../../src/reading/number.ts";
import { readPricedUnits } from "../../src/reading/priceCell.ts";
import {
  type CellFault,
  type FeedRow,
  readCode,
  readDay,
  readWholeNumber,
} from "../../src/reading/row.ts";

const conditions = {
  known: new Set(["NE", "AR", "SV"]),
  synonyms: new Map<string, string>(),
  reason: "is unknown",
  suggest: () => null,
};

function readColumn(column: string, row: FeedRow): unknown {
  if (column === "condition") return readCode(row, column, conditions);
  if (column === "price") {
    const { listPrice, currency } = readListPrice(row);
    return `${currency ?? "-"} ${listPrice ?? "-"}`;
  }
  if (column === "available_stock") return readQuantity(row, "available", null);
  if (column === "multiple") return readWholeNumber(row, column, [1, 1_000_000]);
  if (column === "shelf_life_expires") return readDay(row, column);
  return column === "cage" ? readCage(row) : readPricedUnits(row);
}

type Case = readonly [
  column: string,
  cell: string,
  declared: Readonly<Record<string, string>>,
  /** What is read, or what is asked about in brackets; "[]" if nothing can be answered. */
  read: unknown,
  beside?: Readonly<Record<string, string>>,
  kind?: CellKind,
];

function read([column, cell, declared, , beside = {}, kind]: Case) {
  const cells = { [column]: cell, ...beside };
  const names = Object.keys(cells);
  const faults: CellFault[] = [];
  const readings = createReadingTally();
  const row: FeedRow = {
    columns: { places: new Map(names.map((name, at) => [name, at])), width: 9, ignored: [] },
    cells: Object.values(cells),
    kinds: kind === undefined ? undefined : names.map((_, at) => (at === 0 ? kind : "text")),
    faults,
    cleaned: createCleaningTally(),
    readings,
    meanings: new Map([[column, new Map(Object.entries(declared))]]),
  };
  const value = readColumn(column, row);
  const fault = faults.find((one) => one.column === column);
  return { value: fault === undefined ? value : `[${fault.asks ?? ""}]`, fault, readings };
}

const usd = { currency: "USD" };
const none = { currency: "" };

const cases: readonly Case[] = [
  // Only a whole cell is read as declared, in any case; one that is valid never is.
  ["condition", " new ", { NEW: "NE" }, "NE"],
  ["condition", "NEW OLD", { NEW: "NE" }, "[NEW OLD]"],
  ["condition", "AR", { AR: "SV" }, "AR"],
  ["condition", "1", { "1": "NE" }, "NE", {}, "number"],
  ["condition", "TRUE", { TRUE: "NE" }, "NE", {}, "boolean"],
  ["condition", "TRUE", {}, "[TRUE]", {}, "boolean"],
  ["price", "call", { CALL: "" }, "USD -", usd],
  ["price", "call", { CALL: "" }, "- -", none],
  // The sign of a currency is that of rows without one, and never changes that of others.
  ["price", "$12.50", { $: "USD" }, "USD 1250", none],
  ["price", "$12.50", { $: "USD" }, "USD 1250", usd],
  ["price", "$12.50", { $: "USD" }, "[]", { currency: "CAD" }],
  ["price", "12,50 €", { "€": "EUR" }, "EUR 1250", none],
  ["price", "$.15", {}, "[$]", usd],
  ["price", "€7", {}, "[]", usd],
  ["price", "EST$ 7.00", {}, "[EST #]", usd],
  ["price", "NT$ 7.00", {}, "[NT$]", usd],
  // Units of a price, unless they are what is sold.
  ["price_per", "bx", { BX: "100" }, 100, { unit_of_measure: "EA" }],
  ["price_per", "bx", { BX: "100" }, 1, { unit_of_measure: "BX" }],
  // An unclear mark, and never in numbers of a spreadsheet.
  ["price", "1.250", { "#.###": "#.###" }, "USD 125", usd],
  ["price", "$1.250", { "#.###": "#.###", $: "USD" }, "USD 125", usd],
  ["price", "1.255", { "#.###": "#.###" }, "USD 125.5", usd],
  ["price", "1,250", { "#.###": "#.###" }, "[#,###]", usd],
  ["price", "1.250", { "#.###": "####" }, "USD 125000", usd],
  ["price", "1.250", { "#.###": "####" }, "KWD 1250", { currency: "KWD" }],
  ["price", "1.250", { "#.###": "####" }, "USD 125", usd, "number"],
  ["available_stock", "5.000", { "#.###": "#.###" }, 5],
  ["available_stock", "5.000", { "#.###": "####" }, 5000],
  ["available_stock", "1.250", { "#.###": "#.###" }, "[]"],
  ["available_stock", "5.000", {}, "[#.###]"],
  ["multiple", "5,000", {}, "[#,###]"],
  // Words and marks around a number, as declared and not as another meaning.
  ["available_stock", "10+", { "#+": "#" }, 10],
  ["available_stock", "> 50", { "> #": "0" }, 0],
  ["available_stock", "> 50", { "#+": "0" }, "[> #]"],
  ["available_stock", "10+", { "#+": "5" }, "[]"],
  ["available_stock", "#+", { "#+": "#" }, "[]"],
  ["available_stock", "1,000+", { "#+": "#", "#,###": "####" }, 1000],
  ["available_stock", "1,000+", { "#+": "#" }, "[#,###]"],
  ["available_stock", "3 BX", {}, "[3 BX]"],
  ["price", "EST 7.00", { "EST #": "" }, "USD -", usd],
  ["price", "8.00 NET", { "EST #": "" }, "[# NET]", usd],
  ["price", "$1.250 NET", { "# NET": "#", $: "USD", "#.###": "####" }, "USD 125000", usd],
  ["price", "$7.00 NET", { $: "USD" }, "[# NET]", usd],
  ["price", "7.00 DOZ NET", { "# NET": "#" }, "[]", usd],
  ["price", "LIST 100 800", { "LIST #": "#" }, "[]", usd],
  ["price", "LIST 100800", { "LIST #": "#" }, "USD 10080000", usd],
  ["price", "´387.5", {}, "[´ #]", usd],
  ["price", "`387.5", { "` #": "#" }, "USD 38750", usd],
  ["price", ".387.", {}, "[#.]", usd],
  ["price", ".387.", { "#.": "#" }, "USD 38.7", usd],
  ["price", "387.", { "#.": "#" }, "USD 38700", usd],
  ["available_stock", "12.", {}, "[#.]"],
  ["available_stock", "´12", { "´ #": "#" }, 12],
  ["available_stock", "10'", {}, "[]"],
  // An order of day and month, if that is a day.
  ["shelf_life_expires", "5.12.2027", { "##.##.####": "DD.MM.YYYY" }, "2027-12-05"],
  ["shelf_life_expires", "12/05/2027", { "##/##/####": "MM/DD/YYYY" }, "2027-12-05"],
  ["shelf_life_expires", "31/12/2027", { "##/##/####": "MM/DD/YYYY" }, "[]"],
  ["shelf_life_expires", "05-12-2027", { "##/##/####": "MM/DD/YYYY" }, "[##-##-####]"],
  ["shelf_life_expires", "31.12.27", {}, "[]"],
  // The zeros that a spreadsheet dropped.
  ["cage", "1234", { "####": "0####" }, "01234"],
  ["cage", "1234", {}, "[####]"],
];

for (const one of cases) {
  const [column, cell, declared, expected, beside, kind] = one;
  const facts = JSON.stringify({ ...declared, ...beside });
  test(`${column} ${cell} ${kind ?? ""} is ${String(expected)} by ${facts}`, () => {
    assert.deepEqual(read(one).value, expected);
  });
}

test("what is read as declared is counted with its rows, and what is valid itself is named", () => {
  const { readings } = read([
    "price",
    "$1.250 NET",
    { "# NET": "#", $: "USD", "#.###": "####" },
    "",
    usd,
  ]);
  const read3 = readings
    .list()
    .map(({ column, written, meaning, rows }) => [column, written, meaning, rows]);
  assert.deepEqual(read3, [
    ["price", "#.###", "####", 1],
    ["price", "$", "USD", 1],
    ["price", "# NET", "#", 1],
  ]);
  const refused = read(["price", "$12.50", { $: "USD" }, "", { currency: "CAD" }]).readings;
  assert.deepEqual(refused.list(), [], "it is not read");
  const valid = read(["condition", "AR", { AR: "SV" }, ""]).readings;
  assert.deepEqual(valid.list(), []);
  assert.deepEqual(valid.describeUnused(), [
    'condition "AR" is a valid value, so it was not read as "SV".',
  ]);
});

test("a sign that means another currency than that of its row is explained", () => {
  const fault = read(["price", "$12.50", { $: "USD" }, "", { currency: "CAD" }]).fault;
  assert.equal(
    fault?.reason,
    "has the sign $, which means USD, but the currency of its row is CAD",
  );
});

test("words, signs and forms can be declared, plain numbers and names cannot", () => {
  const values: readonly (readonly [string, string, string | undefined])[] = [
    ["condition", " New ", "New"],
    ["condition", "1", undefined],
    ["condition", "ß".repeat(30), "ß".repeat(30)],
    ["condition", "ß".repeat(31), undefined],
    ["price", "12 or 13", undefined],
    ["price", "0.500", undefined],
    ["price", "1.250,00 €", "€"],
    ["price", "7.00 EACH", undefined],
    ["price_per", "BX", "BX"],
    ["available_stock", "1,5", undefined],
    ["part_number", "CALL", undefined],
    ["shelf_life_expires", "N/A", "N/A"],
  ];
  for (const [column, cell, value] of values) assert.equal(findValue(column, cell), value, cell);
  assert.deepEqual(listReadings("on_hand", "> #"), ["#", "0"]);
  assert.deepEqual(listReadings("price", "EST #"), ["#", ""]);
  assert.deepEqual(listReadings("unit_price", "# NET"), ["#"]);
  for (const text of ["#", "10+", "# BX", "<#"])
    assert.deepEqual(listReadings("on_hand", text), []);
});

test("units, upper bounds, ranges, fractions and two numbers are no form", () => {
  const stock = ["<5", "up to 5", "(5)", "-5", "5-", "5-10", "1/2+", "5 10+", "10+5", "3 BX"];
  stock.push("3 BX in stock", "10+ EA", "QTY 3 PK", "2.5+", "1e3+", "+5", "+", "QTY", "5'", '5"');
  for (const cell of stock) assert.ok(!findValue("on_hand", cell)?.includes("#"), cell);
  const prices = [
    "7.00/EA",
    "7.00 PER 100",
    "EST 7-8",
    "EST 7 or 8",
    "NETWORK 7",
    "EST (7)",
    "NET",
  ];
  prices.push("100 800 NET", "EST 1 250,50", "LIST 100, 800", "LIST 100 800 USD");
  for (const cell of prices) assert.ok(!findValue("price", cell)?.includes("#"), cell);
});

test("refused values are counted by their rows, with two examples of a form", () => {
  const refused = createRefusedValues();
  const cells = ["10+", "25 +", "10+", "40+", "5 in stock", "Qty: 4", "QTY 9", "3 BX", "3 bx"];
  for (const value of cells) {
    const asks = findValue("available_stock", value);
    refused.add([{ column: "available_stock", value, reason: "is wrong", suggestion: null, asks }]);
  }
  refused.add([{ column: null, value: "", reason: "is wrong", suggestion: null }]);
  assert.deepEqual(
    refused.list().map(({ written, rows, examples }) => [written, rows, examples?.join(", ")]),
    [
      ["#+", 4, "10+, 25 +"],
      ["QTY #", 2, "Qty: 4, QTY 9"],
      ["3 BX", 2, undefined],
      ["# in stock".toUpperCase(), 1, "5 in stock"],
    ],
  );
});

test("clear prices of a file propose what an unclear mark means", () => {
  const propose = (...prices: readonly string[]) => {
    const marks = createDecimalMarks();
    for (const price of prices) marks.add(price);
    return [marks.propose("#.###"), marks.propose("#,###")];
  };
  assert.deepEqual(propose("1.250", "12", ""), [undefined, undefined]);
  assert.deepEqual(propose("0.375", "1.250"), ["#.###", "####"]);
  assert.deepEqual(propose("12,50 €"), ["####", "#,###"]);
  assert.deepEqual(propose("1,250.00"), ["#.###", "####"]);
  assert.deepEqual(propose("1.250.000"), ["####", undefined]);
  assert.deepEqual(propose("12,50", "12.50"), [undefined, undefined]);
});
