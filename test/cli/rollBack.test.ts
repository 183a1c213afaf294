// Rolling back: a program on the schema of a newer version, as a node, in the shell and on the page
// of the system.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readVersion } from "../../src/version.ts";
import { runCommand } from "../support/runCommand.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const app = share(openTestApp);
const admin = share(() => openOperator(app));
const owner = share(() => app.database.openOwner());

/** Runs a migration as a newer version does, which has its file. */
async function migrate(name: string, script: string, worksWith: string | null): Promise<void> {
  await owner.client.query(script);
  const record = "insert into schema_migrations (name, run_on, works_with) values ($1, now(), $2)";
  await owner.client.query(record, [name, worksWith]);
}

/** Why readiness, commands and the page of the system refuse the schema; null if they do not. */
async function findRefusals(url: string): Promise<Record<string, string | null>> {
  const ready = await fetch(`${url}/readyz`);
  const { reason = null } = (await ready.json()) as { reason?: string };
  const migrated = await runCommand(app.database, ["migrate"]);
  const doctor = await runCommand(app.database, ["doctor", "--json"]);
  type Finding = { check: string; state: string; detail: string };
  const fault: Finding | undefined = doctor
    .json()
    .find(({ check, state }: Finding) => /^(database|migrations)$/.test(check) && state !== "good");
  const page = (await admin.get("/console/system")).body;
  return {
    readiness: reason,
    migrate: migrated.exitCode === 0 ? null : migrated.stderr,
    doctor: fault?.detail ?? null,
    page: /This database was migrated[^<\n]*/.exec(page)?.[0] ?? null,
  };
}

test("a version starts on the schema of a newer one if all its migrations work with it, else it names those that do not", async (t) => {
  const [major = "", minor = ""] = readVersion().split(".");
  const works = { readiness: null, migrate: null, doctor: null, page: null };
  await migrate("9996-expand", "alter table orders add later text", `${major}.${minor}`);
  await migrate("9997-expand", "alter table offers add later text", "0.1");
  const node = await startServed(app.database);
  t.after(() => node.end());
  assert.deepEqual(await findRefusals(node.url), works);

  await migrate("9998-contract", "select 1", `${major}.${Number(minor) + 9}`);
  await migrate("9999-unstated", "select 1", null);
  const names = "9998-contract, 9999-unstated";
  const refusal = `This database was migrated by a newer version (${names}). Start that version.`;
  assert.deepEqual(await findRefusals(node.url), {
    readiness: refusal,
    migrate: `Failed: ${refusal}\n`,
    doctor: refusal,
    page: refusal,
  });
  await assert.rejects(startServed(app.database), new RegExp(`serve ended with 1: .*${names}`));
});
