// What a replica stores of an offer that the database copied.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { replicatedColumns, toReplicaOffer } from "../../src/catalog/replica/offerRecord.ts";
import { formsOfOffer } from "../../src/catalog/replica/offerWords.ts";
import { formatAmount, listCurrencies, parseCurrency } from "../../src/kit/money.ts";

type Cells = Readonly<Record<string, string | null>>;

const cells: Cells = {
  offer_id: "7",
  part_number: "b-1",
  part_number_key: "B-1",
  part_number_bare: "B1",
  vendor: "Acme",
  condition: "NE",
  unit_of_measure: "EA",
  part_name: "Bolts, eye",
  title: null,
  description: null,
  status: "ACTIVE",
  available_stock: "12",
  list_price: "1250",
  currency: "USD",
  min_quantity: "1",
  multiple: "1",
  lead_time_days: null,
  lots: null,
  manufacturer: null,
  cage: null,
  nsn: null,
  certificate: null,
  shelf_life_expires: null,
  superseded_by: null,
  superseded_by_key: null,
  alternates: "[]",
  interchangeable: '["c-1","D\\"1"]',
  on_hand: "15",
  allocated: "3",
  updated_at: "1795000000000.5",
};
const read = (changed: Cells) => toReplicaOffer(Object.values({ ...cells, ...changed }));
const jsonOf = (changed: Cells) => JSON.parse(`{${read(changed).wire}`);

test("an offer's JSON has its values, whatever characters they contain", () => {
  const text = fc.string({ unit: "grapheme" });
  const texts = fc.record({ part_number: text, vendor: text, title: fc.option(text) });
  fc.assert(
    fc.property(texts, (changed) => {
      assert.deepEqual(jsonOf(changed), {
        part_number: changed.part_number,
        part_name: "Bolts, eye",
        title: changed.title,
        description: null,
        condition: "NE",
        unit_of_measure: "EA",
        available_stock: 12,
        price: { amount: "12.50", currency: "USD" },
        status: "ACTIVE",
        vendor: changed.vendor,
      });
    }),
  );
});

test("a list price is written with the decimal places of its currency, or as null", () => {
  for (const [code] of listCurrencies()) {
    const currency = parseCurrency(code);
    assert.ok(currency);
    for (const minor of ["0", "9", "999999999999999"]) {
      const { price } = jsonOf({ list_price: minor, currency });
      const amount = formatAmount({ minor: BigInt(minor), currency });
      assert.deepEqual(price, { amount, currency });
    }
  }
  assert.equal(jsonOf({ list_price: null }).price, null);
  assert.equal(jsonOf({ list_price: null, currency: null }).price, null);
});

test("numbers beyond what a reader gets exactly are stored as the nearest it does get", () => {
  const amounts = ["9007199254740991", "9007199254740993", "9999999999999999", `${2n ** 63n - 1n}`];
  for (const minor of amounts) {
    const row = Object.values({ ...cells, list_price: minor, on_hand: `-${minor}` });
    const offer = toReplicaOffer(row);
    assert.equal(offer.list_price, Number.MAX_SAFE_INTEGER);
    assert.equal(offer.on_hand, Number.MIN_SAFE_INTEGER);
    assert.equal(jsonOf({ list_price: minor }).price.amount.replace(".", ""), minor);
  }
});

test("names, lists and numbers have the keys by which they are found", () => {
  const offer = read({});
  assert.deepEqual(Object.keys(offer), [...replicatedColumns]);
  assert.equal(offer.name_key, "bolt eye\u0001bolts eye");
  assert.deepEqual([offer.alternates, offer.alternate_keys], ["[]", "[]"]);
  assert.deepEqual(offer.interchangeable_keys, '["C-1","D\\"1"]');
  assert.deepEqual([offer.on_hand, offer.allocated, offer.lead_time_days], [15, 3, null]);
  assert.match(formsOfOffer(offer), /^bolt eye /);
});
