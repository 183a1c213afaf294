// Files whose header is not their first line: found by its words, and titles above it are reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogColumns } from "../../src/imports/file.ts";
import { noMapping } from "../../src/imports/rows/columns.ts";
import { openFeed } from "../../src/imports/rows/stageFeed.ts";
import {
  catalogHeader as columns,
  type FeedOptions,
  importText,
  openFeedBytes,
} from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

const database = share(openTestDatabase);
const row = "H-1,BOLT,NE,EA,5,1.50,USD,Acme";
const titles = "Price list March\n\nAll prices net\n";

const dryRun = (text: string, options: FeedOptions = {}) =>
  importText(database.db, text, { dryRun: true, ...options });
const withHeaderLine = (headerLine: number) => ({ mapping: { ...noMapping, headerLine } });

for (const delimiter of [",", ";", "\t", "|"]) {
  test(`titles above a header are left out and reported, delimiter ${JSON.stringify(delimiter)}`, async () => {
    const text = `${titles}${columns}\n${row}\n`.replaceAll(",", delimiter);
    for (const run of [await dryRun(text), await dryRun(text, withHeaderLine(4))]) {
      assert.deepEqual([run.created, run.counts["rows"], run.refused], [1, 1, 0]);
    }
    assert.deepEqual((await dryRun(text)).warnings, [
      "Not imported, because they look like titles above the header: " +
        "line 1 (Price list March), line 3 (All prices net).",
    ]);
  });
}

test("a header is found in a spreadsheet whose first row is narrower than the table", async () => {
  const workbook = await workbookOf({
    rows:
      rowOf("Price list March") +
      rowOf("") +
      rowOf(...columns.split(",")) +
      rowOf(...row.split(",")),
  });
  async function open(mapping = noMapping) {
    async function* bytes() {
      yield workbook;
    }
    const { file, close } = await openFeedBytes(bytes());
    try {
      return (await openFeed(file.batches, catalogColumns(null), mapping, null)).columns.width;
    } finally {
      await close();
    }
  }
  assert.equal(await open(), 8);
  assert.equal(await open({ ...noMapping, headerLine: 3 }), 8);
});

test("a line above the header that may be a row is never skipped", async () => {
  const text = `${row}\n${columns}\n${row.replace("H-1", "H-2")}\n`;
  await assert.rejects(dryRun(text), {
    message:
      "Line 2 looks like the header, but line 1 above it may be a row. " +
      "Select the header, or delete the lines above it.",
  });
  assert.equal((await dryRun(text, withHeaderLine(2))).created, 1);
});

test("an empty header line is refused", async () => {
  const text = `${titles}${columns}\n${row}\n`;
  for (const line of [2, 99]) {
    await assert.rejects(dryRun(text, withHeaderLine(line)), {
      message: `Line ${line} should be the header but is empty.`,
    });
  }
});

test("if nothing looks like a header, no line is named", async () => {
  await assert.rejects(dryRun(`${titles}${row}\n`), (error: Error) => {
    assert.match(error.message, /^Line 1: Missing columns/);
    assert.doesNotMatch(error.message, /looks like/);
    return true;
  });
});

test("the command accepts the header line of an agreement file", async () => {
  const open = ["account", "create", "--name", "Buyer", "--email", "b@example.com"];
  assert.equal((await runCommand(database, open)).exitCode, 0);
  const text = "Terms of 2027\npart_number,unit_price\nH-1,9.50\n";
  const args = ["price", "import", "-", "--account", "Buyer"];
  const found = await runCommand(database, [...args, "--dry-run"], {}, text);
  assert.equal(found.exitCode, 0, found.stderr);
  const taken = await runCommand(database, [...args, "--header-line", "2"], {}, text);
  assert.equal(taken.exitCode, 0, taken.stderr);
  assert.match(taken.stdout, /^1 created/);
  const wrong = await runCommand(database, [...args, "--header-line", "0"], {}, text);
  assert.equal(wrong.exitCode, 2);
});
