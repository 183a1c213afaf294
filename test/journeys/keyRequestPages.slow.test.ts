// The key request pages in a real browser, for the requesting company and for the operator.
import { after, before, test } from "node:test";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let browser: TestBrowser;

before(async () => {
  if (skip !== false) return;
  // `smtpUrl` only says that mail is sent; no job sends any here.
  app = await openTestApp({ smtpUrl: "smtp://127.0.0.1:1" });
  browser = await openBrowser(app);
});

after(async () => {
  await browser?.close();
  await app?.close();
});

test("each page of key requests is accessible and fits any window, light and dark", {
  skip,
}, async () => {
  const page = await browser.open("/request-key", {
    as: await openOperator(app, { role: "operator" }),
  });
  await page.getByLabel("Company").fill("Delta Jet");
  await page.getByLabel("Your name").fill("Dana Dale");
  await page.getByLabel("E-mail").fill("dana@delta-jet.example");
  await page.getByRole("button", { name: "Request key" }).click();
  await page.waitForURL(/done=requested$/);
  await expectGoodPage(page);
  const root = "/console/key-requests";
  await page.goto(root);
  await expectGoodPage(page);
  await page.getByRole("link", { name: "Delta Jet", exact: true }).click();
  await page.waitForURL(/\/console\/key-requests\/[0-9a-f-]{36}$/);
  await expectGoodPage(page);
  const others = [`${root}?view=sent`, `${root}?view=declined`, `${root}/new`];
  for (const path of [...others, "/request-key", "/console"]) {
    await page.goto(path);
    await expectGoodPage(page);
  }
  await browser.settle();
});
