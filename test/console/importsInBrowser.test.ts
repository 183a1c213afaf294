// The wizard of imports in a real browser, with and without script: from the file to the offers,
// and its pages without a violation, wide and narrow, light and dark.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { catalogHeader } from "../support/sendImport.ts";
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

const longName = "A VERY LONG NOMENCLATURE THAT GOES ON, WITH BRACKETS AND DIMENSIONS 12 X 45 MM";

function catalogOf(vendor: string, price: string): string {
  const rows = [
    `W-1,"${longName}",NE,EA,4,${price},USD,${vendor}`,
    `W-2,WASHER,OH,EA,9,${price},USD,${vendor}`,
    `W-3,WASHER,XX,EA,many,${price},USD,${vendor}`,
  ];
  return `${[catalogHeader.replace("part_number", "Artikel-Nr."), ...rows].join("\n")}\n`;
}

async function send(page: Page, name: string, text: string): Promise<void> {
  await page.goto("/console/imports");
  await page.getByRole("link", { name: "Import file" }).click();
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.waitForURL(/\/console\/imports\/files\//);
}

async function check(page: Page): Promise<void> {
  await page.getByLabel("Header of part_number").selectOption({ label: "Artikel-Nr." });
  await page.getByRole("button", { name: "Check file" }).click();
  await page.waitForURL(/\/console\/imports\/\d+$/);
  await page.getByRole("heading", { name: "Import", exact: true }).waitFor();
}

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`an operator uploads a file, imports it and reverts the import, ${how} JavaScript`, {
    skip: skipWithoutBrowser,
  }, async () => {
    const page = await browser.open("/console", { as: admin, script, width: script ? 1280 : 360 });
    await page.goto("/console/imports/new");
    await page.getByRole("button", { name: "Upload file" }).click();
    await page.getByRole("alert").getByText("Choose a file to upload.").waitFor();
    await send(page, `${how}.csv`, catalogOf(`Vendor ${how}`, "5.00"));
    await check(page);
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

test("each page of an import has no violation and fits any window, light and dark", {
  skip: skipWithoutBrowser,
}, async () => {
  const page = await browser.open("/console/imports", { as: admin });
  const expectGood = () => expectGoodPage(page, [360, 1280, 2560]);
  await expectGood();
  await page.goto("/console/imports/new");
  await expectGood();
  await send(page, "first.csv", catalogOf("Vendor A", "5.00"));
  await expectGood();
  await check(page);
  await page.getByRole("button", { name: "Import file" }).click();
  await page.getByText("Import complete.").waitFor();
  await expectGood();
  await send(page, "second.csv", catalogOf("Vendor A", "50.00"));
  await check(page);
  await expectGood();
  await page.goto("/console/imports");
  await expectGood();
});
