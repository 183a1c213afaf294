// Leaving rows out of an import in a real browser: by keyboard alone, on a narrow screen, and
// without script.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutBrowser } from "../support/browser.ts";
import { expectGoodStep } from "../support/importInBrowser.ts";
import { openImportBrowser } from "../support/importSite.ts";
import { catalogHeader, checkSent, endOfRun, sendImport } from "../support/sendImport.ts";

const site = openImportBrowser();

async function check(vendor: string, prices: readonly string[]): Promise<number> {
  site.app.clock.now = new Date();
  const rows = prices.map((price, at) => `W-${at + 1},WASHER,NE,EA,4,${price},USD,${vendor}`);
  const text = `${[catalogHeader, ...rows].join("\n")}\n`;
  const { runId } = await checkSent(
    site.app,
    site.admin,
    await sendImport(site.app, site.admin, text),
  );
  return runId;
}

/** The address of a check in which the price of W-2 is 100 times higher. */
async function checkWrongPrice(vendor: string): Promise<string> {
  const first = await check(vendor, ["1.00", "2.00", "3.00"]);
  await endOfRun(site.app, await site.admin.post(`/console/imports/${first}/commit`));
  return `/console/imports/${await check(vendor, ["1.10", "200.00", "3.30"])}`;
}

/** Moves the focus with Tab until an expression about the focused element is true. */
async function tabTo(page: Page, expression: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    // A string, because browser types are not available here.
    const isThere = await page.evaluate<boolean>(
      `((focused) => ${expression})(document.activeElement)`,
    );
    if (isThere) return;
  }
  assert.fail(`Tab does not reach ${expression}`);
}

async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, `focused.textContent.trim() === ${JSON.stringify(name)}`);
  await page.keyboard.press("Enter");
}

async function expectPrices(vendor: string, expected: readonly string[]): Promise<void> {
  const offers = await site.app.database.db.query<{ text: string }>({
    name: "test_left_out",
    text: `select concat_ws(' ', part_number, list_price) as text
      from offers where vendor = $1 order by 1`,
    values: [vendor],
  });
  assert.deepEqual(
    offers.map(({ text }) => text),
    expected,
  );
}

async function awaitNewCheck(page: Page, address: string): Promise<void> {
  await page.waitForURL((url) => url.pathname !== address && /imports\/\d+$/.test(url.pathname));
  await page.getByRole("heading", { name: "Rows left out" }).waitFor();
}

test("a row is left out and the others imported by keyboard alone", {
  skip: skipWithoutBrowser,
}, async () => {
  const address = await checkWrongPrice("By keys");
  const page = await site.browser.open(address, { as: site.admin, width: 1280 });
  await page.getByText("The import would stop").waitFor();
  await expectGoodStep(page, "leave-out-check");
  await tabTo(page, `focused.getAttribute("aria-label")?.startsWith("Leave out W-2")`);
  await page.keyboard.press("Space");
  await pressByKey(page, "Leave out selected rows");
  await awaitNewCheck(page, address);
  assert.equal(await page.getByText("The import would stop").count(), 0);
  await expectGoodStep(page, "leave-out-preview");
  await pressByKey(page, "Import file");
  await page.getByText("Import complete.").waitFor();
  await page.getByRole("heading", { name: "Rows that were left out" }).waitFor();
  await expectPrices("By keys", ["W-1 110", "W-2 200", "W-3 330"]);
});

test("a row is left out and included again in a window of 390 px", {
  skip: skipWithoutBrowser,
}, async () => {
  const address = await checkWrongPrice("Narrow");
  const page = await site.browser.open(`${address}/rows?sort=price`, {
    as: site.admin,
    width: 390,
  });
  await expectGoodStep(page, "leave-out-rows");
  await page.getByLabel("Leave out W-2, line 3").check();
  await page.getByRole("button", { name: "Leave out selected rows" }).click();
  await awaitNewCheck(page, address);
  await expectGoodStep(page, "leave-out-narrow");
  await page.getByRole("link", { name: "View their changes" }).click();
  await page.waitForURL(/kind=left_out/);
  await expectGoodStep(page, "leave-out-list");
  await page.getByLabel("Include W-2, line 3").check();
  await page.getByRole("button", { name: "Include selected rows" }).click();
  await page.getByText("The import would stop").waitFor();
});

test("a row is left out without script", { skip: skipWithoutBrowser }, async () => {
  const address = await checkWrongPrice("Plain");
  const page = await site.browser.open(address, { as: site.admin, script: false });
  await page.getByRole("button", { name: "Leave out selected rows" }).first().click();
  await page.getByText("Select at least one row.").first().waitFor();
  await page.getByLabel("Leave out W-2").first().check();
  await page.getByRole("button", { name: "Leave out selected rows" }).first().click();
  await page.waitForURL((url) => /imports\/\d+$/.test(url.pathname));
  await awaitNewCheck(page, address);
  await page.getByRole("button", { name: "Import file" }).click();
  await page.getByText("Import complete.").waitFor();
  await expectPrices("Plain", ["W-1 110", "W-2 200", "W-3 330"]);
});
