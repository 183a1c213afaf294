// The console pages of orders, requests and charts in a real browser: accessibility and layout at
// every width, light and dark, and cancelling an order with and without JavaScript.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { insertLatency } from "../../src/requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../src/requests/latencyTally.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectPrint,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import { findLogged } from "../support/findLogged.ts";
import { makeRequest } from "../support/makeRequest.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let browser: TestBrowser;
let olga: TestOperator;
let order: ConfirmedOrder;
let requestId: string;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  browser = await openBrowser(app);
  olga = await openOperator(app);
  order = await confirmOne(app, "PO-4711");
  const short = "update offers set received = 1 where part_number = $1";
  await app.database.db.query({ name: "", text: short, values: [order.partNumber] });
  await olga.post(`/console/orders/${order.orderId}/notes`, { text: "Call the dock first." });
  await olga.post("/console/orders/views", { name: "The first", filter: "po=PO-4711" });
  const sent = await order.account.post("catalog", { part_numbers: ["LACKS-1"] });
  requestId = String(sent.headers["x-request-id"]);
  await findLogged(app.database.db, requestId);
  const tally: LatencyTally = new Map();
  for (const status of [200, 422, 502]) countLatency(tally, makeRequest({ status }));
  await insertLatency(app.database.db, tally);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

test("orders, shortfalls, requests and charts are accessible and fit any window, light and dark", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await browser.open("/console/orders", { as: olga });
  for (const path of [
    "/orders",
    "/orders?status=expired",
    "/orders?status=all&po=PO-4711",
    `/orders/${order.orderId}`,
    "/catalog/shortfalls",
    "/requests",
    `/requests/${requestId}`,
    "/requests/unmet-demand",
    "/charts",
    "/charts?span=day",
  ]) {
    await page.goto(`/console${path}`);
    for (const closed of await page.locator("main details > summary").all()) await closed.click();
    await expectGoodPage(page, [360, 1280, 2560]);
  }
});

test("a printed order has its account, number, state, lines and total, and no controls", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await browser.open(`/console/orders/${order.orderId}`, { as: olga });
  const name = `Account ${order.account.accountId}`;
  await expectPrint(page, [name, "PO-4711", "Confirmed", order.partNumber, "SO-", "USD"]);
  const printed = await page.innerText("main");
  assert.doesNotMatch(printed, /Air waybill|New note|Download|View request/);
});

test("names of accounts do not wrap in the list of orders at 1,280 px", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await browser.open("/console/orders", { as: olga, width: 1280 });
  const row = page.locator("main table tbody tr").first();
  await row.evaluate((one) => {
    const texts = ["Example Repair Station", "PO-4311", "API (key ERP …yh8H)"];
    const [account, po, creator] = [2, 3, 5].map((place) => one.children[place]);
    for (const [place, cell] of [account, po, creator].entries()) {
      if (cell != null) cell.textContent = texts[place] ?? "";
    }
  });
  const box = await row.boundingBox();
  assert.ok(box !== null && box.height < 50, `the row is ${box?.height} px high`);
});

test("every section of the console is visible, on a narrow screen once the menu is open", {
  skip: skipWithoutBrowser,
}, async () => {
  const daily = ["Home", "Orders", "Key requests", "Parts", "Imports", "Price agreements"];
  const rare = ["Accounts", "API keys", "Charts", "API requests", "Outbox", "Audit log"];
  for (const width of [360, 1000, 1280]) {
    const page = await browser.open("/console/audit", { as: olga, width, script: false });
    const sections = page.getByRole("navigation", { name: "Main" });
    if (width === 360) await page.getByRole("button", { name: "Menu" }).click();
    for (const name of [...daily, ...rare, "Operators", "System"]) {
      // With the number of its open tasks.
      const link = sections.getByRole("link", { name: new RegExp(`^${name}( [\\d,]+ open)?$`) });
      const box = await link.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, `${name} at ${width} px`);
    }
    await expectNoSidewaysScroll(page);
    if (width > 360) continue;
    await page.keyboard.press("Escape");
    assert.equal(await sections.isVisible(), false);
  }
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator cancels an order by typing its number, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const own = await confirmOne(app, null);
    const page = await browser.open(`/console/orders/${own.orderId}`, { as: olga, script });
    await page.locator("summary", { hasText: "Cancel order" }).click();
    await page.getByLabel("Reason").fill("Out of shelf life");
    const form = page.getByRole("form", { name: "Cancel order" });
    await form.getByRole("button").click();
    assert.equal(await page.getByLabel("Reason").inputValue(), "Out of shelf life");
    if (script) await expectNoAxeViolations(page);
    await page.getByLabel(/^Type .+ to confirm$/).fill(own.orderNumber);
    await form.getByRole("button").click();
    await page.waitForURL(/done=cancelled$/);
  });
}

test("the second of two operators sees both versions of an order on an accessible page, wide and narrow", {
  skip: skipWithoutBrowser,
}, async () => {
  const own = await confirmOne(app, null);
  const page = await browser.open(`/console/orders/${own.orderId}`, { as: olga });
  const otto = await openOperator(app, { name: "Otto Operator" });
  const first = { version: "2", reference: "AWB-OF-OTTO" };
  await otto.post(`/console/orders/${own.orderId}/fulfil`, first);
  await page.getByLabel("Delivery reference").fill("AWB-OF-OLGA");
  await page.getByRole("button", { name: /^Fulfil order/ }).click();
  const both = page.getByRole("table", { name: "Both versions" });
  await both.waitFor();
  assert.match((await both.textContent()) ?? "", /AWB-OF-OTTO.*AWB-OF-OLGA/s);
  await expectGoodPage(page);
});
