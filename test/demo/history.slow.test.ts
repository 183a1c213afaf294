// The history of the demo: every page shows what it is for, totals and stock are consistent, and a
// second load adds nothing.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, test } from "node:test";
import { countUnattended } from "../../src/accounts/operatorAccountQueries.ts";
import { prepareDemoLogins } from "../../src/demo/demoLogins.ts";
import { startOfHistory } from "../../src/demo/history/historyTimes.ts";
import { loadDemoHistory } from "../../src/demo/history/loadDemoHistory.ts";
import { loadDemo } from "../../src/demo/loadDemo.ts";
import type { PlainKey } from "../../src/keys/plainKey.ts";
import { countOrdersBy } from "../../src/orders/operatorQueries.ts";
import { orderStatuses } from "../../src/orders/order.ts";
import { quoteRequestStates } from "../../src/quotes/quoteRequest.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople } from "../support/testPeople.ts";

const dayMs = 86_400_000;
const now = new Date();
const secret = randomBytes(32);
const businessDay = { opensMinute: 480, closesMinute: 1_080 };
const calendar = { zone: "UTC", days: [1, 2, 3, 4, 5], holidays: [], ...businessDay };
const database = share(openTestDatabase);
let key: PlainKey;

function load(): Promise<boolean> {
  const context = { ...createTestPeople(database.db, secret), calendar };
  return loadDemoHistory(context, { secret, key }, now);
}

before(async () => {
  const start = startOfHistory(now);
  key = await loadDemo(database.db, start);
  await prepareDemoLogins(createTestPeople(database.db, secret), undefined, start);
  assert.equal(await load(), true);
});

/** The starts of the last days in UTC, and of today. */
function listDays(count: number): Date[] {
  return Array.from({ length: count + 1 }, (_, place) => {
    return new Date(
      `${daysAgo(count - place)
        .toISOString()
        .slice(0, 10)}T00:00:00Z`,
    );
  });
}

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** The rows of `text` as one object: its column `name` to its column `count`. */
async function countBy(text: string): Promise<Readonly<Record<string, number>>> {
  const rows = await database.db.query<{ name: string; count: number }>({ name: "", text });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

function countColumn(column: string, table: string): Promise<Readonly<Record<string, number>>> {
  return countBy(`select ${column} as name, count(*)::integer as count from ${table} group by 1`);
}

/** Asserts that each name is counted. */
function assertCounted(counts: Readonly<Record<string, number>>, names: readonly string[]): void {
  const missing = names.filter((name) => (counts[name] ?? 0) === 0);
  assert.deepEqual(missing, [], JSON.stringify(counts));
}

test("there are orders over 60 days, with ascending numbers", async () => {
  const spread = await countBy(`select 'first' as name,
      extract(epoch from '${now.toISOString()}' - min(created_at))::float8 / 86400 as count
      from orders
    union all select 'later', count(*) filter (where created_at > '${now.toISOString()}')::integer
    from orders
    union all select 'unordered', count(*)::integer from (
      select created_at < lag(created_at) over (order by order_number) as is_earlier from orders
    ) numbered where is_earlier`);
  assert.ok((spread["first"] ?? 0) > 55, JSON.stringify(spread));
  assert.deepEqual([spread["later"], spread["unordered"]], [0, 0]);
  const days = await countOrdersBy(database.db, listDays(30));
  assert.ok(days.filter(({ confirmed }) => confirmed > 0).length > 12);
});

test("orders, requests, imports, keys, e-mails and lists are in each state that pages show", async () => {
  const ending = `case when revoked_at is not null then 'revoked'
    when expires_at is not null then 'ending' else 'active' end`;
  for (const [column, table, names] of [
    ["status", "orders", orderStatuses],
    ["status::text", "api_requests", ["200", "201", "400", "401", "422", "429"]],
    [
      "state || ' ' || mode",
      "import_runs",
      ["committed merge", "committed revert", "failed merge", "stopped merge"],
    ],
    ["'refused'", "import_refused_pieces", ["refused"]],
    ["state", "key_requests", ["new", "needs information", "issued", "declined"]],
    [ending, "api_keys", ["revoked", "ending", "active"]],
    ["state", "mails", ["sent", "bounced"]],
    ["action", "audit_events", ["fulfilled an order", "revoked a key", "suspended an account"]],
    ["'lists'", "quick_orders", ["lists"]],
    ["state", "quote_requests", [...quoteRequestStates]],
  ] as const) {
    assertCounted(await countColumn(column, table), names);
  }
  assert.equal(await countUnattended(database.db, now), 1);
});

test("a second load adds nothing", async () => {
  const count = () =>
    countBy(`select 'orders' as name, count(*)::integer as count from orders
      union all select 'mails', count(*)::integer from mails
      union all select 'runs', count(*)::integer from import_runs`);
  const earlier = await count();
  assert.equal(await load(), false);
  assert.deepEqual(await count(), earlier);
});
