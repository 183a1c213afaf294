// Reading JSON lines: numbers as written, and a bad line refuses only its own row.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { openRecords, readJsonLines } from "../../src/reading/files/openRecords.ts";
import { toBytes } from "../support/importText.ts";

async function read(text: string, size?: number): Promise<FileRecord[]> {
  return (await Array.fromAsync(readJsonLines(toBytes(text, size)))).flat();
}

test("a key that none of the first 100 objects has refuses its row", async () => {
  const good = '{"a":"1"}\n'.repeat(98);
  const records = await read(`{"a":"0"}\n{"a":"1","b":"2"}\n${good}{"a":1,"z\\u009b":2}\n{"b":3}`);
  assert.deepEqual(records[0]?.cells, ["a", "b"]);
  assert.deepEqual(records[2]?.cells, ["1", "2"]);
  assert.equal(records[101]?.fault, 'has "z?", which none of the first 100 rows has');
  assert.deepEqual(records[102]?.cells, ["", "3"]);
});

test("the keys of the first object are the columns; later objects may omit or reorder them", async () => {
  const text = '\n{"a": "1", "b": "2"}\r\n\n {"b":"4","a":"3"} \n{"b":"5"}';
  assert.deepEqual(await read(text), [
    { line: 2, cells: ["a", "b"] },
    { line: 2, cells: ["1", "2"] },
    { line: 4, cells: ["3", "4"] },
    { line: 5, cells: ["", "5"] },
  ]);
});

test("a value is read as written, numbers digit by digit", async () => {
  for (const [written, text] of [
    ["1.50", "1.50"],
    ["-0", "-0"],
    ["1E+5", "1E+5"],
    ["12345678901234567890", "12345678901234567890"],
    ["true", "true"],
    ["null", ""],
    ['["A","B"]', "A|B"],
    ["[]", ""],
    ['"\\u00e9\\n\\"\\\\"', 'é\n"\\'],
  ] as const) {
    const [, record] = await read(`{"a" : ${written} }\n`);
    assert.deepEqual(record?.cells, [text], written);
  }
});

test("any text is read as in JSON, in chunks of any size", async () => {
  const rows = fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string()), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (cells, size) => {
      const text = cells.map(([a, b]) => `${JSON.stringify({ a, b })}\n`).join("");
      const [, ...records] = await read(text, size);
      assert.deepEqual(
        records.map((record) => record.cells),
        cells,
      );
    }),
  );
});

for (const [line, fault] of [
  ['{"a":{"b":1}}', 'has a value in "a" that is not text or a number'],
  ['{"a":[1]}', 'has a value in "a" that is not text or a number'],
  ['{"a":["x|y"]}', 'has a value in "a" that is not text or a number'],
  ['{"a":1,"a":2}', 'has "a" twice'],
  ['{"a":1', "is not a JSON object"],
  ['{"a":01}', "is not a JSON object"],
  ['{"a":1,}', "is not a JSON object"],
  ['{"a":{]}', "is not a JSON object"],
  ['{"a":"\t"}', "is not a JSON object"],
  ['{"a":"\\x"}', "is not a JSON object"],
  ['{"a":1}{"a":2}', "is not a JSON object"],
  ["a,b", "is not a JSON object"],
  ["[1]", "is not a JSON object"],
] as const) {
  test(`the line ${JSON.stringify(line)} refuses only its own row`, async () => {
    assert.deepEqual(await read(`{"a":"0"}\n${line}\n{"a":"1"}\n`), [
      { line: 1, cells: ["a"] },
      { line: 1, cells: ["0"] },
      { line: 2, cells: [line], fault },
      { line: 3, cells: ["1"] },
    ]);
  });
}

test("a line of a megabyte is read, a longer one stops reading", async () => {
  const lineOf = (length: number) => `{"a":"${"x".repeat(length - 8)}"}`;
  for (const size of [1 << 16, 1 << 22]) {
    const good = `{"a":1}\n${lineOf(1_000_000)}\n`;
    assert.equal((await read(good, size)).length, 3);
    await assert.rejects(read(`${good}${lineOf(1_000_001)}`, size), /Line 3: a row is longer/);
  }
});

test("a thousand keys are read and more are refused, and unclosed brackets are read quickly", async () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
  assert.equal((await read(`{${keys(1_000)}}\n`.repeat(5))).length, 6);
  for (const count of [1_001, 60_000]) {
    await assert.rejects(read(`{${keys(count)}}\n`.repeat(5)), /Row 1 has more than 1,000 columns/);
  }
  const deep = `{"a":"0"}\n{"a":${"[".repeat(900_000)}\n`;
  assert.equal((await read(deep))[2]?.fault, "is not a JSON object");
});

test("a file of JSON lines is recognized by its first byte", async () => {
  const opened = await openRecords(toBytes('\ufeff \n{"a":1}\n'));
  assert.deepEqual(opened.traits(), {
    format: "json lines",
    gzip: false,
    sheet: null,
    encoding: "UTF-8",
    delimiter: null,
    endsWithLineBreak: true,
  });
  await opened.close();
});
