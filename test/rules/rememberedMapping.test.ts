import assert from "node:assert/strict";
import { test } from "node:test";
import { describeMapping, noMapping } from "../../src/imports/rows/columns.ts";
import {
  fileShapeKey,
  findRememberedMapping,
  isEmptyMapping,
  mergeMapping,
} from "../../src/imports/rows/sheets.ts";

const header = ["Artikel", "Qty", "Unit Value"];
const mapping = {
  ...noMapping,
  headers: new Map([
    ["part_number", "Artikel"],
    ["price", "Unit Value"],
    ["certificate", ""],
  ]),
  fixed: new Map([["currency", "USD"]]),
};
const remembered = new Map([[fileShapeKey(header), describeMapping(mapping)]]);

test("a mapping is found by the header of the file, in any order and spelling", () => {
  const records = [
    { line: 1, cells: ["Price list"] },
    { line: 3, cells: ["Quantity", "unit value", "ARTIKEL", ""] },
    { line: 4, cells: ["5", "1.00", "A-1"] },
  ];
  const found = findRememberedMapping(records, remembered);
  const headers = { part_number: "ARTIKEL", price: "unit value", certificate: "" };
  assert.deepEqual(found?.headers, new Map(Object.entries(headers)));
  assert.deepEqual(found?.fixed, mapping.fixed);
  assert.equal(found?.headerLine, undefined, "the header is found without a line");
  const other = [{ line: 1, cells: [...header, "Extra"] }];
  assert.equal(findRememberedMapping(other, remembered), undefined);
  assert.equal(
    findRememberedMapping([{ line: 1, cells: ["", ""] }], new Map([["", "x"]])),
    undefined,
  );
});

test("a line and a sheet are those of the header in this file", () => {
  const text = describeMapping({ ...mapping, headerLine: 7, sheet: "May" });
  const known = new Map([[fileShapeKey(header), text]]);
  const june = { line: 2, cells: header, sheet: "June" };
  const found = findRememberedMapping([june], known);
  assert.deepEqual([found?.headerLine, found?.sheet], [2, "June"]);
  const may = { line: 4, cells: header, sheet: "May" };
  const same = findRememberedMapping([june, may], known);
  assert.deepEqual([same?.headerLine, same?.sheet], [4, "May"]);
  const july = { ...june, sheet: "July" };
  const unclear = findRememberedMapping([june, july], known);
  assert.deepEqual([unclear?.headerLine, unclear?.sheet], [undefined, undefined]);
});

test("what is given overrides what is remembered", () => {
  const given = { ...noMapping, headers: new Map([["price", "Qty"]]), headerLine: 9 };
  const merged = mergeMapping(mapping, given);
  assert.equal(merged.headers.get("price"), "Qty");
  assert.equal(merged.headers.get("part_number"), "Artikel");
  assert.equal(merged.headerLine, 9);
  assert.deepEqual(mergeMapping(undefined, given).headers, given.headers);
  assert.ok(isEmptyMapping(noMapping));
  assert.ok(!isEmptyMapping(given));
});
