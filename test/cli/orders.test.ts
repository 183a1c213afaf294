// Orders in the shell: what it shows of them, and lists that are read to their end.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const account = share(() => app.openAccount());

before(async () => {
  const stated = { manufacturer: "Acme", cage: "1EX01", certificate: "8130-3; CoC" };
  await insertOffer(app.database.db, { partNumber: "P1", leadTimeDays: 9, ...stated });
});

const order = (...args: readonly string[]) => runCommand(app.database, ["order", ...args]);

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
    assert.deepEqual(listed, report);
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
