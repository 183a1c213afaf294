// The import pages in a real browser, from the empty list to a file that a guard rail stops.
import { test } from "node:test";
import { expectGoodPage, skipWithoutBrowser } from "../support/browser.ts";
import { catalogOf, checkInBrowser, uploadInBrowser } from "../support/importInBrowser.ts";
import { openImportBrowser } from "../support/importSite.ts";

const site = openImportBrowser();

test("each page of an import is accessible and fits any window, light and dark", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await site.browser.open("/console/imports", { as: site.admin });
  const expectGood = () => expectGoodPage(page, [360, 1280, 2560]);
  await expectGood();
  await page.goto("/console/imports/new");
  await expectGood();
  await uploadInBrowser(page, "first.csv", catalogOf("Vendor A", "5.00"));
  await expectGood();
  await checkInBrowser(page);
  await page.getByRole("button", { name: "Import file" }).click();
  await page.getByText("Import complete.").waitFor();
  await expectGood();
  await uploadInBrowser(page, "second.csv", catalogOf("Vendor A", "50.00"));
  await checkInBrowser(page);
  await expectGood();
  await page.goto("/console/imports");
  await expectGood();
  await site.browser.settle();
});
