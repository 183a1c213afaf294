// Replacing a key in a real browser, with and without JavaScript: an admin replaces it, copies the
// new one from the page, and systems use both during the overlap.
import assert from "node:assert/strict";
import { before } from "node:test";
import { createKey } from "../../src/keys/issueKey.ts";
import { expectGoodPage, expectNoAxeViolations } from "../support/browser.ts";
import { account, app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { offer } from "../support/steps.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let admin: TestVisitor;

openPortalBrowser();

before(async () => {
  await offer("EX100-1");
  admin = await openVisitor(app, account.accountId, { role: "admin" });
});

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
  test(`a key is replaced and the new one used, ${script ? "with" : "without"} JavaScript`, async () => {
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
    if (script) {
      await expectNoAxeViolations(page);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy the key" }).click();
      await page.getByText("Copied").waitFor();
      assert.equal(await page.evaluate("navigator.clipboard.readText()"), key);
    }
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByText("Being replaced").first().waitFor();
    assert.ok(!(await page.content()).includes(key));
    // The browser asks whether to resend the form instead of showing the page from its cache.
    await assert.rejects(page.goBack(), /ERR_CACHE_MISS/);
  });
}

test("the pages for developers are accessible and fit any window, light and dark", async () => {
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
