// A replica follows the database, whatever changes it.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { type Follower, openFollower } from "../../src/catalog/replica/follower.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { readReplicaState } from "../../src/catalog/replica/replicaFile.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;
let folder: string;
let follower: Follower;
const lines: string[] = [];

before(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "replica-"));
  follower = await openFollower({
    folder,
    openSession: () => database.db.openSession(),
    clock: () => new Date(),
    monotonicMs: readMonotonicMs,
    report: (line) => lines.push(line),
  });
});

after(async () => {
  await follower.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function readReplica(): Promise<{ offers: unknown[]; words: unknown[]; place: number }> {
  const file = new DatabaseSync(join(folder, await readFile(join(folder, "current"), "utf8")));
  try {
    file.exec("create virtual table temp.v using fts5vocab(main, words, instance)");
    return {
      place: readReplicaState(file).place,
      offers: file
        .prepare("select offer_id, available_stock, rank from offers order by offer_id")
        .all(),
      words: file
        .prepare("select term, doc & 0xffffffffff as offer from temp.v order by 2, 1")
        .all(),
    };
  } finally {
    file.close();
  }
}

test("an offer that is added, changed and deleted", async () => {
  const { db } = database;
  await follower.catchUp();
  const offerId = await insertOffer(db, { partNumber: "A-1", partName: "PUMP,FUEL" });
  await follower.catchUp();
  let replica = await readReplica();
  console.log(replica);
  await db.query({ name: "", text: "update offers set received = 0" });
  await follower.catchUp();
  replica = await readReplica();
  console.log(replica, offerId);
  await db.query({ name: "", text: "delete from offers" });
  await follower.catchUp();
  console.log(await readReplica(), lines);
  assert.ok(true);
});
