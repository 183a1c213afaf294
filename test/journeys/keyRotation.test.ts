// Replacing a key in a real browser, with and without JavaScript: an admin replaces it, copies the
// new one from the page, and systems use both during the overlap.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { createKey } from "../../src/keys/issueKey.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let browser: TestBrowser;
let account: TestAccount;
let admin: TestVisitor;
let buyer: TestVisitor;

before(async () => {
  if (skipWithoutBrowser) return;
  app = await openTestApp();
  account = await app.openAccount();
  await insertOffer(app.database.db, { partNumber: "EX100-1" });
  admin = await openVisitor(app, account.accountId, { role: "admin" });
  buyer = await openVisitor(app, account.accountId);
  browser = await openBrowser(app);
});
after(async () => {
  await browser?.close();
  await app?.close();
});
afterEach(() => browser?.settle());

const skip = skipWithoutBrowser;
const issue = (name: string) => {
  const { accountId } = account;
  return app.database.db.transaction((tx) =>
    createKey(tx, { accountId, name, expiresAt: null, now: app.clock.now }),
  );
};

async function lookUp(key: string, path: string): Promise<Response> {
  return fetch(`${browser.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"part_numbers":["EX100-1"]}',
  });
}

for (const script of [true, false]) {
  test(`a key is replaced and the new one used, ${script ? "with" : "without"} JavaScript`, {
    skip,
  }, async () => {
    const old = await issue(`ERP ${script}`);
    const page = await browser.open("/developers", { as: admin, script });
    await page.getByRole("link", { name: `ERP ${script}`, exact: true }).click();
    await page.getByLabel("Current key stays active for").selectOption("1 hour");
    await page.getByRole("button", { name: "Replace key" }).click();
    await page.getByRole("heading", { name: `New key: ERP ${script}` }).waitFor();
    const key = (await page.locator(".copyable code").first().textContent()) ?? "";
    const call = (await page.locator("figure code").textContent()) ?? "";
    assert.ok(call.includes(key));
    assert.equal((await lookUp(key, "/public/api/v1/b2b/catalog")).status, 200);
    assert.equal(
      (await lookUp(old.key, "/api/b2b/catalog")).status,
      200,
      "the old key works for another hour",
    );
    assert.equal(await page.getByRole("button", { name: "Copy the key" }).isVisible(), script);
    if (script) await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByText("Being replaced").first().waitFor();
    assert.ok(!(await page.content()).includes(key));
    // The browser asks whether to resend the form instead of showing the page from its cache.
    await assert.rejects(page.goBack(), /ERR_CACHE_MISS/);
  });
}

test("a key is revoked by typing its name, and a wrong name is reported next to the field", {
  skip,
}, async () => {
  const key = await issue("To be revoked");
  const page = await browser.open(`/developers/keys/${key.keyId}`, { as: admin });
  await page.getByLabel("Key name").fill("Another");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("alert").getByRole("link").click();
  assert.equal(await page.locator(":focus").inputValue(), "Another");
  await expectNoAxeViolations(page);
  await page.getByLabel("Key name").fill("To be revoked");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked.").waitFor();
  assert.equal((await lookUp(key.key, "/api/b2b/catalog")).status, 401);
});

test("the pages for developers are accessible and fit any window, light and dark", {
  skip,
}, async () => {
  const key = await issue(
    "A rather long name of a key, as integration departments like to give them",
  );
  await admin.post("/developers/request", { name: "Night feed", purpose: "Stock, every hour." });
  for (const as of [admin, buyer]) {
    const page = await browser.open("/developers", { as });
    await expectGoodPage(page);
    const paths = [`/developers/keys/${key.keyId}`];
    for (const path of as === admin ? [...paths, "/developers/request"] : paths) {
      await page.goto(path);
      await expectGoodPage(page);
    }
  }
});
