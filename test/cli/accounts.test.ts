// Accounts, keys, the audit log and the configuration in the shell.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAccount } from "../../src/accounts/queries.ts";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { runCommand, spawnCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const partsdesk = (...args: string[]) => runCommand(database, args);

test("an account is created, listed, suspended and resumed", async () => {
  const acme = ["account", "create", "--name", "Acme", "--email", "a@b.example", "--json"];
  const created = await spawnCommand(database, acme);
  assert.equal(created.exitCode, 0, created.stderr);
  const { account_id } = created.json();
  assert.match(account_id, /^[0-9a-f-]{36}$/);
  const twice = ["account", "create", "--name", "ACME", "--email", "a@b.example"];
  const again = await spawnCommand(database, twice);
  assert.equal(again.exitCode, 6);
  const suspended = await partsdesk("account", "suspend", "acme", "--json");
  const { state, changed } = suspended.json();
  assert.deepEqual([state, changed], ["suspended", true]);
  const listed = await partsdesk("account", "list", "--json");
  assert.equal(typeof listed.json()[0].suspended_at, "string");
  assert.equal((await partsdesk("account", "resume", account_id)).exitCode, 0);
  assert.equal((await partsdesk("account", "suspend", "nobody")).exitCode, 5);
});

test("a key is issued, listed without its secret, rotated and revoked", async () => {
  await partsdesk("account", "create", "--name", "Keys", "--email", "k@b.example");
  const issued = (
    await partsdesk("key", "issue", "--account", "keys", "--name", "ERP", "--json")
  ).json();
  assert.match(issued.key, /^sk_live_[0-9A-Za-z]{38}$/);
  const listed = await partsdesk("key", "list", "--account", "keys", "--json");
  assert.ok(!listed.stdout.includes(issued.key));
  assert.equal(listed.json()[0].last_four, issued.key.slice(-4));
  const rotated = await partsdesk("key", "rotate", issued.key_id, "--overlap", "0", "--json");
  assert.notEqual(rotated.json().key, issued.key);
  assert.equal((await partsdesk("key", "rotate", issued.key_id)).exitCode, 6);
  const revoked = await partsdesk("key", "revoke", rotated.json().key_id, "--json");
  assert.equal(revoked.json().changed, true);
  const states = (await partsdesk("key", "list", "--account", "keys", "--json")).json();
  assert.deepEqual(
    states.map((key: { state: string }) => key.state),
    ["revoked", "replaced"],
  );
  assert.equal((await partsdesk("key", "revoke", account)).exitCode, 5);
});

const account = "00000000-0000-7000-8000-000000000000";

test("changes by the CLI to accounts, people and keys are audit events without the key", async () => {
  const name = "Noted";
  const own = ["--account", name];
  await partsdesk("account", "create", "--name", name, "--email", "n@b.example");
  await partsdesk("account", "suspend", name);
  await partsdesk("account", "resume", name);
  await partsdesk("account", "resume", name);
  await partsdesk("user", "invite", ...own, "--email", "new@b.example");
  const issued = (await partsdesk("key", "issue", ...own, "--json")).json();
  const rotated = (await partsdesk("key", "rotate", issued.key_id, "--json")).json();
  await partsdesk("key", "revoke", rotated.key_id);
  const account = await selectAccount(database.db, name);
  const none = { operatorId: null, action: null, subjectKind: null, subjectId: null };
  const filter = { ...none, accountId: account?.accountId ?? "", from: null, until: null };
  const events = await selectAuditEvents(database.db, filter, { before: null, limit: 20 });
  assert.deepEqual(
    events.map(({ action, operatorName, requestId }) => [action, operatorName, requestId]),
    [
      "revoked a key",
      "replaced a key",
      "issued a key",
      "invited a buyer",
      "resumed an account",
      "suspended an account",
      "opened an account",
    ].map((action) => [action, null, "shell"]),
  );
  const text = JSON.stringify(events);
  assert.ok(!text.includes(issued.key) && !text.includes(rotated.key));
});

test("the exit code is 2 for wrong usage and 5 if something is not found", async () => {
  const create = ["account", "create", "--name", "x", "--email"];
  const issue = ["key", "issue", "--account", "acme", "--expires"];
  const issueOperators = ["operator-key", "issue", "--name", "erp"];
  for (const [args, code] of [
    [["nonsense"], 2],
    [["account", "create"], 2],
    [[...create, "no address"], 2],
    [[...create, "parts@mailhub"], 2],
    [[...create, "a@b.example", "--currency", "usd"], 2],
    [[...create, "a@b.example", "--discount", "101"], 2],
    [[...issue, "2026-02-30"], 2],
    [[...issue, "2099-02-30T12:00:00Z"], 2],
    [[...issue, "2020-01-01"], 2],
    [["key", "rotate", account, "--overlap", "2"], 2],
    [["order", "list", "--status", "open"], 2],
    [["order", "list", "--limit", "0"], 2],
    [["order", "show", account], 5],
    [["order", "show", "nonsense"], 5],
    [issueOperators, 2],
    [[...issueOperators, "--scope", "orders"], 2],
    [["operator-key", "issue", "--name", " ", "--scope", "orders:read"], 2],
    [[...issueOperators, "--scope", "orders:read", "--expires", "2020-01-01"], 2],
    [["operator-key", "revoke", account], 5],
    [["operator-key", "rotate", "nothing"], 5],
  ] as const) {
    const { exitCode, stdout, stderr } = await partsdesk(...args);
    assert.deepEqual([exitCode, stdout], [code, ""], `${args.join(" ")}: ${stderr}`);
    assert.notEqual(stderr, "");
  }
});

test("the configuration is printed with masked secrets and all of its faults", async () => {
  const good = await partsdesk("config", "--json");
  assert.equal(good.json().DATABASE_URL, "(set, not shown)");
  assert.equal(good.json().SECRET_KEY, "(set, not shown)");
  assert.equal(good.json().PORT, 3000);
  const secret = "short-but-secret";
  const bad = await spawnCommand(database, ["config"], {
    PORT: "x",
    LOG_LEVEL: "loud",
    SECRET_KEY: secret,
  });
  assert.equal(bad.exitCode, 2);
  for (const name of ["PORT", "LOG_LEVEL", "SECRET_KEY"])
    assert.match(bad.stderr, new RegExp(name));
  assert.ok(!`${bad.stderr}${bad.stdout}`.includes(secret));
});

test("an invalid DATABASE_URL names the setting", async () => {
  const host = "postgres://name:pass@db.example.com";
  const options = `${database.url}&options=-c%20search_path%3Dpublic`;
  for (const url of [`${host}:port/parts`, "db.example.com", options]) {
    const result = await runCommand(database, ["account", "list"], { DATABASE_URL: url });
    assert.equal(result.exitCode, 2, url);
    assert.match(result.stderr, /DATABASE_URL: expected postgres:\/\/USER/, url);
    assert.doesNotMatch(result.stderr, /name:pass/);
  }
});

test("an unreachable database is reported in one sentence", async () => {
  const url = "postgres://nobody@127.0.0.1:9/none";
  const result = await runCommand(database, ["account", "list"], { DATABASE_URL: url });
  assert.equal(result.exitCode, 1);
  assert.match(result.stderr, /^Failed: .+/m);
  const doctor = await runCommand(database, ["doctor", "--json"], { DATABASE_URL: url });
  assert.equal(doctor.exitCode, 1);
  assert.equal(doctor.json()[0].state, "fault");
});

test("doctor checks the database, and migrate has nothing to do", async () => {
  const checks = (await partsdesk("doctor", "--json")).json();
  const states = checks.map(
    (each: { check: string; state: string }) => `${each.check} ${each.state}`,
  );
  assert.ok(states.includes("database good"));
  assert.ok(states.includes("migrations good"));
  assert.ok(states.includes("clock good"));
  assert.deepEqual(
    checks.find(({ check }: { check: string }) => check === "durability"),
    {
      check: "durability",
      state: "fault",
      detail: "off: fsync, full_page_writes, synchronous_commit; a crash can lose confirmed orders",
    },
  );
  assert.deepEqual((await partsdesk("migrate", "--json")).json(), { ran: [] });
});

test("doctor says if workers need more connections than DATABASE_POOL has", async () => {
  const settings = { WORKERS: "4", DATABASE_POOL: "4" };
  const doctor = await runCommand(database, ["doctor", "--json"], settings);
  const found = doctor.json().find(({ check }: { check: string }) => check === "workers");
  const detail = "4 use 6 connections, but DATABASE_POOL is 4; raise it or lower WORKERS";
  assert.deepEqual([doctor.exitCode, found], [1, { check: "workers", state: "fault", detail }]);
});
