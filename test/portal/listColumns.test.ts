// Choosing the columns of a list on its page, with and without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { checkList } from "../../src/quickOrders/checkList.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let accountId: AccountId;
let as: TestVisitor;
let browser: TestBrowser | undefined;

before(async () => {
  app = await openTestApp();
  ({ accountId } = await app.openAccount());
  as = await openVisitor(app, accountId);
  await insertOffer(app.database.db, { partNumber: "A-100", stock: 100 });
  await insertOffer(app.database.db, { partNumber: "A-200", stock: 100 });
  browser = skip === false ? await openBrowser(app) : undefined;
});

after(async () => {
  await browser?.close();
  await app.close();
});

const messy =
  "AOG request\t\t\nSachnr.\tBez.\tBedarf Stk\nA-100\tRivet\t5\nA-200\tBolt\t7\nSumme\t\t12";

async function sendUnclear(rows = messy): Promise<string> {
  const sent = await as.post("/quick-order", { rows });
  assert.equal(sent.statusCode, 303);
  const address = String(sent.headers.location);
  assert.match(address, /\/columns$/);
  return address;
}

test("a list without a column of quantities says so, until its columns are chosen", async () => {
  const rows = "P/N\tNoun\tHow many\nA-100\tRivet\t2 EA\nA-200\tBolt\tsix";
  const sent = await as.post("/quick-order", { rows });
  const list = String(sent.headers.location);
  const page = await as.get(list);
  assert.match(page.body, /No column was read as quantities/);
  assert.match(page.body, new RegExp(`href="${list}/columns">choose it<`));
  const chosen = { line: "1", "column-part_number": "0", "column-quantity": "2" };
  const read = await as.post(`${list}/columns`, chosen);
  assert.equal(read.statusCode, 303, read.body);
  assert.doesNotMatch((await as.get(list)).body, /No column was read as quantities/);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  test(`a list with unknown headers is read after its columns are chosen ${how}`, {
    skip,
  }, async () => {
    assert.ok(browser);
    const page = await browser.open(await sendUnclear(), { as, script });
    assert.equal(await page.getByLabel("Header line").inputValue(), "2");
    await page
      .getByLabel("Part number", { exact: true })
      .selectOption({ label: "Sachnr. (A-100, A-200)" });
    await page.getByLabel("Quantity", { exact: true }).selectOption({ label: "Bedarf Stk (5, 7)" });
    await page.getByRole("button", { name: "Check rows" }).press("Enter");
    await page.waitForURL(/\/quick-order\/[0-9a-f-]{36}$/);
    const listId = new URL(page.url()).pathname.slice("/quick-order/".length) as ListId;
    await app.database.replica.catchUp();
    await checkList(app.database, listId, () => app.clock.now);
    await page.reload();
    await page.getByRole("button", { name: /^Add 2 rows/ }).waitFor();
    await page.getByText("How this list was read").click();
    const left = page.getByRole("row", { name: /^1 AOG request Titles above the header/ });
    await left.waitFor();
    await app.database.db.query({ name: "x_forget", text: "delete from quick_order_mappings" });
    await browser.settle();
  });
}

test("the page of columns is accessible at any width, light and dark", { skip }, async () => {
  assert.ok(browser);
  const wide = Array.from({ length: 14 }, (_, at) => `<b>${at}${"LONG".repeat(30)}`).join("\t");
  const page = await browser.open(await sendUnclear(`${wide}\n${wide}`), { as });
  await expectGoodPage(page, [360, 390, 1280, 2560]);
  await page.goto(await sendUnclear());
  await expectGoodPage(page, [360, 390, 1280]);
  await browser.settle();
});

test("an unclear list leads to its columns, and a missing choice is named beside its field", async () => {
  const columns = await sendUnclear();
  const address = columns.replace("/columns", "");
  assert.equal((await as.get(address)).headers.location, columns);
  const refused = await as.post(columns, { line: "2", "column-part_number": "" });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Choose the part number column\./);
  const twice = { line: "2", "column-part_number": "0", "column-quantity": "0" };
  assert.match((await as.post(columns, twice)).body, /Choose a different column for each field\./);
});

test("columns can be chosen until a row was changed, not after", async () => {
  const sent = await as.post("/quick-order", { rows: "PN\tQty\nA-100\t5\nA-200\t7" });
  const address = String(sent.headers.location);
  assert.match((await as.get(`${address}?show=all`)).body, /Choose other columns/);
  assert.equal((await as.get(`${address}/columns`)).statusCode, 200);
  const row = { "number-2": "A-100", "quantity-2": "6", "condition-2": "", "was-2": "" };
  await as.post(`${address}/rows`, row);
  assert.doesNotMatch((await as.get(`${address}?show=all`)).body, /Choose other columns/);
  const closed = await as.post(`${address}/columns`, { line: "1", "column-part_number": "0" });
  assert.equal(closed.headers.location, address);
});

test("another account finds neither the columns nor the upload of a list", async () => {
  const columns = await sendUnclear();
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  const form = { line: "2", "column-part_number": "0", "column-quantity": "2" };
  assert.equal((await stranger.get(columns)).statusCode, 404);
  assert.equal((await stranger.post(columns, form)).statusCode, 404);
  assert.equal((await as.post(columns, form)).statusCode, 303);
  const sent = await stranger.post("/quick-order", { rows: messy });
  assert.match(String(sent.headers.location), /\/columns$/);
});
