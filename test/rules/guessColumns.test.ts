// Guessing columns by header and values: a rival makes a question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogColumns } from "../../src/imports/file.ts";
import { matchFeedColumns, noMapping, placeColumns } from "../../src/imports/rows/columns.ts";
import { addLikelyColumns, guessColumns } from "../../src/imports/rows/header.ts";

const rules = catalogColumns("Acme");
test("a currency in the header of prices is the currency of the rows, unless it contradicts", () => {
  const cells = ["P/N", "Name", "Cond", "UM", "Qty", "Unit Price (EUR)"];
  const header = { line: 1, cells };
  assert.equal(matchFeedColumns(header, rules).fixed?.get("currency"), "EUR");
  const usd = { ...noMapping, fixed: new Map([["currency", "USD"]]) };
  assert.throws(
    () => matchFeedColumns(header, rules, usd),
    /"Unit Price \(EUR\)" names EUR, not USD/,
  );
  const withColumn = { line: 1, cells: [...cells, "Currency"] };
  assert.equal(matchFeedColumns(withColumn, rules).fixed?.get("currency"), undefined);
});

test("two headers of one column are a question, not a choice", () => {
  const cells = ["P/N", "MPN", "Qty"];
  const rows = [["1001", "A-1", "5"]];
  const guess = guessColumns(cells, rows, rules, noMapping).find(
    ({ name }) => name === "part_number",
  );
  assert.equal(guess?.certainty, "unclear");
  assert.deepEqual(
    guess?.candidates.map(({ header, values }) => [header, values]),
    [
      ["P/N", ["1001"]],
      ["MPN", ["A-1"]],
    ],
  );
  const mapping = { ...noMapping, headers: new Map([["part_number", "MPN"]]) };
  assert.equal(placeColumns(cells, rules, mapping).places.get("part_number"), 1);
});

function guess(cells: readonly string[], rows: readonly (readonly string[])[]) {
  const guesses = guessColumns(cells, rows, rules, noMapping);
  return {
    of: (name: string) => guesses.find((one) => one.name === name),
    likely: Object.fromEntries(addLikelyColumns(noMapping, guesses).headers),
  };
}

const rows = [
  ["AX-100-2", "NE", "EA", "5", "12.50", "5310-01-234-5678", "USD", "2026-01-02"],
  ["77B4410", "OH", "EA", "12", "1,250.00", "", "USD", "2025-12-30"],
  ["0021-554", "SV", "MR", "3", "8.00", "5330-00-111-2222", "USD", ""],
  ["NQ77-1", "NE", "EA", "3", "7", "", "USD", ""],
];

test("columns are found by values that identify them; prices and quantities are a question", () => {
  const cells = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const { of, likely } = guess(cells, rows);
  assert.deepEqual(likely, {
    part_number: "a",
    condition: "b",
    unit_of_measure: "c",
    nsn: "f",
    currency: "g",
  });
  const headersOf = (name: string) => of(name)?.candidates.map(({ header }) => header);
  assert.deepEqual(headersOf("price"), ["e"]);
  assert.deepEqual(headersOf("available_stock"), ["d"]);
  assert.deepEqual(of("part_number")?.sample?.values, ["AX-100-2", "77B4410", "0021-554"]);
  assert.equal(of("shelf_life_expires")?.certainty, "missing", "a day may be of anything");
});

test("two columns that look like part numbers are a question", () => {
  const { of, likely } = guess(
    ["Ours", "Theirs"],
    [
      ["K-1001", "AX-100"],
      ["K-1002", "AX-200"],
    ],
  );
  assert.equal(likely["part_number"], undefined);
  assert.equal(of("part_number")?.candidates.length, 2);
});

test("prices per 100 or 1,000 are known by a clear header", () => {
  const cells = ["P/N", "Name", "Cond", "UM", "Qty", "Price per 100 (EUR)"];
  const { fixed } = matchFeedColumns({ line: 1, cells }, rules);
  assert.deepEqual([fixed?.get("price_per"), fixed?.get("currency")], ["100", "EUR"]);
  const withColumn = matchFeedColumns({ line: 1, cells: [...cells, "Price unit"] }, rules);
  assert.equal(withColumn.fixed?.get("price_per"), "100", "for rows in which it is empty");
  const one = { ...noMapping, fixed: new Map([["price_per", "1"]]) };
  assert.equal(matchFeedColumns({ line: 1, cells }, rules, one).fixed?.get("price_per"), "1");
  assert.match(guess(cells, []).of("price")?.reason ?? "", /Prices are per 100$/);
});

test("a header that may mean prices per 100 or 1,000 is a question", () => {
  for (const header of ["Price USD/C", "Price USD/M", "Price USD 1000"]) {
    const cells = ["P/N", "Name", "Cond", "UM", "Qty", header];
    const mapping = { ...noMapping, headers: new Map([["price", header]]) };
    const read = (fixed: ReadonlyMap<string, string>) =>
      matchFeedColumns({ line: 1, cells }, rules, { ...mapping, fixed });
    assert.throws(() => read(new Map()), /may be prices per package, lot, 100 or 1,000\. Choose/);
    assert.equal(read(new Map([["price_per", "1000"]])).fixed?.get("price_per"), "1000");
  }
});

test("a header whose values contradict it is doubted in the reason", () => {
  const { of } = guess(
    ["P/N", "Unit"],
    [
      ["AX-100", "12.50"],
      ["AX-200", "9.00"],
    ],
  );
  assert.equal(
    of("unit_of_measure")?.reason,
    'Header "Unit", but its values do not look like a unit of measure',
  );
  assert.equal(of("part_number")?.reason, 'Header "P/N"');
});
