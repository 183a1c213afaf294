// Jobs of quick orders: checking lists, resuming interrupted checks, and deletion after 30 days.
import assert from "node:assert/strict";
import { beforeEach, type TestContext, test } from "node:test";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { sessionSettings } from "../../src/db/connection.ts";
import { expireByAge } from "../../src/jobs/startJobs.ts";
import { checkStalledLists, checkStep } from "../../src/quickOrders/checkParts.ts";
import { selectList } from "../../src/quickOrders/queries.ts";
import { readConfig } from "../../src/server/config.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runJobs } from "../support/runJobs.ts";
import { readListRows, sendList, statesOf } from "../support/sendList.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const now = new Date("2026-11-21T12:00:00Z");
const database = renew(openTestDatabase);
const buyer = renew(() => insertBuyer(database.db, now));

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "ONE-1", stock: 1_000 });
  await database.replica.catchUp();
});

const longText = Array.from({ length: 120 }, (_, index) => `ONE-1 x 1\nNEVER-${index}\t1`).join(
  "\n",
);

/** The runner, with the rights of the service. */
const runService = (t: TestContext, replica = database.replica) =>
  runJobs(
    t,
    { ...database, address: { ...database.address, user: sessionSettings.role }, replica },
    { clock: () => now },
  );

test("a check waits for a replica that is not filled yet", async (t) => {
  const { db } = database;
  const replica = openTestReplica(db);
  t.after(() => replica.close());
  const refused = Promise.withResolvers<void>();
  const read: Replica["read"] = (work) => {
    try {
      return replica.read(work);
    } catch (error) {
      refused.resolve();
      throw error;
    }
  };
  const jobs = runService(t, { ...replica, read });
  const listId = await sendList(db, buyer, "ONE-1 x 1", now);
  await refused.promise;
  await replica.catchUp();
  assert.equal(await jobs.endOf("check_quick_order"), "done");
  assert.deepEqual(await statesOf(db, listId), ["ready"]);
});

test("the runner checks a new list", async (t) => {
  const { db } = database;
  const jobs = runService(t);
  const listId = await sendList(db, buyer, longText, now);
  assert.equal(await jobs.endOf("check_quick_order"), "done");
  const states = await statesOf(db, listId);
  assert.equal(states.length, 240);
  assert.deepEqual([...new Set(states)].sort(), ["not_found", "ready"]);
});

test("an interrupted check is resumed where it stopped, after half a minute", async () => {
  const { db } = database;
  const listId = await sendList(db, buyer, longText, now);
  await checkStep(database, listId, now);
  const at = (seconds: number) => () => new Date(now.getTime() + seconds * 1_000);
  assert.equal(await checkStalledLists(database, at(30)), 0);
  assert.equal(await checkStalledLists(database, at(31)), 1);
  assert.ok(!(await statesOf(db, listId)).includes("waiting"));
  assert.equal(await checkStalledLists(database, at(90)), 0);
});

test("a cancelled check leaves the remaining rows unchecked", async () => {
  const { db } = database;
  const listId = await sendList(db, buyer, longText, now);
  const later = () => new Date(now.getTime() + 60_000);
  await checkStalledLists(database, later, AbortSignal.abort());
  assert.ok((await statesOf(db, listId)).every((state) => state === "waiting"));
});

test("a list older than 30 days is deleted with its rows, not at exactly 30 days", async () => {
  const { db } = database;
  const listId = await sendList(db, buyer, "ONE-1\t1", now);
  const { retention } = readConfig({}, {});
  const lifeMs = 30 * 86_400_000;
  const expireAt = (at: Date) => expireByAge(db, "expire_old_quick_orders", retention, at);
  const { accountId } = buyer.account;
  assert.equal(await expireAt(new Date(now.getTime() + lifeMs)), 0);
  assert.ok(await selectList(db, accountId, listId));
  await expireAt(new Date(now.getTime() + lifeMs + 1));
  assert.equal(await selectList(db, accountId, listId), undefined);
  assert.deepEqual(await readListRows(db, listId), []);
});
