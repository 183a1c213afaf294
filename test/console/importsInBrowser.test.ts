// Imports in a real browser, with and without JavaScript, from the upload to the revert.
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipWithoutBrowser } from "../support/browser.ts";
import { catalogOf, checkInBrowser, uploadInBrowser } from "../support/importInBrowser.ts";
import { openImportBrowser } from "../support/importSite.ts";

const site = openImportBrowser();

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator uploads a file, imports it and reverts the import, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const page = await site.browser.open("/console", {
      as: site.admin,
      script,
      width: script ? 1280 : 360,
    });
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
