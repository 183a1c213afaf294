import assert from "node:assert/strict";
import { before, test } from "node:test";
import { addDays, utcDay } from "../../src/kit/day.ts";
import type { ApiRequest } from "../../src/requests/apiRequest.ts";
import { insertUnmetDemand } from "../../src/requests/unmetDemandQueries.ts";
import { countUnmetDemand, type UnmetDemandTally } from "../../src/requests/unmetDemandTally.ts";
import { maintainPartitions } from "../../src/requests/writeQueries.ts";
import { app, openConsole, reader } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { storeRequests } from "../support/storeRequests.ts";
import type { TestAccount } from "../support/testApp.ts";

const orderId = "01900000-0000-7000-8000-00000000000a";
const dayMs = 86_400_000;
let one: TestAccount;
let other: TestAccount;
let requests: Record<"found" | "old" | "refused" | "failed" | "theirs", ApiRequest>;

openConsole();

before(async () => {
  one = await app.openAccount();
  other = await app.openAccount();
  const { now } = app.clock;
  const old = new Date(now.getTime() - 3 * dayMs);
  await maintainPartitions(app.database.db, utcDay(old));
  const of = ({ accountId, keyId }: TestAccount) =>
    ({ accountId, keyId }) as Pick<ApiRequest, "accountId" | "keyId">;
  requests = {
    found: makeRequest({ ...of(one), partNumbers: ["PAGE-1"], outcomes: "f", poNumber: "PO-77" }),
    old: makeRequest({ ...of(one), requestId: requestIdAt(old), partNumbers: ["PAGE-1"], orderId }),
    refused: makeRequest({
      ...of(one),
      status: 422,
      errorCode: "VALIDATION_FAILED",
      errorPath: "items[0]",
      errorMessage: "A <b>bold</b> message.",
    }),
    failed: makeRequest({ ...of(other), status: 502 }),
    theirs: makeRequest({ ...of(other), partNumbers: ["PAGE-1", "=2+2"], outcomes: "fn" }),
  };
  await storeRequests(app.database.db, ...Object.values(requests));
});

/** The names in `calls` of the requests that a list shows. */
async function listNames(query: string): Promise<string[]> {
  const { statusCode, body } = await reader.get(`/console/requests${query}`);
  assert.equal(statusCode, 200, query);
  return Object.entries(requests)
    .filter(([, { requestId }]) => body.includes(`/console/requests/${requestId}`))
    .map(([name]) => name);
}

test("requests of all accounts are found by account, key, status, PO, part number and day", async () => {
  const day = (ago: number) => addDays(utcDay(app.clock.now), -ago);
  const found = [
    ["", Object.keys(requests)],
    [`?account=${other.accountId}`, ["failed", "theirs"]],
    [`?account=ACCOUNT ${one.accountId}`, ["found", "old", "refused"]],
    ["?account=nobody", []],
    [`?key=${one.keyId}`, ["found", "old", "refused"]],
    [`?key=${one.keyId}&status=refused`, ["refused"]],
    [`?key=${other.keyId}&status=refused`, []],
    ["?status=failed", ["failed"]],
    ["?po=po-77", ["found"]],
    ["?part=page-1", ["found", "old", "theirs"]],
    [`?part=page-1&account=${other.accountId}`, ["theirs"]],
    [`?from=${day(1)}`, ["found", "refused", "failed", "theirs"]],
    [`?until=${day(2)}`, ["old"]],
    [`?part=page-1&from=${day(5)}&until=${day(2)}`, ["old"]],
    [`?part=page-1&until=${day(5)}`, []],
    ["?id=nonsense", []],
  ] as const;
  for (const [query, names] of found) assert.deepEqual(await listNames(query), names, query);
});

test("a request of any account is found by its id and shown with account, key, order and curl command", async () => {
  const { requestId } = requests.old;
  const page = `/console/requests/${requestId}`;
  await expectAnswer(reader.get(`/console/requests?id=${requestId}`), page);
  const links = [`accounts/${one.accountId}`, `keys/${one.keyId}`, `orders/${orderId}`];
  const shown = [...links.map((link) => `/console/${link}`), "PAGE-1", "curl -s"];
  await expectAnswer(reader.get(page), 200, ...shown);
  for (const id of ["x", "req_0", orderId, "%00"]) {
    await expectAnswer(reader.get(`/console/requests/${id}`), 404);
  }
});

test("the demand of the last four weeks is shown unless a week that is stored is chosen", async () => {
  const now = app.clock.now;
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { accountId } = await app.openAccount();
  const asked = { accountId, partNumbers: ["WEEKS-1"], outcomes: "n" };
  const tally: UnmetDemandTally = new Map();
  for (const at of [now, ago(7), ago(21), ago(35)]) {
    countUnmetDemand(tally, makeRequest({ ...asked, requestId: requestIdAt(at) }));
  }
  await insertUnmetDemand(app.database.db, tally);
  const times = async (week: string) => {
    const path = `/console/requests/unmet-demand?account=${accountId}&week=${week}`;
    const { body } = await expectAnswer(reader.get(path), 200);
    return /WEEKS-1<.*?<td[^>]*>(\d+)</s.exec(body)?.[1];
  };
  for (const none of ["", "0001-01-01", "9999-12-31", "x", "2026-02-31", "%00"]) {
    assert.equal(await times(none), "3", none);
  }
  assert.equal(await times(utcDay(now)), "1");
  assert.equal(await times(utcDay(ago(35))), "1");
});
