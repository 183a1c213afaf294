// The delimiter of a text: declared, of the header, or of the rows below a title.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openRecords } from "../../src/files/openRecords.ts";
import { toBytes } from "../support/importText.ts";

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
