// Numbers with words around them: which forms are asked about, and what is never read as one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listReadings } from "../../src/imports/values/cellValues.ts";
import { createRefusedValues } from "../../src/imports/values/refusedValues.ts";
import { createTranslator } from "../../src/imports/values/translateValues.ts";
import { splitWords } from "../../src/imports/values/wordForms.ts";

const fault = (column: string, value: string) => [
  { column, value, reason: "is wrong", suggestion: null },
];

test("a form of quantities is asked about once, with two examples", () => {
  const refused = createRefusedValues();
  const cells = ["10+", "25 +", "10+", "40+", "5 in stock", "Qty: 4", "QTY 9", "> 50", "3 BX"];
  for (const cell of [...cells, "#+", "# In Stock", "#,###"]) {
    refused.add(fault("available_stock", cell));
  }
  assert.deepEqual(
    refused.list().map(({ written, rows, examples }) => [written, rows, examples?.join(", ")]),
    [
      ["#+", 4, "10+, 25 +"],
      ["QTY #", 2, "Qty: 4, QTY 9"],
      ["# IN STOCK", 1, "5 in stock"],
      ["> #", 1, "> 50"],
      ["3 BX", 1, undefined],
    ],
  );
});

test("units, upper bounds, ranges, fractions and two numbers are no form of a quantity", () => {
  const cells = ["<5", "< 5", "up to 5", "(5)", "-5", "5-", "5-10", "1/2+", "5 10+", "10+5"];
  cells.push("3 BX", "3 BX in stock", "10+ EA", "QTY 3 PK", "2.5+", "1e3+", "+5", "5", "+", "QTY");
  for (const cell of cells) assert.equal(splitWords("available_stock", cell), undefined, cell);
  assert.equal(splitWords("min_quantity", "10+"), undefined, "it is of another column");
});

test("units and words that are not known are no form of a price", () => {
  const cells = ["7.00/EA", "7.00 PER 100", "EST 7-8", "EST 7 or 8", "NETWORK 7", "EST (7)", "NET"];
  for (const cell of cells) assert.equal(splitWords("price", cell), undefined, cell);
  for (const cell of ["CA$ 7.00", "CAD 7.00"]) {
    assert.equal(splitWords("price", cell), undefined, "it is a currency");
  }
});

test("digits with a space between them may be two prices, so they are no form", () => {
  const cells = ["LIST 100 800", "100 800 NET", "EST 1 250,50", "LIST 1 250 000", "LIST 100, 800"];
  cells.push("LIST $100 800", "LIST 100 800 USD", "LIST 100 800 NET");
  for (const cell of cells) assert.equal(splitWords("price", cell), undefined, cell);
  for (const cell of [
    "LIST 100,800",
    "LIST 100800",
    "LIST USD 100",
    "LIST 100 USD",
    "LIST 1'250",
  ]) {
    assert.equal(splitWords("price", cell)?.form, "LIST #", cell);
  }
  const read = translate({ price: { "LIST #": "#" } });
  assert.equal(read("1", "LIST 100 800", "USD"), "1 | LIST 100 800 | USD");
  assert.equal(read("1", "LIST 100800", "USD"), "1 | 100800 | USD");
  const refused = createRefusedValues();
  refused.add(fault("price", "LIST 100 800"));
  assert.deepEqual(refused.list(), [], "nothing that can be answered");
});

test("a form can only mean its number, an unknown stock of 0, or no price", () => {
  assert.deepEqual(listReadings("on_hand", "> #"), ["#", "0"]);
  assert.deepEqual(listReadings("price", "EST #"), ["#", ""]);
  assert.deepEqual(listReadings("unit_price", "# NET"), ["#"]);
  for (const text of ["#", "10+", "# BX", "<#"])
    assert.deepEqual(listReadings("on_hand", text), []);
});

const places = new Map([
  ["available_stock", 0],
  ["price", 1],
  ["currency", 2],
]);

function translate(declared: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const values = new Map(
    Object.entries(declared).map(([column, of]) => [column, new Map(Object.entries(of))]),
  );
  const translator = createTranslator({ places }, values);
  assert.ok(translator !== null);
  return (...cells: readonly string[]) => translator.translate({ cells }).cells.join(" | ");
}

test("a form is read as declared, and other forms stay as they are", () => {
  const read = translate({ available_stock: { "#+": "#", "> #": "0" }, price: { "EST #": "" } });
  assert.equal(read("10+", "EST 7.00", "USD"), "10 |  | USD");
  assert.equal(read("> 50", "8.00 NET", "USD"), "0 | 8.00 NET | USD");
  assert.equal(read("3 BX", "7.00", "USD"), "3 BX | 7.00 | USD");
  assert.equal(read("#+", "EST #", "USD"), "#+ | EST # | USD", "a form is no cell");
  const wrong = translate({ available_stock: { "#+": "5" }, price: { "EST #": "1.00" } });
  assert.equal(wrong("10+", "EST 7.00", "USD"), "10+ | EST 7.00 | USD", "it has no other meaning");
});

test("below its words, a number has its sign and unclear mark", () => {
  const read = translate({
    available_stock: { "#+": "#", "#,###": "####" },
    price: { "# NET": "#", $: "USD", "#.###": "####" },
  });
  assert.equal(read("1,000+", "$1.250 NET", "USD"), "1000 | 1250 | USD");
  assert.equal(read("1,000+", "7.00 DOZ NET", "USD"), "1000 | 7.00 DOZ | USD", "the unit stays");
});
