// Imports in a real browser, from the upload to the revert: at 1,280 and 390 px, by keyboard alone and
// without JavaScript. Each page is accessible in both themes and fits the window.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { bookOf, cellsAt } from "../dealerFiles/workbooks.ts";
import { checkFile, commitRun, manager, query } from "../support/console.ts";
import { browser, openConsoleInBrowser, testInBrowser } from "../support/consoleBrowser.ts";
import {
  catalogOf,
  checkInBrowser,
  expectGoodStep,
  uploadInBrowser,
} from "../support/importInBrowser.ts";

openConsoleInBrowser({ importFileBytes: 4_000_000 });

/** Reverts the run that a page shows, by typing its name into the open form. */
async function revert(page: Page): Promise<void> {
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const run = /run \d+$/.exec(title ?? "")?.[0] ?? assert.fail(title ?? "");
  await page.getByLabel(`Type ${run} to confirm`).fill(run);
  await page.getByRole("button", { name: `Revert ${run}` }).click();
  await page.getByText("Import reverted.").waitFor();
}

testInBrowser(
  "an operator uploads a file, imports it and reverts the import without JavaScript",
  async () => {
    const options = { as: manager, script: false, width: 360 };
    const page = await browser.open("/console/imports/new", options);
    await page.getByRole("button", { name: "Upload file" }).click();
    await page.getByRole("alert").getByText("Choose a file to upload.").waitFor();
    await uploadInBrowser(page, "plain.csv", catalogOf("Vendor plain", "5.00"));
    await checkInBrowser(page);
    await page.getByText("Nothing has changed yet").waitFor();
    await page.getByRole("button", { name: "Import file" }).click();
    await page.getByText("Import complete.").waitFor();
    await page.getByText("Revert run", { exact: true }).first().click();
    await revert(page);
  },
);

/** Imports the catalog of a vendor, whose prices and stock the wizard then changes. */
async function importEarlier(vendor: string): Promise<void> {
  const text = catalogOf(vendor, "50.00").replace("Artikel-Nr.", "part_number");
  const checked = await checkFile(text);
  await commitRun(checked);
}

for (const width of [1280, 390]) {
  testInBrowser(
    `the wizard is accessible and fits a window of ${width} px from the upload to the revert`,
    async () => {
      const vendor = `Vendor ${width}`;
      await importEarlier(vendor);
      const page = await browser.open("/console/imports/new", { as: manager, width });
      await expectGoodStep(page, "wizard-upload");
      await uploadInBrowser(page, `${width}.csv`, catalogOf(vendor, "54.00"));
      await expectGoodStep(page, "wizard-columns");
      await checkInBrowser(page);
      await page.getByRole("heading", { name: "Rows that would change" }).waitFor();
      await page.getByText("+8.0%").first().waitFor();
      await page.getByText("Values to correct").first().waitFor();
      await expectGoodStep(page, "wizard-preview");
      await page.getByRole("link", { name: "Sort and download" }).click();
      await page.waitForURL(/rows/);
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
      await revert(page);
      await expectGoodStep(page, "wizard-reverted");
    },
  );
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

/** Moves the focus with Tab to the control with a text, and presses Enter. */
async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, `focused.textContent.trim() === ${JSON.stringify(name)}`);
  await page.keyboard.press("Enter");
}

/** Expects the offers of a vendor, by columns as in "part_number, list_price". */
async function expectOffers(vendor: string, columns: string, expected: readonly string[]) {
  const text = `select concat_ws(' ', ${columns}) as text from offers where vendor = $1 order by 1`;
  const offers = await query<{ text: string }>(text, [vendor]);
  assert.deepEqual(
    offers.map((one) => one.text),
    expected,
  );
}

const header = ["P/N", "Name", "Cond", "UM", "Qty", "Price", "Currency", "Vendor"];

/** A sheet of two lots of a part, whose condition is to be corrected, and of another part. */
function sheetOf(name: string, vendor: string) {
  const row = (line: number, ...cells: readonly (string | number)[]) =>
    cellsAt(
      line,
      Object.fromEntries(cells.map((cell, at) => [String.fromCharCode(65 + at), cell])),
    );
  const rest = ["EA", 2, 1.5, "USD", vendor];
  return {
    name,
    rows: [
      row(1, ...header),
      row(2, `${name}-1`, "PIN", "N", ...rest),
      row(3, `${name}-1`, "PIN", "N", ...rest),
      row(4, `${name}-2`, "NUT", "OH", ...rest),
    ].join(""),
  };
}

testInBrowser("a sheet, corrections and repeated rows are answered by keyboard alone", async () => {
  const page = await browser.open("/console", { as: manager, width: 390 });
  const vendor = "Questions";
  const book = await bookOf([sheetOf("New", vendor), sheetOf("Used", vendor)]);
  await uploadInBrowser(page, "book.xlsx", book);
  await page.getByText("Several sheets may have the rows.").waitFor();
  await expectGoodStep(page, "questions-sheets");
  await pressByKey(page, "Used");
  await page.waitForURL(/sheet=Used/);
  await pressByKey(page, "Check file");
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await page.getByRole("heading", { name: "Values to correct" }).waitFor();
  const means = page.getByLabel("What Condition N means");
  assert.equal(await means.inputValue(), "=NE");
  await expectGoodStep(page, "questions-values");
  const checked = page.url();
  await pressByKey(page, "Accept these corrections");
  await page.waitForURL((url) => url.href !== checked && /imports\/\d+$/.test(url.pathname));
  await page.getByRole("heading", { name: "Repeated rows" }).waitFor();
  await page.getByText("1 row repeats another, of 1 offer").waitFor();
  await expectGoodStep(page, "questions-repeats");
  const corrected = page.url();
  const label = JSON.stringify("Rows of the same offer");
  await tabTo(page, `focused.labels?.[0]?.textContent.trim() === ${label}`);
  await page.keyboard.press("ArrowDown");
  await pressByKey(page, "Check again");
  await page.waitForURL((url) => url.href !== corrected && /imports\/\d+$/.test(url.pathname));
  await page.getByText("their quantities are added").waitFor();
  await pressByKey(page, "Import file");
  await page.getByText("Import complete.").waitFor();
  await expectOffers(vendor, "part_number, condition, available_stock, lots", [
    "Used-1 NE 4 2",
    "Used-2 OH 2",
  ]);
});
