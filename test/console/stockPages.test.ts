// Stock in the console: on hand, allocated and available, shortfalls, and what a file declares.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportRun } from "../../src/imports/run.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import {
  admin,
  app,
  commitRun,
  moveClock,
  openConsole,
  query,
  textOf,
} from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { catalogHeader, checkSent, locationOf, sendImport } from "../support/sendImport.ts";

openConsole();

const readText = async (url: string) => textOf((await admin.get(url)).body);

async function offerOf({ partNumber }: ConfirmedOrder): Promise<string> {
  const text = "select offer_id as id from offers where part_number = $1";
  return (await query<{ id: string }>(text, [partNumber]))[0]?.id ?? assert.fail();
}

const setOnHand = (order: ConfirmedOrder, onHand: number) =>
  query("update offers set received = shipped + $2 where part_number = $1", [
    order.partNumber,
    onHand,
  ]);

test("operators see what is on hand, allocated and available wherever they see stock", async () => {
  const order = await confirmOne(app, "PO-SEEN");
  const part = `/console/catalog/parts/${order.partNumber}`;
  for (const page of [`/console/catalog?q=${order.partNumber}`, part]) {
    assert.match(await readText(page), /on hand 50, allocated 2, available 48 EA/);
  }
  const page = await readText(`/console/catalog/offers/${await offerOf(order)}`);
  assert.match(page, /On hand 50 Allocated 2 Available 48/);
  const seen = await expectAnswer(order.buyer.get(`/parts/${order.partNumber}`), 200, /48 EA/);
  assert.doesNotMatch(seen.body, /on hand|allocated/i);
  await setOnHand(order, 2);
  assert.match(await readText(part), /on hand 2, allocated 2, available 0 EA/);
});

test("orders for offers with less on hand than is allocated are listed, oldest first", async () => {
  assert.match(await readText("/console/catalog/shortfalls"), /No shortfalls/);
  assert.doesNotMatch(await readText("/console"), /Shortfalls/);
  const first = await confirmOne(app, "PO-SHORT-1");
  moveClock(60_000);
  const second = await confirmOne(app, "PO-SHORT-2");
  const enough = await confirmOne(app, "PO-ENOUGH");
  await setOnHand(second, 0);
  await setOnHand(first, 1);
  await setOnHand(enough, 2);
  const listed = await readText("/console/catalog/shortfalls");
  assert.ok(listed.indexOf("PO-SHORT-1") < listed.indexOf("PO-SHORT-2"));
  assert.doesNotMatch(listed, /PO-ENOUGH/);
  assert.match(listed, new RegExp(`${first.partNumber} NE · Example Supply · EA 2 1 2 1 `));
  assert.match(await readText("/console"), /Shortfalls Oldest .{8,30} 2 Review/);
  const page = await readText(`/console/orders/${first.orderId}`);
  assert.match(page, new RegExp(`${first.partNumber}: on hand 1, allocated 2`));
  assert.doesNotMatch(await readText(`/console/orders/${enough.orderId}`), /Less on hand/);
  await setOnHand(first, 2);
  await setOnHand(second, 2);
});

const rowOf = (vendor: string, quantity: number) =>
  `${catalogHeader}\nS-1,BOLT,NE,EA,${quantity},5.00,USD,${vendor}\n`;
const send = (vendor: string, quantity: number) =>
  sendImport(app, admin, rowOf(vendor, quantity), { vendor });
const commit = (run: Pick<ImportRun, "runId">) => commitRun(run, { policy: "good" });

test("the mode and time of a file are chosen with its columns, and shown with its runs", async () => {
  const sent = await send("Mode", 5);
  const form = await readText(locationOf(sent));
  assert.match(form, /On hand \(new vendor\)/);
  const as_of = "2026-01-02T03:04:05Z";
  const fields = { version: "1", stock_mode: "available", as_of };
  const checked = await checkSent(app, admin, sent, fields);
  const terms = { mode: "available", isDeclared: true, asOf: "2026-01-02T03:04:05.000Z" };
  const expected = { ...terms, asOfFrom: "option", undecided: [] };
  assert.deepEqual(checked.report?.stock, expected);
  const again = await admin.get(locationOf(sent));
  assert.match(again.body, /<option value="available" selected>/);
  assert.match(again.body, /name="as_of" type="text" value="2026-01-02T03:04:05\.000Z"/);
  const committed = await commit(checked);
  assert.deepEqual(committed.report?.stock, expected);
  const shown = await readText(`/console/imports/${committed.runId}`);
  assert.match(shown, /Quantities Available, counted at 2 Jan 2026, 03:04 UTC/);
  assert.match(await readText(locationOf(await send("Mode", 6))), /Available \(last file\)/);
});

test("without a time, quantities were counted when the file was uploaded, not when it is imported", async () => {
  const sent = await send("Upload", 5);
  const asOf = app.clock.now.toISOString();
  moveClock(3_600_000);
  const { runId } = await checkSent(app, admin, sent);
  const { state, report } = await commit({ runId });
  const terms = { mode: "on-hand", isDeclared: false, asOf, asOfFrom: "upload", undecided: [] };
  assert.deepEqual([state, report?.stock], ["committed", terms]);
});

test("a file is not imported by another mode than its check showed", async () => {
  const check = async (quantity: number) => checkSent(app, admin, await send("Shown", quantity));
  await commit(await check(5));
  const { runId } = await check(9);
  await query("update vendors set stock_mode = 'available' where vendor = 'Shown'");
  const refused = admin.post(`/console/imports/${runId}/commit`, { policy: "good" });
  await expectAnswer(refused, 409, /Check the file again/);
  const again = await check(9);
  assert.equal(again.report?.stock?.mode, "available");
  assert.equal((await commit(again)).state, "committed");
});
