import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import type { RunProgress } from "../../src/imports/run.ts";
import { countsOf, catalogHeader as header, importOn, importText } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));

const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const bolt = "B-1,BOLT,NE,EA,5,1.50,USD,Acme";
const seal = "S-1,SEAL,OH,EA,2,20.00,USD,Acme";

type StoredOffer = Record<string, unknown>;

/** Stored offers by part number; `version` changes whenever a row is written. */
async function selectAll(): Promise<StoredOffer[]> {
  return runSql<StoredOffer>(
    database.db,
    `select *, xmin::text as version from offers
      order by part_number_key, vendor, condition`,
  );
}

const none = { created: 0, updated: 0, unchanged: 0, deactivated: 0, refused: 0 };

test("a row is not refused for repeating a row that was refused", async () => {
  const bad = bolt.replace(",5,", ",many,");
  assert.notEqual(bad, bolt);
  const imported = await importText(database.db, feed(bad, bolt, bolt, bad));
  assert.deepEqual(countsOf(imported), { ...none, created: 1, refused: 3 });
  assert.deepEqual(
    imported.refusals.map(({ line, column }) => [line, column]),
    [
      [2, "available_stock"],
      [4, null],
      [5, "available_stock"],
    ],
  );
  assert.equal(imported.refusals[1]?.reason, "repeats line 3");
});

test("the first hundred refusals are listed, and all are counted by reason", async () => {
  const rows = Array.from({ length: 150 }, (_, place) => `P-${place},N,NE,EA,?,-${place},USD,Acme`);
  const repeated = Array.from({ length: 10 }, () => bolt);
  const imported = await importText(database.db, feed(...rows, ...repeated));
  assert.equal(imported.refused, 159);
  assert.equal(imported.refusals.length, 100);
  assert.deepEqual(
    imported.groups.map(({ column, reason, count, samples }) => [
      column,
      reason.slice(0, 14),
      count,
      samples.length,
    ]),
    [
      ["available_stock", "is not a whole", 150, 5],
      ["price", "is not a decim", 150, 5],
      [null, "repeats an ear", 9, 5],
    ],
  );
});

test("a file that cannot be read completely changes nothing, and the session remains usable", async () => {
  const rows = Array.from({ length: 5000 }, (_, place) => `P-${place},N,NE,EA,1,1,USD,Acme`);
  const session = await database.db.openSession();
  try {
    await assert.rejects(
      importOn(database.db, session, feed(...rows, 'P-0,"N,NE,EA,1,1,USD,Acme')),
      {
        name: "UnreadableFile",
        message: /^Line 5002: a quoted cell/,
      },
    );
    assert.deepEqual(await selectAll(), []);
    const counts = countsOf(await importOn(database.db, session, feed(bolt)));
    assert.deepEqual(counts, { ...none, created: 1 });
  } finally {
    await session.close();
  }
});

test("a connection lost during an import fails it and changes nothing", async () => {
  const rows = Array.from({ length: 20_000 }, (_, place) => `P-${place},N,NE,EA,1,1,USD,Acme`);
  const admin = new Client(database.address);
  await admin.connect();
  try {
    let ended: Promise<unknown> | undefined;
    const onProgress = () => {
      ended ??= admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    };
    await assert.rejects(importText(database.db, feed(...rows), { onProgress }));
    await ended;
    const { rows: left } = await admin.query("select count(*)::integer as count from offers");
    assert.deepEqual(left, [{ count: 0 }]);
  } finally {
    await admin.end();
  }
});

test("two concurrent imports in opposite order both succeed, one after the other", async () => {
  const numbers = Array.from({ length: 3000 }, (_, place) => place);
  const rowOf = (stock: number) => (place: number) => `P-${place},N,NE,EA,${stock},1,USD,Acme`;
  const text = (order: readonly number[], stock: number) => feed(...order.map(rowOf(stock)));
  await importText(database.db, text(numbers.slice(0, 1500), 0));
  const imports = [1, 2, 3, 4].map((stock) =>
    importText(database.db, text(stock % 2 === 0 ? numbers : numbers.toReversed(), stock)),
  );
  const done = await Promise.all(imports);
  assert.equal(
    done.reduce((all, { created }) => all + created, 0),
    1500,
  );
  // What was counted before the last import that wrote is refused (decision 153).
  const rows = done.map(({ created, updated, refused }) => created + updated + refused);
  assert.deepEqual(rows, [3000, 3000, 3000, 3000]);
  const stocks = new Set((await selectAll()).map((offer) => offer["available_stock"]));
  assert.equal(stocks.size, 1, "the last import is whole");
});

test("an offer that is created concurrently fails the import, and repeating it works", async () => {
  const rival = new Client(database.address);
  await rival.connect();
  await importText(database.db, feed(bolt));
  await rival.query("begin");
  await rival.query(`insert into offers (part_number, part_number_key, part_number_bare, vendor,
      condition, unit_of_measure, received, list_price, currency, status, updated_at)
    select 'S-1', 'S-1', 'S1', vendor, 'OH', 'EA', 0, 0, 'USD', 'ACTIVE', now()
    from offers`);
  let committed: Promise<unknown> | undefined;
  const onProgress = ({ step }: RunProgress) => {
    if (step === "writing") committed = commitWhenAwaited(rival);
  };
  await assert.rejects(importText(database.db, feed(bolt, seal), { onProgress }), {
    code: "23505",
  });
  await committed;
  await rival.end();
  const imported = await importText(database.db, feed(bolt, seal));
  assert.deepEqual(countsOf(imported), { ...none, updated: 1, unchanged: 1 });
  assert.deepEqual(
    (await selectAll()).map((offer) => [offer["part_number"], offer["available_stock"]]),
    [
      ["B-1", 5],
      ["S-1", 2],
    ],
  );
});

async function commitWhenAwaited(rival: Client): Promise<void> {
  for (;;) {
    const { rows } = await rival.query(`select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
    if (rows.length > 0) break;
  }
  await rival.query("commit");
}
