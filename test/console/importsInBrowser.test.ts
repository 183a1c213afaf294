// Imports in a real browser, with and without JavaScript, from the upload to the revert.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { openBrowser, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { catalogOf, checkInBrowser, uploadInBrowser } from "../support/importInBrowser.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let browser: TestBrowser;
let admin: TestOperator;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  app = await openTestApp();
  admin = await openOperator(app, { role: "catalog manager" });
  browser = await openBrowser(app);
});

afterEach(() => browser?.settle());

after(async () => {
  await browser?.close();
  await app?.close();
});

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator uploads a file, imports it and reverts the import, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const page = await browser.open("/console", { as: admin, script, width: script ? 1280 : 360 });
    await page.goto("/console/imports/new");
    await page.getByRole("button", { name: "Upload file" }).click();
    await page.getByRole("alert").getByText("Choose a file to upload.").waitFor();
    await uploadInBrowser(page, `${how}.csv`, catalogOf(`Vendor ${how}`, "5.00"));
    await checkInBrowser(page);
    await page.getByText("Nothing has changed yet").waitFor();
    await page.getByRole("button", { name: "Import file" }).click();
    await page.getByText("Import complete.").waitFor();
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    const run = /run \d+$/.exec(title ?? "")?.[0] ?? assert.fail(title ?? "");
    await page.getByText("Revert run", { exact: true }).first().click();
    await page.getByLabel(`Type ${run} to confirm`).fill(run);
    await page.getByRole("button", { name: `Revert ${run}` }).click();
    await page.getByText("Import reverted.").waitFor();
  });
}
