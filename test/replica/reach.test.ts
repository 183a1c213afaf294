// Waiting for a place in the order of changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectNewestPlace } from "../../src/catalog/changeQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const minuteMs = 60_000;

test("a wait ends when the replica shows the place, and not before", async () => {
  const { db, replica } = database;
  assert.equal(await replica.reach(0, 0), false, "a replica that is not filled shows nothing");
  await replica.catchUp();
  assert.equal(await replica.reach(await selectNewestPlace(db), 0), true);
  await insertOffer(db, { partNumber: "REACH-1" });
  const place = await selectNewestPlace(db);
  assert.equal(await replica.reach(place, 0), false);
  assert.equal(await replica.reach(place, 1), false);
  let isCaughtUp = false;
  const reached = replica.reach(place, minuteMs).then((isShown) => ({ isShown, isCaughtUp }));
  await replica.catchUp();
  isCaughtUp = true;
  assert.deepEqual(await reached, { isShown: true, isCaughtUp: true });
});
