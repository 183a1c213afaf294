// A DATA_DIR on a network file system, as `doctor` and `serve` report it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folderVariable } from "../support/cluster.ts";
import { type CommandResult, spawnCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const skip = process.platform !== "linux" && "file systems are checked only on Linux";
const hook = pathToFileURL(join(import.meta.dirname, "../support/fakeFileSystem.mjs"));
const warning = / is on CIFS, a network file system, .*; move DATA_DIR to a local disk$/;

/** The settings of a command that finds every folder on the file system of this number. */
const settingsFor = (type: string) => ({
  NODE_OPTIONS: `--import=${hook.href}`,
  TEST_FILE_SYSTEM: type,
});
const types = { cifs: "0xff534d42", ext4: "0xef53" };

const database = share(openTestDatabase);

type Finding = { readonly check: string; readonly state: string; readonly detail: string };

const findingOf = (result: CommandResult): Finding | undefined =>
  (result.json() as Finding[]).find(({ check }) => check === "file system");

test("doctor fails for a network file system, and passes for a local one", { skip }, async () => {
  const args = ["doctor", "--json"];
  const found = findingOf(await spawnCommand(database, args, settingsFor(types.cifs)));
  assert.equal(found?.state, "fault");
  assert.match(found.detail, warning);
  assert.ok(found.detail.startsWith(`${process.env[folderVariable]}`.replace(/\/data$/, "")));
  const local = findingOf(await spawnCommand(database, args, settingsFor(types.ext4)));
  assert.equal(local?.state, "good");
  assert.match(local.detail, / is not on a known network file system$/);
});

test("serve starts on a network file system, and warns once", { skip }, async (t) => {
  const node = await startServed(database, settingsFor(types.cifs));
  t.after(() => node.end());
  assert.equal((await fetch(`${node.url}/livez`)).status, 200);
  assert.equal(await node.end(), 0);
  const lines = node.output().trim().split("\n");
  const found = lines
    .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    .filter(({ msg }) => msg.includes("network file system"));
  assert.deepEqual(
    found.map(({ level, msg }) => [level, warning.test(msg)]),
    [[40, true]],
  );
});
