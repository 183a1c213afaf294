// Each column of an offer reaches the form, the export and the import.
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogColumns } from "../../src/catalog/import/catalogColumns.ts";
import {
  computedColumns,
  editedOfferColumns,
  identityColumns,
  offerFields,
  offerFileColumns,
} from "../../src/catalog/offerFields.ts";
import { renderOfferFields } from "../../src/console/catalog/renderOfferFields.ts";

test("every column of an offer is in a catalog file or computed from one that is", () => {
  for (const { column, fileName = column } of offerFields) {
    const isInFile = offerFileColumns.some((name) => name === fileName);
    assert.notEqual(isInFile, computedColumns.includes(column), column);
  }
  const inFile = catalogColumns(null).map(({ name }) => name);
  assert.deepEqual(inFile.sort(), [...offerFileColumns, "on_hand", "as_of", "price_per"].sort());
});

test("four columns name an offer, and none of them can be edited", () => {
  const names = ["condition", "part_number_key", "unit_of_measure", "vendor"];
  assert.deepEqual([...identityColumns].sort(), names);
  const fixed = offerFileColumns.filter((name) => !editedOfferColumns.some((one) => one === name));
  const identity = ["condition", "part_number", "unit_of_measure", "vendor"];
  // The number of lots is that of a file, as are the quantities that it added.
  assert.deepEqual(fixed.sort(), ["available_stock", ...identity, "lots"].sort());
  assert.ok(editedOfferColumns.includes("on_hand"), "available stock is edited by what is on hand");
});

test("the form of an offer has one field for every column that can be edited", () => {
  const codes = { conditions: [], unitsOfMeasure: [], certificates: [] };
  const form = String(renderOfferFields({ value: () => "", faults: [] }, codes));
  for (const column of editedOfferColumns) {
    assert.equal(form.split(` name="${column}"`).length - 1, 1, column);
  }
});
