// The page of terms in a real browser, with and without JavaScript.
import assert from "node:assert/strict";
import { expectGoodPage } from "../support/browser.ts";
import { manager } from "../support/console.ts";
import {
  browser,
  openConsoleInBrowser,
  testInBrowser,
  testWithoutScriptToo,
} from "../support/consoleBrowser.ts";

openConsoleInBrowser();

testWithoutScriptToo("a catalog manager adds a term and switches one off", async (script, how) => {
  const page = await browser.open("/console/catalog/terms", { as: manager, script });
  await page.getByLabel("Term", { exact: true }).fill(`a/c duct ${how}`);
  await page.getByLabel("Names in catalogs").fill("duct assembly air conditioning\nduct air");
  await page.getByRole("button", { name: "Save term" }).click();
  await page.getByText("Term saved.").waitFor();
  await page.goto(`/console/catalog/terms?q=adel${script ? "" : "+clamp"}`);
  const name = `Switch off: adel${script ? "" : " clamp"}`;
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByText("Term switched off.").waitFor();
  await page.goto("/console/catalog/terms?state=off");
  assert.ok(await page.getByRole("cell", { name: "adel" }).first().isVisible());
});

testInBrowser("the page of terms is good at all widths and in both themes", async () => {
  const page = await browser.open("/console/catalog/terms?q=duct", { as: manager });
  await expectGoodPage(page, [1280, 390]);
  await page.getByRole("link", { name: "a/c duct without" }).click();
  await expectGoodPage(page, [1280, 390]);
});
