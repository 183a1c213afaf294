import assert from "node:assert/strict";
import { test } from "node:test";
import { canMean, isReadable, proposeMeaning } from "../../src/catalog/valueMeaning.ts";
import { tradeCodes } from "../support/readCells.ts";

test("dealers' spellings are proposed, unclear ones are not", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["condition", "Brand New", "NE"],
    ["condition", "O/H", "OH"],
    ["condition", "as-removed", "AR"],
    ["condition", "überholt", "OH"],
    ["condition", "SURPLUS", undefined],
    ["condition", "SC", undefined],
    ["condition", "NEE", undefined],
    ["unit_of_measure", "each", "EA"],
    ["unit_of_measure", "Stück", "EA"],
    ["unit_of_measure", "PIÈCE", "EA"],
    ["unit_of_measure", "Rolle", undefined],
    ["unit_of_measure", "MTR", "MR"],
    ["unit_of_measure", "M", undefined],
    ["price", "Call", ""],
    ["price", "P.O.A.", ""],
    ["price", "auf Anfrage", ""],
    ["price", "-", ""],
    ["price", "$", "USD"],
    ["price", "€", "EUR"],
    ["price", "USD", "USD"],
    ["price", "¥", undefined],
    ["price", "FREE", undefined],
    ["currency", "US$", "USD"],
    ["currency", "Euro", "EUR"],
    ["currency", "¥", undefined],
    ["status", "obsolete", "DISCONTINUED"],
    ["price_per", "PZA", "1"],
    ["price_per", "HD", "100"],
    ["price_per", "BX", undefined],
    ["price", "#.###", undefined],
    ["shelf_life_expires", "N/A", ""],
    ["shelf_life_expires", "##.##.####", "DD.MM.YYYY"],
    ["shelf_life_expires", "##/##/####", undefined],
    ["price", "##.##.####", undefined],
    ["available_stock", "CALL", undefined],
    ["part_number", "NEW", undefined],
  ];
  for (const [column, written, meaning] of cases) {
    assert.equal(proposeMeaning(tradeCodes, column, written), meaning, `${column} ${written}`);
  }
});

test("a value can only mean what a file may have in its column", () => {
  const can = (column: string, written: string, meaning: string) =>
    canMean(tradeCodes, column, { written, meaning });
  assert.ok(can("condition", "SURPLUS", "NS"));
  assert.ok(can("available_stock", "10+", "10"));
  assert.ok(can("on_hand", "10+", "10"));
  assert.ok(can("price", "CALL", ""));
  assert.ok(can("price", "$", "cad"));
  assert.ok(can("shelf_life_expires", "##/##/####", "MM/DD/YYYY"));
  assert.ok(!can("shelf_life_expires", "##/##/####", "DD.MM.YYYY"));
  assert.ok(can("price", "#.###", "####"));
  assert.ok(can("available_stock", "#,###", "#,###"));
  assert.ok(!can("price", "#.###", "5"));
  assert.ok(can("price_per", "BX", "100"));
  assert.ok(!can("price_per", "BX", "12"));
  assert.ok(!can("condition", "SURPLUS", "XX"));
  assert.ok(!can("condition", "SURPLUS", ""));
  assert.ok(!can("available_stock", "many", "lots"));
  assert.ok(!can("available_stock", "CALL", ""));
  assert.ok(!can("price", "CALL", "CALL"));
  assert.ok(!can("part_number", "A", "B"));
  assert.ok(isReadable(tradeCodes, "condition", "new"), "a synonym is valid");
  assert.ok(!isReadable(tradeCodes, "condition", "EACH"));
});
