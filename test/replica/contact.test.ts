// While a follower applies changes or fills a new file, the file that it follows is read as long as
// a primary of its history is.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { addCode } from "../../src/catalog/addCode.ts";
import { fillReplica } from "../../src/catalog/replica/fill/fillReplica.ts";
import { FillError } from "../../src/catalog/replica/fill/retries.ts";
import { maxBehindMs, openFollower } from "../../src/catalog/replica/follower.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { requestFill } from "../../src/catalog/replica/replicaFolder.ts";
import type { Session, Statement } from "../../src/db/database.ts";
import { UnavailableError } from "../../src/db/databaseErrors.ts";
import {
  countShown,
  createFollowedFolder,
  type FollowedFolder,
} from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
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

/** Begins to catch up. A fill waits for `end` before its file becomes the current one. */
async function beginCatchUp() {
  const { folder, clock, lines } = followed;
  const { sessions, control, open } = createKnownSessions();
  const filled = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let ofContacts: number | undefined;
  const follower = await openFollower({
    folder,
    openSession: open,
    clock: () => clock.now,
    monotonicMs: () => clock.monotonicMs,
    report: (line) => lines.push(line),
    readFreeBytes: () => Number.POSITIVE_INFINITY,
    async fill(session, path, options) {
      await fillReplica(session, path, options);
      ofContacts = sessions.findIndex(({ destroy }) => destroy === session.destroy) + 1;
      filled.resolve();
      await mayEnd.promise;
    },
  });
  const done = follower.catchUp();
  /** The sessions of contacts that were opened during the fill. */
  const contacts = () => sessions.slice(ofContacts);
  return {
    control,
    filled: filled.promise,
    contacts,
    /** Waits until there was one, and all have ended. */
    awaitEndOfContacts: () =>
      waitUntil(() => contacts().length > 0 && contacts().every(({ isOpen }) => !isOpen)),
    async end() {
      mayEnd.resolve();
      await done.finally(follower.close);
      assert.deepEqual(
        sessions.filter(({ isOpen }) => isOpen),
        [],
      );
    },
  };
}

/** Fills a new file, which becomes the current one at its `end`. */
async function beginFill() {
  const work = await beginCatchUp();
  await work.filled;
  return work;
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

test("changes that take longer than the limit do not end lookups", async () => {
  await insertOffer(database.db, { partNumber: "CONTACT-2" });
  const mayGoOn = Promise.withResolvers<void>();
  const work = await beginCatchUp();
  work.control.beforeQuery = ({ name }) =>
    name === "select_condition_ranks" ? mayGoOn.promise : Promise.resolve();
  followed.clock.monotonicMs += 2 * minuteMs;
  await waitUntil(() => replica.status()?.isReadable === true);
  assert.equal(countShown(replica), 1);
  assert.equal(replica.status()?.ageMs, 2 * minuteMs);
  mayGoOn.resolve();
  await work.end();
  assert.equal(countShown(replica), 2);
});

test("after two failures, which are reported once, contacts are recorded again", async () => {
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
  assert.deepEqual(followed.lines.slice(1), [
    "No contact with the database while the replica is updated: the test fails a query",
  ]);
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

test("a file that the follower finds damaged is not read any more", async (t) => {
  const file = new DatabaseSync(join(followed.folder, await followed.readCurrent()), {
    defensive: false,
  });
  t.after(() => file.close());
  file.exec(`pragma writable_schema = on;
    update words_data set block = x'ff' where id in (1, 10);`);
  await insertOffer(database.db, { partNumber: "CONTACT-2" });
  const fill = await beginFill();
  assert.match(followed.lines.at(-1) ?? "", /it is damaged/);
  replica.status();
  assert.throws(() => countShown(replica), UnavailableError);
  await fill.end();
  assert.equal(countShown(replica), 2);
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
