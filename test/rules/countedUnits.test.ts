// Quantities of files that repeat the unit of their row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { typedStock } from "../../src/catalog/feedStock.ts";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";
import { type Cells, readCells } from "../support/readCells.ts";

const codes = {
  conditions: { known: new Set(["NE"]), synonyms: new Map<string, string>() },
  unitsOfMeasure: new Set(["EA", "FT"]),
  certificates: createCertificateReader([]),
};

const read = (cells: Cells) => readCells(cells, { codes, vendor: null, stock: typedStock });

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
