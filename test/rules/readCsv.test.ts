// Reading CSV: no data is lost silently, and records have the line numbers of the file.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { openRecords, readCsv } from "../../src/reading/files/openRecords.ts";
import { toBytes } from "../support/importText.ts";

async function readAll(text: string, size?: number): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const batch of readCsv(toBytes(text, size))) records.push(...batch);
  return records;
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test("quoted cells are read unchanged with their line, in chunks of any size", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", " ", "é", "€") });
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  const rows = fc.array(row, { minLength: 1, maxLength: 5 });
  const written = fc.tuple(rows, fc.constantFrom("\n", "\r\n"), fc.integer({ min: 1, max: 9 }));
  await fc.assert(
    fc.asyncProperty(written, async ([cells, end, size]) => {
      let line = 1;
      const expected: FileRecord[] = [];
      for (const row of cells) {
        if (row.some((one) => one.trim() !== "")) expected.push({ line, cells: row });
        line += 1 + row.join("").split("\n").length - 1;
      }
      const text = cells.map((row) => row.map(quote).join(",") + end).join("");
      assert.deepEqual(await readAll(text, size), expected);
    }),
  );
});

test("a byte order mark, mixed line breaks and spaces around cells are not part of the cells", async () => {
  const records = await readAll('\ufeffa, "b" \r\n1 ,2\n3,4\r5,6');
  assert.deepEqual(records, [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", "2"], trimmed: 1 },
    { line: 3, cells: ["3", "4"] },
    { line: 4, cells: ["5", "6"] },
  ]);
});

test("empty rows are skipped, and later rows keep their line numbers", async () => {
  const records = await readAll('\na,b\n\n , \n"",""\n1,2\n');
  assert.deepEqual(
    records.map(({ line }) => line),
    [2, 6],
  );
});

const unclosedQuotes: readonly (readonly [why: string, text: string, line: number])[] = [
  ["to the end of the file", 'a,b\n1,2\n3,"open\n4,5\n', 3],
  ["after a cell of two lines", 'a,b,c\n"x\ny","open\n1,2,3\n', 3],
  ["but is followed by a letter", 'a,b\n"x"y,2\n', 2],
  ["but is followed by a space and a letter", 'a,b\n"x" y,2\n', 2],
];

for (const [why, text, line] of unclosedQuotes) {
  test(`a quote that is not closed ${why} stops reading with its line`, async () => {
    await assert.rejects(readAll(text), {
      name: "UnreadableFile",
      message: new RegExp(`^Line ${line}: a quoted cell has no closing quote`),
    });
  });
}

test("a row of a megabyte is read, a longer one stops reading", async () => {
  const rowOf = (length: number) => `a\n${"x".repeat(length)}\n`;
  assert.equal((await readAll(rowOf(1_000_000))).length, 2);
  await assert.rejects(readAll(rowOf(1_000_001)), /^UnreadableFile: Line 2: a row is longer/);
});

test("an error of the file itself is passed on unchanged", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a,b\n");
    throw new Error("the disk is gone");
  }
  await assert.rejects(Array.fromAsync(readCsv(broken())), /^Error: the disk is gone$/);
});

async function read(text: string) {
  const opened = await openRecords(toBytes(text));
  const records = (await Array.fromAsync(opened.batches)).flat();
  const cells = records.map((record) => record.cells);
  return { cells, delimiter: opened.traits().delimiter };
}

test("a first line that declares the delimiter is followed and is no row", async () => {
  for (const line of ["sep=;", "SEP=;", '"sep=;"', "sep=; "]) {
    const { cells, delimiter } = await read(`${line}\r\na,b;c\r\n1;2\r\n`);
    assert.equal(delimiter, ";", line);
    assert.deepEqual(cells, [
      ["a,b", "c"],
      ["1", "2"],
    ]);
  }
  assert.deepEqual((await read("sep=\t\na\tb\n")).cells, [["a", "b"]]);
  await assert.rejects(read("sep=#\na#b\n"), /Line 1 declares "#" as the delimiter/);
  assert.deepEqual((await read("sep=;\n")).cells, []);
});

test("the lines keep their numbers below a declared delimiter", async () => {
  const opened = await openRecords(toBytes("sep=;\na;b\n1;2\n"));
  const lines = (await Array.fromAsync(opened.batches)).flat().map(({ line }) => line);
  assert.deepEqual(lines, [2, 3]);
});

test("a title with commas does not make commas the delimiter of the table below", async () => {
  const rows = "P-1;Bolt, hex;1,50\nP-2;Nut;2,50\nP-3;Pin;3,00\n";
  const { cells, delimiter } = await read(`Prices, net, of March\n\nNr;Name;Preis\n${rows}`);
  assert.equal(delimiter, ";");
  assert.deepEqual(cells[2], ["P-1", "Bolt, hex", "1,50"]);
});
