// Rules of agreements that tests of pure functions begin with, around one offer at 10.00 USD.
import fc from "fast-check";
import type { Currency } from "../../src/kit/money.ts";
import type { AgreementRule, PricedOffer } from "../../src/prices/agreement.ts";
import type { OrderTerms } from "../../src/prices/orderTerms.ts";

const usd = "USD" as Currency;
export const eur = "EUR" as Currency;

export const offer: PricedOffer & OrderTerms = {
  partNumberKey: "P1",
  vendor: "V",
  condition: "NE",
  listPrice: { minor: 1000n, currency: usd },
  minQuantity: 1,
  multiple: 1,
};

let nextId = 0;

/** A rule for the whole account without a discount, unless `fields` change it. */
export function rule(fields: Partial<AgreementRule>): AgreementRule {
  nextId += 1;
  return {
    ruleId: String(nextId),
    runId: null,
    scope: "account",
    partNumberKey: null,
    vendor: null,
    condition: null,
    minQuantity: 1,
    term: { kind: "discount", basisPoints: 0 },
    orderMin: null,
    orderMultiple: null,
    validFrom: "2020-01-01",
    validTo: null,
    ...fields,
  };
}

/** A discount in basis points. */
export const off = (basisPoints: number) => ({ kind: "discount", basisPoints }) as const;

/** A price of its own, in minor units. */
export const costs = (minor: bigint, currency = usd) =>
  ({ kind: "price", price: { minor, currency } }) as const;

/** A contract line for the offer's part. */
export const partRule = (fields: Partial<AgreementRule>) =>
  rule({ scope: "part", partNumberKey: "P1", ...fields });

/** A rule for the offer's vendor. */
export const vendorRule = (fields: Partial<AgreementRule>) =>
  rule({ scope: "vendor", vendor: "V", ...fields });

/** Rules as an agreement can have them: no two with the same subject and first day. */
function distinct(rules: readonly AgreementRule[]): AgreementRule[] {
  const places = new Map(
    rules.map((each) => [
      `${each.scope} ${each.condition} ${each.minQuantity} ${each.validFrom}`,
      each,
    ]),
  );
  return [...places.values()];
}

const anyRule = fc
  .record({
    scope: fc.constantFrom("part", "vendor", "account"),
    minQuantity: fc.integer({ min: 1, max: 50 }),
    discount: fc.integer({ min: 0, max: 10_000 }),
    price: fc.option(fc.bigInt({ min: 0n, max: 3_000n })),
    named: fc.boolean(),
    days: fc.constantFrom(
      ["2020-01-01", null] as const,
      ["2026-11-21", "2026-11-21"] as const,
      ["2020-01-01", "2026-11-20"] as const,
      ["2026-11-22", null] as const,
    ),
  })
  .map(({ scope, minQuantity, discount, price, named, days: [validFrom, validTo] }) => {
    const term = price !== null && scope === "part" ? costs(price) : off(discount);
    const fields = { minQuantity, term, validFrom, validTo };
    if (scope === "part") return partRule({ ...fields, condition: named ? "NE" : null });
    return scope === "vendor" ? vendorRule(fields) : rule(fields);
  });

/** Up to eight rules of every kind for the offer; some are not in force on 2026-11-21. */
export const anyRules = fc.array(anyRule, { maxLength: 8 }).map(distinct);
