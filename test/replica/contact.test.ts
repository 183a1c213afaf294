// While a follower fills a new file, the existing one is read as long as a primary of its history
// is.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { addCode } from "../../src/catalog/changeCodes.ts";
import { FillError, maxBehindMs, openFollower } from "../../src/catalog/replica/follower.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { requestFill } from "../../src/catalog/replica/replicaFolder.ts";
import type { Session, Statement } from "../../src/db/database.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import {
  countShown,
  createFollowedFolder,
  type FollowedFolder,
} from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;

const database = renew(openTestDatabase);
let followed: FollowedFolder;
let replica: Replica;

beforeEach(async () => {
  await insertOffer(database.db, { partNumber: "CONTACT-1" });
  followed = await createFollowedFolder(database.db);
  await followed.followOnce();
  replica = followed.openReader(minuteMs);
});
afterEach(async () => {
  replica.close();
  await followed.close();
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

type KnownSession = { readonly destroy: () => void; isOpen: boolean };

/** Opens sessions whose order and end a test knows, and whose queries it can hold. */
function createKnownSessions() {
  const sessions: KnownSession[] = [];
  const control = { beforeQuery: (_statement: Statement): Promise<void> => Promise.resolve() };
  const open = async (): Promise<Session> => {
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    const known = {
      isOpen: true,
      destroy() {
        known.isOpen = false;
        ended.reject(new Error("the session has ended"));
      },
    };
    sessions.push(known);
    const session = await database.db.openSession();
    ended.promise.catch(session.destroy);
    return {
      ...session,
      destroy: known.destroy,
      close() {
        known.isOpen = false;
        return session.close();
      },
      async query(statement) {
        await Promise.race([control.beforeQuery(statement), ended.promise]);
        return session.query(statement);
      },
    };
  };
  return { sessions, control, open };
}

/** Begins a fill, which waits for `end` until it copies offers. */
async function beginFill() {
  const { folder, clock, lines, stop } = followed;
  const holder = await database.db.openSession();
  for (const text of ["begin", "lock table offers in access exclusive mode"]) {
    await runSql(holder, text);
  }
  const { sessions, control, open } = createKnownSessions();
  const follower = await openFollower({
    folder,
    openSession: open,
    clock: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    report: (line) => lines.push(line),
    readFreeBytes: () => Number.POSITIVE_INFINITY,
    signal: stop.signal,
  });
  const done = follower.catchUp();
  await awaitWaiting(database.db, "relation");
  /** The sessions of contacts: the first found that the file must be replaced, the second fills. */
  const contacts = () => sessions.slice(2);
  return {
    control,
    contacts,
    /** Waits until there was one, and all have ended. */
    awaitEndOfContacts: () =>
      waitUntil(() => contacts().length > 0 && contacts().every(({ isOpen }) => !isOpen)),
    async end() {
      await Promise.all([holder.close(), done.finally(follower.close)]);
      assert.deepEqual(
        sessions.filter(({ isOpen }) => isOpen),
        [],
      );
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
  assert.equal(fill.contacts().length, 1);
});

test("after failures, which are reported, contacts are recorded again", async () => {
  await addCondition();
  const fill = await beginFill();
  let remaining = 2;
  fill.control.beforeQuery = async () => {
    remaining -= 1;
    if (remaining >= 0) throw new Error("the test fails a query");
  };
  followed.clock.monotonicMs += 2 * minuteMs;
  await waitUntil(() => replica.status()?.isReadable === true);
  await fill.end();
  const failure =
    "No contact with the database while the replica is filled: the test fails a query";
  assert.deepEqual(followed.lines.slice(1), [failure, failure]);
});

async function beginOtherHistory(): Promise<void> {
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query("update catalog_epoch set epoch = epoch + 1");
  await owner.end();
}

test("a file of another history gets no contact while its successor is filled", async () => {
  await beginOtherHistory();
  const fill = await beginFill();
  followed.clock.monotonicMs += 2 * minuteMs;
  await fill.awaitEndOfContacts();
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
  assert.equal(countShown(replica), 1);
});

test("a new file of a history that ended during its fill is discarded", async () => {
  await addCondition();
  const name = await followed.readCurrent();
  const fill = await beginFill();
  await beginOtherHistory();
  await assert.rejects(fill.end(), FillError);
  assert.equal(await followed.readCurrent(), name);
});

test("a contact counts from before its query, which may be delayed", async () => {
  await addCondition();
  const fill = await beginFill();
  const again = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  fill.control.beforeQuery = async () => {
    followed.clock.monotonicMs += minuteMs + 1;
    fill.control.beforeQuery = () => {
      again.resolve();
      return mayGoOn.promise;
    };
  };
  await again.promise;
  assert.throws(() => countShown(replica), UnavailableError);
  mayGoOn.resolve();
  await fill.end();
});

test("a file gets no contact after its rebuild was requested", async () => {
  await addCondition();
  const fill = await beginFill();
  requestFill(followed.folder, "the test asked for it");
  await fill.awaitEndOfContacts();
  followed.clock.monotonicMs += minuteMs + 1;
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
});

test("a file that is far behind is no longer read, however long its successor takes", async () => {
  await addCondition();
  const fill = await beginFill();
  followed.clock.monotonicMs += maxBehindMs;
  await waitUntil(() => replica.status()?.isReadable === true);
  followed.clock.monotonicMs += minuteMs;
  await fill.awaitEndOfContacts();
  assert.equal(countShown(replica), 1);
  followed.clock.monotonicMs += 1;
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
});
