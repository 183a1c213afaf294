// The history of the demo: every page shows what it is for, totals and stock are consistent, and a
// second load adds nothing.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { countUnattended } from "../../src/accounts/operatorAccountQueries.ts";
import { prepareDemoLogins } from "../../src/demo/demoLogins.ts";
import { startOfHistory } from "../../src/demo/history/historyTimes.ts";
import { loadDemoHistory } from "../../src/demo/history/loadDemoHistory.ts";
import { loadDemo } from "../../src/demo/loadDemo.ts";
import type { PlainKey } from "../../src/keys/plainKey.ts";
import {
  anyOrder,
  countOrdersBy,
  datedEvents,
  selectOperatorOrders,
} from "../../src/orders/operators/operatorOrderQueries.ts";
import { orderStatuses } from "../../src/orders/order.ts";
import { selectLatency } from "../../src/requests/latencyQueries.ts";
import { selectUnmetDemand } from "../../src/requests/unmetDemandQueries.ts";
import { weekOf } from "../../src/requests/unmetDemandTally.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";
import { createTestPeople } from "../support/testPeople.ts";

const dayMs = 86_400_000;
const now = new Date();
const secret = randomBytes(32);
const businessDay = { opensMinute: 480, closesMinute: 1_080 };
const calendar = { zone: "UTC", days: [1, 2, 3, 4, 5], holidays: [], ...businessDay };
let database: TestDatabase;
let key: PlainKey;

function load(): Promise<boolean> {
  const context = { ...createTestPeople(database.db, secret), calendar };
  return loadDemoHistory(context, { secret, key }, now);
}

before(async () => {
  database = await openTestDatabase();
  const start = startOfHistory(now);
  key = await loadDemo(database.db, start);
  await prepareDemoLogins(createTestPeople(database.db, secret), undefined, start);
  assert.equal(await load(), true);
});

after(() => database.close());

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

test("there are orders in every state, over 60 days, with ascending numbers", async () => {
  assertCounted(await countColumn("status", "orders"), orderStatuses);
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

test("orders are found in the period of their creation, confirmation or fulfilment", async () => {
  const until = daysAgo(20);
  for (const dated of datedEvents) {
    const times =
      dated === "created"
        ? "(select created_at as at from orders) o"
        : `(select at from order_events where kind = '${dated}') e`;
    const events = await countBy(`select 'all' as name, count(*)::integer as count
      from ${times} where at < '${until.toISOString()}'`);
    const filter = { ...anyOrder, dated, until };
    const found = await selectOperatorOrders(database.db, filter, { before: null, limit: 1_000 });
    assert.ok(found.length > 10, dated);
    assert.equal(found.length, events["all"], dated);
  }
});

test("each subtotal is the sum of its lines, and stock is what orders allocate and ship", async () => {
  const wrong = await countBy(`select 'subtotals' as name, count(*)::integer as count from orders o
      where subtotal <> (select sum(line_total) from order_lines l where l.order_id = o.order_id)
    union all select 'stock', count(*)::integer from offers f
      where array[allocated, shipped] <> (
        select array[coalesce(sum(l.quantity) filter (where o.status = 'confirmed'), 0)::bigint,
          coalesce(sum(l.quantity) filter (where o.status = 'fulfilled'), 0)::bigint]
        from order_lines l join orders o using (order_id) where l.offer_id = f.offer_id
      ) or received - shipped < allocated`);
  assert.deepEqual(wrong, { subtotals: 0, stock: 0 });
});

test("the request log and the charts show requests of a month with errors", async () => {
  const { db } = database;
  assertCounted(await countColumn("status::text", "api_requests"), [
    "200",
    "201",
    "400",
    "401",
    "422",
    "429",
  ]);
  const days = await selectLatency(db, listDays(28));
  assert.ok(days.length >= 28, `${days.length} days`);
  assert.ok(days.some(({ failed }) => failed > 0));
  const placed = await countBy(`select 'lost' as name, count(*)::integer as count from orders o
    where key_id is not null and created_at > '${daysAgo(28).toISOString()}' and not exists (
      select from api_requests r where r.order_id = o.order_id
        and o.request_id = 'req_' || replace(r.request_id::text, '-', '')
    )`);
  assert.equal(placed["lost"], 0);
});

test("unmet demand has parts that are not found and parts out of stock, for 8 weeks", async () => {
  for (const kind of ["not found", "out of stock"] as const) {
    for (const days of [7, 30, 52]) {
      const week = weekOf(daysAgo(days).toISOString().slice(0, 10));
      const weeks = { firstWeek: week, lastWeek: week };
      const asked = { ...weeks, accountId: null, kind, limit: 9 };
      const parts = await selectUnmetDemand(database.db, asked);
      assert.ok(parts.length > 1, `${kind} in the week of ${week}`);
    }
  }
});

test("imports show a failed, a stopped and a reverted run, and ended when they ran", async () => {
  const states = await countColumn("state || ' ' || mode", "import_runs");
  assertCounted(states, ["committed merge", "committed revert", "failed merge", "stopped merge"]);
  const late = await countBy(`select 'late' as name, count(*)::integer as count from import_runs
    where ended_at not between started_at and started_at + interval '1 hour'`);
  assert.equal(late["late"], 0);
  assertCounted(await countColumn("'refused'", "import_refused_pieces"), ["refused"]);
});

test("key requests, keys, e-mails, lists and the audit log show what operators work on", async () => {
  const { db } = database;
  const requests = await countColumn("state", "key_requests");
  assertCounted(requests, ["new", "needs information", "issued", "declined"]);
  const keys = await countBy(`select case when revoked_at is not null then 'revoked'
      when expires_at is not null then 'ending' else 'active' end as name,
      count(*)::integer as count from api_keys group by 1`);
  assertCounted(keys, ["revoked", "ending", "active"]);
  const mails = await countColumn("state", "mails");
  assertCounted(mails, ["sent", "bounced"]);
  assert.equal(mails["queued"] ?? 0, 0);
  assert.equal(await countUnattended(db, now), 1);
  const done = await countColumn("action", "audit_events");
  assertCounted(done, ["fulfilled an order", "revoked a key", "suspended an account"]);
  assertCounted(await countColumn("'lists'", "quick_orders"), ["lists"]);
  assert.deepEqual(await countColumn("state", "quote_requests"), { open: 2, answered: 1 });
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
