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

/** What an operator did for a file. */
type Effort = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly options: readonly string[];
  readonly seconds: number;
};

async function enter(page: Page, field: string, value: string): Promise<void> {
  const control = page.locator(`#mapping [name="${field}"]`);
  await (field.startsWith("column-") ? control.selectOption(value) : control.fill(value));
}

/** Imports a file by the steps that it needs. */
async function importFile(page: Page, file: DealerFile, vendor: string): Promise<Effort> {
  const start = performance.now();
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
  for (const [field, value] of Object.entries(file.entered)) {
    await act(field, enter(page, field, value));
  }
  await click("Check file");
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await click("Import file");
  await page.getByText("Import complete.").waitFor();
  const options = Object.keys(file.entered).filter((field) => field !== "fixed-currency");
  return { name: file.name, steps, options, seconds: (performance.now() - start) / 1_000 };
}

const maxSteps = 7;

test("of the files of dealers all but two need no options beyond vendor and currency", {
  skip: skipWithoutBrowser,
}, async (t) => {
  const page = await site.browser.open("/console", { as: site.admin });
  const efforts: Effort[] = [];
  for (const [place, file] of [...stockLists, ...priceLists].entries()) {
    efforts.push(await importFile(page, file, `Dealer ${place}`));
  }
  for (const { name, steps, seconds } of efforts) {
    t.diagnostic(`${steps.length} steps, ${seconds.toFixed(1)} s: ${name} (${steps.join(", ")})`);
  }
  assert.ok(efforts.length >= 12);
  const plain = efforts.filter(({ options }) => options.length === 0);
  assert.ok(plain.length >= efforts.length - 2, `${plain.length} of ${efforts.length}`);
  for (const { name, steps } of plain) assert.ok(steps.length <= maxSteps, name);
});
