// Reading one JSON array: elements as in JSON lines, whatever their layout.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { openRecords } from "../../src/reading/files/openRecords.ts";
import { readJsonArray } from "../../src/reading/files/readJsonArray.ts";
import { toBytes } from "../support/importText.ts";

async function read(text: string, size?: number): Promise<FileRecord[]> {
  return (await Array.fromAsync(readJsonArray(toBytes(text, size)))).flat();
}

test("elements are read with the line on which they start, in any layout", async () => {
  const text =
    '\n[\n  {"a": "1",\n   "b": ["x", "y"]}, {"b":"[,]{\\"", "c": 1.50},\n\n  {\n "a": null }\n]\n';
  assert.deepEqual(await read(text), [
    { line: 3, cells: ["a", "b", "c"] },
    { line: 3, cells: ["1", "x|y", ""] },
    { line: 4, cells: ["", '[,]{"', "1.50"] },
    { line: 6, cells: ["", "", ""] },
  ]);
});

test("each element of an array without line breaks has a line of its own", async () => {
  const lines = async (text: string) => (await read(text)).slice(1).map(({ line }) => line);
  assert.deepEqual(await lines('[{"a":1},{"a":2},{"a":3}]'), [1, 2, 3]);
  assert.deepEqual(await lines('[{"a":1},{"a":2},\n{"a":3},\n\n\n{"a":4}]'), [1, 2, 3, 5]);
});

test("any text is read as in JSON, in chunks of any size", async () => {
  const rows = fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string()), { minLength: 1 });
  const spaces = fc.constantFrom(0, 2);
  await fc.assert(
    fc.asyncProperty(rows, spaces, fc.integer({ min: 1, max: 9 }), async (cells, space, size) => {
      const objects = cells.map(([a, b]) => ({ a, b }));
      const [, ...records] = await read(JSON.stringify(objects, undefined, space), size);
      assert.deepEqual(
        records.map((record) => record.cells),
        cells,
      );
    }),
  );
});

test("an element that cannot be read refuses only its own row", async () => {
  const [, , second, third] = await read('[{"a":1},\n{"a":{"b":1}},\n7,{"a":2}]');
  assert.equal(second?.fault, 'has a value in "a" that is not text or a number');
  assert.equal(third?.fault, "is not a JSON object");
  assert.deepEqual(
    (await read('[{"a":1},{"a":2},]')).slice(1).map(({ cells }) => cells[0]),
    ["1", "2"],
  );
  assert.deepEqual(await read(" [ ] "), []);
});

test("an array that is cut off, or text around it, refuses the file", async () => {
  await assert.rejects(read('[{"a":1},\n{"a":2}'), /Line 2: the JSON array has no closing bracket/);
  await assert.rejects(read('[{"a":1}]\n[{"a":2}]'), /Line 2: there is text outside of the JSON/);
  await assert.rejects(
    openRecords(toBytes('[["a","b"],["1","2"]]')),
    /Line 1: the row is not a JSON object. Every element must be one object\./,
  );
});

test("an element of more than a megabyte stops reading", async () => {
  await assert.rejects(read(`[{"a":"${"x".repeat(1_000_000)}"}]`), /Line 1: a row is longer/);
});
