// The console pages of orders, requests and charts in a real browser: accessibility and layout at
// every width, light and dark, and cancelling an order with and without JavaScript.
import assert from "node:assert/strict";
import { before } from "node:test";
import { insertLatency } from "../../src/requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../src/requests/latencyTally.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
} from "../support/browser.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import { admin, app, query, reader } from "../support/console.ts";
import {
  browser,
  openConsoleInBrowser,
  testInBrowser,
  testWithoutScriptToo,
} from "../support/consoleBrowser.ts";
import { findLogged } from "../support/findLogged.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { openOperator } from "../support/testOperator.ts";

let order: ConfirmedOrder;
let requestId: string;

openConsoleInBrowser();

before(async () => {
  order = await confirmOne(app, "PO-4711");
  const short = "update offers set received = 1 where part_number = $1";
  await query(short, [order.partNumber]);
  await admin.post(`/console/orders/${order.orderId}/notes`, { text: "Call the dock first." });
  const sent = await order.account.post("catalog", { part_numbers: ["LACKS-1"] });
  requestId = String(sent.headers["x-request-id"]);
  await findLogged(app.database.db, requestId);
  const tally: LatencyTally = new Map();
  // Of each of the last 30 days, the newest the most.
  for (let ago = 0; ago < 30; ago += 1) {
    const requestId = requestIdAt(new Date(app.clock.now.getTime() - ago * 86_400_000));
    for (let count = 0; count < 30 - ago; count += 1) {
      const status = [200, 422, 502][count % 3] ?? 200;
      countLatency(tally, makeRequest({ requestId, status, durationMs: 5 + ago }));
    }
  }
  await insertLatency(app.database.db, tally);
});

testInBrowser(
  "orders, shortfalls, requests and reports are accessible and fit any window, light and dark",
  async () => {
    const page = await browser.open("/console/orders", { as: admin });
    for (const path of [
      "/orders",
      "/orders?status=expired",
      "/orders?status=all&po=PO-4711",
      `/orders/${order.orderId}`,
      "/catalog/shortfalls",
      "/requests",
      `/requests/${requestId}`,
      "/requests/unmet-demand",
      "/reports",
    ]) {
      await page.goto(`/console${path}`);
      for (const closed of await page.locator("main details > summary").all()) await closed.click();
      await expectGoodPage(page, [360, 1280, 2560]);
    }
  },
);

testInBrowser(
  "every section of the console is visible, on a narrow screen once the menu is open",
  async () => {
    const daily = ["Home", "Orders", "Key requests", "Parts", "Imports", "Price agreements"];
    const rare = ["Accounts", "API keys", "Reports", "API requests", "Outbox", "Audit log"];
    for (const width of [360, 1000, 1280]) {
      const page = await browser.open("/console/audit", { as: admin, width, script: false });
      const sections = page.getByRole("navigation", { name: "Main" });
      if (width === 360) await page.getByRole("button", { name: "Menu" }).click();
      for (const name of [...daily, ...rare, "Operators", "System"]) {
        // With the number of its open tasks.
        const link = sections.getByRole("link", { name: new RegExp(`^${name}( [\\d,]+ open)?$`) });
        const box = await link.boundingBox();
        assert.ok(
          box !== null && box.x >= 0 && box.x + box.width <= width,
          `${name} at ${width} px`,
        );
      }
      await expectNoSidewaysScroll(page);
      if (width > 360) continue;
      await page.keyboard.press("Escape");
      assert.equal(await sections.isVisible(), false);
    }
  },
);

testWithoutScriptToo("an operator cancels an order by typing its number", async (script) => {
  const own = await confirmOne(app, null);
  const page = await browser.open(`/console/orders/${own.orderId}`, { as: admin, script });
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

testInBrowser(
  "the second of two operators sees both versions of an order on an accessible page, wide and narrow",
  async () => {
    const own = await confirmOne(app, null);
    const page = await browser.open(`/console/orders/${own.orderId}`, { as: admin });
    const otto = await openOperator(app, { name: "Otto Operator" });
    const first = { version: "2", reference: "AWB-OF-OTTO" };
    await otto.post(`/console/orders/${own.orderId}/fulfil`, first);
    await page.getByLabel("Delivery reference").fill("AWB-OF-OLGA");
    await page.getByRole("button", { name: /^Fulfil order/ }).click();
    const both = page.getByRole("table", { name: "Both versions" });
    await both.waitFor();
    assert.match((await both.textContent()) ?? "", /AWB-OF-OTTO.*AWB-OF-OLGA/s);
    await expectGoodPage(page);
  },
);

testInBrowser(
  "a point of a chart shows its values on hover and focus, and opens the requests of its day",
  async () => {
    const page = await browser.open("/console/reports", { as: reader, width: 1280 });
    const points = page.getByRole("list", { name: "API requests" }).getByRole("link");
    // A string, because browser types are not available here.
    const opacity = (place: number) =>
      page.evaluate(`getComputedStyle(
      document.querySelectorAll('.points[aria-label="API requests"] span')[${place}]).opacity`);
    assert.equal(await opacity(15), "0");
    await points.nth(15).hover();
    assert.equal(await opacity(15), "1");
    assert.match((await points.nth(15).textContent()) ?? "", /API requests 16$/);
    // One stop of the Tab key: the newest day.
    await page.getByRole("heading", { name: "API requests" }).hover();
    await page.getByRole("link", { name: "Requests", exact: true }).last().focus();
    await page.keyboard.press("Tab");
    assert.equal(await opacity(29), "1");
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    assert.equal(await opacity(27), "1");
    await expectGoodPage(page, [360, 1280]);
    await page.keyboard.press("Home");
    assert.equal(await opacity(0), "1");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await opacity(0), "1");
    await page.keyboard.press("End");
    assert.equal(await opacity(29), "1");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/console\/requests\?from=([\d-]+)&until=\1$/);
  },
);
