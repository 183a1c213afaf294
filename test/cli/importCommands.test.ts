// Imports in the shell: files, refused rows, runs and their history.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { RunCancelled, type RunId } from "../../src/imports/run.ts";
import { endAbandonedRuns, selectRuns } from "../../src/imports/runQueries.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import { catalogHeader, importText } from "../support/importText.ts";
import { openFolder } from "../support/openFolder.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(4));
const folder = share(openFolder);

const header = "P/N,Name,Cond,UOM,Qty,Price,Ccy,Supplier";
const runImport = (input: string, ...args: string[]) =>
  runCommand(database, ["catalog", "import", "-", ...args], {}, input);

test("a valid file ends with 0, prints counts to standard output and nothing else", async () => {
  const answer = await runImport(`${header}\nG-1,BOLT,NE,EA,5,1.50,USD,Acme\n`);
  assert.deepEqual([answer.exitCode, answer.stderr], [0, ""]);
  assert.equal(
    answer.stdout,
    "1 created, 0 updated, 0 unchanged, 0 deactivated, 0 refused, 0 on request.\n" +
      "Quantities are on hand, counted when the file was received.\n",
  );
});

test("refused rows end with exit code 3 and are printed as JSON; valid rows are stored", async () => {
  const text = `${header}\nR-1,BOLT,NE,EA,5,1.50,USD,Acme\nR-2,BOLT,NE,EA,-5,1.50,USD,Acme\n`;
  const answer = await runImport(text, "--json");
  assert.equal(answer.exitCode, 3);
  const { run_id, stock, ...rest } = answer.json() as Record<string, unknown>;
  assert.ok(Number.isInteger(run_id));
  const { as_of, ...terms } = stock as Record<string, unknown>;
  assert.ok(Date.parse(String(as_of)) <= Date.now());
  assert.deepEqual(terms, { mode: "on-hand", is_declared: false, as_of_from: "upload" });
  assert.deepEqual(rest, {
    state: "committed",
    created: 1,
    updated: 0,
    unchanged: 0,
    deactivated: 0,
    refused: 1,
    on_request: 0,
    rows: 2,
    dry_run: false,
    stops: [],
    refusals: [
      {
        line: 3,
        column: "available_stock",
        value: "-5",
        reason: "is not a whole number from 0 to 1,000,000,000",
        suggestion: null,
      },
    ],
    unread: [],
    translated: [],
    refused_values: [],
    cleaned: createCleaningTally(),
    warnings: [],
  });
  assert.equal(answer.stderr, "1 row refused.\n");
});

test("refusals are grouped by reason, and cells cannot control the terminal", async () => {
  const rows = Array.from({ length: 7 }, (_, place) => `T-${place},\u009b2J,NE,EA,1,1,USD,Acme`);
  const text = `${header},\u001b[2J\n${rows.join(",\n")},\n`;
  const answer = await runImport(text, "--dry-run");
  assert.equal(answer.exitCode, 3);
  assert.match(answer.stderr, /because their headers are unknown: "\\u001b\[2J"/);
  assert.deepEqual(answer.stdout.split("\n").slice(0, 5), [
    "Dry run, nothing was written: 0 created, 0 updated, 0 unchanged, 0 deactivated, 7 refused, " +
      "0 on request.",
    "Quantities are on hand, counted when the file was received.",
    "Refused:",
    "  part_name contains a control character: 7 rows",
    '    line 2: "\\u009b2J"',
  ]);
  assert.match(answer.stdout, / {4}line 6: .*\n {4}and 2 more\n$/);
});

test("a file with a blocking error ends with 1 and changes nothing", async () => {
  for (const [text, message] of [
    ["P/N,Price\nX,1\n", /^-: Line 1: Missing columns: part_name, condition, .*imported\./],
    [
      `${header}\nX-1,B,NE,EA,1,1,USD,Acme\n"X-2,B`,
      /^-: Line 3: a quoted cell has no closing quote/,
    ],
    ["", /^-: The file is empty/],
  ] as const) {
    const answer = await runImport(text, "--json");
    assert.equal(answer.exitCode, 1);
    assert.match(answer.stderr, message);
    assert.equal(answer.stdout, "");
  }
  const rows = await runSql(database.db, "select 1 from offers where part_number like 'X-%'");
  assert.deepEqual(rows, []);
});

test("refused rows are written unchanged, and can be corrected and imported", async () => {
  const errorsPath = join(folder.path, "refused.csv");
  const rows = [
    'E-1,"BOLT, ""HEX""",NE,EA,5,1.50,USD,Acme',
    'E-2,"BOLT, ""HEX""",NE,EA,5,"1,500",USD,Acme',
    "=E-3,BOLT,NE,EA,5,?,USD,",
    "E-4,BOLT",
  ];
  const text = `${header}\n${rows.join("\n")}\n`;
  const answer = await runImport(text, "--errors", errorsPath);
  assert.equal(answer.exitCode, 3);
  assert.match(answer.stderr, /^3 rows refused, see .*refused\.csv\.\n$/);
  const written = await readFile(errorsPath, "utf8");
  const notPrice = "price is not a decimal number such as 1250.00";
  const ambiguous =
    'price has a comma that may separate thousands or decimals (write ""1500.00"" or ""1.50"")';
  assert.deepEqual(written.split("\n"), [
    `${header},error`,
    `E-2,"BOLT, ""HEX""",NE,EA,5,"1,500",USD,Acme,"${ambiguous}"`,
    `'=E-3,BOLT,NE,EA,5,?,USD,,vendor is empty; ${notPrice}`,
    "E-4,BOLT,,,,,,,the row does not have 8 cells like the header",
    "",
  ]);
  const corrected = written
    .replace('"1,500"', "1.50")
    .replace("?,USD,", "2,USD,Acme")
    .replace("BOLT,,,,,,", "BOLT,NE,EA,1,1,USD,Acme");
  const correctedPath = join(folder.path, "corrected.csv");
  await writeFile(correctedPath, corrected);
  const again = await runCommand(database, [
    "catalog",
    "import",
    correctedPath,
    "--json",
    "--errors",
    errorsPath,
  ]);
  assert.equal(again.exitCode, 0, again.stderr);
  assert.partialDeepStrictEqual(again.json(), { created: 3, refused: 0, warnings: [] });
  assert.equal(await readFile(errorsPath, "utf8"), `${header},error\n`);
});

test("a failed import writes no file of refused rows", async () => {
  const errorsPath = join(folder.path, "failed.csv");
  const text = `${header}\nF-1,BOLT,NE,EA,?,1,USD,Acme\nF-2,"BOLT\n`;
  assert.equal((await runImport(text, "--errors", errorsPath)).exitCode, 1);
  const names = await readdir(folder.path);
  assert.deepEqual(
    names.filter((name) => name.startsWith("failed")),
    [],
  );
});

test("--vendor replaces the column, asks about one, and refuses rows of other vendors", async () => {
  const withoutVendor = header.replace(",Supplier", "");
  const vendor = ["--vendor", " Acme "];
  const text = `${withoutVendor}\nV-1,B,NE,EA,1,1,USD\n`;
  const answer = await runImport(text, ...vendor, "--accept", "an addition");
  assert.equal(answer.exitCode, 0, answer.stderr);
  const rows = await runSql(database.db, "select vendor from offers where part_number = 'V-1'");
  assert.deepEqual(rows, [{ vendor: "Acme" }]);
  const birch = `${header}\nV-2,B,NE,EA,1,1,USD,Birch\n`;
  const asked = await runImport(birch, "--vendor", "Acme");
  assert.equal(asked.exitCode, 1);
  assert.match(asked.stderr, /"Supplier" has "Birch", but vendor is Acme for all rows/);
  const other = await runImport(birch, "--vendor", "Acme", "--column", "vendor=Supplier");
  assert.equal(other.exitCode, 3);
  assert.match(other.stdout, /vendor is not the vendor this import is for: 1 row/);
});

const bolt = "B-1,BOLT,NE,EA,10,10.00,USD,Acme";

const partsdesk = (...args: string[]) => runCommand(database, args);

async function countOffers(): Promise<number> {
  const text = "select count(*)::integer as count from offers";
  const rows = await runSql<{ count: number }>(database.db, text);
  return rows[0]?.count ?? -1;
}

/** Runs an import that waits for a lock of another session during `work`. */
async function importWhileLocked(work: (runId: RunId) => Promise<void>): Promise<unknown> {
  const holder = new Client(database.address);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended('catalog import', 0))");
  const waiting = Promise.withResolvers<void>();
  const imported = importText(database.db, `${catalogHeader}\n${bolt}\n`, {
    onProgress: ({ step }) => {
      if (step === "waiting") waiting.resolve();
    },
  }).catch((error: unknown) => error);
  try {
    await waiting.promise;
    const [found] = await selectRuns(database.db, 1);
    assert.ok(found);
    await work(found.runId);
  } finally {
    await holder.query("rollback");
    await holder.end();
  }
  return imported;
}

test("a running import is shown as running and stops when it is cancelled", async () => {
  const outcome = await importWhileLocked(async (runId) => {
    const shown = (await partsdesk("import", "show", String(runId), "--json")).json();
    assert.equal((shown as { state: string }).state, "running");
    const cancelled = await partsdesk("import", "cancel", String(runId));
    assert.equal(cancelled.exitCode, 0, cancelled.stderr);
    assert.equal(cancelled.stdout, `Run ${runId} is cancelled. Nothing changed.\n`);
    const text = "select action from audit_events where subject_kind = 'import'";
    assert.deepEqual(await runSql(database.db, text), []);
    const again = await partsdesk("import", "cancel", String(runId));
    assert.equal(again.exitCode, 0, "twice is once");
  });
  assert.ok(outcome instanceof RunCancelled);
  assert.equal(await countOffers(), 0);
  const once = await importText(database.db, `${catalogHeader}\n${bolt}\n`);
  assert.deepEqual([once.state, once.created], ["committed", 1]);
});

test("a running import is not treated as interrupted", async () => {
  await importWhileLocked(async (runId) => {
    await endAbandonedRuns(database.db);
    const [found] = await selectRuns(database.db, 1);
    assert.deepEqual([found?.runId, found?.state], [runId, "running"]);
  });
  assert.equal(await countOffers(), 1);
});

test("the CLI lists, shows and reverts runs, and shows the history of a part", async () => {
  const imported = await importText(database.db, `${catalogHeader}\n${bolt}\n`);
  const changed = await importText(
    database.db,
    `${catalogHeader}\n${bolt.replace("BOLT", "SCREW")}\n`,
  );
  const list = await partsdesk("import", "list");
  assert.match(list.stdout, /^run +kind +mode +state +started +file +counts$/m);
  const shown = await partsdesk("import", "show", String(imported.runId));
  assert.match(shown.stdout, /^Run \d+: catalog, merge, committed\.$/m);
  assert.match(shown.stdout, /^1 created, 0 updated/m);
  const refused = await partsdesk("import", "revert", String(imported.runId));
  assert.equal(refused.exitCode, 6);
  assert.match(refused.stdout, new RegExp(`changed the same rows: run ${changed.runId} `));
  const undone = await partsdesk("import", "revert", String(changed.runId), "--json");
  assert.equal((undone.json() as { restored: number }).restored, 1);
  assert.equal((await partsdesk("import", "revert", String(changed.runId))).exitCode, 6);
  assert.equal((await partsdesk("import", "show", "999")).exitCode, 5);
  assert.equal((await partsdesk("import", "show", "x")).exitCode, 2);
});

test("a stopped import ends with 6, a repeated file with 0, and --accept imports anyway", async () => {
  await importText(database.db, `${catalogHeader}\n${bolt}\n`);
  const raised = `${catalogHeader}\n${bolt.replace("10.00", "99.00")}\n`;
  const stopped = await runCommand(database, ["catalog", "import", "-"], {}, raised);
  assert.equal(stopped.exitCode, 6, stopped.stderr);
  assert.match(stopped.stdout, /would change by more than 50%/);
  const accept = ["catalog", "import", "-", "--accept", "new prices"];
  assert.equal((await runCommand(database, accept, {}, raised)).exitCode, 0);
});

test("a file from a pipe is identified by its hash", async () => {
  const text = `${catalogHeader}\n${bolt}\n`;
  const answer = await runCommand(database, ["catalog", "import", "-"], {}, text);
  assert.equal(answer.exitCode, 0, answer.stderr);
  const [found] = await selectRuns(database.db, 1);
  const sha256 = createHash("sha256").update(text).digest("hex");
  assert.deepEqual([found?.fileSha256, found?.fileBytes], [sha256, Buffer.byteLength(text)]);
});
