// Prices above what a replica's numbers represent exactly: files with them are refused, but a
// database may hold them. The replica follows and shows them exactly (decision 29).

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareReplica } from "../../src/catalog/replica/compareReplica.ts";
import type { Replica } from "../../src/catalog/replica/replica.ts";
import { readFoundOffer } from "../../src/catalog/search/foundOffer.ts";
import { selectByNumbers, selectPriceTerms } from "../../src/catalog/search/foundQueries.ts";
import { selectOffersOfPart } from "../../src/catalog/search/listedQueries.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { currentPath } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const minuteMs = 60_000;
const day = "2026-11-22";
const prices = {
  "HIGH-EXACT": ["9007199254740991", "90071992547409.91"],
  "HIGH-FIRST": ["9007199254740992", "90071992547409.92"],
  "HIGH-NINES": ["9999999999999999", "99999999999999.99"],
  "HIGH-LAST": ["9223372036854775807", "92233720368547758.07"],
} as const;

const database = share(openTestDatabase);

const setPrice = (partNumber: string, minor: string) =>
  runSql(
    database.db,
    "update offers set list_price = $2, updated_at = now() where part_number = $1",
    [partNumber, minor],
  );

/** The prices of a part as a lookup, an account's terms and pages read them. */
function readPrices(replica: Replica, key: string) {
  return replica.read((view) => {
    const [[row] = []] = selectByNumbers(view, [key], {
      condition: null,
      vendor: null,
      withTerms: false,
    });
    assert.ok(row);
    const { wire, isPriced } = readFoundOffer(row, day);
    const [terms] = selectPriceTerms(view, [row.offerId]);
    const [listed] = selectOffersOfPart(view, key, day);
    return {
      isPriced,
      amount: JSON.parse(`{${wire}`).price.amount,
      ofTerms: terms?.listPrice?.minor,
      ofPage: listed?.listPrice?.minor,
    };
  });
}

function assertShown(replica: Replica): void {
  for (const [key, [minor, amount]] of Object.entries(prices)) {
    const exact = BigInt(minor);
    const expected = { isPriced: true, amount, ofTerms: exact, ofPage: exact };
    assert.deepEqual(readPrices(replica, key), expected, key);
  }
}

test("a replica is filled and follows, also past midnight, with prices beyond its numbers", async (t) => {
  const followed = await createFollowedFolder(database.db);
  t.after(() => followed.close());
  for (const partNumber of Object.keys(prices)) {
    await insertOffer(database.db, { partNumber, price: 5, shelfLifeExpires: day });
  }
  await followed.followOnce();
  const replica = followed.openReader(minuteMs);
  t.after(() => replica.close());
  assert.equal(readPrices(replica, "HIGH-LAST").ofTerms, 5n);
  for (const [partNumber, [minor]] of Object.entries(prices)) await setPrice(partNumber, minor);
  await followed.followOnce();
  assertShown(replica);
  followed.clock.now = new Date("2026-11-23T00:00:01Z");
  await followed.followOnce();
  assertShown(replica);

  const filled = await createFollowedFolder(database.db);
  t.after(() => filled.close());
  await filled.followOnce();
  const other = filled.openReader(minuteMs);
  t.after(() => other.close());
  assertShown(other);
  const session = await database.db.openSession();
  t.after(() => session.close());
  for (const one of [followed, filled]) {
    const found = await compareReplica(session, await currentPath(one));
    assert.deepEqual(found?.differences, []);
  }
});

test("counts beyond a replica's numbers are shown as the nearest ones", async () => {
  const offerId = await insertOffer(database.db, { partNumber: "MANY-1", stock: 3 });
  const most = 2n ** 62n;
  await runSql(
    database.db,
    "update offers set received = shipped - $2::bigint where offer_id = $1",
    [offerId, `${most}`],
  );
  await database.replica.catchUp();
  const [listed] = database.replica.read((view) => selectOffersOfPart(view, "MANY-1", day));
  assert.deepEqual([listed?.stock, listed?.onHand], [0, Number.MIN_SAFE_INTEGER]);
});
