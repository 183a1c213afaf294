// The header X-Catalog-Time, on clocks that the test moves.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Follower } from "../../src/catalog/replica/follower.ts";
import type { OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import {
  canonicalPrefix,
  openTestApp,
  type TestAccount,
  type TestApp,
} from "../support/testApp.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);
const followed = share(() => createFollowedFolder(database.db));
let follower: Follower;
let app: TestApp;
let buyer: TestAccount;
/** Whether requests see what was committed before them. */
let isFollowing = true;

before(async () => {
  follower = await followed.openOne();
  const reader = followed.openReader(60_000);
  const replica = {
    ...reader,
    folder: followed.folder,
    catchUp: async () => (isFollowing ? follower.catchUp() : undefined),
    close: async () => reader.close(),
  };
  app = await openTestApp({ rateLimitCatalog: 0 }, { ...database, replica });
  buyer = await app.openAccount();
  await insertOffer(database.db, { partNumber: "TIME-1", partName: "PUMP, FUEL", stock: 5 });
});

after(async () => {
  await follower.close();
  await app.database.replica.close();
  await app.close();
});

beforeEach(() => {
  isFollowing = true;
});

/** Lets time pass for the service, the follower and the readers. */
function pass(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
  followed.clock.now = app.clock.now;
  followed.clock.monotonicMs += ms;
}

async function lookUp(body: unknown = { part_numbers: ["TIME-1"] }) {
  const response = await buyer.post("catalog", body);
  assert.equal(response.statusCode, 200, response.body);
  const stock: number | undefined = response.json().found_parts[0]?.available_stock;
  return { time: response.headers["x-catalog-time"], stock, headers: response.headers };
}

const now = () => app.clock.now.toISOString();

test("every lookup with status 200 has the headers that the document requires", async () => {
  const document: OpenApiDocument = (await app.server.inject("/openapi.json")).json();
  const answer = document.paths[`${canonicalPrefix}/catalog`]?.["post"]?.responses["200"];
  const { headers } = document.components;
  const names = Object.keys(answer?.headers ?? {});
  const required = names.filter((name) => headers?.[name]?.required === true);
  assert.deepEqual(required, ["X-Request-Id", "X-Catalog-Time"]);
  const bodies = [
    { part_numbers: ["TIME-1"] },
    { part_numbers: ["MISSING"] },
    { part_names: ["no such part"] },
    { part_numbers: [" "] },
    { part_numbers: [""], part_names: [""], in_stock: true },
    { part_names: Array.from({ length: 12 }, (_, n) => `pump ${n}`) },
    { part_names: ["fuel"], include: ["suggestions", "matches", "unpriced"] },
    { part_numbers: ["TIME-1"], include: ["account_price", "details"] },
  ];
  for (const body of bodies) {
    const found = (await lookUp(body)).headers;
    for (const name of required) assert.ok(found[name.toLowerCase()], JSON.stringify(body));
    assert.equal(found["x-catalog-time"], now(), JSON.stringify(body));
  }
});

test("the catalog time is the time of the last proof, whatever the lookup shows", async () => {
  pass(1_234);
  const first = await lookUp();
  assert.match(String(first.time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(first.time, now());
  isFollowing = false;
  for (const ms of [1, 999, 20_000, 39_000]) {
    pass(ms);
    const later = await lookUp();
    assert.equal(later.time, first.time, `${ms} ms later`);
    assert.ok(String(later.time) < now());
  }
  isFollowing = true;
  assert.equal((await lookUp()).time, now());
});

test("the catalog time is not earlier than a change that the lookup shows", async () => {
  await lookUp();
  isFollowing = false;
  pass(5_000);
  const changed = now();
  const text = "update offers set received = received + 2 where part_number_key = 'TIME-1'";
  await runSql(database.db, text);
  pass(700);
  const earlier = await lookUp();
  assert.equal(earlier.stock, 5);
  assert.ok(String(earlier.time) < changed, "the change is not shown yet");
  isFollowing = true;
  const shown = await lookUp();
  assert.equal(shown.stock, 7);
  assert.ok(String(shown.time) >= changed);
  assert.ok(String(shown.time) <= now());
});

test("the catalog time is not in the future if the clock of the machine is set back", async () => {
  const { now: right } = app.clock;
  app.clock.now = new Date(right.getTime() - 3_600_000);
  assert.equal((await lookUp()).time, now());
  app.clock.now = right;
});
