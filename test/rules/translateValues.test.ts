import assert from "node:assert/strict";
import { test } from "node:test";
import type { CellKind } from "../../src/files/fileRecord.ts";
import type { FeedRow } from "../../src/imports/feedRow.ts";
import { findValue } from "../../src/imports/values/cellValues.ts";
import { createDecimalMarks } from "../../src/imports/values/decimalMarks.ts";
import { createRefusedValues } from "../../src/imports/values/refusedValues.ts";
import {
  createTranslator,
  describeUnused,
  divideTranslations,
} from "../../src/imports/values/translateValues.ts";

const places = new Map([
  ["condition", 0],
  ["price", 1],
  ["currency", 2],
]);
const values = new Map([
  ["condition", new Map([["NEW", "NE"]])],
  [
    "price",
    new Map([
      ["CALL", ""],
      ["$", "USD"],
    ]),
  ],
]);

function translate(cells: readonly string[], usual = "") {
  const fixed = new Map(usual === "" ? [] : [["currency", usual]]);
  const translator = createTranslator({ places, fixed }, values);
  assert.ok(translator !== null);
  return { cells: translator.translate({ cells }).cells, applied: translator.list() };
}

test("only a whole cell is translated, in any case, and rows are counted", () => {
  const translator = createTranslator({ places }, values);
  assert.ok(translator !== null);
  const read = (cells: readonly string[]) => translator.translate({ cells }).cells;
  assert.deepEqual(read([" new ", "1.00", "USD"]), ["NE", "1.00", "USD"]);
  assert.deepEqual(read(["New", "call", "USD"]), ["NE", "", "USD"]);
  assert.deepEqual(read(["NEW OLD", "1.00", "USD"]), ["NEW OLD", "1.00", "USD"]);
  assert.deepEqual(translator.list(), [
    { column: "condition", written: "NEW", meaning: "NE", rows: 2 },
    { column: "price", written: "CALL", meaning: "", rows: 1 },
  ]);
  assert.equal(createTranslator({ places: new Map([["part_number", 0]]) }, values), null);
});

test("a sign is removed only from a price whose row has the currency that it means", () => {
  assert.deepEqual(translate(["NE", "$ 12.50", "USD"]).cells, ["NE", "12.50", "USD"]);
  assert.deepEqual(translate(["NE", "12.50$", "usd"]).cells, ["NE", "12.50", "usd"]);
  assert.deepEqual(translate(["NE", "$12.50", ""], "USD").cells, ["NE", "12.50", ""]);
  assert.deepEqual(translate(["NE", "$12.50", ""]).cells, ["NE", "12.50", "USD"]);
  assert.deepEqual(translate(["NE", "$12.50", "EUR"]).cells, ["NE", "$12.50", "EUR"]);
  assert.deepEqual(translate(["NE", "$12.50", ""], "CAD").cells, ["NE", "$12.50", ""]);
  assert.deepEqual(translate(["NE", "€12.50", "USD"]).cells, ["NE", "€12.50", "USD"]);
  assert.deepEqual(translate(["NE", "$12.50", "USD"]).applied, [
    { column: "price", written: "$", meaning: "USD", rows: 1 },
  ]);
});

test("a sign that means a currency other than the row's is reported with both", () => {
  const translator = createTranslator({ places }, values);
  const { contradicted, cells } = translator?.translate({ cells: ["NE", "$12.50", "CAD"] }) ?? {};
  assert.deepEqual(cells, ["NE", "$12.50", "CAD"]);
  assert.deepEqual(contradicted, {
    column: "price",
    sign: "$",
    meaning: "USD",
    currency: "CAD",
  });
});

test("units of a price are translated, unless they are what is sold", () => {
  const columns = new Map([
    ["unit_of_measure", 0],
    ["price_per", 1],
  ]);
  const of = new Map([["price_per", new Map([["BX", "100"]])]]);
  const translator = createTranslator({ places: columns }, of);
  assert.deepEqual(translator?.translate({ cells: ["EA", "bx"] }).cells, ["EA", "100"]);
  assert.deepEqual(translator?.translate({ cells: ["BX", "bx"] }).cells, ["BX", "bx"]);
});

test("an unclear mark is read as it is declared, and never in numbers of a spreadsheet", () => {
  const stock = new Map([...places, ["available_stock", 3]]);
  const translateBy = (meaning: string) => {
    const of = new Map([
      ["#.###", meaning],
      ["$", "USD"],
    ]);
    const both = new Map([
      ["price", of],
      ["available_stock", of],
    ]);
    const translator = createTranslator({ places: stock }, both);
    return (cells: readonly string[], kinds?: readonly CellKind[]) =>
      translator?.translate({ cells, kinds }).cells.join(" ");
  };
  const decimals = translateBy("#.###");
  assert.equal(decimals(["NE", "1.250", "USD", "5.000"]), "NE 1.2500 USD 5");
  assert.equal(decimals(["NE", "$1.250", "USD", "1.250"]), "NE 1.2500 USD 1.2500");
  assert.equal(decimals(["NE", "1,250", "USD", "5"]), "NE 1,250 USD 5");
  const thousands = translateBy("####");
  assert.equal(thousands(["NE", "1.250", "USD", "5.000"]), "NE 1250 USD 5000");
  assert.equal(thousands(["NE", "1.250", "KWD", "5"]), "NE 1.250 KWD 5", "it has one reading");
  const number = ["text", "number", "text", "text"] as const;
  assert.equal(thousands(["NE", "1.250", "USD", "5"], number), "NE 1.250 USD 5");
});

test("clear prices of a file propose what an unclear mark means", () => {
  const propose = (...prices: readonly string[]) => {
    const marks = createDecimalMarks();
    for (const price of prices) marks.add(price);
    return [marks.propose("price", "#.###"), marks.propose("price", "#,###")];
  };
  assert.deepEqual(propose("1.250", "12", ""), [undefined, undefined]);
  assert.deepEqual(propose("0.375", "1.250"), ["#.###", "####"]);
  assert.deepEqual(propose("12,50 €"), ["####", "#,###"]);
  assert.deepEqual(propose("1,250.00"), ["#.###", "####"]);
  assert.deepEqual(propose("1.250.000"), ["####", undefined]);
  assert.deepEqual(propose("12,50", "12.50"), [undefined, undefined]);
});

test("a date is read in the order that its form means, if that is a day", () => {
  const days = new Map([["shelf_life_expires", 0]]);
  const orders = new Map([
    ["##.##.####", "DD.MM.YYYY"],
    ["##/##/####", "MM/DD/YYYY"],
  ]);
  const translator = createTranslator({ places: days }, new Map([["shelf_life_expires", orders]]));
  const read = (cell: string) => translator?.translate({ cells: [cell] }).cells[0];
  assert.equal(read("5.12.2027"), "2027-12-05");
  assert.equal(read("12/05/2027"), "2027-12-05");
  assert.equal(read("31/12/2027"), "31/12/2027", "there is no month 31");
  assert.equal(read("2027-12-05"), "2027-12-05");
  assert.equal(read("05-12-2027"), "05-12-2027", "its form is unknown");
  assert.deepEqual(translator?.list(), [
    { column: "shelf_life_expires", written: "##.##.####", meaning: "DD.MM.YYYY", rows: 1 },
    { column: "shelf_life_expires", written: "##/##/####", meaning: "MM/DD/YYYY", rows: 1 },
  ]);
});

test("the type of a translated spreadsheet cell is text", () => {
  const translator = createTranslator({ places }, new Map([["condition", new Map([["1", "NE"]])]]));
  const kinds = ["number", "number", "text"] as const;
  const read = translator?.translate({ cells: ["1", "5", "USD"], kinds });
  assert.deepEqual(read, { cells: ["NE", "5", "USD"], kinds: ["text", "number", "text"] });
});

test("a value that the reader accepts is not translated, and named", () => {
  const read = ({ cells, columns, faults }: FeedRow) => {
    const [column = ""] = [...columns.places.keys()];
    if (!["NE", "AR"].includes(cells[0] ?? "")) {
      faults.push({ column, value: cells[0] ?? "", reason: "is unknown", suggestion: null });
    }
  };
  const given = new Map([
    [
      "condition",
      new Map([
        ["AR", "SV"],
        ["NE", "NE"],
        ["NEW", "NE"],
      ]),
    ],
  ]);
  const { used, unused } = divideTranslations(given, read);
  assert.deepEqual([...(used.get("condition") ?? [])], [["NEW", "NE"]]);
  assert.deepEqual(describeUnused(unused), [
    'condition "AR" is a valid value, so it was not read as "SV".',
  ]);
});

test("refused words and signs are counted, refused numbers and names are not", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["condition", " New ", "New"],
    ["condition", "1", undefined],
    ["price", "Call", "Call"],
    ["price", "$1,250.00", "$"],
    ["price", "1.250,00 €", "€"],
    ["price", "USD 12", "USD"],
    ["price", "12 or 13", undefined],
    ["price", "1.250", "#.###"],
    ["price", "12,500", "#,###"],
    ["price", "0.500", undefined],
    ["available_stock", "5,000", "#,###"],
    ["available_stock", "10+", "#+"],
    ["available_stock", "3 BX", "3 BX"],
    ["price", "EST 7.00", "EST #"],
    ["price", "8.00 NET", "# NET"],
    ["price", "$7.00 NET", "$"],
    ["price", "EST$ 7.00", "EST #"],
    ["price", "7.00 DOZ", undefined],
    ["price", "7.00 EACH", undefined],
    ["price", "NT$ 7.00", "NT$"],
    ["price", "$.15", "$"],
    ["price_per", "BX", "BX"],
    ["available_stock", "1,5", undefined],
    ["part_number", "CALL", undefined],
    ["shelf_life_expires", "N/A", "N/A"],
    ["shelf_life_expires", "31.12.2027", "##.##.####"],
    ["shelf_life_expires", "31.12.27", undefined],
    ["condition", "x".repeat(61), undefined],
    ["condition", "ß".repeat(30), "ß".repeat(30)],
    ["condition", "ß".repeat(31), undefined],
  ];
  for (const [column, cell, value] of cases) assert.equal(findValue(column, cell), value, cell);
  const refused = createRefusedValues();
  const add = (column: string | null, value: string) =>
    refused.add([{ column, value, reason: "is wrong", suggestion: null }]);
  for (const value of ["New", "NEW", "new ", "Used"]) add("condition", value);
  add(null, "");
  refused.add([
    { column: "price", value: "€1", reason: "is other", suggestion: null, isOfRow: true },
  ]);
  for (const value of ["$1", "$2"]) add("price", value);
  assert.deepEqual(refused.list(), [
    { column: "condition", written: "New", rows: 3 },
    { column: "price", written: "$", rows: 2, examples: ["$1", "$2"] },
    { column: "condition", written: "Used", rows: 1 },
  ]);
});
