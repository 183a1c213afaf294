// Orders in the shell: what it shows of them, and lists that are read to their end.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const longAgo = "0001-01-01T00:00:00Z";
const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const account = share(() => app.openAccount());

before(async () => {
  const stated = { manufacturer: "Acme", cage: "1EX01", certificate: "8130-3; CoC" };
  await insertOffer(app.database.db, { partNumber: "P1", leadTimeDays: 9, ...stated });
});

const order = (...args: readonly string[]) => runCommand(app.database, ["order", ...args]);

async function list(...args: readonly string[]): Promise<[ids: string[], cursor: string]> {
  const { exitCode, stderr, json } = await order("list", "--json", ...args);
  assert.equal(exitCode, 0, stderr);
  const cursor = stderr === "" ? "" : JSON.parse(stderr).next_cursor;
  const orders: { order_id: string; cursor: string }[] = json();
  if (cursor !== "" && orders.length > 0) assert.equal(orders.at(-1)?.cursor, cursor);
  return [orders.map(({ order_id }) => order_id), cursor];
}

/** The rows of an export by the names of its columns. */
async function exportRows(...args: readonly string[]): Promise<Record<string, string>[]> {
  const { stdout } = await order("export", ...args);
  const [head = [], ...rows] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

function toCell(fact: unknown): string {
  const text = typeof fact === "object" && fact !== null && "amount" in fact ? fact.amount : fact;
  return String(text ?? "").replace(/\.\d{3}Z$/, "Z");
}

test("the API, the shell and files show the same facts of an order", async () => {
  const confirmed = await confirmOne(app, "PO-1");
  const lookup = await account.post("catalog", { part_numbers: ["P1"] });
  const part_id = lookup.json().found_parts[0].part_id;
  const items = [
    { part_id, quantity: 2, remark: "5B-DCX", needed_by: "2999-01-31" },
    { part_id, quantity: 1 },
  ];
  const body = { items, po_number: "PO-2", ship_to: "Dock 3", notes: "No." };
  const placed = (await account.post("orders", body)).json().order;
  assert.deepEqual(
    [
      placed.line_items[0].manufacturer,
      placed.line_items[0].cage,
      placed.line_items[0].certificate,
    ],
    ["Acme", "1EX01", "8130-3; CoC"],
  );
  for (const [reader, id] of [
    [account, placed.order_id],
    [confirmed.account, confirmed.orderId],
  ] as const) {
    const { line_items, ...shown } = (await reader.get(`orders/${id}`)).json().order;
    const report = (await order("show", id, "--json")).json();
    const [listed] = (await order("list", "--json", "--po", shown.po_number)).json();
    const { cursor, ...rest } = listed;
    assert.deepEqual([rest, typeof cursor], [report, "string"]);
    assert.deepEqual({ ...report, ...shown }, report);
    assert.equal(report.confirmed_by === null, shown.confirmed_at === null);
    const { accountId: account_id } = reader;
    assert.deepEqual([report.account_id, report.ship_to], [account_id, shown.ship_to ?? null]);
    const rows = await exportRows("--po", shown.po_number);
    assert.equal(rows.length, line_items.length);
    for (const [at, line] of line_items.entries()) {
      const full = report.lines[at];
      assert.deepEqual({ ...full, ...line }, full);
      assert.equal(full.list_price.amount, line.unit_price.amount);
      for (const [name, cell] of Object.entries(rows[at] ?? {})) {
        const fact = { ...report, ...full, line_number: at + 1, list_currency: "USD" }[name];
        assert.equal(cell, toCell(name === "currency" ? "USD" : fact), name);
      }
    }
  }
});

test("a list and an export end with the last order, in pages that continue by their cursor", async () => {
  const { accountId } = await app.openAccount();
  await runSql(
    app.database.db,
    `with placed as (
        insert into orders (order_id, account_id, status, currency, subtotal, request_id,
          created_at, user_id, made_by)
        select uuidv7(g * '1 second'::interval), $1, 'draft', 'USD', 1, 'r', now(),
          gen_random_uuid(), 'Ada' from generate_series(1, 1234) g
        returning order_id
      )
      insert into order_lines (order_id, offer_id, part_number, vendor, condition,
        unit_of_measure, quantity, unit_price, line_total, line_number)
      select placed.order_id, o.offer_id, o.part_number, o.vendor, o.condition, o.unit_of_measure,
        1, 1, 1, 1
      from placed, offers o where o.part_number = 'P1'`,
    [accountId],
  );
  for (const by of [[], ["--updated-since", longAgo]]) {
    const only = ["--account", accountId, ...by];
    const [all] = await list(...only, "--limit", "999999999");
    assert.equal(new Set(all).size, 1_234);
    assert.equal((await exportRows(...only)).length, 1_234);
    const [first, cursor] = await list(...only, "--limit", "1000");
    const [rest, end] = await list(...only, "--limit", "234", "--cursor", cursor);
    assert.deepEqual([...first, ...rest], all);
    assert.equal(end === "", by.length === 0, "changes can follow");
  }
  const table = await order("list", "--account", accountId, "--limit", "250");
  assert.equal(table.stdout.split("\n").filter((line) => line.startsWith("number")).length, 1);
  assert.equal(table.stdout.trimEnd().split("\n").length, 251);
});
