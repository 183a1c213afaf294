import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { CatalogAnswer } from "../../src/kit/contract/catalog.ts";
import { ErrorAnswer } from "../../src/kit/contract/errorAnswer.ts";
import { limits } from "../../src/kit/contract/limits.ts";
import { errorCatalogue } from "../../src/kit/errors.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
const buyer = share(() => app.openAccount());
let partId: string;

before(async () => {
  await insertOffer(app.database.db, { partNumber: "P1", stock: 1_000_000_000 });
  partId = await buyer.partId("P1");
});

const errorShape = Compile(ErrorAnswer);
const catalogShape = Compile(CatalogAnswer);

const anyText = fc.string({ unit: "binary", maxLength: 20 });
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, true, "5", 5, 1.5, -1, 1e300, [], {}),
);

/** A body with the right field names and arbitrary values. */
const nearlyLookup = fc.record(
  {
    part_numbers: fc.oneof(fc.array(fc.oneof(anyText, anything), { maxLength: 60 }), anything),
    part_names: fc.oneof(fc.array(fc.oneof(anyText, anything), { maxLength: 60 }), anything),
    in_stock: anything,
    include: anything,
  },
  { requiredKeys: [] },
);
const nearlyOrder = fc.record(
  {
    items: fc.oneof(fc.array(fc.record({ part_id: anything, quantity: anything })), anything),
    po_number: fc.oneof(anyText, anything),
    notes: fc.oneof(anyText, anything),
  },
  { requiredKeys: [] },
);

async function expectAnswer(path: string, body: unknown): Promise<void> {
  const response = await buyer.post(path, body);
  assert.ok(response.statusCode < 500, `${response.statusCode} for ${JSON.stringify(body)}`);
  if (response.statusCode < 400) return;
  const answer = response.json();
  assert.deepEqual([...errorShape.Errors(answer)], []);
  const code: keyof typeof errorCatalogue = answer.error.code;
  assert.equal(response.statusCode, errorCatalogue[code].status);
  assert.ok((answer.error.details ?? []).length > 0, response.body);
}

test("any JSON gets a response in the envelope, never 500", async () => {
  const bodies = fc.oneof(anything, nearlyLookup, nearlyOrder);
  await fc.assert(fc.asyncProperty(fc.constantFrom("catalog", "orders"), bodies, expectAnswer), {
    numRuns: 400,
  });
});

test("every lookup within the limits gets 200 with correct counts", async () => {
  const entries = fc.array(fc.string({ unit: "binary", maxLength: limits.entryLength / 2 }), {
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(entries, entries, fc.boolean(), async (part_numbers, part_names, in_stock) => {
      fc.pre(part_numbers.length + part_names.length > 0);
      const include = ["matches", "suggestions", "account_price"];
      const response = await buyer.post("catalog", { part_numbers, part_names, in_stock, include });
      assert.equal(response.statusCode, 200, response.body);
      const answer = response.json();
      assert.deepEqual([...catalogShape.Errors(answer)], []);
      const { total_requested, found, not_found } = answer.summary;
      assert.equal(total_requested, part_numbers.length + part_names.length);
      assert.equal(found + not_found, total_requested);
      assert.equal(answer.not_found.length, not_found);
    }),
    { numRuns: 150 },
  );
});

test("every order within the limits is placed with po_number and notes as sent", async () => {
  const text = (maxLength: number) =>
    fc.string({ unit: "binary", maxLength }).filter((value) => !value.includes("\u0000"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 }),
      text(limits.poNumberLength),
      text(200),
      async (quantities, po_number, notes) => {
        const items = quantities.map((quantity) => ({ part_id: partId, quantity }));
        const response = await buyer.post("orders", { items, po_number, notes });
        assert.equal(response.statusCode, 201, response.body);
        const { order } = response.json();
        assert.deepEqual([order.po_number, order.notes], [po_number, notes]);
        const sum = quantities.reduce((total, quantity) => total + quantity, 0);
        assert.equal(order.subtotal.amount, `${sum * 10}.00`);
        const read = (await buyer.get(`orders/${order.order_id}`)).json();
        assert.deepEqual(read.order, order);
      },
    ),
    { numRuns: 100 },
  );
});
