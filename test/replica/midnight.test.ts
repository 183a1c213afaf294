// Ranks at midnight UTC, when shelf lives end without a change in the database.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readContents } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { renew, share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const lastDay = "2026-11-22";
const evening = new Date("2026-11-22T23:59:59Z");
const midnight = new Date("2026-11-23T00:00:00Z");

const database = share(openTestDatabase);
const followed = renew(() => createFollowedFolder(database.db));
beforeEach(async () => {
  followed.clock.now = evening;
});

/** Compares the replica with one that is filled on that day. */
async function assertEqualsFilled(): Promise<void> {
  const filled = openTestReplica(database.db, () => followed.clock.now);
  try {
    await filled.catchUp();
    assert.deepEqual(await readContents(followed), await readContents(filled));
  } finally {
    await filled.close();
  }
}

const change = (text: string, offerId: number) => runSql(database.db, text, [offerId]);

test("offers that change on the night their shelf life ends are found as they are", async () => {
  const offer = { partName: "SEALANT", shelfLifeExpires: lastDay, stock: 3 };
  const ids: number[] = [];
  for (const partNumber of ["M-1", "M-2", "M-3", "M-4"])
    ids.push(await insertOffer(database.db, { ...offer, partNumber }));
  const [dearer = 0, deleted = 0, renamed = 0] = ids;
  await followed.followOnce();
  await change("update offers set list_price = 77 where offer_id = $1", dearer);
  await change("delete from offers where offer_id = $1", deleted);
  await change("update offers set part_name = 'PRIMER' where offer_id = $1", renamed);
  followed.clock.now = midnight;
  await followed.followOnce();
  await assertEqualsFilled();
});

test("ranks are those of each day, however many shelf lives end and if the clock is set back", async () => {
  for (let at = 0; at < 1_203; at += 1) {
    const shelfLifeExpires = at % 3 === 0 ? "2026-11-21" : lastDay;
    await insertOffer(database.db, { partNumber: `N-${at}`, shelfLifeExpires, stock: 1 });
  }
  await followed.followOnce();
  for (const now of [midnight, evening, new Date("2026-11-21T12:00:00Z"), midnight]) {
    followed.clock.now = now;
    await followed.followOnce();
    await assertEqualsFilled();
  }
});
