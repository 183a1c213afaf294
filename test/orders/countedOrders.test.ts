// The metric orders_total: each change of an order counts once, by every way to make it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { writeMetrics } from "../../src/server/http/metrics/mergeMetrics.ts";
import { confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { openVisitor } from "../support/testVisitor.ts";

const app = share(() => openTestApp({ publicUrl: "https://parts.example" }));
const account = share(() => app.openAccount());
const buyer = share(() => openVisitor(app, account.accountId));

before(async () => {
  await insertOffer(app.database.db, { partNumber: "COUNT-1", stock: 50 });
});

async function readCounts(of: TestApp = app): Promise<Record<string, number>> {
  const page = await writeMetrics([await of.app.metrics.collect()]);
  const lines = page.matchAll(/^orders_total\{event="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, event, count]) => [event, Number(count)]));
}

/** What `work` adds to the counts; events that it does not add are left out. */
async function countDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const first = await readCounts();
  await work();
  const changes = Object.entries(await readCounts()).map(
    ([event, count]) => [event, count - (first[event] ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, added]) => added !== 0));
}

const twice = (send: () => Promise<{ readonly statusCode: number }>) => async () => {
  const sent = await Promise.all([send(), send()]);
  assert.ok(sent.every(({ statusCode }) => statusCode < 400));
};

test("every event is a series from the start, at 0", async (t) => {
  const fresh = await openTestApp();
  t.after(() => fresh.close());
  assert.deepEqual(await readCounts(fresh), {
    placed: 0,
    confirmed: 0,
    fulfilled: 0,
    cancelled: 0,
    discarded: 0,
  });
});

test("an order of the API counts once, and a repeated or refused request not at all", async () => {
  const lookup = await account.post("catalog", { part_numbers: ["COUNT-1"] });
  const items = [{ part_id: lookup.json().found_parts[0].part_id, quantity: 2 }];
  const place = () => account.post("orders", { items }, { "idempotency-key": "count-1" });
  assert.deepEqual(await countDuring(twice(place)), { placed: 1 });
  assert.deepEqual(await countDuring(place), {});
  assert.deepEqual(await countDuring(() => account.post("orders", { items: [] })), {});
});

test("a confirmation, a fulfilment and a cancellation count once", async () => {
  let order = await draftOrder(app, null, { account, buyer });
  const confirm = async () => {
    order = await confirmOne(app, null, { account, buyer });
  };
  assert.deepEqual(await countDuring(confirm), { placed: 1, confirmed: 1 });
  const again = () => buyer.post(`/orders/${order.orderId}/confirm`, { reviewed: "" });
  assert.deepEqual(await countDuring(again), {});
  const operator = await openOperator(app, { role: "operator" });
  const address = `/console/orders/${order.orderId}`;
  const readVersion = async () =>
    /name="version" value="(\d+)"/.exec((await operator.get(address)).body)?.[1] ?? "";
  const fields = { version: await readVersion(), reference: "AWB 4711" };
  const fulfil = () => operator.post(`${address}/fulfil`, fields);
  assert.deepEqual(await countDuring(fulfil), { fulfilled: 1 });
  assert.deepEqual(await countDuring(fulfil), {});
  await confirm();
  const other = `/console/orders/${order.orderId}`;
  const [, version = ""] =
    /name="version" value="(\d+)"/.exec((await operator.get(other)).body) ?? [];
  const name = order.orderNumber;
  const cancel = () =>
    operator.post(`${other}/cancel`, { version, reason: "Sold", typed_name: name });
  assert.deepEqual(await countDuring(cancel), { cancelled: 1 });
});
