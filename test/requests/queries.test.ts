import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { newId } from "../../src/db/newId.ts";
import { addDays, utcDay } from "../../src/kit/day.ts";
import type { ApiRequest } from "../../src/requests/apiRequest.ts";
import {
  countRequestsOfKey,
  type LoggedRequest,
  type RequestFilter,
  selectRequests,
} from "../../src/requests/queries.ts";
import { partHash } from "../../src/requests/requestBatch.ts";
import { selectUnmetDemand, type UnmetDemandKind } from "../../src/requests/unmetDemandQueries.ts";
import { weekOf } from "../../src/requests/unmetDemandTally.ts";
import { indexPendingRequests, maintainPartitions } from "../../src/requests/writeQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { storeRequests } from "../support/storeRequests.ts";
import { openTestApp } from "../support/testApp.ts";

const dayMs = 86_400_000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const app = share(openTestApp);

before(async () => {
  const { db } = app.database;
  for (const days of [0, 7, 14, 21, 28, 29]) await maintainPartitions(db, utcDay(daysAgo(days)));
});

const anything: RequestFilter = { account: undefined, before: null, limit: 50 };

/** Lists the ids of the matching requests, in order. */
async function find(filter: Partial<RequestFilter>): Promise<string[]> {
  const found = await selectRequests(app.database.db, { ...anything, ...filter }, now);
  return found.map(({ requestId }) => requestId);
}

const newAccount = () => newId() as AccountId;

test("requests are listed newest first, in pages without gap or overlap", async () => {
  const accountId = newAccount();
  const days = [0.1, 0.2, 1.5, 3, 8, 8.1, 15, 29, 29.5];
  const calls = days.map((ago) =>
    makeRequest({ accountId, partNumbers: ["P-1"], requestId: requestIdAt(daysAgo(ago)) }),
  );
  await storeRequests(app.database.db, ...calls.toReversed());
  const wanted = calls.map(({ requestId }) => requestId);
  for (const filter of [{}, { part: "P-1" }]) {
    assert.deepEqual(await find({ account: accountId, ...filter }), wanted);
    const paged: string[] = [];
    for (let before: string | null = null; ; ) {
      const asked = { ...anything, ...filter, account: accountId, before, limit: 2 };
      const page: LoggedRequest[] = await selectRequests(app.database.db, asked, now);
      paged.push(...page.map(({ requestId }) => requestId));
      before = page.at(-1)?.loggedId ?? null;
      if (before === null) break;
    }
    assert.deepEqual(paged, wanted);
  }
});

test("a PO number is found with and without PO before it", async () => {
  const accountId = newAccount();
  const sent = ["PO-4306", "4306", "PO4306", "po 4306", "PO-4306-1", "14306", "lar-4306"];
  const calls = sent.map((poNumber) => makeRequest({ accountId, poNumber }));
  await storeRequests(app.database.db, ...calls);
  const wanted = calls.slice(0, 4).map(({ requestId }) => requestId);
  for (const poNumber of ["4306", "po-4306", "PO 4306"]) {
    assert.deepEqual(
      (await find({ account: accountId, po: poNumber })).toSorted(),
      wanted.toSorted(),
      poNumber,
    );
  }
  for (const poNumber of ["PO", "Polar-4306"]) {
    assert.deepEqual(await find({ account: accountId, po: poNumber }), [], poNumber);
  }
});

test("each filter finds only its requests, and filters can be combined", async () => {
  const accountId = newAccount();
  const keyId = newId() as KeyId;
  const answered = makeRequest({ accountId, keyId, poNumber: "Po-5", partNumbers: ["A-1", "B-1"] });
  const refused = makeRequest({ accountId, keyId, status: 422, poNumber: "po-5" });
  const failed = makeRequest({ accountId, status: 502, partNumbers: ["B-1"] });
  const shown = [failed, refused, answered].map(({ requestId }) => requestId);
  await storeRequests(app.database.db, answered, refused, failed);
  assert.deepEqual(await find({ account: accountId }), shown.toSorted().toReversed());
  const only = async (filter: Partial<RequestFilter>) =>
    new Set(await find({ account: accountId, ...filter }));
  const ids = (...calls: ApiRequest[]) => new Set(calls.map(({ requestId }) => requestId));
  assert.deepEqual(await only({ status: "answered" }), ids(answered));
  assert.deepEqual(await only({ status: "refused" }), ids(refused));
  assert.deepEqual(await only({ status: "failed" }), ids(failed));
  assert.deepEqual(await only({ key: keyId }), ids(answered, refused));
  assert.deepEqual(await only({ po: "PO-5" }), ids(answered, refused));
  assert.deepEqual(await only({ po: "PO" }), ids());
  assert.deepEqual(await only({ part: "B-1" }), ids(answered, failed));
  assert.deepEqual(await only({ part: "B" }), ids());
  assert.deepEqual(await only({ part: "B-1", status: "failed" }), ids(failed));
  assert.deepEqual(await only({ po: "po-5", status: "refused", key: keyId }), ids(refused));
});

test("an account never finds requests of another account; an operator finds both", async () => {
  const [one, other] = [newAccount(), newAccount()];
  const same = { keyId: newId() as KeyId, poNumber: "PO-SAME", partNumbers: ["SAME-1"] };
  const [ofOne, ofOther] = [
    makeRequest({ ...same, accountId: one }),
    makeRequest({ ...same, accountId: other }),
  ];
  await storeRequests(app.database.db, ofOne, ofOther);
  for (const filter of [{ key: same.keyId }, { po: "PO-SAME" }, { part: "SAME-1" }]) {
    assert.deepEqual(await find({ ...filter, account: one }), [ofOne.requestId]);
    assert.equal((await find(filter)).length, 2);
  }
});

test("the hash of a number is the one that requests are stored with", () => {
  assert.deepEqual(["", "N1", "MS21042-3", "Ü-1"].map(partHash), [7385, 28742, -929, -29318]);
});

test("two numbers with the same hash each find only their own requests", async () => {
  const accountId = newAccount();
  const numbers = new Map<number, string>();
  let pair: string[] = [];
  for (let count = 0; pair.length === 0; count += 1) {
    const number = `N${count.toString(36).toUpperCase()}`;
    const known = numbers.get(partHash(number));
    if (known !== undefined) pair = [known, number];
    numbers.set(partHash(number), number);
  }
  const calls = pair.map((number) => makeRequest({ accountId, partNumbers: [number] }));
  await storeRequests(app.database.db, ...calls);
  for (const [place, part] of pair.entries()) {
    assert.deepEqual(await find({ account: accountId, part }), [calls[place]?.requestId]);
  }
});

test("requests are found by part number before and after their hashes are merged into the index", async () => {
  const { db } = app.database;
  const call = makeRequest({ partNumbers: ["SORTED-1"] });
  await storeRequests(app.database.db, call);
  assert.deepEqual(await find({ part: "SORTED-1" }), [call.requestId]);
  await indexPendingRequests(db);
  assert.deepEqual(await find({ part: "SORTED-1" }), [call.requestId]);
});

test("partitions older than 30 days are dropped, future ones are not", async () => {
  const { db } = app.database;
  const listDays = async () => {
    const text = `select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'api_requests'::regclass order by 1`;
    const rows = await runSql<{ name: string }>(db, text);
    return rows.map(({ name }) => name);
  };
  const toName = (ago: number) => `api_requests_${utcDay(daysAgo(ago)).replaceAll("-", "")}`;
  const [edge, beyond] = [
    makeRequest({ requestId: requestIdAt(daysAgo(30)) }),
    makeRequest({ requestId: requestIdAt(daysAgo(31)) }),
  ];
  await maintainPartitions(db, utcDay(daysAgo(30)));
  await storeRequests(app.database.db, edge, beyond);
  // A later date from a client drops nothing younger than 30 days by the server's clock.
  assert.ok((await maintainPartitions(db, addDays(utcDay(now), 200))) > 0);
  const names = await listDays();
  assert.ok(names.includes(toName(30)) && !names.includes(toName(31)));
  assert.deepEqual(await find({ account: edge.accountId ?? "" }), [edge.requestId]);
  assert.deepEqual(await find({ account: beyond.accountId ?? "" }), []);
});

test("unmet demand is ranked by week, for one account and for all", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "EMPTY-1", stock: 0 });
  const [one, other] = [newAccount(), newAccount()];
  const requestId = () => requestIdAt(daysAgo(20));
  const partNumbers = ["NONE-1", "NONE-1", "EMPTY-1", "FOUND-1", ""];
  const week = weekOf(utcDay(daysAgo(20)));
  await storeRequests(
    app.database.db,
    makeRequest({ accountId: one, partNumbers, outcomes: "nnofn", requestId: requestId() }),
    makeRequest({ accountId: one, partNumbers: ["NONE-2"], outcomes: "n", requestId: requestId() }),
    makeRequest({
      accountId: other,
      partNumbers: ["NONE-1"],
      outcomes: "n",
      requestId: requestId(),
    }),
    makeRequest({
      accountId: other,
      partNumbers: ["EMPTY-1", "NONE-2"],
      inStock: true,
      outcomes: "ss",
      requestId: requestId(),
    }),
    makeRequest({ accountId: other, partNumbers: ["NONE-2"], requestId: requestId() }),
    makeRequest({ accountId: null, keyId: null, partNumbers: ["NONE-2"], outcomes: "n" }),
    makeRequest({ accountId: one, partNumbers: ["NONE-3"], outcomes: "n" }),
  );
  const rank = async (kind: UnmetDemandKind, accountId: AccountId | null, limit = 10) =>
    (await selectUnmetDemand(db, { firstWeek: week, lastWeek: week, accountId, kind, limit })).map(
      (part) => [part.partNumber, part.times, part.accounts],
    );
  assert.deepEqual(await rank("not found", null), [
    ["NONE-1", 2, 2],
    ["NONE-2", 2, 2],
  ]);
  assert.deepEqual(await rank("not found", null, 1), [["NONE-1", 2, 2]]);
  assert.deepEqual(await rank("out of stock", null), [["EMPTY-1", 2, 2]]);
  assert.deepEqual(await rank("not found", other), [
    ["NONE-1", 1, 1],
    ["NONE-2", 1, 1],
  ]);
  assert.deepEqual(await rank("out of stock", one), [["EMPTY-1", 1, 1]]);
});

test("a week starts on Monday", () => {
  assert.equal(weekOf("2026-11-16"), "2026-11-16");
  assert.equal(weekOf("2026-11-22"), "2026-11-16");
  assert.equal(weekOf("2027-01-01"), "2026-12-28");
});

test("requests of an account's keys are counted per day", async () => {
  const own = await app.openAccount();
  const keyId = own.keyId as KeyId;
  const { accountId } = own;
  await storeRequests(
    app.database.db,
    makeRequest({ accountId, keyId }),
    makeRequest({ accountId, keyId, status: 429 }),
    makeRequest({ accountId, keyId, requestId: requestIdAt(daysAgo(10)) }),
  );
  const since = (days: number) => utcDay(daysAgo(days));
  const { db } = app.database;
  assert.deepEqual(await countRequestsOfKey(db, accountId, since(9)), [
    { keyId, requests: 2, refused: 1 },
  ]);
  assert.deepEqual(await countRequestsOfKey(db, accountId, since(10)), [
    { keyId, requests: 3, refused: 1 },
  ]);
  assert.deepEqual(await countRequestsOfKey(db, newAccount(), since(10)), []);
});
