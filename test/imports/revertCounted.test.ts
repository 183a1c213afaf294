// Reverting an import after stock files: what they counted stays (decision 57).

import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunId } from "../../src/imports/run.ts";
import {
  catalogHeader as header,
  importStockText,
  importText,
  revertImport,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const now = new Date();

async function importPrice(stock: number, price: string): Promise<RunId> {
  const text = `${header}\nB-1,BOLT,NE,EA,${stock},${price},USD,Acme\n`;
  return (await importText(database.db, text)).runId;
}

async function countStock(quantity: number): Promise<RunId> {
  const text = `part_number,vendor,condition,quantity\nB-1,Acme,NE,${quantity}\n`;
  return (await importStockText(database.db, text)).runId;
}

const revert = (runId: RunId) => revertImport(database.db, runId, now);

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
