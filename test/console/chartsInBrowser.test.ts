// Charts in a real browser: values of points on hover and focus, by mouse and by keyboard.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { insertLatency } from "../../src/requests/latencyQueries.ts";
import { countLatency, type LatencyTally } from "../../src/requests/latencyTally.ts";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { makeRequest, requestIdAt } from "../support/makeRequest.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

const dayMs = 86_400_000;
let app: TestApp;
let browser: TestBrowser;
let olga: TestOperator;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  browser = await openBrowser(app);
  olga = await openOperator(app, { role: "read-only" });
  const tally: LatencyTally = new Map();
  for (let ago = 0; ago < 30; ago += 1) {
    const at = new Date(app.clock.now.getTime() - ago * dayMs);
    for (let count = 0; count < 30 - ago; count += 1) {
      countLatency(tally, makeRequest({ requestId: requestIdAt(at), durationMs: 5 + ago }));
    }
  }
  await insertLatency(app.database.db, tally);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

test("a point of a chart shows its values on hover and focus, and opens the requests of its day", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await browser.open("/console/charts", { as: olga, width: 1280 });
  const points = page.getByRole("list", { name: "Requests" }).getByRole("link");
  // A string, because browser types are not available here.
  const opacity = (place: number) =>
    page.evaluate(`getComputedStyle(
      document.querySelectorAll('.points[aria-label="Requests"] span')[${place}]).opacity`);
  assert.equal(await opacity(15), "0");
  await points.nth(15).hover();
  assert.equal(await opacity(15), "1");
  assert.match((await points.nth(15).textContent()) ?? "", /Requests 16$/);
  // One stop of the Tab key: the newest day.
  await page.getByRole("heading", { name: "Requests" }).hover();
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
});
