// Files whose header is not their first line: refused with the line of the likely header, and read
// if that line is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { catalogColumns } from "../../src/catalog/import/catalogColumns.ts";
import { noMapping } from "../../src/imports/feedColumns.ts";
import { openFeed } from "../../src/imports/stageFeed.ts";
import { type FeedOptions, importText, openFeedBytes } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

let database: TestDatabase;
const columns =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";
const row = "H-1,BOLT,NE,EA,5,1.50,USD,Acme";
const titles = "Price list March\n\nAll prices net\n";
const hint = "Line 4 looks like the header. Select it as the header, or delete the lines above it.";

before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

const dryRun = (text: string, options: FeedOptions = {}) =>
  importText(database.db, text, { dryRun: true, ...options });
const withHeaderLine = (headerLine: number) => ({ mapping: { ...noMapping, headerLine } });

for (const delimiter of [",", ";", "\t", "|"]) {
  test(`a file with titles above its header is refused with the header's line, delimiter ${JSON.stringify(delimiter)}`, async () => {
    const text = `${titles}${columns}\n${row}\n`.replaceAll(",", delimiter);
    await assert.rejects(dryRun(text), (error: Error) => {
      assert.equal(error.name, "UnreadableFile");
      assert.match(error.message, /^Line 1: Missing columns: part_number, /);
      assert.ok(error.message.endsWith(hint), error.message);
      return true;
    });
    const run = await dryRun(text, withHeaderLine(4));
    assert.deepEqual([run.created, run.counts["rows"], run.refused], [1, 1, 0]);
  });
}

test("a spreadsheet with titles above its header is refused with the header's line, and read from that line", async () => {
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
      return (await openFeed(file.batches, catalogColumns(false), mapping, null)).columns.width;
    } finally {
      await close();
    }
  }
  await assert.rejects(open(), /Line 3 looks like the header/);
  assert.equal(await open({ ...noMapping, headerLine: 3 }), 8);
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
  const refused = await runCommand(database, args, {}, text);
  assert.equal(refused.exitCode, 1);
  assert.match(refused.stderr, /Line 2 looks like the header/);
  const taken = await runCommand(database, [...args, "--header-line", "2"], {}, text);
  assert.equal(taken.exitCode, 0, taken.stderr);
  assert.match(taken.stdout, /^1 created/);
  const wrong = await runCommand(database, [...args, "--header-line", "0"], {}, text);
  assert.equal(wrong.exitCode, 2);
});
