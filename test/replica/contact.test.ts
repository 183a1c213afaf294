// While a follower fills a new file, the old one is read as long as a primary of its history is.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { addCode } from "../../src/catalog/addCode.ts";
import { fillReplica } from "../../src/catalog/replica/fill/fillReplica.ts";
import { maxBehindMs } from "../../src/catalog/replica/fill/keepContact.ts";
import { openFollower } from "../../src/catalog/replica/follower.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import {
  countShown,
  createFollowedFolder,
  type FollowedFolder,
} from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;

let database: TestDatabase;
let followed: FollowedFolder;
let replica: Replica;

beforeEach(async () => {
  database = await openTestDatabase();
  await insertOffer(database.db, { partNumber: "CONTACT-1" });
  followed = await createFollowedFolder(database.db);
  await followed.followOnce();
  replica = followed.openReader(minuteMs);
});
afterEach(async () => {
  replica.close();
  await followed.remove();
  await database.close();
});

/** Only a new file can show a condition that moves others. */
const addCondition = () => {
  const place = { side: "before", neighbour: "NE" } as const;
  return addCode(database.db, { kind: "condition", code: "FN", name: "factory new", place });
};

/** Ends by the timeout of the test. */
async function waitUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await delay(20);
}

/** Fills a new file, and waits for `end` before it becomes the current one. */
async function beginFill({ failures = 0 } = {}) {
  const { folder, clock, lines } = followed;
  const filled = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let opened = 0;
  let ended = 0;
  let remaining = failures;
  const follower = await openFollower({
    folder,
    async openSession() {
      // The first session reads changes, the second fills.
      if (opened >= 2 && remaining > 0) {
        remaining -= 1;
        throw new Error("the test refuses a session");
      }
      const session = await database.db.openSession();
      opened += 1;
      let isOpen = true;
      const end = () => {
        if (isOpen) ended += 1;
        isOpen = false;
      };
      return {
        ...session,
        destroy() {
          end();
          session.destroy();
        },
        close() {
          end();
          return session.close();
        },
      };
    },
    clock: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    report: (line) => lines.push(line),
    readFreeBytes: () => Number.POSITIVE_INFINITY,
    async fill(session, path, options) {
      await fillReplica(session, path, options);
      filled.resolve();
      await mayEnd.promise;
    },
  });
  const done = follower.catchUp();
  await filled.promise;
  return {
    /** How many sessions the follower has opened, and how many of them have ended. */
    countSessions: () => [opened, ended],
    /** Waits until the session of contacts has ended; that of the changes has before. */
    awaitEndOfContact: () => waitUntil(() => opened === 3 && ended === 2),
    async end() {
      mayEnd.resolve();
      await done;
      await follower.close();
    },
  };
}

test("a fill that takes longer than the limit does not end lookups", async () => {
  await addCondition();
  const fill = await beginFill();
  followed.clock.monotonicMs += 2 * minuteMs;
  assert.throws(() => countShown(replica), UnavailableError);
  await waitUntil(() => replica.status()?.isReadable === true);
  assert.equal(countShown(replica), 1);
  assert.equal(replica.status()?.ageMs, 2 * minuteMs);
  const name = await followed.readCurrent();
  await fill.end();
  assert.notEqual(await followed.readCurrent(), name);
  // The new file shows the state at the beginning of its fill.
  assert.equal(replica.status()?.ageMs, 2 * minuteMs);
  assert.equal(countShown(replica), 1);
  assert.deepEqual(fill.countSessions(), [3, 3]);
});

test("after a failure, which is reported once, contacts are recorded again", async () => {
  await addCondition();
  const fill = await beginFill({ failures: 2 });
  followed.clock.monotonicMs += 2 * minuteMs;
  await waitUntil(() => replica.status()?.isReadable === true);
  await fill.end();
  assert.deepEqual(followed.lines.slice(-1), [
    "The database cannot be read while the replica is updated: the test refuses a session",
  ]);
  assert.equal(followed.lines.length, 2);
});

test("a file of another history gets no contact while its successor is filled", async () => {
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query("update catalog_epoch set epoch = epoch + 1");
  await owner.end();
  const fill = await beginFill();
  followed.clock.monotonicMs += 2 * minuteMs;
  await fill.awaitEndOfContact();
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
  await followed.followOnce();
  assert.equal(countShown(replica), 1);
});

test("a file that is far behind is no longer read, however long its successor takes", async () => {
  await addCondition();
  const fill = await beginFill();
  followed.clock.monotonicMs += maxBehindMs;
  await waitUntil(() => replica.status()?.isReadable === true);
  followed.clock.monotonicMs += minuteMs;
  await fill.awaitEndOfContact();
  assert.equal(countShown(replica), 1);
  followed.clock.monotonicMs += 1;
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
});
