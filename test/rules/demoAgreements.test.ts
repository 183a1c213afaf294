import assert from "node:assert/strict";
import { test } from "node:test";
import { partNumberKey } from "../../src/catalog/partNumber.ts";
import { type DemoAgreementRow, generateDemoAgreements } from "../../src/demo/demoAgreements.ts";
import { generateDemoCatalog } from "../../src/demo/demoCatalog.ts";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import { type Money, parseCurrency, parsePercent } from "../../src/money.ts";
import { parsePrice } from "../../src/price.ts";
import {
  type AgreementRule,
  openAgreement,
  type PricedOffer,
} from "../../src/pricing/agreement.ts";
import { findUnitPrice, listPriceBreaks } from "../../src/pricing/unitPrice.ts";

const day = "2020-01-01";
const offers = [...generateDemoCatalog()];
const agreements = generateDemoAgreements();

function rowsOf(account: string): readonly DemoAgreementRow[] {
  return agreements.find((agreement) => agreement.account === account)?.rows ?? [];
}

function readMoney(amount: string, code: string): Money {
  const currency = parseCurrency(code);
  const minor = currency === undefined ? undefined : parsePrice(amount, currency, 1)?.minor;
  assert.ok(currency !== undefined && minor !== undefined, `${amount} ${code} is an amount`);
  return { minor, currency };
}

/** Reads a row with either a price or a discount. */
function toRule(row: DemoAgreementRow): AgreementRule {
  const basisPoints = parsePercent(row.discount_percent);
  assert.equal(basisPoints === undefined, row.unit_price !== "", JSON.stringify(row));
  assert.equal(row.unit_price === "", row.currency === "", JSON.stringify(row));
  return {
    ruleId: JSON.stringify(row),
    runId: null,
    scope: row.part_number !== "" ? "part" : row.vendor !== "" ? "vendor" : "account",
    partNumberKey: row.part_number === "" ? null : partNumberKey(row.part_number),
    vendor: row.vendor === "" ? null : row.vendor,
    condition: null,
    minQuantity: Number(row.min_quantity),
    term:
      basisPoints === undefined
        ? { kind: "price", price: readMoney(row.unit_price, row.currency) }
        : { kind: "discount", basisPoints },
    orderMin: null,
    orderMultiple: null,
    validFrom: row.valid_from,
    validTo: null,
  };
}

/** Lists the offers with a price for which `holds` is true. */
function findPricedOffers(holds: (offer: (typeof offers)[number]) => boolean): PricedOffer[] {
  const found = offers.filter((offer) => offer.price !== "" && holds(offer));
  return found.map((offer) => ({
    partNumberKey: partNumberKey(offer.part_number),
    vendor: offer.vendor,
    condition: offer.condition,
    listPrice: readMoney(offer.price, offer.currency),
  }));
}

const airRules = rowsOf("Example Air").map(toRule);
const repairRules = rowsOf("Example Repair Station").map(toRule);
const airAgreement = openAgreement(airRules, day);
const repairAgreement = openAgreement(repairRules, day);

test("no two rows of an account have the same part, vendor and quantity", () => {
  for (const { rows } of agreements) {
    const said = rows.map((row) => [row.part_number, row.vendor, row.min_quantity].join("\n"));
    assert.equal(new Set(said).size, rows.length);
    assert.ok(rows.every((row) => row.valid_from === day && Number(row.min_quantity) >= 1));
  }
});

test("Example Air has fifty parts below list price, each with one offer and decreasing breaks", () => {
  const parts = new Set(airRules.flatMap((rule) => rule.partNumberKey ?? []));
  assert.equal(parts.size, 50);
  const priced = findPricedOffers((offer) => parts.has(partNumberKey(offer.part_number)));
  assert.equal(priced.length, 50);
  for (const offer of priced) {
    const own = airRules.filter((rule) => rule.partNumberKey === offer.partNumberKey);
    const prices = own.map((rule) => rule.term.kind === "price" && rule.term.price);
    assert.ok(prices.every((price) => price && price.currency === offer.listPrice?.currency));
    const minors = prices.flatMap((price) => (price ? price.minor : []));
    const falling = [offer.listPrice?.minor ?? 0n, ...minors];
    assert.ok(falling.every((minor, at) => at === 0 || minor < (falling[at - 1] ?? 0n)));
    assert.equal(findUnitPrice(offer, airAgreement, 1_000_000).price?.minor, minors.at(-1));
  }
  assert.ok(airRules.filter((rule) => rule.minQuantity > 1).length >= 40);
});

test("Example Air has lower prices for the part in stock from 1, 10 and 100", () => {
  const [offer] = findPricedOffers((one) => one.part_number === demoShowcase.inStock);
  assert.ok(offer !== undefined);
  const steps = listPriceBreaks({ ...offer, minQuantity: 1, multiple: 1 }, airAgreement);
  assert.deepEqual(
    steps.map(({ minQuantity, price }) => [minQuantity, price.minor]),
    [
      [1, 456n],
      [10, 432n],
      [100, 398n],
    ],
  );
  assert.ok(offer.listPrice !== null && offer.listPrice.minor > 456n);
});

test("Example Air has 10% discount at one vendor of the catalog", () => {
  const rules = airRules.filter((rule) => rule.scope === "vendor");
  assert.deepEqual(
    rules.map((rule) => rule.term),
    [{ kind: "discount", basisPoints: 1_000 }],
  );
  const covered = findPricedOffers((offer) => offer.vendor === rules[0]?.vendor);
  assert.ok(covered.length > 500);
  assert.ok(covered.every((offer) => findUnitPrice(offer, airAgreement, 1).rule === rules[0]));
});

test("Example Repair Station has 12% discount at one vendor and 5% on the rest", () => {
  const vendor = repairRules.find((rule) => rule.scope === "vendor")?.vendor;
  const discounts = new Map([true, false].map((atVendor) => [atVendor, new Set<unknown>()]));
  for (const offer of findPricedOffers(() => true)) {
    const { rule } = findUnitPrice(offer, repairAgreement, 1);
    discounts
      .get(offer.vendor === vendor)
      ?.add(rule?.term.kind === "discount" && rule.term.basisPoints);
  }
  assert.deepEqual([...(discounts.get(true) ?? [])], [1_200]);
  assert.deepEqual([...(discounts.get(false) ?? [])], [500]);
});
