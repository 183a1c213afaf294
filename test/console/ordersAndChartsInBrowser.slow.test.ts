// The console pages of orders, requests and charts in a real browser: accessibility and layout at
// every width, light and dark.
import assert from "node:assert/strict";
import { before } from "node:test";
import { insertLatency } from "../../src/requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../src/requests/latencyTally.ts";
import { expectGoodPage } from "../support/browser.ts";
import { type ConfirmedOrder, confirmOne } from "../support/confirmedOrder.ts";
import { admin, app, query, reader } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import { findLogged } from "../support/findLogged.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";

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
