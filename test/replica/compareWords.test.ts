// A comparison reads an index in ranges, between which the log of the file can be emptied and the
// catalog changes. What a test does between ranges happens before a transaction begins.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { afterEach, beforeEach, test } from "node:test";
import { selectNewestPlace } from "../../src/catalog/changeQueries.ts";
import { readBootId } from "../../src/catalog/replica/bootId.ts";
import { checkTables, findMisindexed } from "../../src/catalog/replica/compareReplica.ts";
import { compareWords } from "../../src/catalog/replica/compareWords.ts";
import type { RankBasis } from "../../src/catalog/replica/hitRank.ts";
import { copiedOffer } from "../../src/catalog/replica/offerRecord.ts";
import {
  openReplicaWriter,
  readReplicaState,
  writeReplicaState,
} from "../../src/catalog/replica/replicaFile.ts";
import {
  createReplicaWriter,
  type ReplicaWriter,
  readConditionRanks,
} from "../../src/catalog/replica/replicaWriter.ts";
import { type CopiedRow, readCopy } from "../../src/db/readCopy.ts";
import { createFollowedFolder, type FollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { currentPath } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const offers = 12;
const today = "2026-11-22";
const tomorrow = "2026-11-23";

const database = share(openTestDatabase);
const session = share(() => database.db.openSession());
let followed: FollowedFolder;
let path: string;
beforeEach(async () => {
  const { db } = database;
  await change("delete from offers");
  for (let number = 0; number < offers; number += 1) {
    await insertOffer(db, {
      partNumber: `W-${number}00`,
      partName: `PUMP ${number}`,
      interchangeable: [`V-${number % 5}`],
      shelfLifeExpires: today,
    });
  }
  followed = await createFollowedFolder(db);
  await followed.followOnce();
  path = await currentPath(followed);
});
afterEach(() => followed.close());

const change = (text: string) => runSql(database.db, text);

/** A file that is open for reading. Calls back before each transaction and each check. */
class WatchedFile extends DatabaseSync {
  reads = 0;
  readonly #beforeRead: (read: number) => void;
  constructor(beforeRead: (read: number) => void) {
    super(path, { readOnly: true });
    this.#beforeRead = beforeRead;
  }
  override exec(text: string): void {
    if (text === "begin") this.#countRead();
    super.exec(text);
  }
  override prepare(text: string): StatementSync {
    if (text.startsWith("pragma integrity_check")) this.#countRead();
    return super.prepare(text);
  }
  #countRead(): void {
    this.reads += 1;
    this.#beforeRead(this.reads);
  }
}

/** Changes the file as a follower does, and its state. */
function applyToFile(
  write: (writer: ReplicaWriter, basis: RankBasis) => void,
  state: { readonly place?: number; readonly day?: string },
): void {
  const file = openReplicaWriter(path, readBootId());
  assert.ok(file);
  const writer = createReplicaWriter(file);
  const old = readReplicaState(file);
  const basis = { day: state.day ?? old.day, conditionRanks: readConditionRanks(file) };
  file.exec("begin immediate");
  write(writer, basis);
  writer.writeWords();
  writeReplicaState(file, { ...old, ...state });
  file.exec("commit");
  file.close();
}

async function readOfferRows(): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  for await (const some of readCopy(session, `select ${copiedOffer} from offers o`)) {
    rows.push(...some);
  }
  return rows;
}

test("the log of a file can be emptied between the ranges of a comparison", () => {
  const other = new DatabaseSync(path);
  const file = new WatchedFile(() => {
    other.exec("update state set confirmed_ms = confirmed_ms + 1");
    assert.ok(statSync(`${path}-wal`).size > 0);
    assert.equal(other.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"], 0);
    assert.equal(statSync(`${path}-wal`).size, 0);
  });
  assert.deepEqual(compareWords(file, 10), []);
  assert.ok(file.reads > 15, `${file.reads} ranges`);
  const ranges = file.reads;
  assert.deepEqual(checkTables(file), []);
  assert.ok(file.reads > ranges + 8, `${file.reads - ranges} checks`);
  file.close();
  other.close();
});

test("ranges of any size find the same wrong entries", async () => {
  const file = new DatabaseSync(path);
  const [one, other, third] = file.prepare("select offer_id as id from offers").all();
  file.exec(`delete from words where rowid & (1 << 40) - 1 = ${one?.["id"]};
    insert into fragments (rowid, number) values (${other?.["id"]}, 'ZZZZ');
    update interchangeable set part_number_key = 'V-9' where offer_id = ${third?.["id"]}`);
  const expected = [one, other, third].map((row) => Number(row?.["id"]));
  for (const perRead of [1, 2, 7, 1_000]) {
    assert.deepEqual(compareWords(file, perRead), expected, `${perRead} entries`);
  }
  file.close();
});

test("an entry with the lowest bit of its rank changed is wrong", () => {
  const file = new DatabaseSync(path);
  const row = file.prepare("select offer_id as id, wire from offers limit 1").get();
  file.exec(`update offers set rank = rank + 1 - 2 * (rank & 1) where offer_id = ${row?.["id"]}`);
  assert.deepEqual(compareWords(file), [row?.["id"]]);
  file.close();
});

test("offers that change between two ranges are not reported, others are", async () => {
  const [rows, ids] = [await readOfferRows(), [] as number[]];
  for (const row of rows) ids.push(Number(row[0]));
  const [sold, renamed, deleted, damaged] = ids;
  await change(`update offers set received = shipped where offer_id = ${sold}`);
  await change(`update offers set title = 'Renamed' where offer_id = ${renamed}`);
  await change(`delete from offers where offer_id = ${deleted}`);
  await insertOffer(database.db, { partNumber: "W-NEW" });
  const changed = await readOfferRows();
  const place = await selectNewestPlace(session);
  const apply = () =>
    applyToFile(
      (writer, basis) => {
        writer.put(changed, basis);
        writer.delete([deleted ?? 0]);
      },
      { place },
    );
  const damage = new DatabaseSync(path);
  damage.exec(`delete from words where rowid & (1 << 40) - 1 = ${damaged}`);
  damage.close();
  // The second transaction is the first that reads entries.
  const file = new WatchedFile((read) => {
    if (read === 2) apply();
  });
  assert.deepEqual(await findMisindexed(session, file), [damaged]);
  assert.equal(readReplicaState(file).place, place);
  file.close();
});

test("ranks that change at midnight are not reported", async () => {
  const file = new WatchedFile((read) => {
    if (read !== 2) return;
    applyToFile((writer, basis) => writer.renewRanks(today, basis), { day: tomorrow });
  });
  assert.deepEqual(await findMisindexed(session, file), []);
  assert.equal(readReplicaState(file).day, tomorrow);
  file.close();
});
