import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queryable } from "../../src/db/database.ts";
import { createReplicationWait } from "../../src/db/replication.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

test("without a synchronous standby, the settings are read once per second and nothing is committed", async () => {
  const names: string[] = [];
  const db: Queryable = {
    query(statement) {
      names.push(statement.name);
      return database.db.query(statement);
    },
  };
  let nowMs = 0;
  const awaitReplication = createReplicationWait(db, () => nowMs);
  await Promise.all([awaitReplication(), awaitReplication()]);
  nowMs = 999;
  await awaitReplication();
  assert.deepEqual(names, ["select_waits_for_standby"]);
  nowMs = 1_000;
  await awaitReplication();
  assert.deepEqual(names, ["select_waits_for_standby", "select_waits_for_standby"]);
});
