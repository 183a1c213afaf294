import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { formatAmount } from "../../src/kit/money.ts";
import { type AgreementRule, openAgreement } from "../../src/prices/agreement.ts";
import { lookUpForAccount } from "../../src/prices/lookUpForAccount.ts";
import { findUnitPrice, listPriceBreaks } from "../../src/prices/unitPrice.ts";
import { costs, off, rule } from "../support/anyRules.ts";
import { insertAgreementRule, type RuleFields } from "../support/insertAgreementRule.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

type AnyRule = Omit<RuleFields, "accountId">;

const day = "2026-11-21";
const listed = [
  { partNumber: "P1", vendor: "V", condition: "NE", price: 1000 },
  { partNumber: "P1", vendor: "W", condition: "OH", price: 700 },
  { partNumber: "P2", vendor: "V", condition: "OH", price: 33_333 },
  { partNumber: "P2", vendor: "W", condition: "OH", price: null },
];

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
let one: TestAccount;
let other: TestAccount;

before(async () => {
  app.clock.now = new Date(`${day}T12:00:00Z`);
  for (const fields of listed) await insertOffer(app.database.db, { ...fields, stock: 1_000_000 });
  one = await app.openAccount();
  other = await app.openAccount();
});

const targets: readonly AnyRule[] = [
  {},
  { vendor: "V" },
  { vendor: "W" },
  { partNumber: "P1" },
  { partNumber: "P2" },
  { partNumber: "P1", vendor: "V" },
  { partNumber: "P1", condition: "OH" },
  { partNumber: "P1", vendor: "W", condition: "OH" },
];

const anyRule: fc.Arbitrary<AnyRule> = fc
  .record({
    target: fc.constantFrom(...targets),
    minQuantity: fc.constantFrom(1, 2, 10),
    price: fc.option(fc.integer({ min: 0, max: 5_000 })),
    discount: fc.integer({ min: 0, max: 10_000 }),
    days: fc.constantFrom(
      { validFrom: "2020-01-01" },
      { validFrom: "2026-11-01" },
      { validFrom: "2020-01-02", validTo: "2026-11-20" },
      { validFrom: "2026-11-22" },
    ),
  })
  .map(({ target, minQuantity, price, discount, days }) => {
    const term = price !== null && target.partNumber !== undefined ? { price } : { discount };
    return { ...target, minQuantity, ...term, ...days };
  });

const anyAgreement = fc.uniqueArray(anyRule, {
  maxLength: 12,
  selector: ({ partNumber, vendor, condition, minQuantity, validFrom }) =>
    JSON.stringify([partNumber, vendor, condition, minQuantity, validFrom]),
});

/** Converts a rule for the pure functions. */
function toRule(fields: AnyRule): AgreementRule {
  const { partNumber, vendor = null, condition = null, price, discount = 0 } = fields;
  const widest = vendor === null ? "account" : "vendor";
  return rule({
    scope: partNumber === undefined ? widest : "part",
    partNumberKey: partNumber ?? null,
    vendor,
    condition,
    minQuantity: fields.minQuantity ?? 1,
    term: price === undefined ? off(discount) : costs(BigInt(price)),
    validFrom: fields.validFrom ?? "2020-01-01",
    validTo: fields.validTo ?? null,
  });
}

/** Calculates breaks and price of each offer from these rules only; none if it is on request. */
function priceByRules(rules: readonly AnyRule[], quantity: number) {
  const agreement = openAgreement(rules.map(toRule), day);
  return listed.map(({ partNumber, price, ...offer }) => {
    const listPrice = price === null ? null : costs(BigInt(price)).price;
    const terms = { minQuantity: 1, multiple: 1 };
    const priced = { ...offer, ...terms, partNumberKey: partNumber, listPrice };
    const ordered = findUnitPrice(priced, agreement, quantity).price;
    return {
      breaks: listPriceBreaks(priced, agreement).map((step) => [
        step.minQuantity,
        formatAmount(step.price),
      ]),
      ordered: ordered && formatAmount(ordered),
    };
  });
}

type WirePart = {
  readonly part_id: string;
  readonly part_number: string;
  readonly vendor: string;
  readonly account_price: {
    readonly quantity_breaks: readonly {
      readonly min_quantity: number;
      readonly unit_price: { readonly amount: string };
    }[];
  };
};

const breaksOf = (part: WirePart | undefined) => part?.account_price.quantity_breaks ?? [];

/** Reads the prices of each offer from lookups by number and name, and from an order. */
async function priceByAsking(account: TestAccount, quantity: number) {
  const include = ["account_price", "matches"];
  const question = { part_numbers: ["P1", "P2"], part_names: ["part"], include };
  const lookup = (await account.post("catalog", question)).json();
  const found: WirePart[] = lookup.found_parts;
  assert.equal(lookup.matches[2].part_ids.length, found.length, "a name finds what numbers do");
  const parts = listed.map(({ partNumber, vendor }) =>
    found.find((each) => each.part_number === partNumber && each.vendor === vendor),
  );
  const isPriced = (part: WirePart | undefined) =>
    (breaksOf(part)[0]?.min_quantity ?? Number.POSITIVE_INFINITY) <= quantity;
  const ordered = parts.filter(isPriced);
  const items = ordered.map((part) => ({ part_id: part?.part_id, quantity }));
  const answer = await account.post("orders", { items });
  assert.equal(answer.statusCode, 201, answer.body);
  const lines: { unit_price: { amount: string } }[] = answer.json().order.line_items;
  for (const part of parts) {
    if (part === undefined || isPriced(part)) continue;
    const refused = await account.post("orders", { items: [{ part_id: part.part_id, quantity }] });
    assert.equal(refused.json().error.code, "PRICE_ON_REQUEST", refused.body);
  }
  return parts.map((part) => ({
    breaks: breaksOf(part).map((step) => [step.min_quantity, step.unit_price.amount]),
    ordered: lines[ordered.indexOf(part)]?.unit_price.amount ?? null,
  }));
}

async function insertRules(account: TestAccount, rules: readonly AnyRule[]): Promise<void> {
  const { db } = app.database;
  for (const fields of rules) {
    await insertAgreementRule(db, { ...fields, accountId: account.accountId });
  }
}

test("the prices of an account depend only on its own rules", async () => {
  const quantities = fc.constantFrom(1, 2, 9, 10, 500);
  await fc.assert(
    fc.asyncProperty(anyAgreement, anyAgreement, quantities, async (ours, theirs, quantity) => {
      const forget = { name: "test_forget_rules", text: "delete from agreement_rules", values: [] };
      await app.database.db.query(forget);
      await insertRules(one, ours);
      const before = await priceByAsking(one, quantity);
      assert.deepEqual(before, priceByRules(ours, quantity));
      assert.deepEqual(await priceByAsking(other, quantity), priceByRules([], quantity));
      await insertRules(other, theirs);
      assert.deepEqual(await priceByAsking(one, quantity), before);
      assert.deepEqual(await priceByAsking(other, quantity), priceByRules(theirs, quantity));
    }),
    { numRuns: 20 },
  );
});

test("a lookup needs no database", async () => {
  const { replica } = app.database;
  const priced = await app.openAccount();
  await insertRules(priced, [{ partNumber: "P1", price: 4_321 }]);
  await replica.catchUp();
  const entries = { partNumbers: ["P1"], partNames: ["P1"], inStock: false, withSuggestions: true };
  const include = ["account_price", "details"] as const;
  const { answer, prices } = await lookUpForAccount(
    { replica },
    priced.accountId,
    entries,
    include,
    app.clock.now,
  );
  assert.ok(answer.offers.length > 0);
  assert.equal(prices.size, answer.offers.length);
});
