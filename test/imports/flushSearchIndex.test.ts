// What runs after the commit of an import and cannot roll it back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { selectRun } from "../../src/imports/queries.ts";
import { importText } from "../support/importText.ts";
import { runCommand } from "../support/runCommand.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";
const feed = (number: string) => `${header}\n${number},BOLT,NE,EA,5,1.50,USD,Acme\n`;

before(async () => {
  database = await openTestDatabase();
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query("revoke execute on function merge_pending_search() from partsdesk_service");
  await owner.end();
});
after(() => database.close());

test("an import that cannot merge the search index is committed, with a warning", async () => {
  const run = await importText(database.db, feed("A-1"));
  assert.equal(run.state, "committed");
  assert.deepEqual(run.warnings, [
    "The import is committed. Searches by name may be slow until autovacuum has run: " +
      "permission denied for function merge_pending_search",
  ]);
  assert.equal((await selectRun(database.db, run.runId))?.state, "committed");
  const answer = await runCommand(database, ["catalog", "import", "-"], {}, feed("A-2"));
  assert.equal(answer.exitCode, 0);
  assert.match(answer.stderr, /^Warning: The import is committed\./);
});
