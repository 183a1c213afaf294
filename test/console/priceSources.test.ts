// Who changed a price: the source of a discount, quantity breaks, and prices in the audit log.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { utcDay } from "../../src/day.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  admin = await openOperator(app, { name: "Olga Operator" });
  await insertOffer(app.database.db, { partNumber: "SRC-1", price: 100_000, stock: 100 });
});

after(() => app.close());

/** The words of a page. */
async function wordsOf(address: string): Promise<string> {
  const { body } = await admin.get(address);
  return readAttribute(body.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

async function openAccount(name: string): Promise<string> {
  const fields = { name, email: "a@src.example", currency: "USD", discount: "7.5" };
  const opened = await admin.post("/console/accounts/new", fields);
  return /accounts\/([0-9a-f-]{36})/.exec(String(opened.headers.location))?.[1] ?? assert.fail();
}

test("the discount of a new account names who entered it and when, wherever it is explained", async () => {
  const accountId = await openAccount("Source Air");
  const agreement = `/console/agreements/${accountId}`;
  const source = /When the account was created , Olga Operator, /;
  assert.match(await wordsOf(`${agreement}?of=account`), source);
  assert.match(await wordsOf(`${agreement}/price?part=SRC-1`), source);
  const list = (await admin.get(`${agreement}?of=account`)).body;
  const rule = /\/rules\/(\d+)/.exec(list)?.[0] ?? assert.fail();
  assert.match(await wordsOf(`${agreement}${rule}`), source);
  const recorded = /href="(\/console\/audit\/[0-9a-f-]{36})">When/.exec(list)?.[1] ?? assert.fail();
  const event = await wordsOf(recorded);
  assert.match(event, /Created an account/);
  assert.match(event, /Discount 7\.5%/);
  assert.doesNotMatch(event, /basis_points/);
  const { accountId: unrecorded } = await app.openAccount({ discount: 500 });
  const other = await wordsOf(`/console/agreements/${unrecorded}?of=account`);
  assert.match(other, /When the account was created Edit/);
});

test("a rule offers another break with everything but its quantity and price", async () => {
  const accountId = await openAccount("Break Air");
  const path = `/console/agreements/${accountId}/rules/new`;
  const today = utcDay(app.clock.now);
  const blank = readForm((await admin.get(path)).body, path);
  const rule = {
    ...blank,
    part_number: "SRC-1",
    condition: "NE",
    min_quantity: "10",
    unit_price: "1250",
    valid_from: today,
    valid_to: "2031-12-31",
  };
  const asked = await admin.post(path, rule);
  const confirmed = readForm(asked.body, path)["confirmed"] ?? "";
  const saved = asked.statusCode === 422 ? await admin.post(path, { ...rule, confirmed }) : asked;
  assert.equal(saved.statusCode, 303);
  const page = (await admin.get(String(saved.headers.location))).body;
  const href = /href="([^"]+)">Add another break</.exec(page)?.[1] ?? assert.fail();
  const form = readForm((await admin.get(readAttribute(href))).body, path);
  assert.deepEqual(
    { ...form },
    {
      ...blank,
      part_number: "SRC-1",
      condition: "NE",
      currency: "USD",
      valid_from: today,
      valid_to: "2031-12-31",
    },
  );
  const list = (await admin.get(`/console/agreements/${accountId}`)).body;
  assert.match(list, />Terms<\/th>/);
  assert.doesNotMatch(list, />Conditions<\/th>/);
  const log = await wordsOf(`/console/audit?account=${accountId}&kind=agreement+rule`);
  assert.match(log, /agreement rule SRC-1 ?, USD 1,250\.00/);
  assert.match(await wordsOf(`/console/audit?account=${accountId}`), /Break Air ?, 7\.5% off list/);
});

test("the audit log calls actions as operators do, and is filtered by them", async () => {
  await openAccount("Words Air");
  const { body } = await admin.get("/console/audit?action=opened+an+account");
  assert.match(body, /<option value="opened an account" selected>created an account<\/option>/);
  assert.match(body, /<td[^>]*>created an account<\/td>/);
});

test("the pages of a part and of an order lead to the explanation of an account's price", async () => {
  const order = await confirmOne(app, null);
  const { accountId } = order.account;
  const day = utcDay(app.clock.now);
  const page = readAttribute((await admin.get(`/console/orders/${order.orderId}`)).body);
  const query = new URLSearchParams({ part: order.partNumber, quantity: "2" });
  const address = `/console/agreements/${accountId}/price?${query}`;
  assert.ok(page.includes(`<a href="${address}&day=${day}" title="Explain price">`));
  const bought = readAttribute((await order.buyer.get(`/orders/${order.orderId}`)).body);
  assert.doesNotMatch(bought, /Explain price/);
  const part = `/console/catalog/parts/${order.partNumber}`;
  assert.match((await admin.get(part)).body, /<h2>Explain price<\/h2>/);
  const name = `account ${accountId}`;
  const found = await admin.get(`${part}?${new URLSearchParams({ account: name, quantity: "2" })}`);
  assert.equal(found.statusCode, 303);
  assert.equal(found.headers.location, address);
  assert.equal((await admin.get(address)).statusCode, 200);
  const several = await admin.get(`${part}?account=account`);
  assert.match(readAttribute(several.body), new RegExp(`/console/agreements/${accountId}/price`));
  const none = await admin.get(`${part}?account=nobody`);
  assert.equal(none.statusCode, 422);
  assert.match(none.body, /No account “nobody”/);
});
