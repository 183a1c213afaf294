// Reading files of every format: recognized by their bytes, bounded, and never misread silently.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { unpackLimits } from "../../src/reading/files/gunzipBytes.ts";
import { type OpenedRecords, openRecords } from "../../src/reading/files/openRecords.ts";

async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

async function readCells(opened: OpenedRecords): Promise<(readonly string[])[]> {
  const cells: (readonly string[])[] = [];
  for await (const batch of opened.batches) cells.push(...batch.map((record) => record.cells));
  await opened.close();
  return cells;
}

const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
const expected = [
  ["a", "é€"],
  ["1", "Ω"],
];
const text = "a,é€\n1,Ω\n";

for (const [encoding, name, bytes] of [
  ["UTF-8", "UTF-8", Buffer.from(text)],
  ["UTF-8", "UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16LE", "UTF-16LE with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16LE", "UTF-16LE without a mark", Buffer.from(text, "utf16le")],
  ["UTF-16BE", "UTF-16BE with a mark", swapped(`\ufeff${text}`)],
  ["UTF-16BE", "UTF-16BE without a mark", swapped(text)],
] as const) {
  test(`a file in ${name} is read the same, compressed or not`, async () => {
    for (const stored of [bytes, gzipSync(bytes)]) {
      for (const source of [inPieces(stored), inPieces(stored, 1)]) {
        const opened = await openRecords(source);
        assert.deepEqual(await readCells(opened), expected);
        assert.deepEqual(opened.traits(), {
          format: "csv",
          gzip: stored !== bytes,
          sheet: null,
          encoding,
          delimiter: ",",
          endsWithLineBreak: true,
        });
        assert.equal(opened.read(), stored.length);
      }
    }
  });
}

test("a file is read as Windows-1252 if none of its non-ASCII bytes are UTF-8, however late they come", async () => {
  const rows = "x,y\n".repeat(400_000);
  const bytes = Buffer.concat([Buffer.from(`a,b\n${rows}`), Buffer.from([0x80, 0x2c, 0xe9, 0x0a])]);
  const opened = await openRecords(inPieces(bytes, 1 << 16));
  const cells = await readCells(opened);
  assert.deepEqual(cells.at(-1), ["€", "é"]);
  assert.equal(opened.traits().encoding, "Windows-1252");
});

for (const [delimiter, header] of [
  [",", "a,b;c,d"],
  [";", '"a,b,c";d;e'],
  ["\t", "a\tb,c\td"],
  ["|", "a|b|c,d"],
  [",", "a"],
] as const) {
  test(`the header ${JSON.stringify(header)} determines the delimiter, regardless of later lines`, async () => {
    const opened = await openRecords(inPieces(Buffer.from(`${header}\n1;2;3;4;5|6|7|8|9\n`)));
    await readCells(opened);
    assert.equal(opened.traits().delimiter, delimiter);
  });
}

test("compressed bytes that expand too far, in total or by ratio, are refused", async () => {
  const limits = { ...unpackLimits, totalBytes: 3_000_000, ratio: 200, ratioFromBytes: 1_000_000 };
  const rowsOf = (count: number) => gzipSync(Buffer.from("a,b\n".repeat(count)));
  const read = async (bytes: Uint8Array) =>
    readCells(await openRecords(inPieces(bytes, 1 << 14), { limits }));
  assert.equal((await read(rowsOf(250_000))).length, 250_000);
  await assert.rejects(read(rowsOf(400_000)), /unpacks to more than 200 times its size/);
  const mixed = Array.from({ length: 200_000 }, (_, index) => `${index},${index * 7919}\n`);
  const incompressible = gzipSync(Buffer.from(mixed.join("").repeat(2)));
  await assert.rejects(read(incompressible), /unpacks to more than 3,000,000 bytes/);
});

test("a file with more rows than the limit is refused, compressed or not", async () => {
  const limits = { ...unpackLimits, rows: 3 };
  const read = async (bytes: Uint8Array) =>
    readCells(await openRecords(inPieces(bytes, 4), { limits }));
  const rows = Buffer.from("a\n1\n2\n");
  assert.equal((await read(rows)).length, 3);
  const more = Buffer.concat([rows, Buffer.from("3")]);
  for (const bytes of [more, gzipSync(more)]) {
    await assert.rejects(read(bytes), /^UnreadableFile: The file has more than 3 rows/);
  }
});

test("a row has at most a thousand columns, besides empty cells at its end", async () => {
  const read = async (row: string) =>
    readCells(await openRecords(inPieces(Buffer.from(`${row}\n`), 1 << 14)));
  const widest = `${"1,".repeat(999)}1`;
  for (const row of [widest, `${widest}${",".repeat(15_000)}`]) {
    assert.deepEqual(
      (await read(row)).map((cells) => cells.length),
      [1_000],
    );
  }
  await assert.rejects(read(`${widest},1`), /^UnreadableFile: Row 1 has more than 1,000 columns/);
});

test("bytes after the gzip data are ignored, but count as read", async () => {
  const stored = Buffer.concat([gzipSync(Buffer.from("a,b\n")), Buffer.alloc(100_000)]);
  const opened = await openRecords(inPieces(stored, 1 << 14));
  assert.deepEqual(await readCells(opened), [["a", "b"]]);
  assert.equal(opened.read(), stored.length);
});
