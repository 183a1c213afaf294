import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openDatabase } from "../../src/db/openDatabase.ts";
import { stepOf } from "../../src/requests/latencyTally.ts";
import { selectRequest } from "../../src/requests/queries.ts";
import { addRequest, createBatch } from "../../src/requests/requestBatch.ts";
import { requestMoment, toLoggedRequestId } from "../../src/requests/requestId.ts";
import { createRequestLog } from "../../src/requests/requestLog.ts";
import { RequestText, toLoggedText } from "../../src/requests/requestText.ts";
import { insertRequests, maintainPartitions } from "../../src/requests/writeQueries.ts";
import { openDatabaseProxy } from "../support/databaseProxy.ts";
import { findLogged } from "../support/findLogged.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

/** A log with its reports so far. */
function openLog(db = database.db) {
  const ended = { written: 0, dropped: 0 };
  const failures: unknown[] = [];
  const failed = Promise.withResolvers<unknown>();
  const log = createRequestLog({
    maxPendingBytes: 24 * 2 ** 20,
    db,
    onEnd: (outcome, calls) => {
      ended[outcome] += calls;
    },
    onFailure: (error) => {
      failures.push(error);
      failed.resolve(error);
    },
  });
  return { log, ended, failures, firstFailure: failed.promise };
}

const has = async (requestId: string): Promise<boolean> =>
  (await selectRequest(database.db, null, toLoggedRequestId(requestId) ?? "")) !== undefined;

test("closing the log writes all pending requests and accepts no more", async () => {
  const { log, ended } = openLog();
  const calls = Array.from({ length: 4_500 }, () => makeRequest());
  for (const call of calls) log.record(call);
  assert.equal(log.countPending(), 4_500);
  await log.close();
  assert.deepEqual(ended, { written: 4_500, dropped: 0 });
  for (const call of [calls[0], calls[1_999], calls[2_000], calls[4_499]]) {
    assert.ok(await has(call?.requestId ?? ""));
  }
  log.record(makeRequest());
  assert.deepEqual(ended, { written: 4_500, dropped: 1 });
});

test("requests that arrive during a write are also written", async () => {
  const { log, ended } = openLog();
  const first = makeRequest();
  log.record(first);
  await findLogged(database.db, first.requestId);
  const second = makeRequest();
  log.record(second);
  await findLogged(database.db, second.requestId);
  await log.close();
  assert.deepEqual(ended, { written: 2, dropped: 0 });
});

test("a request of a day without a partition creates it", async () => {
  const { log, failures } = openLog();
  const requestId = requestIdAt(new Date(Date.now() + 20 * 86_400_000));
  log.record(makeRequest({ requestId }));
  await log.close();
  assert.ok(await has(requestId));
  assert.deepEqual(failures, []);
});

test("a batch that is sent twice is stored and counted once", async () => {
  await maintainPartitions(database.db, new Date().toISOString().slice(0, 10));
  const call = makeRequest();
  const batch = createBatch(requestMoment(call.requestId));
  addRequest(batch, call);
  await insertRequests(database.db, batch);
  await insertRequests(database.db, batch);
  const counts = await runSql<{ calls: string }>(
    database.db,
    "select requests as calls from request_days where key_id = $1",
    [call.keyId],
  );
  assert.deepEqual(counts, [{ calls: "1" }]);
});

test("closing the log writes the unmet demand, counting each number of a request once", async () => {
  const { log, failures } = openLog();
  const call = makeRequest({ partNumbers: ["M-1", "M-1", "M\u0000", ""], outcomes: "nnon" });
  log.record(call);
  log.record({ ...call, requestId: makeRequest().requestId });
  await log.close();
  assert.deepEqual(failures, []);
  const misses = await runSql(
    database.db,
    `select part_number, not_found, out_of_stock from unmet_demand
      where account_id = $1 order by 1`,
    [call.accountId],
  );
  assert.deepEqual(misses, [
    { part_number: "M-1", not_found: 2, out_of_stock: 0 },
    { part_number: "M\ufffd", not_found: 0, out_of_stock: 2 },
  ]);
});

test("closing the log writes the latency of all requests", async () => {
  const { log, failures } = openLog();
  const durationMs = 54_321;
  log.record(makeRequest({ durationMs }));
  log.record(makeRequest({ durationMs, status: 503 }));
  await log.close();
  assert.deepEqual(failures, []);
  const counts = await runSql(
    database.db,
    `select sum(requests)::integer as calls, sum(refused)::integer as refused,
        sum(failed)::integer as failed
      from request_hours where latency_step = $1`,
    [stepOf(durationMs)],
  );
  assert.deepEqual(counts, [{ calls: 2, refused: 0, failed: 1 }]);
});

test("requests wait while the database is unavailable and are then written", async (t) => {
  const proxy = await openDatabaseProxy(database.address);
  const options = { poolSize: 2, applicationName: "away", onIdleError: () => undefined };
  const db = openDatabase({ address: proxy.address, ...options });
  t.after(async () => {
    await db.close();
    await proxy.close();
  });
  proxy.refuse();
  const { log, ended, firstFailure } = openLog(db);
  const call = makeRequest();
  log.record(call);
  await firstFailure;
  const later = makeRequest();
  log.record(later);
  assert.equal(log.countPending(), 2);
  proxy.restore();
  await findLogged(database.db, later.requestId);
  assert.ok(await has(call.requestId));
  await log.close();
  assert.deepEqual(ended, { written: 2, dropped: 0 });
});

test("requests that do not fit while the database is unavailable are dropped and counted", async (t) => {
  const proxy = await openDatabaseProxy(database.address);
  const options = { poolSize: 2, applicationName: "away", onIdleError: () => undefined };
  const db = openDatabase({ address: proxy.address, ...options });
  t.after(async () => {
    await db.close();
    await proxy.close();
  });
  proxy.refuse();
  const { log, ended } = openLog(db);
  const partNumbers = Array.from({ length: 50 }, () => "x".repeat(200));
  const calls = 10_000;
  for (let count = 0; count < calls; count += 1) log.record(makeRequest({ partNumbers }));
  const waiting = log.countPending();
  const one = createBatch(new Date());
  addRequest(one, makeRequest({ partNumbers }));
  assert.ok(one.text.length > 50 * 201, "a call counts by all that it holds");
  // One request more than fit into 24 MiB with their separators.
  assert.equal(waiting, Math.ceil((24 * 1024 * 1024) / (one.text.length + 1)));
  assert.deepEqual(ended, { written: 0, dropped: calls - waiting });
  await log.close();
  assert.deepEqual(ended, { written: 0, dropped: calls });
  assert.equal(log.countPending(), 0);
});

test("a request that can never be stored does not block later ones", async () => {
  const { log, ended, failures, firstFailure } = openLog();
  log.record(makeRequest({ status: 99_999 }));
  await firstFailure;
  const call = makeRequest();
  log.record(call);
  await log.close();
  assert.deepEqual([ended, failures.length], [{ written: 1, dropped: 1 }, 1]);
  assert.ok(await has(call.requestId));
});

test("texts of any length are written one after the other in storable form", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const written = new RequestText();
      for (const text of texts) written.add(text);
      assert.equal(written.bytes().toString("utf8"), texts.map(toLoggedText).join(""));
      assert.equal(written.length, written.bytes().length);
    }),
  );
  const long = new RequestText();
  for (const text of ["\u0000".repeat(20_000), "x".repeat(50_000), "\u20ac".repeat(20_000)]) {
    long.add(text);
  }
  assert.equal(long.length, 60_000 + 50_000 + 60_000);
});

test("no text contains separators of requests, values or entries", () => {
  const separators = ["\u001d", "\u001e", "\u001f"];
  const written = new RequestText();
  written.addEntries(["a", "", separators.join("")]);
  written.endValue();
  written.add(separators.join(""));
  written.endRequest();
  const replaced = "\ufffd".repeat(3);
  const expected = `\u001fa\u001f\u001f${replaced}\u001e${replaced}\u001d`;
  assert.equal(written.bytes().toString("utf8"), expected);
});
