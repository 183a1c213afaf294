// Parsing pasted rows: nothing is lost, nothing is guessed.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { namesColumn } from "../../src/imports/rows/columns.ts";
import { listColumnRules } from "../../src/quickOrders/listColumns.ts";
import type { ReadRow } from "../../src/quickOrders/orderList.ts";
import { readPastedRows } from "../../src/quickOrders/readUpload.ts";
import { UnreadableFile } from "../../src/reading/files/fileRecord.ts";
import { meaningOf } from "../../src/reading/lexicon.ts";
import { isPlaceholder } from "../../src/reading/words/placeholders.ts";

const conditions = {
  known: new Set(["NE", "OH", "SV"]),
  synonyms: new Map([["NEW", "NE"]]),
  certificates: new Map<string, string>(),
};

const asSent = { mapping: null, now: new Date("2026-11-30T12:00:00Z") };

function read(text: string): ReadRow[] {
  const { batches } = readPastedRows(text, conditions, asSent);
  return [...(batches as Iterable<readonly ReadRow[]>)].flat();
}

/** The readings of the one row as "number|quantity|condition". */
function readingsOf(text: string): string[] {
  const [row, ...more] = read(text);
  assert.deepEqual(more, []);
  return (row?.readings ?? []).map(
    ({ partNumber, quantity, condition }) => `${partNumber}|${quantity ?? ""}|${condition ?? ""}`,
  );
}

const oneReading: readonly (readonly [text: string, reading: string])[] = [
  ["MS20470AD4-6\t10", "MS20470AD4-6|10|"],
  ["MS20470AD4-6\t1,250\tne", "MS20470AD4-6|1250|NE"],
  ["MS20470AD4-6\t10\tNew", "MS20470AD4-6|10|NE"],
  ["10\tMS20470AD4-6", "MS20470AD4-6|10|"],
  ["MS20470AD4-6;10;OH", "MS20470AD4-6|10|OH"],
  ["MS20470AD4-6, 10", "MS20470AD4-6|10|"],
  ["MS20470AD4-6|10", "MS20470AD4-6|10|"],
  ["MS20470AD4-6\t", "MS20470AD4-6||"],
  ["MS20470AD4-6", "MS20470AD4-6||"],
  ["ABX10", "ABX10||"],
  ["part #\tQty Required\nAN960\t1 250", "AN960|1250|"],
  ["Qty,Note,PN\n4,urgent,AN960", "AN960|4|"],
  ['"AN960, steel",7', "AN960, steel|7|"],
  ["DA926-49,1,500", "DA926-49|1500|"],
  ["AN\u00a0960\u200b-416L\t\u00a010", "AN 960 -416L|10|"],
];

for (const [text, reading] of oneReading) {
  test(`${JSON.stringify(text)} is ${reading}`, () => {
    assert.deepEqual(readingsOf(text), [reading]);
  });
}

const severalReadings: readonly (readonly [text: string, ...readings: string[]])[] = [
  ["AN960 x 10", "AN960|10|", "AN960 x 10||"],
  ["AN960 x10", "AN960|10|", "AN960 x10||"],
  ["AN960*1,250", "AN960|1250|", "AN960*1,250||"],
  ["AN960 \u00d7 10", "AN960|10|", "AN960 \u00d7 10||"],
  ["10x AN960", "AN960|10|", "10x AN960||"],
  ["10 x AN960", "AN960|10|", "10 x AN960||"],
  ["AN960 10", "AN960|10|", "AN960 10||"],
  ["AN960 1,250", "AN960|1250|", "AN960 1,250||"],
  ["AN 960 / NE", "AN 960 /||NE", "AN 960 / NE||"],
  ["10 AN960", "AN960|10|", "10 AN960||"],
  ["10 20", "10|20|", "20|10|", "10 20||"],
  ["10\t20", "10|20|", "20|10|"],
  ["10 x 20", "10|20|", "20|10|", "10 x 20||"],
  ["AN960 416 2", "AN960 416|2|", "AN960 416 2||"],
  ["AN960 2 100", "AN960 2|100|", "AN960|2100|", "AN960 2 100||"],
  ["AN960 NE", "AN960||NE", "AN960 NE||"],
  ["AN960 x 10 OH", "AN960|10|OH", "AN960 x 10||OH", "AN960 x 10 OH||"],
  ["pn\tqty\nDA48-138,122\t", "DA48-138,122||", "DA48-138|122|"],
  ["pn\tqty\nDA48-138,122", "DA48-138,122||", "DA48-138|122|"],
  ["AN960 OH x 10", "AN960|10|OH", "AN960 OH|10|", "AN960 OH x 10||"],
];

for (const [text, ...readings] of severalReadings) {
  test(`${JSON.stringify(text)} can be ${readings.join(" or ")}`, () => {
    assert.deepEqual(readingsOf(text), readings);
  });
}

const unreadable: readonly (readonly [text: string, fault: RegExp])[] = [
  ["\t10", /part number is missing/],
  ["AN960\t1\tXX", /The condition "XX" is unknown\./],
  ["AN960\t1\tNE\tmore", /4 columns without headers cannot be identified/],
  ["12-Mar\t4", /is a date that a spreadsheet made/],
  ["pn\tqty\nAN960\t1\tmore", /has 3 cells/],
  ["AN\u0000960\t4", /control character/],
];

for (const [text, fault] of unreadable) {
  test(`${JSON.stringify(text)} is refused with a reason`, () => {
    let message: string;
    try {
      const row = read(text)[0];
      assert.deepEqual(row?.readings, []);
      message = row?.fault ?? "";
    } catch (error) {
      assert.ok(error instanceof UnreadableFile);
      message = error.message;
    }
    assert.match(message, fault);
  });
}

test("in a list without commas in its first line, a comma before a number may separate it", () => {
  const plain = "AN960 10\n".repeat(6);
  const rows = read(
    `${plain}DA48591-138,122\nDA48591-138,2;5\nAN960,0\nAN960 10,5\nAN960,12345678`,
  );
  const readings = rows.map((row) =>
    row.readings.map(({ partNumber, quantity }) => `${partNumber}|${quantity ?? ""}`),
  );
  assert.deepEqual(readings.slice(6), [
    ["DA48591-138|122", "DA48591-138,122|"],
    ["DA48591-138,2|5", "DA48591-138,2;5|"],
    ["AN960,0|"],
    ["AN960|", "AN960 10|5", "AN960 10,5|"],
    ["AN960,12345678|"],
  ]);
});

test("the unit of its column counts for a quantity beside the part number too", () => {
  const listQuantities = (text: string) =>
    read(text)[0]?.readings.map(({ partNumber, quantityText }) => `${partNumber}|${quantityText}`);
  for (const [unit, text] of [
    ["BX", "10 BX"],
    ["FT", "10 FT"],
    ["EA", "10 EA"],
    ["", "10"],
  ] as const) {
    const inTwo = listQuantities(`Part Number,Qty,UOM\n"U-1,10",,${unit}`);
    assert.deepEqual(inTwo, ["U-1,10|", `U-1|${text}`]);
    assert.deepEqual(listQuantities(`Part Number\tUOM\nU-1 x 10\t${unit}`), [
      `U-1|${text}`,
      "U-1 x 10|",
    ]);
  }
});

test("a row with an unreadable quantity keeps its part number and gives a reason", () => {
  for (const [text, why] of [
    ["AN960\t0", /not a whole number from 1 to 1,000,000/],
    ["AN960\t1000001", /not a whole number/],
    ["AN960\t5,000", /write "5000" or "5"/],
    ["AN960\tsome", /not a whole number/],
  ] as const) {
    const [reading] = read(text)[0]?.readings ?? [];
    assert.equal(reading?.partNumber, "AN960");
    assert.equal(reading?.quantity, null);
    assert.match(reading?.quantityFault ?? "", why);
  }
});

test("blank lines are skipped and counted", () => {
  const rows = read("\n\nAN960 x 2\r\n\r\nAN961 x 3\n");
  assert.deepEqual(
    rows.map(({ rowNumber }) => rowNumber),
    [3, 5],
  );
});

test("an empty text and an unclosed quote are refused with what to do", () => {
  assert.throws(
    () => readPastedRows(" \n\t\n", conditions, asSent),
    /Paste a part number and a quantity/,
  );
  assert.throws(
    () => readPastedRows('AN960\t1\n"AN961\t2', conditions, asSent),
    /Line 2: a quoted cell/,
  );
});

const word = fc
  .tuple(
    fc.constantFrom(..."ABCDEFGHJKMNP"),
    fc.string({ unit: fc.constantFrom(..."ABCDEFG0123456789-./"), minLength: 1, maxLength: 12 }),
  )
  .map(([first, rest]) => `${first}${rest}`)
  // A first row that names a column is a header.
  .filter((text) => !/[-./]$/.test(text) && !namesColumn(text, listColumnRules))
  // No part number, or the word of a row that is no part, such as C/F for a sum carried forward.
  .filter((text) => !isPlaceholder(text) && meaningOf("row", text) === undefined);

test("rows in columns keep number, quantity and order, even repeated ones", () => {
  const line = fc.record({ partNumber: word, quantity: fc.integer({ min: 1, max: 999 }) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const text = lines.map(({ partNumber, quantity }) => `${partNumber}\t${quantity}`).join("\n");
      const found = read(text).map(({ rowNumber, readings }) => [rowNumber, readings.length]);
      assert.deepEqual(
        found,
        lines.map((_, index) => [index + 1, 1]),
      );
      assert.deepEqual(
        read(text).map(({ readings: [one] }) => [one?.partNumber, one?.quantity]),
        lines.map(({ partNumber, quantity }) => [partNumber, quantity]),
      );
    }),
  );
});

test("the whole line is always one of its readings, and every reading consists of its text", () => {
  const piece = fc.oneof(word, fc.integer({ min: 0, max: 2_000 }).map(String), fc.constant("x"));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
      const line = pieces.join(" ");
      const readings = read(line)[0]?.readings ?? [];
      assert.ok(readings.some(({ partNumber }) => partNumber === line));
      for (const { partNumber, quantityText } of readings) {
        assert.ok(line.includes(partNumber) && line.includes(quantityText));
      }
    }),
  );
});

test("any text is read or refused with a sentence", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      try {
        for (const row of read(text)) {
          assert.ok(row.readings.length > 0 || row.fault !== null);
          assert.ok(row.cells.every((cell) => cell.isWellFormed() && !cell.includes("\u0000")));
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a line of a million digits is read quickly, and is not a part number", {
  timeout: 5_000,
}, () => {
  for (const part of ["111 ", "1 ", "1 x "]) {
    const [row] = read(`A${part.repeat(250_000)}z`);
    assert.deepEqual(row?.readings, []);
    assert.match(row?.fault ?? "", /^The part number/);
  }
});

/** The readings of the second row, as they are written, below one that has no marks. */
function listBelow(text: string, above = "AN960 10\n".repeat(3)): string[] {
  const readings = read(`${above}${text}`).at(-1)?.readings ?? [];
  return readings.map(
    ({ partNumber, quantityText, quantity, condition, certificate }) =>
      `${partNumber}|${quantityText}|${quantity ?? "?"}|${condition ?? ""}|${certificate ?? ""}`,
  );
}

test("the comma of a number is no mark between cells, and a point is a question", () => {
  const commas = "AN960,10\n".repeat(3);
  assert.deepEqual(listBelow("DA926-49,1,500", commas), ["DA926-49|1,500|1500||"]);
  assert.deepEqual(listBelow("DA926-49,1,000", commas), ["DA926-49|1,000|?||"]);
  assert.deepEqual(listBelow("DA926-49,12,5 m", commas), ["DA926-49|12,5 m|?||"]);
  assert.deepEqual(listBelow("DA926-49,1,500", "PN,Qty,Condition\n"), ["DA926-49|1,500|1500||"]);
  assert.equal(listBelow("1,500 DA926-49", commas)[0], "DA926-49|1,500|1500||");
  assert.equal(listBelow("12,5 m DA926-49", commas)[0], "DA926-49|12,5 m|?||");
  for (const text of ["1.500 DA926-49", "1.500\tDA926-49", "DA926-49 1.500", "DA926-49\t1.500"]) {
    const [reading] = read(text)[0]?.readings ?? [];
    assert.deepEqual([reading?.partNumber, reading?.quantity], ["DA926-49", null], text);
    assert.match(reading?.quantityFault ?? "", /“1\.500” may be 1,500 or 1\.5/);
  }
});

test("marks between fields are read in a list of lines too, with a space after them", () => {
  for (const text of [
    "DA17936-1;3;NE",
    "DA17936-1, 3, NE",
    "DA17936-1,3,NE",
    "3 ; DA17936-1 ; NE",
  ]) {
    assert.equal(listBelow(text)[0], "DA17936-1|3|3|NE|", text);
  }
  assert.equal(listBelow("DA17936-1;3;NE", "AN960,10\n")[0], "DA17936-1|3|3|NE|");
  assert.equal(listBelow("DA17936-1, 1,500, NE")[0], "DA17936-1|1,500|1500|NE|");
});
