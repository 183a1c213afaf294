// The operators' list of orders: default filter, each filter, saved views and exports.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { type ConfirmedOrder, confirmOne, draftOrder } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let olga: TestOperator;
let confirmed: ConfirmedOrder;
let draft: ConfirmedOrder;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  olga = await openOperator(app, { role: "operator" });
  confirmed = await confirmOne(app, "=PO-Alpha-7");
  draft = await draftOrder(app, "PO-Beta");
});

after(() => app.close());

/** Which of the two orders a list shows, by variable name. */
async function listNames(query: string): Promise<string[]> {
  const page = await olga.get(`/console/orders${query}`);
  assert.equal(page.statusCode, 200, query);
  const has = ({ orderId }: ConfirmedOrder) => page.body.includes(`/console/orders/${orderId}`);
  return [...(has(confirmed) ? ["confirmed"] : []), ...(has(draft) ? ["draft"] : [])];
}

test("the list starts with orders to fulfil, and with a filter shows all matching orders", async () => {
  assert.deepEqual(await listNames(""), ["confirmed"]);
  assert.deepEqual(await listNames("?status=confirmed"), ["confirmed"]);
  assert.deepEqual(await listNames("?status=draft"), ["draft"]);
  assert.deepEqual(await listNames("?status=all"), ["confirmed", "draft"]);
  for (const [status, mayFulfil] of [
    ["confirmed", true],
    ["all", true],
    ["draft", false],
  ] as const) {
    const { body } = await olga.get(`/console/orders?status=${status}`);
    assert.equal(body.includes('formaction="/console/orders/fulfil"'), mayFulfil, status);
  }
  assert.deepEqual(await listNames(`?account=${draft.account.accountId}`), ["draft"]);
});

test("an order is found by account, PO, part number, id and day, and by combinations", async () => {
  const { accountId } = confirmed.account;
  const today = app.clock.now.toISOString().slice(0, 10);
  const before = new Date(app.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const found = [
    [`account=${accountId}`, ["confirmed"]],
    [`account=account ${accountId}`, ["confirmed"]],
    ["account=nobody", []],
    ["po=%3Dpo-alp", ["confirmed"]],
    ["po=alpha", ["confirmed"]],
    ["po=al", []],
    [`part=${draft.partNumber.toLowerCase()}`, ["draft"]],
    ["part=DESK", []],
    [`id=${confirmed.orderId}`, ["confirmed"]],
    [`id=${draft.orderId.slice(0, 13).toUpperCase()}`, draft.orderId],
    ["id=not-an-id", []],
    [`id=${draft.orderNumber.toLowerCase()}`, ["draft"]],
    [`id=${confirmed.orderNumber.slice(3)}`, ["confirmed"]],
    [`id=${draft.orderNumber}&status=confirmed`, ["draft"]],
    ["id=SO-999999", []],
    [`from=${today}`, ["confirmed", "draft"]],
    [`until=${today}`, ["confirmed", "draft"]],
    [`until=${before}`, []],
    [`account=${accountId}&status=draft`, []],
    [`po=po-beta&part=${draft.partNumber}&from=${today}&status=draft`, ["draft"]],
  ] as const;
  for (const [query, orders] of found) {
    const names = await listNames(`?${query}`);
    if (typeof orders === "string") assert.ok(names.includes("draft"), query);
    else assert.deepEqual(names, orders, query);
  }
});

test("invalid filters are ignored", async () => {
  const odd = ["status=king", "from=2026-02-31", "until=x", "before=x", "po=%00", "part=%ED%A0%80"];
  for (const query of odd) await listNames(`?${query}`);
  assert.deepEqual(await listNames("?from=2026-02-31"), ["confirmed"]);
});

test("orders are paged by id, each listed once", async () => {
  const account = await app.openAccount();
  const { db } = app.database;
  await db.query({
    name: "",
    text: `insert into orders (order_id, account_id, status, po_number, currency, subtotal,
        request_id, created_at, user_id, made_by)
      select uuidv7(), $1, 'expired', 'BULK-' || n, 'USD', 0, 'r', now(), gen_random_uuid(), 'Ada'
      from generate_series(1, 120) n`,
    values: [account.accountId],
  });
  const seen = new Set<string>();
  let next: string | undefined = `/console/orders?account=${account.accountId}`;
  let pages = 0;
  while (next !== undefined) {
    const { body } = await olga.get(next);
    for (const [, id = ""] of body.matchAll(/href="\/console\/orders\/([0-9a-f-]{36})"/g)) {
      assert.ok(!seen.has(id));
      seen.add(id);
    }
    pages += 1;
    const [, href] = /rel="next" href="([^"]+)"/.exec(body) ?? [];
    next = href?.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&#61;", "=");
  }
  assert.deepEqual([seen.size, pages], [120, 3]);
});

test("the exports contain the lines of the filtered orders, with formulas escaped", async () => {
  const csv = await olga.get("/console/orders/export.csv?po=%3DPO-Alpha");
  const [head, ...rows] = csv.body.trimEnd().split("\n");
  assert.match(head ?? "", /^order_id,status,account,po_number/);
  assert.equal(rows.length, 1);
  assert.match(rows[0] ?? "", /,'=PO-Alpha-7,/);
  const both = await olga.get("/console/orders/export.csv?status=all&po=PO-Beta");
  assert.ok(both.body.includes(draft.partNumber) && !both.body.includes(confirmed.partNumber));
  const xlsx = await olga.get("/console/orders/export.xlsx?status=confirmed");
  assert.equal(xlsx.rawPayload.subarray(0, 2).toString("latin1"), "PK");
  const lines = await olga.get(`/console/orders/${draft.orderId}/lines.csv`);
  assert.ok(lines.body.includes(draft.partNumber));
});

async function eventsOf(operator: TestOperator): Promise<string[]> {
  const none = { subjectKind: null, subjectId: null, accountId: null, from: null, until: null };
  const filter = { ...none, operatorId: operator.operatorId, action: null };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 10 });
  return events.map(({ action }) => action);
}

function addressIn(location: unknown): string {
  return String(location);
}

test("a saved view belongs to one operator; saving and removing it can be undone", async () => {
  const vera = await openOperator(app, { role: "read-only", name: "Vera Viewer" });
  const filter = `po=po-beta&account=${draft.account.accountId}&before=${draft.orderId}`;
  const saved = await vera.post("/console/orders/views", { name: " Beta  <1> ", filter });
  const shown = await vera.get(addressIn(saved.headers.location));
  assert.equal(shown.statusCode, 200);
  assert.match(shown.body, /View “Beta &#?\w+;1&#?\w+;” saved\./);
  assert.ok(shown.body.includes(`/console/orders/${draft.orderId}`));
  assert.ok(!(await olga.get("/console/orders")).body.includes("Saved views"));
  const [, undo = ""] = /action="(\/console\/orders\/views\/[^"]+\/remove)"/.exec(shown.body) ?? [];
  assert.equal((await olga.post(undo)).statusCode, 404);
  const removed = await vera.post(undo);
  const after = await vera.get(addressIn(removed.headers.location));
  assert.match(after.body, /” removed\./);
  assert.ok(!after.body.includes("Saved views"));
  assert.equal((await vera.post(undo)).statusCode, 404);
  const again = await vera.post("/console/orders/views", { name: "Beta <1>", filter });
  assert.equal(again.statusCode, 303);
  assert.deepEqual(await eventsOf(vera), ["saved a view", "deleted a saved view", "saved a view"]);
});

test("a saved view has a unique name of 1 to 60 characters; an operator has at most 20", async () => {
  const operator = await openOperator(app, { role: "operator" });
  const save = (name: string) => operator.post("/console/orders/views", { name, filter: "po=x" });
  for (const name of ["", "  ", "n".repeat(61)]) assert.equal((await save(name)).statusCode, 422);
  assert.equal((await save("n".repeat(60))).statusCode, 303);
  const named = await save("N".repeat(60));
  assert.equal(named.statusCode, 422);
  assert.match(named.body, /You already have a view with this name/);
  for (let count = 2; count <= 20; count += 1) {
    assert.equal((await save(`list ${count}`)).statusCode, 303);
  }
  const full = await save("one more");
  assert.equal(full.statusCode, 422);
  assert.match(full.body, /You have 20 views/);
});

test("a typed PO number is found in all states, and the page says so", async () => {
  const only = /Nothing matches in “To fulfil”\. These are in other states\./;
  assert.deepEqual(await listNames("?status=confirmed&po=PO-Beta"), ["draft"]);
  assert.match((await olga.get("/console/orders?status=confirmed&po=PO-Beta")).body, only);
  assert.doesNotMatch((await olga.get("/console/orders?status=draft&po=PO-Beta")).body, only);
  await draftOrder(app, "=PO-Alpha-8");
  const { body } = await olga.get("/console/orders?status=confirmed&po=%3DPO-Alpha");
  assert.match(body, /1 more in states other than “To fulfil”/);
  assert.match(body, /status&#61;all[^"]*">Show all states/);
});

test("a PO number is found in its state, however many newer orders of other states have it", async () => {
  const { orderId } = await confirmOne(app, "ZZ-1");
  const { account } = await draftOrder(app, "ZZ-2");
  await app.database.db.query({
    name: "",
    text: `insert into orders (order_id, account_id, status, po_number, currency, subtotal,
        request_id, created_at, changed_at)
      select gen_random_uuid(), account_id, status, 'ZZ-' || n, currency, subtotal,
        request_id || n, created_at, changed_at
      from orders, generate_series(3, 103) n where account_id = $1`,
    values: [account.accountId],
  });
  const { body } = await olga.get("/console/orders?status=confirmed&po=ZZ");
  assert.ok(body.includes(`/console/orders/${orderId}`));
  assert.match(body, /100\+ more in states other than “To fulfil”/);
});
