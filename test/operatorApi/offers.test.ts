// Changed stock and prices by the distributor's own systems.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openSystem } from "../support/operatorApi.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
let system: Awaited<ReturnType<typeof openSystem>>;
let account: TestAccount;

before(async () => {
  system = await openSystem(app);
  account = await app.openAccount();
});

const vendor = "Changes";
const named = (partNumber: string) => ({ part_number: partNumber, vendor, condition: "NE" });

const usd = (amount: string) => ({ amount, currency: "USD" });

const patch = (offers: readonly object[], search = "") =>
  system.send("PATCH", `/offers${search}`, { offers });

async function find(partNumber: string) {
  const { found_parts } = (await account.post("catalog", { part_numbers: [partNumber] })).json();
  return { stock: found_parts[0].available_stock, price: found_parts[0].price };
}

test("stock and prices change to what is sent, by the offer's number too, and the run reverts", async () => {
  for (const partNumber of ["CHG-1", "CHG-2", "CHG-3"]) {
    await insertOffer(app.database.db, { partNumber, vendor, stock: 5 });
  }
  const before = await find("CHG-2");
  const first = await patch(
    [
      { ...named("CHG-1"), available_stock: 9 },
      { ...named("CHG-2"), price: usd("1250.500") },
      { ...named("CHG-3"), on_hand: 5 },
      { ...named("CHG-4"), on_hand: 5 },
      { part_number: "CHG-1", on_hand: 5 },
      { ...named("CHG-3"), on_hand: 4, available_stock: 4 },
      { ...named("CHG-3") },
      { ...named("CHG-3"), price: usd("0.00") },
      { ...named("CHG-3"), price: { amount: "7.00", currency: "XXY" } },
    ],
    "?accept=New%20list",
  );
  assert.equal(first.statusCode, 200, first.body);
  const { results, import: run } = first.json();
  assert.deepEqual(
    results.map(({ outcome, reason }: Record<string, string>) => [outcome, reason]),
    [
      ["updated", null],
      ["updated", null],
      ["unchanged", null],
      ["refused", "the row matches no offer in the catalog"],
      ["refused", "vendor is empty; condition is empty"],
      ["refused", "available_stock is beside on_hand"],
      ["refused", "the row has neither a quantity nor a price"],
      ["refused", "price is not a price above 0"],
      ["refused", "currency is not an ISO 4217 currency code"],
    ],
  );
  assert.deepEqual([run.state, run.updated, run.refused, run.rows], ["committed", 2, 6, 9]);
  assert.equal((await find("CHG-1")).stock, 9);
  assert.deepEqual(await find("CHG-2"), { ...before, price: usd("1250.50") });
  const { offer_id } = results[1];
  const byNumber = await patch([
    { offer_id, available_stock: 3 },
    { offer_id: 999_999_999, on_hand: 3 },
    { offer_id: results[0].offer_id, vendor: "Other", on_hand: 3 },
  ]);
  assert.deepEqual(
    byNumber.json().results.map((one: Record<string, unknown>) => one["outcome"]),
    ["updated", "refused", "refused"],
    byNumber.body,
  );
  assert.deepEqual(await find("CHG-2"), { ...before, stock: 3, price: usd("1250.50") });
  const refused = await system.get(`/imports/${run.run_id}/refused.csv`);
  assert.match(refused.body, /CHG-4.*matches no offer/);
  assert.equal(
    (await system.post(`/imports/${byNumber.json().import.run_id}/revert`)).statusCode,
    200,
  );
  assert.equal((await system.post(`/imports/${run.run_id}/revert`)).statusCode, 200);
  assert.deepEqual(await find("CHG-2"), before);
});

test("what is available is beside what orders have; what is on hand includes it", async () => {
  const { orderId } = await confirmOne(app, null);
  const [line] = await runSql<{ offer_id: number; quantity: number; vendor: string }>(
    app.database.db,
    `select offer_id::float8, quantity from order_lines where order_id = '${orderId}'`,
  );
  assert.ok(line);
  const stockOf = async () =>
    (
      await runSql<{ on_hand: number; available: number }>(
        app.database.db,
        `select (received - shipped)::float8 as on_hand, available_stock::float8 as available
          from offers where offer_id = ${line.offer_id}`,
      )
    )[0];
  await patch([{ offer_id: line.offer_id, available_stock: 20 }]);
  assert.deepEqual(await stockOf(), { on_hand: 20 + line.quantity, available: 20 });
  await patch([{ offer_id: line.offer_id, on_hand: 30 }]);
  assert.deepEqual(await stockOf(), { on_hand: 30, available: 30 - line.quantity });
});

test("a price that moves too far stops all rows, and a reason passes it", async () => {
  await insertOffer(app.database.db, { partNumber: "CHG-10", vendor, stock: 5 });
  const before = await find("CHG-10");
  const offers = [{ ...named("CHG-10"), on_hand: 8, price: usd("999999.00") }];
  const stopped = await patch(offers);
  assert.equal(stopped.statusCode, 409, stopped.body);
  const [detail] = stopped.json().error.details;
  assert.equal(detail.code, "price_moves");
  assert.match(detail.message, /CHG-10.*send accept=REASON/);
  assert.deepEqual(await find("CHG-10"), before);
  const accepted = await patch(offers, "?accept=New%20price%20list");
  assert.equal(accepted.json().results[0].outcome, "updated", accepted.body);
  assert.deepEqual(await find("CHG-10"), { ...before, stock: 8, price: usd("999999.00") });
  const [change] = await runSql<{ fields: string[]; price_change: number }>(
    app.database.db,
    `select fields, price_change > 100 as is_move from import_changed_rows
      where run_id = ${accepted.json().import.run_id}`,
  );
  assert.deepEqual(change, { fields: ["on_hand", "list_price"], is_move: true });
});

test("between 1 and 1,000 rows of known types are taken", async () => {
  const row = { ...named("CHG-1"), on_hand: 5 };
  for (const [offers, status] of [
    [[], 400],
    [Array.from({ length: 1_001 }, () => row), 400],
    [[{ ...row, on_hand: "5" }], 400],
    [[{ ...row, price: 12.5 }], 400],
    [[{ ...row, price: usd("1,250") }], 400],
    [[{ ...row, part_number: "\0\ud800" }], 200],
    [Array.from({ length: 1_000 }, (_, place) => ({ ...row, part_number: `CHG-${place}` })), 200],
  ] as const) {
    const answer = await patch(offers);
    assert.equal(answer.statusCode, status, answer.body);
    if (status === 200) assert.equal(answer.json().results.length, offers.length);
  }
});

test("rows of one request and files change one offer in their order, none lost", async () => {
  await insertOffer(app.database.db, { partNumber: "CHG-20", vendor, stock: 5 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, count) => patch([{ ...named("CHG-20"), on_hand: 10 + count }])),
  );
  const outcomes = answers.map((answer) => answer.json().results[0].outcome);
  assert.ok(
    outcomes.every((outcome: string) => ["updated", "refused"].includes(outcome)),
    String(outcomes),
  );
  const changes = await runSql<{ stock_before: number; stock_after: number }>(
    app.database.db,
    `select stock_before::float8, stock_after::float8 from offer_changes c
      join offers o using (offer_id) where o.part_number = 'CHG-20' order by run_id`,
  );
  assert.equal(changes.length, outcomes.filter((outcome: string) => outcome === "updated").length);
  assert.deepEqual(
    changes.slice(1).map((change) => change.stock_before),
    changes.slice(0, -1).map((change) => change.stock_after),
  );
});
