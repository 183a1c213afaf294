// Offers without a list price: who finds them, at which price, and who can order them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { importText } from "../support/importText.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { share } from "../support/share.ts";
import { openTestApp, type TestAccount } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));
let buyer: TestAccount;
let contracted: TestAccount;

const head =
  "part_number,vendor,condition,unit_of_measure,part_name,available_stock,price,currency,status," +
  "superseded_by,alternates,min_quantity";
const rows = [
  "EMPTY-1,V,NE,EA,PUMP EMPTY,10,,USD,,,,",
  "ZERO-1,V,NE,EA,PUMP ZERO,10,0.00,USD,,,,",
  "BOTH-1,V,NE,EA,PUMP BOTH,10,,USD,,,,",
  "BOTH-1,V,OH,EA,PUMP BOTH,10,50.00,USD,,,,",
  "LINE-1,V,NE,EA,PUMP LINE,10,,,,,,2",
  "HELD-1,V,NE,EA,PUMP HELD,10,0,USD,ON_HOLD,,,",
  "NEAR-1,V,NE,EA,NEAR,10,0,USD,,,,",
  "OLD-1,V,NE,EA,OLD,0,0,USD,SUPERSEDED,NEW-1,,",
  "NEW-1,V,NE,EA,NEW,10,5.00,USD,,,,",
  "ALT-1,V,NE,EA,ALT,10,5.00,USD,,,ALT-2|ALT-3,",
  "ALT-2,V,NE,EA,ALT,10,,USD,,,,",
  "ALT-3,V,NE,EA,ALT,10,5.00,USD,,,,",
  "12-000,V,NE,EA,SEAL,10,,,,,,",
  "12000,V,NE,EA,SEAL,10,5.00,USD,,,,",
];

before(async () => {
  await importText(app.database.db, `${head}\n${rows.join("\n")}\n`);
  buyer = await app.openAccount({ discount: 1000 });
  contracted = await app.openAccount();
  const { accountId } = contracted;
  await insertAgreementRule(app.database.db, { accountId, partNumber: "LINE-1", price: 700 });
});

async function lookUp(account: TestAccount, body: Record<string, unknown>) {
  const response = await account.post("catalog", body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

type WirePart = { part_id: string; part_number: string; condition: string; price: unknown };

const listFound = ({ found_parts }: { found_parts: WirePart[] }) =>
  found_parts.map(({ part_number, condition, price }) => ({ part_number, condition, price }));

const found = async (account: TestAccount, body: Record<string, unknown>) =>
  listFound(await lookUp(account, body));

test("an offer without a price, or with a price of 0, is not found without being asked for", async () => {
  const entries = ["EMPTY-1", "ZERO-1", "BOTH-1", "LINE-1"];
  const answer = await lookUp(buyer, { part_numbers: entries, include: ["matches"] });
  const price = { amount: "50.00", currency: "USD" };
  assert.deepEqual(listFound(answer), [{ part_number: "BOTH-1", condition: "OH", price }]);
  assert.deepEqual(answer.not_found, ["EMPTY-1", "ZERO-1", "LINE-1"]);
  assert.deepEqual(answer.summary, { total_requested: 4, found: 1, not_found: 3 });
  assert.deepEqual(
    answer.matches.map(({ part_ids }: { part_ids: string[] }) => part_ids.length),
    [0, 0, 1, 0],
  );
});

test("with unpriced, it is found and its price is null", async () => {
  const include = ["unpriced", "account_price"];
  const body = { part_numbers: ["EMPTY-1", "ZERO-1", "HELD-1"], include, in_stock: true };
  const answer = await lookUp(buyer, body);
  assert.deepEqual(
    answer.found_parts.map((part: WirePart & { account_price: unknown }) => [
      part.part_number,
      part.price,
      part.account_price,
    ]),
    ["EMPTY-1", "ZERO-1", "HELD-1"].map((number) => [number, null, null]),
  );
  assert.deepEqual([answer.not_found, answer.summary.found], [[], 3]);
  const both = await found(buyer, { part_numbers: ["BOTH-1"], include: ["unpriced"] });
  assert.deepEqual(
    both.map(({ condition }) => condition),
    ["NE", "OH"],
  );
});

test("a contract price makes an ordinary offer for its account, a discount does not", async () => {
  const price = { amount: "7.00", currency: "USD" };
  const part = { part_number: "LINE-1", condition: "NE", price };
  const body = { part_numbers: ["LINE-1"], part_names: ["pump line"], include: ["account_price"] };
  const answer = await lookUp(contracted, body);
  assert.deepEqual(listFound(answer), [part]);
  assert.deepEqual(answer.summary, { total_requested: 2, found: 2, not_found: 0 });
  assert.deepEqual(answer.found_parts[0].account_price, {
    unit_price: price,
    quantity_breaks: [{ min_quantity: 2, unit_price: price }],
  });
  assert.deepEqual(await found(buyer, { ...body, include: [] }), []);
  const shown = await lookUp(contracted, { part_numbers: ["LINE-1"], include: ["unpriced"] });
  assert.deepEqual(listFound(shown), [part]);
  const items = [{ part_id: shown.found_parts[0].part_id, quantity: 4 }];
  const placed = await contracted.post("orders", { items });
  assert.equal(placed.statusCode, 201, placed.body);
  assert.deepEqual(placed.json().order.subtotal, { amount: "28.00", currency: "USD" });
  const stored = await contracted.get(`orders/${placed.json().order.order_id}`);
  assert.deepEqual(stored.json().order, placed.json().order);
});

test("a name finds as many parts with a price as there are, up to 25", async () => {
  const { db } = app.database;
  const offers = Array.from(
    { length: 30 },
    (_, index) => `MANY-${index + 10},V,NE,EA,CLAMP,1,,,,,,`,
  );
  const priced = Array.from(
    { length: 26 },
    (_, index) => `SOLD-${index},V,AR,EA,CLAMP,0,9.00,USD,,,,`,
  );
  await importText(db, `${head}\n${[...offers, ...priced].join("\n")}\n`);
  const { accountId } = contracted;
  for (const partNumber of ["MANY-20", "MANY-21"]) {
    await insertAgreementRule(db, { accountId, partNumber, price: 100 });
  }
  const body = { part_names: ["clamp"] };
  const numbers = async (account: TestAccount) =>
    (await found(account, body)).map(({ part_number }) => part_number.split("-")[0]);
  assert.deepEqual(await numbers(buyer), Array(25).fill("SOLD"));
  const own = await numbers(contracted);
  assert.deepEqual(own, ["MANY", "MANY", ...Array(23).fill("SOLD")]);
  const every = await found(buyer, { ...body, include: ["unpriced"] });
  assert.deepEqual([every.length, every.filter(({ price }) => price === null).length], [25, 25]);
});

async function partIdOf(partNumber: string): Promise<string> {
  const answer = await lookUp(buyer, { part_numbers: [partNumber], include: ["unpriced"] });
  return answer.found_parts[0].part_id;
}

test("an order without a price is refused, after the status and before the quantity", async () => {
  const order = async (...lines: readonly (readonly [string, number])[]) => {
    const items = await Promise.all(
      lines.map(async ([number, quantity]) => ({ part_id: await partIdOf(number), quantity })),
    );
    const response = await buyer.post("orders", { items });
    assert.equal(response.statusCode, 422, response.body);
    const { code, details } = response.json().error;
    return { code, details: details.map((one: { path: string; code: string }) => one) };
  };
  const zero = await order(["ZERO-1", 1]);
  assert.deepEqual(zero, {
    code: "PRICE_ON_REQUEST",
    details: [
      {
        path: "items[0].part_id",
        code: "PRICE_ON_REQUEST",
        message: "ZERO-1: price on request.",
        part_number: "ZERO-1",
        priced_from: null,
      },
    ],
  });
  const several = await order(["NEW-1", 11], ["LINE-1", 1], ["HELD-1", 1]);
  assert.equal(several.code, "PART_NOT_ORDERABLE");
  assert.deepEqual(
    several.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    [
      "items[0].quantity INSUFFICIENT_STOCK",
      "items[1].part_id PRICE_ON_REQUEST",
      "items[1].quantity QUANTITY_NOT_ALLOWED",
      "items[2].part_id PART_NOT_ORDERABLE",
    ],
  );
  assert.equal((await order(["NEW-1", 11], ["LINE-1", 1])).code, "PRICE_ON_REQUEST");
});

test("a contract price from a larger quantity on applies from there", async () => {
  const { db } = app.database;
  const { accountId, ...account } = await app.openAccount({ discount: 2000 });
  await insertAgreementRule(db, { accountId, partNumber: "ZERO-1", minQuantity: 5, price: 300 });
  const price = { amount: "3.00", currency: "USD" };
  const body = { part_numbers: ["ZERO-1"], include: ["account_price"] };
  const [part] = (await lookUp({ accountId, ...account }, body)).found_parts;
  assert.deepEqual(part.price, price);
  assert.deepEqual(part.account_price, {
    unit_price: price,
    quantity_breaks: [{ min_quantity: 5, unit_price: price }],
  });
  const order = (quantity: number) =>
    account.post("orders", { items: [{ part_id: part.part_id, quantity }] });
  const { error } = (await order(4)).json();
  assert.equal(error.code, "PRICE_ON_REQUEST");
  const [{ message, priced_from }] = error.details;
  assert.deepEqual([message, priced_from], ["ZERO-1: price on request below 5.", 5]);
  assert.equal((await order(5)).json().order.subtotal.amount, "15.00");
});

test("suggestions lead to parts with a price, also from parts without one", async () => {
  const suggest = async (number: string, include: readonly string[] = []) => {
    const body = { part_numbers: [number], include: ["suggestions", ...include] };
    const { suggestions } = await lookUp(buyer, body);
    return suggestions.map((one: { reason: string; part_number: string }) =>
      Object.values(one).slice(1).join(" "),
    );
  };
  assert.deepEqual(await suggest("NEAR1"), []);
  assert.deepEqual(await suggest("NEAR1", ["unpriced"]), ["NEAR-1 punctuation"]);
  assert.deepEqual(await suggest("OLD-1"), ["NEW-1 superseded"]);
  assert.deepEqual(await suggest("ALT-1"), ["ALT-3 alternate", "ALT-2 alternate"]);
});

test("a number whose price is on request is suggested itself, without numbers like it", async () => {
  for (const [account, entry, include, expected] of [
    [buyer, "12\u2013000", [], ["12-000 price_on_request"]],
    [buyer, "12-000", ["unpriced"], []],
    [buyer, "1-2000", [], ["12000 punctuation"]],
    [buyer, "LINE-1", [], ["LINE-1 price_on_request"]],
    [contracted, "LINE-1", [], []],
    [buyer, "HELD-1", [], []],
    [buyer, "BOTH-1", [], []],
  ] as const) {
    const body = { part_numbers: [entry], include: ["suggestions", ...include] };
    const { suggestions } = await lookUp(account, body);
    const found = suggestions.map((one: { entry: string; reason: string; part_number: string }) => {
      assert.equal(one.entry, entry);
      return `${one.part_number} ${one.reason}`;
    });
    assert.deepEqual(found, expected, entry);
  }
});

test("contract prices are read for the best 750 price-on-request offers of a name", async () => {
  const { db } = app.database;
  const rows = Array.from({ length: 900 }, (_, at) => `WASH-${at + 100},V,NE,EA,WASHER,1,,,,,,`);
  await importText(db, `${head}\n${rows.join("\n")}\nWASH-1,V,AR,EA,WASHER,0,9.00,USD,,,,\n`);
  const { accountId } = contracted;
  for (const partNumber of ["WASH-100", "WASH-840", "WASH-990"]) {
    await insertAgreementRule(db, { accountId, partNumber, price: 100 });
  }
  const numbers = async (account: TestAccount) =>
    (await found(account, { part_names: ["washer"] })).map(({ part_number }) => part_number);
  assert.deepEqual(await numbers(contracted), ["WASH-100", "WASH-840", "WASH-1"]);
  assert.deepEqual(await numbers(buyer), ["WASH-1"]);
  assert.deepEqual((await found(contracted, { part_numbers: ["WASH-990"] })).length, 1);
});
