// Writing workbooks: cells are read back unchanged, texts stay texts, and overflow is an error.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Writable } from "node:stream";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { openRecords } from "../../src/reading/files/openRecords.ts";
import { writeXlsx } from "../../src/reading/files/writeXlsx.ts";
import type { WrittenCell } from "../../src/reading/files/writtenCells.ts";

type Rows = AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>;

async function write(rows: Rows): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const target = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  await writeXlsx(rows, 'Parts & "more"', target);
  return Buffer.concat(pieces);
}

async function read(bytes: Buffer): Promise<FileRecord[]> {
  async function* stream() {
    yield bytes;
  }
  const opened = await openRecords(stream());
  assert.equal(opened.traits().sheet, 'Parts & "more"');
  const records = (await Array.fromAsync(opened.batches)).flat();
  await opened.close();
  return records;
}

test("texts are read back unchanged as text cells, whatever they look like", async () => {
  const characters = ["a", "1", "=", "<", "&", ">", '"', "_x0041_", "\r", "\n", " ", "é", "😀"];
  const cell = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 6 });
  const row = fc.array(cell, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
      const shown = rows.filter((cells) => cells.some((text) => text.trim() !== ""));
      const records = await read(await write(rows));
      assert.deepEqual(
        records.map(({ cells }) => cells),
        shown,
      );
      assert.ok(records.every(({ kinds }) => kinds?.every((kind) => kind === "text")));
    }),
    { numRuns: 50 },
  );
});

test("only declared numbers become number cells, and no value is changed", async () => {
  const bytes = await write([
    ["0012", { number: "12.50" }, { number: "-3" }, "=1+1"],
    [{ number: "1234567890123456" }, { number: "1,5" }, { number: "" }, "3-12"],
  ]);
  const records = await read(bytes);
  assert.deepEqual(
    records.map(({ cells }) => cells),
    [
      ["0012", "12.5", "-3", "=1+1"],
      ["1234567890123456", "1,5", "", "3-12"],
    ],
  );
  assert.deepEqual(
    records.map(({ kinds }) => kinds),
    [
      ["text", "number", "number", "text"],
      ["text", "text", "text", "text"],
    ],
  );
});

test("control characters are removed, and equal rows give equal bytes", async () => {
  const rows = [["a\0\x1b\ud800b"]];
  const bytes = await write(rows);
  assert.deepEqual((await read(bytes))[0]?.cells, ["a\ufffdb"]);
  assert.deepEqual(await write(rows), bytes);
});

function* countRows(count: number): Generator<readonly WrittenCell[]> {
  for (let row = 0; row < count; row += 1) yield ["x"];
}

/** Writes the rows in a thread of 48 MB; resolves to how many bytes. */
async function writeInSmallThread(rows: string): Promise<number> {
  const module = new URL("../../src/reading/files/writeXlsx.ts", import.meta.url);
  const code = `
    const { Writable } = require("node:stream");
    const { parentPort } = require("node:worker_threads");
    let length = 0;
    const write = (piece, _encoding, done) => done(void (length += piece.length));
    import("${module}").then(async ({ writeXlsx }) => {
      await writeXlsx(${rows}, "Parts", new Writable({ write }));
      parentPort.postMessage(length);
    });`;
  const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 48 } });
  const [length] = await once(worker, "message");
  return length;
}

test("a sheet has up to 1048576 rows and uses little memory; one more row is an error", async () => {
  const rows = '(function* () { for (let row = 0; row < 1_048_576; row += 1) yield ["x"]; })()';
  assert.ok((await writeInSmallThread(rows)) > 100_000);
  const kept = "Array.from({ length: 1_048_576 }, (_, row) => [String(row)])";
  await assert.rejects(writeInSmallThread(kept), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  const target = new Writable({ write: (_piece, _encoding, done) => done() });
  await assert.rejects(writeXlsx(countRows(1_048_577), "Parts", target), {
    name: "SheetOverflow",
    message: "A sheet holds 1,048,576 rows, and there are more. Use CSV.",
  });
});

test("a text too long for a cell, an error of the rows and an error of the target stop writing", async () => {
  await assert.rejects(write([["x".repeat(32_768)]]), /^SheetOverflow: Row 1 has a text of 32,768/);
  assert.equal((await read(await write([["x".repeat(32_767)]]))).length, 1);
  async function* broken() {
    yield ["a"];
    throw new Error("the database is gone");
  }
  await assert.rejects(write(broken()), /the database is gone/);
  const full = new Writable({
    write(_piece, _encoding, done) {
      done(new Error("the disk is full"));
    },
  });
  await assert.rejects(writeXlsx(countRows(100_000), "Parts", full), /the disk is full/);
});
