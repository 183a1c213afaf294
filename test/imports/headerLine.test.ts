// Files whose header is not their first line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noMapping } from "../../src/imports/rows/columns.ts";
import { catalogHeader as columns, type FeedOptions, importText } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const row = "H-1,BOLT,NE,EA,5,1.50,USD,Acme";
const titles = "Price list March\n\nAll prices net\n";

const dryRun = (text: string, options: FeedOptions = {}) =>
  importText(database.db, text, { dryRun: true, ...options });
const withHeaderLine = (headerLine: number) => ({ mapping: { ...noMapping, headerLine } });

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
