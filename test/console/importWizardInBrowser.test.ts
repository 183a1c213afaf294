// The whole import wizard in a real browser at 1,280 and 390 px, and once by keyboard alone: each
// page is accessible in both themes and fits the window.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutBrowser } from "../support/browser.ts";
import {
  catalogOf,
  checkInBrowser,
  expectGoodStep,
  uploadInBrowser,
} from "../support/importInBrowser.ts";
import { openImportBrowser } from "../support/importSite.ts";
import { checkSent, endOfRun, sendImport } from "../support/sendImport.ts";

const site = openImportBrowser();

/** Imports the catalog of a vendor, whose prices and stock the wizard then changes. */
async function importEarlier(vendor: string): Promise<void> {
  const text = catalogOf(vendor, "50.00").replace("Artikel-Nr.", "part_number");
  const checked = await checkSent(
    site.app,
    site.admin,
    await sendImport(site.app, site.admin, text),
  );
  await endOfRun(site.app, await site.admin.post(`/console/imports/${checked.runId}/commit`));
}

for (const width of [1280, 390]) {
  test(`the wizard is accessible and fits a window of ${width} px from the upload to the revert`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const vendor = `Vendor ${width}`;
    await importEarlier(vendor);
    const page = await site.browser.open("/console/imports/new", { as: site.admin, width });
    await expectGoodStep(page, "wizard-upload");
    await uploadInBrowser(page, `${width}.csv`, catalogOf(vendor, "54.00"));
    await expectGoodStep(page, "wizard-columns");
    await checkInBrowser(page);
    await page.getByRole("heading", { name: "Rows that would change" }).waitFor();
    await page.getByText("+8.0%").first().waitFor();
    await page.getByText("Values to correct").first().waitFor();
    await expectGoodStep(page, "wizard-preview");
    await page.getByRole("link", { name: "Filter and download" }).click();
    await page.getByLabel("Part number").fill("w-2");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/part=w-2/);
    assert.equal(await page.getByRole("rowheader").count(), 1);
    await expectGoodStep(page, "wizard-rows");
    await page.getByRole("link", { name: /^Run \d+$/ }).click();
    await page.getByRole("button", { name: "Import file" }).click();
    await page.getByText("Import complete.").waitFor();
    await page.getByRole("heading", { name: "Changed rows" }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download refused rows" }).click();
    assert.match((await download).suggestedFilename(), /^refused-\d+\.csv$/);
    await page.getByText("Revert run", { exact: true }).first().click();
    await expectGoodStep(page, "wizard-run");
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    const run = /run \d+$/.exec(title ?? "")?.[0] ?? assert.fail(title ?? "");
    await page.getByLabel(`Type ${run} to confirm`).fill(run);
    await page.getByRole("button", { name: `Revert ${run}` }).click();
    await page.getByText("Import reverted.").waitFor();
    await expectGoodStep(page, "wizard-reverted");
  });
}

/** Moves the focus with Tab to the control with a text, and presses a key. */
async function pressOn(page: Page, text: string, key = "Enter"): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    // A string, because browser types are not available here.
    const focused = await page.evaluate<string>("document.activeElement.textContent.trim()");
    if (focused === text) return page.keyboard.press(key);
  }
  assert.fail(`Tab does not reach ${text}`);
}

test("a file is checked, its rows are filtered and it is imported by keyboard alone", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await site.browser.open("/console", { as: site.admin, width: 1280 });
  const text = catalogOf("Vendor Keys", "5.00").replace("Artikel-Nr.", "part_number");
  await uploadInBrowser(page, "keys.csv", text);
  await pressOn(page, "Check file");
  await page.getByRole("heading", { name: "Rows that would change" }).waitFor();
  await pressOn(page, "Filter and download");
  await page.waitForURL(/\/rows$/);
  await pressOn(page, "Created 2");
  await page.waitForURL(/kind=created/);
  await page.goBack();
  await page.goBack();
  await pressOn(page, "Import file");
  await page.getByText("Import complete.").waitFor();
});
