// Reverting runs, the history they leave, and stock that was counted since.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { undeclaredStock } from "../../src/catalog/feedStock.ts";
import { listPartHistory } from "../../src/catalog/partHistory.ts";
import { newId } from "../../src/db/newId.ts";
import { importCatalog } from "../../src/imports/offers/importCatalog.ts";
import { findRevertible } from "../../src/imports/revert.ts";
import type { RunId } from "../../src/imports/run.ts";
import { selectImportsNow } from "../../src/imports/runQueries.ts";
import {
  catalogHeader as header,
  importStockText,
  importText,
  revertImport,
  toRequest,
  toSource,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const bolt = "B-1,BOLT,NE,EA,10,10.00,USD,Acme";
const seal = "S-1,SEAL,NE,EA,3,5.00,USD,Acme";
const now = new Date();

async function stateNow(): Promise<unknown[]> {
  return runSql(
    database.db,
    `select to_jsonb(o) - 'updated_at' - 'created_run' as offer from offers o
      order by offer_id`,
  );
}

const revert = (runId: RunId, isDry = false) => revertImport(database.db, runId, now, isDry);

const feedStock = (text: string) => importStockText(database.db, text);

async function sell(partNumber: string, quantity: number): Promise<void> {
  await runSql(database.db, "update offers set allocated = allocated + $2 where part_number = $1", [
    partNumber,
    quantity,
  ]);
}

async function stockOf(partNumber: string): Promise<unknown> {
  const rows = await runSql<{ available_stock: number }>(
    database.db,
    "select available_stock from offers where part_number = $1",
    [partNumber],
  );
  return rows[0]?.available_stock;
}

test("a reverted import restores the catalog exactly", async () => {
  await importText(database.db, feed(bolt, seal));
  const before = await stateNow();
  const changed = feed("B-1,HEX BOLT,NE,EA,20,11.00,USD,Acme", "N-1,NUT,NE,EA,1,1.00,USD,Acme");
  const run = await importText(database.db, changed, { replace: true });
  assert.deepEqual([run.created, run.updated, run.deactivated], [1, 1, 1]);
  const undone = await revert(run.runId);
  assert.deepEqual(undone.counts, { restored: 2, recreated: 0, deleted: 1, discontinued: 0 });
  assert.deepEqual(await stateNow(), before);
});

test("reverting a revert restores the offers with their old ids", async () => {
  await importText(database.db, feed(bolt));
  const run = await importText(database.db, feed(seal, "B-1,BOLT,NE,EA,7,12.00,USD,Acme"));
  const after = await stateNow();
  const undone = await revert(run.runId);
  const redone = await revert(undone.runId);
  assert.deepEqual(redone.counts, { restored: 1, recreated: 1, deleted: 0, discontinued: 0 });
  assert.deepEqual(await stateNow(), after);
});

test("a run is not reverted if a later one changed its rows, and the later one is named", async () => {
  const first = await importText(database.db, feed(bolt, seal));
  const later = await importText(database.db, feed("B-1,BOLT,NE,EA,10,12.00,USD,Acme"));
  const before = await stateNow();
  const refused = await revert(first.runId);
  assert.equal(refused.state, "stopped");
  assert.match(refused.stops[0]?.message ?? "", new RegExp(`run ${later.runId} \\(1 row\\)`));
  assert.deepEqual(await stateNow(), before);
  const countStopped = async () => (await selectImportsNow(database.db, new Date(0))).stopped;
  assert.equal(await countStopped(), 1);
  await revert(later.runId);
  assert.equal((await revert(first.runId)).state, "committed", "the later one is undone");
  assert.deepEqual(await stateNow(), []);
  assert.equal(await countStopped(), 0, "the stopped revert is no task any more");
});

test("stock sold since stays sold when a stock file is reverted", async () => {
  await importText(database.db, feed(bolt));
  const stockHeader = "part_number,vendor,condition,quantity";
  const run = await feedStock(`${stockHeader}\nB-1,Acme,NE,50\n`);
  assert.deepEqual(run.counts, { updated: 1, unchanged: 0, emptied: 0, refused: 0, rows: 1 });
  await sell("B-1", 2);
  await revert(run.runId);
  assert.equal(await stockOf("B-1"), 8);
});

test("an ordered offer is discontinued instead of deleted", async () => {
  const run = await importText(database.db, feed(bolt, seal));
  await runSql(
    database.db,
    `with account as (
        insert into accounts (account_id, name, email, currency, created_at)
        values ($1, 'Buyer', 'b@example.com', 'USD', now()) returning account_id
      ),
      placed as (
        insert into orders (order_id, account_id, status, currency, subtotal, request_id,
          request_hash, answer, created_at)
        select $1, account_id, 'draft', 'USD', 10, 'r', decode(repeat('00', 32), 'hex'), '', now()
        from account returning order_id
      )
      insert into order_lines (order_id, offer_id, part_number, vendor, condition,
        unit_of_measure, quantity, list_price, list_currency, unit_price, line_total, line_number)
      select placed.order_id, o.offer_id, o.part_number, o.vendor, o.condition, o.unit_of_measure,
        1, 10, 'USD', 10, 10, 1
      from placed, offers o where o.part_number = 'B-1'`,
    [newId()],
  );
  const undone = await revert(run.runId);
  assert.deepEqual(undone.counts, { restored: 0, recreated: 0, deleted: 1, discontinued: 1 });
  const history = await listPartHistory(database.db, "b-1");
  assert.deepEqual(history[0]?.entries[0]?.fields, [
    { field: "status", before: "ACTIVE", after: "DISCONTINUED" },
  ]);
});

test("a dry revert counts and changes nothing; a run is reverted once", async () => {
  const run = await importText(database.db, feed(bolt));
  const before = await stateNow();
  const dry = await revert(run.runId, true);
  assert.deepEqual([dry.state, dry.counts["deleted"]], ["previewed", 1]);
  assert.deepEqual(await stateNow(), before);
  const undone = await revert(run.runId);
  assert.deepEqual(await findRevertible(database.db, run.runId), {
    outcome: "reverted",
    by: undone.runId,
  });
  assert.equal((await findRevertible(database.db, dry.runId)).outcome, "not committed");
  assert.equal((await findRevertible(database.db, 999 as RunId)).outcome, "not found");
});

test("the history of a part names each run with the fields it changed", async () => {
  const first = await importText(database.db, feed(bolt));
  const second = await importText(database.db, feed("B-1,HEX BOLT,NE,EA,20,11.00,USD,Acme"));
  const third = await feedStock("part_number,vendor,condition,quantity\nB-1,Acme,NE,4\n");
  const [offer] = await listPartHistory(database.db, "B-1");
  assert.equal(offer?.createdRun, first.runId);
  assert.deepEqual(
    offer?.entries.map(({ runId, action, fields }) => ({ runId, action, fields })),
    [
      {
        runId: third.runId,
        action: "updated",
        fields: [{ field: "on_hand", before: 20, after: 4 }],
      },
      {
        runId: second.runId,
        action: "updated",
        fields: [
          { field: "title", before: "BOLT", after: "HEX BOLT" },
          { field: "part_name", before: "BOLT", after: "HEX BOLT" },
          { field: "list_price", before: 1000, after: 1100 },
          { field: "on_hand", before: 10, after: 20 },
        ],
      },
    ],
  );
  assert.deepEqual(await listPartHistory(database.db, "NONE"), []);
});

test("rows stored by an older version are reverted and shown as they were", async () => {
  await importText(database.db, feed(bolt));
  await importText(database.db, feed(bolt.replace("BOLT", "HEX BOLT")));
  const last = await importText(database.db, feed(bolt.replace("BOLT", "EYE BOLT")));
  const owner = new Client(database.address);
  await owner.connect();
  await owner.query(
    `update offer_changes set before = before ||
      jsonb_build_object('search', run_id, 'name_key', run_id, 'interchangeable_keys', null)`,
  );
  await owner.end();
  const [offer] = await listPartHistory(database.db, "B-1");
  const fieldsOf = offer?.entries.map(({ fields }) => fields.map(({ field }) => field));
  assert.deepEqual(fieldsOf, [
    ["title", "part_name"],
    ["title", "part_name"],
  ]);
  assert.deepEqual((await revert(last.runId)).counts["restored"], 1);
  const [now] = await runSql<{ title: string }>(database.db, "select title from offers");
  assert.deepEqual(now, { title: "HEX BOLT" });
});

test("runs are ordered by their commit, not by their number", async () => {
  await importText(database.db, feed(bolt));
  const held = await database.db.openSession();
  const began = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  async function* slowRecords() {
    yield [{ line: 1, cells: header.split(",") }];
    began.resolve();
    await go.promise;
    yield [{ line: 2, cells: "B-1,BOLT,NE,EA,10,14.00,USD,Acme".split(",") }];
  }
  const file = {
    batches: slowRecords(),
    portionRead: () => null,
    endsWithLineBreak: () => true,
  };
  // It was counted before the quick run, because it started before it.
  const stock = { ...undeclaredStock, appliesOlder: true };
  const request = toRequest("catalog", { stock, now });
  const slow = importCatalog(database.db, held, toSource(file), request);
  await began.promise;
  const quick = await importText(database.db, feed("B-1,BOLT,NE,EA,10,12.00,USD,Acme"));
  go.resolve();
  const late = await slow;
  await held.close();
  assert.ok(late.runId < quick.runId);
  const refused = await revert(quick.runId);
  assert.match(refused.stops[0]?.message ?? "", new RegExp(`run ${late.runId} \\(`));
});

test("a deleted offer cannot be restored after the same offer was imported again", async () => {
  const first = await importText(database.db, feed(bolt));
  const undone = await revert(first.runId);
  const again = await importText(database.db, feed(bolt));
  const refused = await revert(undone.runId);
  assert.match(refused.stops[0]?.message ?? "", new RegExp(`run ${again.runId} \\(`));
});

test("a run is reverted only once, even if two reverts run concurrently", async () => {
  const run = await importText(database.db, feed(bolt));
  const outcomes = await Promise.allSettled([revert(run.runId), revert(run.runId)]);
  const done = outcomes.filter(({ status }) => status === "fulfilled");
  assert.equal(done.length, 1);
  assert.deepEqual(await stateNow(), []);
});

async function importPrice(stock: number, price: string): Promise<RunId> {
  const text = `${header}\nB-1,BOLT,NE,EA,${stock},${price},USD,Acme\n`;
  return (await importText(database.db, text)).runId;
}

async function countStock(quantity: number): Promise<RunId> {
  const text = `part_number,vendor,condition,quantity\nB-1,Acme,NE,${quantity}\n`;
  return (await importStockText(database.db, text)).runId;
}

async function read(): Promise<unknown> {
  const text = "select list_price::float8 / 100 as price, available_stock as stock from offers";
  return (await runSql(database.db, text))[0];
}

test("stock that was counted after a price list stays when the price list is reverted", async () => {
  await importPrice(10, "10.00");
  const prices = await importPrice(12, "15.00");
  await countStock(40);
  const undone = await revert(prices);
  assert.equal(undone.state, "committed");
  assert.deepEqual(await read(), { price: 10, stock: 40 });
  assert.equal((await revert(undone.runId)).state, "committed");
  assert.deepEqual(await read(), { price: 15, stock: 40 });
});

test("stock goes back by the difference if the later count was reverted", async () => {
  await importPrice(10, "10.00");
  const prices = await importPrice(12, "15.00");
  await revert(await countStock(40));
  assert.deepEqual(await read(), { price: 15, stock: 12 });
  assert.equal((await revert(prices)).state, "committed");
  assert.deepEqual(await read(), { price: 10, stock: 10 });
});

test("a later price, and a later count of a run that only counted, still come first", async () => {
  await importPrice(10, "10.00");
  const first = await importPrice(10, "11.00");
  await importPrice(10, "12.00");
  assert.equal((await revert(first)).state, "stopped");
  const counted = await countStock(20);
  await countStock(30);
  assert.equal((await revert(counted)).state, "stopped");
  assert.deepEqual(await read(), { price: 12, stock: 30 });
});

test("an offer that the run created is not deleted after a later count", async () => {
  const created = await importPrice(10, "10.00");
  await countStock(20);
  assert.equal((await revert(created)).state, "stopped");
  assert.deepEqual(await read(), { price: 10, stock: 20 });
});
