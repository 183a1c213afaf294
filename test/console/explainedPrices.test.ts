// The price explanation: its price is the price an order charges, and it shows each checked rule.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { addDays, utcDay } from "../../src/day.ts";
import type { Currency } from "../../src/money.ts";
import { formatMoney } from "../../src/price.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;
let reader: TestOperator;
let today: string;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
  reader = await openOperator(app, { role: "read-only" });
  today = utcDay(app.clock.now);
});

after(() => app.close());

/** Rules of an account for one offer at 10.00, no two with the same scope and first day. */
const anyRules = fc.uniqueArray(
  fc.record({
    scope: fc.constantFrom("part", "vendor", "account"),
    isNarrow: fc.boolean(),
    isPrice: fc.boolean(),
    amount: fc.integer({ min: 1, max: 2_000 }),
    minQuantity: fc.constantFrom(1, 2, 5, 10),
    begins: fc.constantFrom(-20, -1, 0, 3),
    lasts: fc.constantFrom(null, 0, 10, 40),
  }),
  {
    maxLength: 8,
    selector: ({ scope, isNarrow, minQuantity, begins }) =>
      `${scope} ${scope === "part" && isNarrow} ${minQuantity} ${begins}`,
  },
);

test("the explained price is the price that an order charges", async () => {
  const { db } = app.database;
  const vendor = "Explained";
  await insertOffer(db, { partNumber: "WHY-1", vendor, price: 1000, stock: 1_000 });
  const explain = async (
    rules: ReturnType<typeof anyRules.generate>["value"],
    quantity: number,
  ) => {
    const account = await app.openAccount();
    const { accountId } = account;
    for (const { scope, isNarrow, isPrice, amount, minQuantity, begins, lasts } of rules) {
      const validFrom = addDays(today, begins);
      await insertAgreementRule(db, {
        accountId,
        minQuantity,
        validFrom,
        validTo: lasts === null ? null : addDays(validFrom, lasts),
        ...(scope === "part" && { partNumber: "WHY-1", ...(isNarrow && { condition: "NE" }) }),
        ...(scope === "vendor" && { vendor }),
        ...(scope === "part" && isPrice ? { price: amount } : { discount: amount }),
      });
    }
    const lookup = await account.post("catalog", { part_numbers: ["WHY-1"] });
    const [found] = lookup.json<{ found_parts: { part_id: string }[] }>().found_parts;
    const items = [{ part_id: found?.part_id, quantity }];
    const ordered = await account.post("orders", { items });
    assert.equal(ordered.statusCode, 201, ordered.body);
    const [, amount = ""] = /"unit_price":\{"amount":"([\d.]+)"/.exec(ordered.body) ?? [];
    const path = `/console/agreements/${accountId}/price?part=why-1&quantity=${quantity}`;
    const page = await reader.get(path);
    const [, shown] = /<strong>(USD [\d.,]+)<\/strong>/.exec(page.body) ?? [];
    const minor = BigInt(amount.replace(".", ""));
    assert.equal(shown, formatMoney({ minor, currency: "USD" as Currency }));
    assert.equal(page.body.match(/Sets the price/g)?.length, 1);
  };
  const quantities = fc.constantFrom(1, 2, 4, 5, 10, 50);
  await fc.assert(fc.asyncProperty(anyRules, quantities, explain), { numRuns: 40 });
});

test("an explanation shows each rule with its outcome and source", async () => {
  const { accountId } = await app.openAccount({ discount: 500 });
  await insertOffer(app.database.db, { partNumber: "STEP-1", price: 1000 });
  const line = { part_number: "STEP-1", unit_price: "8.00", min_quantity: "10" };
  const rules = `/console/agreements/${accountId}/rules`;
  assert.equal((await manager.post(`${rules}/new`, line)).statusCode, 303);
  const path = `/console/agreements/${accountId}/price?part=STEP-1`;
  const one = await reader.get(`${path}&quantity=1`);
  assert.match(one.body, /Quantity too low/);
  assert.match(one.body, /<strong>USD 9\.50<\/strong>/);
  const ten = await reader.get(`${path}&quantity=10`);
  assert.match(ten.body, /<strong>USD 8\.00<\/strong>/);
  assert.match(ten.body, /USD 80\.00/);
  assert.match(ten.body, /A more specific rule applies/);
  assert.ok(ten.body.includes("edited</a>, Olga Operator"));
  const past = await reader.get(`${path}&quantity=10&day=2020-01-01`);
  assert.match(past.body, /Starts after this day/);
  assert.match(past.body, /<strong>USD 10\.00<\/strong>/);
  for (const odd of ["quantity=0", "quantity=x", "quantity=1000001", "day=2026-02-31"]) {
    assert.equal((await reader.get(`${path}&${odd}`)).statusCode, 422, odd);
  }
  const unknown = await reader.get(`/console/agreements/${accountId}/price?part=NOBODY`);
  assert.match(unknown.body, /No part “/);
});
