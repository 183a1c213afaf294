// How much an operator does for the files of dealers, in a real browser: every entry and click from
// the page of imports to the imported file. That each becomes exactly its offers is tested beside.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipWithoutBrowser } from "../support/browser.ts";
import { openImportBrowser } from "../support/importSite.ts";
import type { DealerFile } from "./dealerFile.ts";
import { priceLists } from "./priceLists.ts";
import { stockLists } from "./stockLists.ts";

const site = openImportBrowser();

async function enter(page: Page, field: string, value: string): Promise<void> {
  const control = page.locator(`#mapping [name="${field}"]`);
  await (field.startsWith("column-") ? control.selectOption(value) : control.fill(value));
}

/** Imports a file; the steps that it needs. */
async function importFile(page: Page, file: DealerFile, vendor: string): Promise<string[]> {
  const steps: string[] = [];
  const act = async (step: string, action: Promise<unknown>) => {
    steps.push(step);
    await action;
  };
  const click = (name: string) => act(name, page.getByRole("button", { name }).click());
  await page.goto("/console/imports");
  await act("Import file", page.getByRole("link", { name: "Import file" }).click());
  const ownVendor = file.offers[0]?.["vendor"];
  if (ownVendor === undefined) await act("vendor", page.getByLabel("Vendor").fill(vendor));
  const sent = { name: "offers.csv", mimeType: "text/csv", buffer: await file.bytes };
  await act("file", page.getByLabel("File", { exact: true }).setInputFiles(sent));
  await click("Upload file");
  await page.waitForURL(/\/console\/imports\/files\//);
  const { no_prices: hasNone, ...entered } = file.entered;
  for (const [field, value] of Object.entries(entered)) {
    await act(field, enter(page, field, value));
  }
  await click(hasNone === undefined ? "Check file" : "All parts have their price on request");
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await click("Import file");
  await page.getByText("Import complete.").waitFor();
  return steps;
}

const maxSteps = 7;
const files = [...stockLists, ...priceLists];
/** What must be chosen for a file besides vendor and currency: what its headers leave open. */
const optionsOf = ({ entered }: DealerFile) =>
  Object.keys(entered).filter((field) => field !== "fixed-currency");

test("of the files of dealers all but three need no options beyond vendor and currency", () => {
  assert.ok(files.length >= 12);
  assert.ok(files.filter((file) => optionsOf(file).length > 0).length <= 3);
});

for (const [place, file] of files.entries()) {
  test(`an operator imports ${file.name}`, { skip: skipWithoutBrowser }, async () => {
    const page = await site.browser.open("/console", { as: site.admin });
    const steps = await importFile(page, file, `Dealer ${place}`);
    assert.ok(steps.length <= maxSteps + optionsOf(file).length, steps.join(", "));
  });
}
