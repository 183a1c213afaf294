import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { corpusColumns, corpusRow } from "../corpus/corpusFile.ts";
import { runCommand } from "../support/runCommand.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

const database = renew(() => openTestDatabase(4));
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "partsdesk-test-"));
});
after(() => rm(folder, { recursive: true }));

const cells = corpusRow();
const csv = `${corpusColumns.join(";")}\n${cells.join(";")}\n`;
const pairs = corpusColumns.map((column, place) => [column, cells[place] ?? ""]);
const json = `${JSON.stringify(Object.fromEntries(pairs))}\n`;

const files: readonly (readonly [name: string, bytes: Uint8Array | Promise<Uint8Array>])[] = [
  ["parts.csv.gz", gzipSync(csv)],
  ["parts.txt", Buffer.from(csv, "utf16le")],
  ["parts.jsonl", Buffer.from(json)],
  ["parts.xlsx", workbookOf({ rows: rowOf(...corpusColumns) + rowOf(...cells) })],
];

for (const [name, bytes] of files) {
  test(`the command imports ${name}, recognized by its content`, async () => {
    const path = join(folder, name);
    await writeFile(path, await bytes);
    const answer = await runCommand(database, ["catalog", "import", path, "--dry-run", "--json"]);
    assert.equal(answer.exitCode, 0, answer.stderr);
    assert.partialDeepStrictEqual(answer.json(), { created: 1, refused: 0, warnings: [] });
  });
}

test("an unreadable file ends with 1 and a suggestion", async () => {
  const path = join(folder, "old.xls");
  await writeFile(path, Buffer.from("d0cf11e0a1b11ae1", "hex"));
  const answer = await runCommand(database, ["catalog", "import", path]);
  assert.equal(answer.exitCode, 1);
  assert.match(answer.stderr, /old\.xls: .*select Excel Workbook.* Nothing was imported\.$/m);
  const piped = await runCommand(database, ["catalog", "import", "-"], {}, json.repeat(2));
  assert.equal(piped.exitCode, 3);
  assert.match(piped.stdout, /repeats line 1|repeats an earlier line/);
});
