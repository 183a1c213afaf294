// Writing CSV: no formula reaches a spreadsheet, and cells are read back unchanged.
import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { readCsv } from "../../src/reading/files/openRecords.ts";
import { encodeCsvLine, writeCsv } from "../../src/reading/files/writeCsv.ts";
import type { WrittenCell } from "../../src/reading/files/writtenCells.ts";
import { toBytes } from "../support/importText.ts";

async function write(rows: readonly (readonly WrittenCell[])[]): Promise<string> {
  let text = "";
  const target = new Writable({
    write(piece, _encoding, done) {
      text += piece;
      done();
    },
  });
  await writeCsv(rows, target);
  return text;
}

async function read(text: string): Promise<(readonly string[])[]> {
  const batches = await Array.fromAsync(readCsv(toBytes(text)));
  return batches.flat().map((record) => record.cells);
}

const characters = ["a", "'", "=", "+", "-", "@", "\t", "\r", "\n", '"', ",", " ", "é", "1"];
const cell = fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 });
const rowsOf = fc
  .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((rows) => [["one", "two", "three", "four"], ...rows])
  .map((rows) => rows.filter((row) => row.some((text) => text.trim() !== "")));

test("written cells are read back unchanged, including apostrophes and formulas", async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      assert.deepEqual(await read(await write(rows)), rows);
      assert.deepEqual(await read(rows.map(encodeCsvLine).join("")), rows);
    }),
  );
});

test("no text starts like a formula, and numbers are not changed", async () => {
  const formula = fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), cell);
  await fc.assert(
    fc.asyncProperty(formula, async ([first, rest]) => {
      assert.match(await write([[first + rest]]), /^"?'/);
    }),
  );
  assert.equal(await write([["=1+1", { number: "-5.00" }, "-5"]]), "'=1+1,-5.00,'-5\n");
});

test("a row to correct contains no formula and is read back unchanged", async () => {
  const row = ["=E-3", "'x", "a,b", "'=1"];
  const line = encodeCsvLine(row);
  assert.equal(line, `'=E-3,'x,"a,b",''=1\n`);
  assert.deepEqual(await read(line), [row]);
});

test("an error of the target stops writing", async () => {
  const target = new Writable({
    write(_piece, _encoding, done) {
      done(new Error("the disk is full"));
    },
  });
  await assert.rejects(writeCsv([["a"]], target), /the disk is full/);
});
