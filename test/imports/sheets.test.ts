// Workbooks of several sheets: the command and the wizard read the one with the rows, or ask.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { bookOf, cellsAt } from "../dealerFiles/workbooks.ts";
import { openFolder } from "../support/openFolder.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { checkSent, sendImport } from "../support/sendImport.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const app = share(() =>
  openTestApp({ publicUrl: "https://parts.example", importFileBytes: 4_000_000 }),
);
const admin = share(() => openOperator(app));
const folder = share(openFolder);

const header = { A: "P/N", B: "Name", C: "Cond", D: "UM", E: "Qty", F: "Price USD" };
const sheetOf = (name: string, number: string) => ({
  name,
  rows: cellsAt(1, header) + cellsAt(2, { A: number, B: "PIN", C: "NE", D: "EA", E: 2, F: 1.5 }),
});
const terms = { name: "Terms", rows: cellsAt(1, { A: "Prices are net." }) };

test("the command reads the sheet with the rows and names the others", async () => {
  const path = join(folder.path, "one.xlsx");
  await writeFile(path, await bookOf([terms, sheetOf("Stock", "SH-1")]));
  const args = ["catalog", "import", path, "--vendor", "One", "--dry-run"];
  const answer = await runCommand(app.database, args);
  assert.equal(answer.exitCode, 0, answer.stderr);
  assert.match(answer.stdout, /: 1 created/);
  assert.match(answer.stderr, /Sheet "Stock" is imported\. Not imported: "Terms"\./);
});

test("if several sheets have rows, the command asks for --sheet and remembers it", async () => {
  const path = join(folder.path, "two.xlsx");
  await writeFile(path, await bookOf([sheetOf("New", "SH-2"), sheetOf("Used", "SH-3")]));
  const args = ["catalog", "import", path, "--vendor", "Two"];
  const unclear = await runCommand(app.database, args);
  assert.equal(unclear.exitCode, 1);
  assert.match(unclear.stderr, /2 sheets of the workbook may have the rows: "New", "Used"/);
  const unknown = await runCommand(app.database, [...args, "--sheet", "Old"]);
  assert.match(unknown.stderr, /no visible sheet "Old"\. Its sheets are "New", "Used"/);
  const chosen = await runCommand(app.database, [...args, "--sheet", "Used"]);
  assert.equal(chosen.exitCode, 0, chosen.stderr);
  const stored = "select part_number from offers where part_number in ('SH-2', 'SH-3')";
  assert.deepEqual(await runSql(app.database.db, stored), [{ part_number: "SH-3" }]);
  await writeFile(path, await bookOf([sheetOf("New", "SH-20"), sheetOf("Used", "SH-30")]));
  const next = await runCommand(app.database, args);
  assert.equal(next.exitCode, 0, next.stderr);
  assert.match(next.stderr, /Sheet "Used" is imported\. Not imported: "New"/);
  const fresh = await runCommand(app.database, [...args, "--fresh"]);
  assert.match(fresh.stderr, /2 sheets of the workbook may have the rows/);
});

test("hidden rows and columns are imported and reported, hidden sheets are named", async () => {
  const sheet = sheetOf("Stock", "SH-9");
  const row = { A: "SH-10", B: "NUT", C: "NE", D: "EA", E: 2, F: 1.5 };
  const hidden = cellsAt(3, row).replace("<row ", '<row hidden="1" ');
  const stock = { ...sheet, rows: sheet.rows + hidden, hiddenColumn: 6 };
  const book = await bookOf([stock, { ...sheetOf("Old", "SH-11"), isHidden: true }]);
  const path = join(folder.path, "hidden.xlsx");
  await writeFile(path, book);
  const remarks = [
    'Sheet "Stock" is imported. Not imported: "Old" (hidden).',
    "1 row is hidden in the workbook, for example by a filter, and imported like the " +
      "others. " +
      "To leave hidden rows out, delete them in the workbook.",
    'Imported, although hidden in the workbook: "Price USD". Leave out what is not meant.',
  ];
  const args = ["catalog", "import", path, "--vendor", "Six", "--dry-run"];
  const answer = await runCommand(app.database, args);
  assert.equal(answer.exitCode, 0, answer.stderr);
  assert.match(answer.stdout, /: 2 created/);
  for (const remark of remarks) assert.ok(answer.stderr.includes(remark), answer.stderr);
  const checked = await checkSent(
    app,
    admin,
    await sendImport(app, admin, book, { vendor: "Six" }),
  );
  assert.equal(checked.report?.counts["created"], 2);
  assert.deepEqual(checked.report?.warnings, remarks);
  const page = await admin.get(`/console/imports/${checked.runId}`);
  assert.match(page.body, /1 row is hidden in the workbook/);
});
