// Recognizing the columns of a file.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { agreementColumns, catalogColumns } from "../../src/imports/file.ts";
import { matchFeedColumns } from "../../src/imports/rows/columns.ts";
import { describeColumns } from "../../src/imports/rows/stageFeed.ts";
import type { ColumnRule } from "../../src/reading/row.ts";

const required = [
  "part_number",
  "part_name",
  "condition",
  "unit_of_measure",
  "available_stock",
  "price",
  "currency",
  "vendor",
];
const match = (cells: readonly string[], hasVendor = false) =>
  matchFeedColumns({ line: 1, cells }, catalogColumns(hasVendor ? "Acme" : null));

test("columns are found in any order, case and spelling", () => {
  const spelled = fc.shuffledSubarray(required, { minLength: required.length }).chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.constantFrom("_", " ", "", "-"),
      fc.boolean().map((upper) => (text: string) => (upper ? text.toUpperCase() : text)),
    ),
  );
  fc.assert(
    fc.property(spelled, ([names, space, spell]) => {
      const { places } = match(names.map((name) => spell(name.replaceAll("_", space))));
      assert.deepEqual([...places.keys()], names);
    }),
  );
});

test("common synonyms are understood", () => {
  const { places } = match(["P/N", "Name", "Cond.", "UOM", "Qty", "Unit Price", "Ccy", "Supplier"]);
  assert.deepEqual([...places.keys()], required);
  for (const header of ["PN", "part no", "Part #", "PART NO.", "MPN"]) {
    assert.equal(match([header, ...required.slice(1)]).places.get("part_number"), 0, header);
  }
  const columnOf = { stock: "available_stock", "On Hand": "on_hand", QOH: "on_hand" };
  for (const [header, column] of Object.entries(columnOf)) {
    const cells = required.map((name) => (name === "available_stock" ? header : name));
    assert.equal(match(cells).places.get(column), 4, header);
  }
});

test("every missing and every duplicate column is named in one message", () => {
  const cells = ["PN", "part number", "price", "list price", "currency", "vendor", "Colour"];
  assert.throws(() => match(cells), {
    name: "UnreadableFile",
    message:
      "Line 1: Missing columns: part_name, condition, unit_of_measure, " +
      'available_stock or on_hand. Unknown headers: "Colour". ' +
      'Two headers name part_number: "PN", ' +
      '"part number". Two headers name price: "price", "list price".',
  });
});

test("an empty file is refused", () => {
  assert.throws(() => matchFeedColumns(undefined, agreementColumns), /^UnreadableFile: .* empty/);
});

test("a vendor column is required only if no vendor is given", () => {
  const cells = required.filter((name) => name !== "vendor");
  assert.equal(match(cells, true).places.size, 7);
  assert.throws(() => match(cells), /Missing columns: vendor\./);
});

test("unknown headers are reported, except an empty one and the error column of refused rows", () => {
  const describe = (cells: readonly string[], hidden: readonly number[] = []) =>
    describeColumns(
      { header: { line: 1, cells }, columns: match(cells) },
      catalogColumns(null),
      hidden,
    );
  assert.deepEqual(describe([...required, "Colour", "", "Error", "Bin #"]), [
    'Columns not imported, because their headers are unknown: "Colour", "Bin #".',
  ]);
  assert.deepEqual(describe(required), []);
  assert.deepEqual(describe([...required, "Délai", "Lead time (days)"].slice(0, -1)), [
    '"Délai" names no unit. Its numbers are read as days.',
  ]);
  const [first = ""] = required;
  assert.deepEqual(describe([...required, "Colour"], [0, required.length]), [
    `Imported, although hidden in the workbook: "${first}". Leave out what is not meant.`,
    'Columns not imported, because their headers are unknown: "Colour".',
  ]);
});

test("of a German and an English description, the English one is read", () => {
  const [partNumber = "", , ...others] = required;
  for (const texts of [
    ["Beschreibung", "Description"],
    ["Description", "Beschreibung"],
  ]) {
    const { places, ignored } = match([partNumber, ...texts, ...others]);
    assert.equal(texts[(places.get("description") ?? 0) - 1], "Description");
    assert.deepEqual(ignored, ["Beschreibung"]);
  }
  const alone = match([partNumber, "Beschreibung", ...others]);
  assert.equal(alone.places.get("description"), 1);
});

test("a weak name of a column counts only if no other header names it", () => {
  const [, ...others] = required;
  assert.equal(match(["Material", ...others]).places.get("part_number"), 0);
  for (const cells of [
    ["Material", ...required],
    [...required, "Material"],
  ]) {
    const { places, ignored } = match(cells);
    assert.equal(cells[places.get("part_number") ?? -1], required[0]);
    assert.deepEqual(ignored, ["Material"]);
  }
});

const mapped = (headers: Record<string, string>, fixed: Record<string, string> = {}) => ({
  headers: new Map(Object.entries(headers)),
  fixed: new Map(Object.entries(fixed)),
});
const minimal: ColumnRule[] = ["part_number", "nsn", "price", "condition"].map((name) => ({
  name,
  required: name !== "nsn",
  synonyms: name === "price" ? ["cost"] : [],
}));

test("a header can be mapped to one or several columns, and other columns can get a fixed value", () => {
  const header = { line: 1, cells: ["NSN", "cost", "median value"] };
  const mapping = mapped(
    { part_number: "nsn", nsn: "NSN", price: "median value" },
    {
      condition: "NE",
    },
  );
  const { places, fixed, ignored } = matchFeedColumns(header, minimal, mapping);
  assert.deepEqual(Object.fromEntries(places), { part_number: 0, nsn: 0, price: 2 });
  assert.equal(fixed?.get("condition"), "NE");
  assert.deepEqual(ignored, ["cost"], "a synonym that the mapping replaces is ignored");
});

test("a mapping can leave a column out, also one that two headers name", () => {
  const header = { line: 1, cells: ["part_number", "cost", "price", "condition", "nsn"] };
  const mapping = mapped({ nsn: "", price: "cost" });
  const { places, ignored } = matchFeedColumns(header, minimal, mapping);
  assert.deepEqual(Object.fromEntries(places), { part_number: 0, price: 1, condition: 3 });
  assert.deepEqual(ignored, ["price", "nsn"]);
  const without = mapped({ price: "" });
  assert.throws(() => matchFeedColumns(header, minimal, without), /Missing columns: price/);
});

test("a mapping that does not fit the file or the columns is refused with all faults", () => {
  const header = { line: 1, cells: ["part_number", "price", "condition"] };
  const mapping = mapped({ color: "price", nsn: "stock number" }, { weight: "1" });
  assert.throws(
    () => matchFeedColumns(header, minimal, mapping),
    (error: Error) => {
      assert.match(
        error.message,
        /"color" is not a column\. The columns are part_number, nsn, price/,
      );
      assert.match(error.message, /"weight" is not a column/);
      assert.match(error.message, /There is no header "stock number" for nsn\./);
      return true;
    },
  );
});
