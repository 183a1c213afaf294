// The login of the service: it owns nothing, so no statement on its connections can get more
// rights.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connectClient, sessionSettings } from "../../src/db/connection.ts";
import { migrateSchema, readDatabaseFacts } from "../../src/db/migrateSchema.ts";
import { readConfig } from "../../src/server/config.ts";
import { type Connection, connect } from "../../src/server/connect.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const ownerOptions = { applicationName: "owner", settings: {}, timeoutMs: 5_000 };

/** What the migration of the login did, undone, and a row that an upgrade must keep. */
const toOlderVersion = `alter role ${sessionSettings.role} nologin;
  delete from schema_migrations where name = '0045-service-login';
  revoke all on schema graphile_worker from ${sessionSettings.role};
  do $$ declare secured record; begin
    for secured in select * from pg_policies where policyname = 'service' loop
      execute format('drop policy service on %I.%I', secured.schemaname, secured.tablename);
    end loop;
  end $$;
  insert into accounts (account_id, name, email, currency, created_at)
    values (uuidv7(), 'Kept', 'a@b.example', 'USD', now())`;

async function expectNoRights({ db }: Connection): Promise<void> {
  const session = await db.openSession();
  for (const statement of [
    "delete from audit_events",
    "alter table audit_events disable trigger all",
    "set role partsdesk",
    "set session authorization partsdesk",
    `alter role ${sessionSettings.role} superuser`,
  ]) {
    const attempt = session.client.query(`reset role; ${statement}`);
    await assert.rejects(attempt, { code: "42501" }, statement);
  }
  const owned = `select count(*)::integer as objects from pg_class
    where pg_has_role(session_user, relowner, 'member')`;
  assert.deepEqual((await session.client.query(owned)).rows, [{ objects: 0 }]);
  await session.close();
}

test("the embedded server is used by a login that owns nothing, also in an existing DATA_DIR", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "partsdesk-login-"));
  const lines: string[] = [];
  const options = { applicationName: "test", report: (line: string) => lines.push(line) };
  const config = readConfig({ DATA_DIR: dataDir }, {});
  const first = await connect(config, options);
  await expectNoRights(first);
  const owner = await connectClient({ ...first.address, user: "partsdesk" }, ownerOptions);
  await owner.query(toOlderVersion);
  await owner.end();
  await first.close();
  const again = await connect(config, options);
  t.after(async () => {
    await again.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  assert.equal(lines.at(-1), "Migrated the schema: 0045-service-login");
  await expectNoRights(again);
  assert.deepEqual(await runSql(again.db, "select name from accounts"), [{ name: "Kept" }]);
});

test("doctor reports a login of DATABASE_URL that owns the schema", async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const owner = { url: database.url.replace(sessionSettings.role, "partsdesk") };
  for (const [{ url }, state] of [
    [database, "good"],
    [owner, "fault"],
  ] as const) {
    const found = (await runCommand({ url }, ["doctor", "--json"])).json();
    assert.equal(found.find(({ check }: { check: string }) => check === "login").state, state);
  }
});

test("an owner without further rights migrates, and a member of the service's role signs in", async (t) => {
  const database = await openTestDatabase();
  const owner = await database.openOwner();
  const name = `test_owner_${process.pid}`;
  t.after(async () => {
    await owner.client.query(`drop database ${name} with (force)`);
    await owner.client.query(`drop role ${name}; drop role ${name}_member`);
    await owner.close();
    await database.close();
  });
  await owner.client.query(`create role ${name} login; create role ${name}_member login
    in role ${sessionSettings.role}; grant ${sessionSettings.role} to ${name}`);
  await owner.client.query(`create database ${name} owner ${name}`);
  const address = { ...database.address, database: name };
  assert.ok((await migrateSchema({ ...address, user: name })).length > 0);
  const login = { ...address, user: `${name}_member` };
  assert.deepEqual(await migrateSchema(login), []);
  assert.equal((await readDatabaseFacts(login)).hasExcessRights, false);
  assert.equal((await readDatabaseFacts({ ...address, user: name })).hasExcessRights, true);
});

test("the service has its rights on the schema of the jobs that it brings", async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const newest = "select max(id)::integer as newest from graphile_worker.migrations";
  assert.deepEqual(
    await runSql(database.db, newest),
    [{ newest: 20 }],
    "A newer schema of graphile-worker needs a migration that does what 0045 did for its tables.",
  );
});
