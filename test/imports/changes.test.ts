// The order of changes: no change is missed, however late it is committed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { selectPlaces } from "../../src/catalog/changeQueries.ts";
import { catalogHeader as header, importText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(3));

const changesSince = (since: number) => selectPlaces(database.db, since, 100);
const lastPlace = (places: readonly { readonly place: number }[]) => places.at(-1)?.place ?? 0;

test("two overlapping transactions that commit out of order are both read, once each", async () => {
  const first = await insertOffer(database.db, { partNumber: "A" });
  const second = await insertOffer(database.db, { partNumber: "B" });
  const start = lastPlace(await changesSince(0));
  const [early, late] = [new Client(database.address), new Client(database.address)];
  await Promise.all([early.connect(), late.connect()]);
  try {
    await late.query("begin");
    await late.query("select pg_current_xact_id()");
    await early.query("begin");
    await early.query("update offers set received = 1 where part_number = 'A'");
    await early.query("commit");
    const seen = await changesSince(start);
    assert.deepEqual(
      seen.map(({ offerId }) => offerId),
      [first],
    );
    await late.query("update offers set received = 1 where part_number = 'B'");
    await late.query("commit");
    const rest = await changesSince(lastPlace(seen));
    assert.deepEqual(
      rest.map(({ offerId }) => offerId),
      [second],
    );
  } finally {
    await Promise.all([early.end(), late.end()]);
  }
});

test("a transaction gets its position only after the positions before it are committed", async () => {
  const offerId = await insertOffer(database.db, { partNumber: "A" });
  await insertOffer(database.db, { partNumber: "B" });
  const start = lastPlace(await changesSince(0));
  const [slow, quick] = [new Client(database.address), new Client(database.address)];
  await Promise.all([slow.connect(), quick.connect()]);
  try {
    await slow.query("begin");
    await slow.query("update offers set received = 1 where part_number = 'A'");
    await slow.query("set constraints all immediate");
    const waiting = quick.query("update offers set received = 1 where part_number = 'B'");
    for (;;) {
      const { rows } = await slow.query(`select 1 from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
      if (rows.length > 0) break;
    }
    assert.deepEqual(await changesSince(start), [], "nobody overtakes what is not committed");
    await slow.query("commit");
    await waiting;
    const seen = await changesSince(start);
    assert.equal(seen.length, 2);
    assert.equal(seen[0]?.offerId, offerId);
  } finally {
    await Promise.all([slow.end(), quick.end()]);
  }
});

test("a run has one position, at its end", async () => {
  const { runId } = await importText(
    database.db,
    `${header}\nP-1,N,NE,EA,1,1,USD,Acme\nP-2,N,NE,EA,1,1,USD,Acme\n`,
  );
  assert.deepEqual(
    (await changesSince(0)).map((change) => [change.runId, change.offerId]),
    [[runId, null]],
  );
});

test("dry and stopped runs get no position", async () => {
  const text = `${header}\nP-1,N,NE,EA,1,1,USD,Acme\n`;
  await importText(database.db, text, { dryRun: true });
  await importText(database.db, `${text}P-2,N,NE,EA,x,1,USD,Acme\n`, { refusesFile: true });
  assert.deepEqual(await changesSince(0), []);
});
