import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const partsdesk = (...args: string[]) => runCommand(database, args);

test("the audit log is listed in the shell, filtered by an account that its name finds", async () => {
  for (const name of ["Acme Air", "Borealis"]) {
    await partsdesk("account", "create", "--name", name, "--email", "desk@buyer.example");
  }
  const listed = await partsdesk("audit", "list", "--account", "acme", "--json");
  const [event, ...others] = listed.json();
  assert.deepEqual(
    [event.action, event.subject_kind, event.account, event.operator, others],
    ["opened an account", "account", "Acme Air", null, []],
  );
  const { stdout } = await partsdesk("audit", "list", "--kind", "account");
  assert.match(stdout, /^event +when +who +action +subject +account\n/);
  assert.match(stdout, /Command line +created an account +account Borealis +Borealis\n/);
  const unknown = await partsdesk("audit", "list", "--account", "nobody");
  assert.deepEqual(
    [unknown.exitCode, unknown.stderr],
    [2, "--account: none or several match “nobody”.\n"],
  );
});
