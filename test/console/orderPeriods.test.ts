// Closing a month: orders by the day of their confirmation or fulfilment, their sums and files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fulfilOrder } from "../../src/orders/cancelOrder.ts";
import { correctReference } from "../../src/orders/operators/correctReference.ts";
import { anyOrder } from "../../src/orders/operators/operatorOrderQueries.ts";
import { maxSummedOrders, sumOrders } from "../../src/orders/operators/orderSumQueries.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let olga: TestOperator;
let orders: Readonly<Record<"draft" | "confirmed" | "fulfilled", ConfirmedOrder>>;
let fulfilledAt: Date;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const dayMs = 86_400_000;
const listPath = "/console/orders";

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  orders = {
    draft: await draftOrder(app, "D"),
    confirmed: await confirmOne(app, "C"),
    fulfilled: await confirmOne(app, "F"),
  };
  fulfilledAt = new Date(app.clock.now.getTime() + 3 * dayMs);
  const { orderId } = orders.fulfilled;
  const operator = { operatorId: crypto.randomUUID(), name: "Olga Operator" };
  const actor = { kind: "operator", operator, requestId: "r" } as never;
  const { db } = app.database;
  await db.transaction((tx) => fulfilOrder(tx, orderId, "DN-1", { actor, now: fulfilledAt }));
  const now = new Date(fulfilledAt.getTime() + 3 * dayMs);
  await correctReference(db, { orderId, version: 3, reference: "=DN-2", actor, now });
});

after(() => app.close());

async function listNames(query: string): Promise<string[]> {
  const page = await olga.get(`${listPath}?${query}`);
  assert.equal(page.statusCode, 200, query);
  return Object.entries(orders).flatMap(([name, { orderId }]) =>
    page.body.includes(`${listPath}/${orderId}`) ? [name] : [],
  );
}

test("the list shows the time by which its orders are filtered", async () => {
  const shown = async (date: string) => {
    const query = `status=all&date=${date}&from=${dayOf(app.clock.now)}`;
    const { body } = await olga.get(`${listPath}?${query}`);
    const titles = [...body.matchAll(/<th role="columnheader"[^>]*>(?:<a [^>]*>)?([^<]+)</g)];
    const row = body.split("<tr ").find((one) => one.includes(orders.fulfilled.orderId)) ?? "";
    return [titles.map(([, title]) => title), /datetime="([^"]+)"/.exec(row)?.[1]] as const;
  };
  const [titles, at] = await shown("fulfilled");
  assert.ok(titles.includes("Fulfilled") && !titles.includes("Created"), titles.join());
  assert.equal(at, fulfilledAt.toISOString());
  const [created, createdAt] = await shown("created");
  assert.ok(created.includes("Created") && !created.includes("Fulfilled"), created.join());
  assert.equal(createdAt?.slice(0, 10), dayOf(app.clock.now));
});

test("orders are filtered by the day of their creation, confirmation or fulfilment", async () => {
  const today = dayOf(app.clock.now);
  const later = dayOf(fulfilledAt);
  const before = dayOf(new Date(app.clock.now.getTime() - dayMs));
  const found = [
    [`from=${today}&until=${today}`, ["draft", "confirmed", "fulfilled"]],
    [`date=created&from=${today}`, ["draft", "confirmed", "fulfilled"]],
    [`date=confirmed&from=${today}&until=${today}`, ["confirmed", "fulfilled"]],
    [`date=confirmed&until=${before}`, []],
    [`date=fulfilled&from=${later}&until=${later}`, ["fulfilled"]],
    [`date=fulfilled&from=${later}`, ["fulfilled"]],
    [`date=fulfilled&until=${later}`, ["fulfilled"]],
    [`date=fulfilled&from=${today}&until=${today}`, []],
    [`date=fulfilled&from=${later}&status=confirmed`, ["fulfilled"]],
    [`date=confirmed&from=${today}&status=confirmed`, ["confirmed"]],
    ["date=fulfilled&status=confirmed", ["confirmed"]],
    ["date=king&status=confirmed", ["confirmed"]],
  ] as const;
  for (const [query, names] of found) assert.deepEqual(await listNames(query), names, query);
});

test("the states beside a period are those in which an order can be", async () => {
  const page = await olga.get(`${listPath}?date=fulfilled&from=${dayOf(fulfilledAt)}`);
  assert.match(page.body, /<option value="fulfilled" selected>Fulfilment<\/option>/);
  const body = page.body.replaceAll("&#61;", "=").replaceAll("&#38;", "&");
  assert.match(body, /href="\/console\/orders\?status=draft"/);
  assert.match(body, /href="[^"]*status=fulfilled&date=fulfilled&from=/);
});

test("the list shows the sum of all matching orders by currency", async () => {
  const { accountId } = await app.openAccount({ currency: "EUR" });
  const insert = (currency: string, minor: number) =>
    app.database.db.query({
      name: "",
      text: `insert into orders (order_id, account_id, status, currency, subtotal, request_id,
          created_at, user_id, made_by)
        select uuidv7(), $1, 'expired', $2, $3, 'r', now(), gen_random_uuid(), 'Ada'
        from generate_series(1, 60)`,
      values: [accountId, currency, minor],
    });
  await insert("EUR", 100);
  await insert("USD", 250_000);
  const { body } = await olga.get(`${listPath}?account=${accountId}`);
  assert.match(body, /<p>Expired \(120\): EUR 60\.00, USD 150,000\.00\.<\/p>/);
  const one = await olga.get(`${listPath}?account=${accountId}&status=expired`);
  assert.match(one.body, /120 orders: EUR 60\.00, USD 150,000\.00/);
  const none = await olga.get(`${listPath}?account=${accountId}&status=draft`);
  assert.doesNotMatch(none.body, /0 orders/);
});

test("all orders are summed for each state, and the tabs of a filter count what they list", async () => {
  const page = async (query: string) => {
    const { body } = await olga.get(`${listPath}?${query}`);
    const [, tabs = ""] =
      /<nav class="tabs" aria-label="States">([\s\S]*?)<\/nav>/.exec(body) ?? [];
    const counted = [
      ...tabs.matchAll(/>([A-Z][a-z ]+)(?: <span class="quiet">(\d+)<\/span>)?<\/a>/g),
    ];
    return { body, counts: Object.fromEntries(counted.map(([, name, count]) => [name, count])) };
  };
  const today = dayOf(app.clock.now);
  const accountId = `account=${orders.draft.account.accountId}`;
  const { body, counts } = await page(`status=all&${accountId}&from=${today}&until=${today}`);
  assert.match(body, /<p>Draft \(1\): USD [\d.]+\.<\/p>/);
  const none = { "To fulfil": "0", Fulfilled: "0", Cancelled: "0", Expired: "0", All: undefined };
  assert.deepEqual(counts, { ...none, Drafts: "1" });
  const later = await page(`date=fulfilled&from=${dayOf(fulfilledAt)}`);
  assert.deepEqual(later.counts, {
    "To fulfil": undefined,
    Drafts: undefined,
    Fulfilled: "1",
    Cancelled: undefined,
    Expired: undefined,
    All: undefined,
  });
  const ofAccount = (await olga.get(`${listPath}?${accountId}`)).body;
  assert.match(ofAccount, /Orders of <a [^>]+>[^<]+<\/a>, newest first\./);
  assert.match((await olga.get(listPath)).body, /Orders of all accounts, newest first\./);
});

test("more orders than are summed have no sum", async () => {
  const { accountId } = await app.openAccount();
  const { db } = app.database;
  const insert = (count: number) =>
    db.query({
      name: "",
      text: `insert into orders (order_id, account_id, status, currency, subtotal, request_id,
          created_at, user_id, made_by)
        select uuidv7(), $1, 'expired', 'USD', 1, 'r', now(), gen_random_uuid(), 'Ada'
        from generate_series(1, $2::integer)`,
      values: [accountId, count],
    });
  for (let made = 0; made < maxSummedOrders; made += 5000) await insert(5000);
  const filter = { ...anyOrder, accountId };
  const sum = { minor: BigInt(maxSummedOrders), currency: "USD" };
  const all = [{ status: "expired", orders: maxSummedOrders, sum }];
  assert.deepEqual(await sumOrders(db, filter), all);
  await insert(1);
  assert.equal(await sumOrders(db, filter), null);
  const { body } = await olga.get(`${listPath}?account=${accountId}`);
  assert.match(body, /More than 50,000 orders match/);
});

test("files of orders have when and by whom they were confirmed, and the corrected reference", async () => {
  const day = dayOf(fulfilledAt);
  const sent = await olga.get(`${listPath}/export.csv?date=fulfilled&from=${day}&until=${day}`);
  const name = `orders-fulfilled-${day}-to-${day}.csv`;
  assert.equal(sent.headers["content-disposition"], `attachment; filename="${name}"`);
  const [head = "", ...rows] = sent.body.trimEnd().split("\n");
  const last = "fulfilled_at,fulfilment_reference,remark,needed_by,ship_to";
  assert.ok(head.trimEnd().endsWith(`,${last}`), head);
  assert.equal(rows.length, 1);
  const time = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
  const end = `,${time(app.clock.now)},Una Buyer,${time(fulfilledAt)},'=DN-2,,,`;
  assert.ok(rows[0]?.trimEnd().endsWith(end));
  const draft = await olga.get(`${listPath}/${orders.draft.orderId}/lines.csv`);
  assert.match(draft.body.trimEnd(), /,,,,,,,$/);
});

test("the name of a file contains the period of its orders", async () => {
  const named = [
    ["status=confirmed", "orders.csv"],
    ["from=2026-10-01", "orders-created-from-2026-10-01.csv"],
    ["date=confirmed&until=2026-10-31", "orders-confirmed-to-2026-10-31.csv"],
    ["from=%22%0d&until=2026-10-31", "orders-created-to-2026-10-31.csv"],
    [`order=${orders.draft.orderId}&from=2026-10-01`, "orders.csv"],
  ] as const;
  for (const [query, name] of named) {
    const { headers } = await olga.get(`${listPath}/export.csv?${query}`);
    assert.equal(headers["content-disposition"], `attachment; filename="${name}"`, query);
  }
});
