import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const operatorKey = (...args: string[]) => runCommand(database, ["operator-key", ...args]);

test("a key of the operator API is issued, listed, rotated and revoked", async () => {
  const scopes = ["--scope", "orders:write", "--scope", "catalog:write"];
  const issued = (await operatorKey("issue", "--name", "erp", ...scopes, "--json")).json();
  assert.match(issued.key, /^ok_live_\w{38}$/);
  assert.deepEqual(issued.scopes, ["orders:write", "catalog:write"]);
  const [listed] = (await operatorKey("list", "--json")).json();
  assert.deepEqual([listed.key_id, listed.revoked_at], [issued.key_id, null]);
  assert.doesNotMatch((await operatorKey("list")).stdout, /ok_live/);
  const rotated = (await operatorKey("rotate", issued.key_id, "--json")).json();
  assert.deepEqual([rotated.name, rotated.scopes], [issued.name, issued.scopes]);
  assert.notEqual(rotated.key, issued.key);
  assert.equal((await operatorKey("rotate", issued.key_id)).exitCode, 6);
  const revoked = await operatorKey("revoke", rotated.key_id, "--json");
  assert.equal(revoked.json().changed, true);
  assert.equal((await operatorKey("revoke", rotated.key_id, "--json")).json().changed, false);
});

test("wrong options and unknown keys are refused", async () => {
  for (const [args, code] of [
    [["issue", "--name", "erp"], 2],
    [["issue", "--name", "erp", "--scope", "orders"], 2],
    [["issue", "--name", " ", "--scope", "orders:read"], 2],
    [["issue", "--name", "erp", "--scope", "orders:read", "--expires", "2020-01-01"], 2],
    [["revoke", "01900000-0000-7000-8000-000000000000"], 5],
    [["rotate", "nothing"], 5],
  ] as const) {
    assert.equal((await operatorKey(...args)).exitCode, code, args.join(" "));
  }
});
