// Selecting rows of lists in a real browser: by keyboard, with and without JavaScript, at every
// width, light and dark.
import assert from "node:assert/strict";
import { createKey } from "../../src/keys/issueKey.ts";
import { expectGoodPage } from "../support/browser.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { admin, app } from "../support/console.ts";
import {
  browser,
  openConsoleInBrowser,
  testInBrowser,
  testWithoutScriptToo,
} from "../support/consoleBrowser.ts";

openConsoleInBrowser();

testInBrowser("an operator selects orders and fulfils them by keyboard only", async () => {
  const one = await confirmOne(app, "PO-KEYS-1");
  const two = await confirmOne(app, "PO-KEYS-2", one);
  const three = await confirmOne(app, "PO-KEYS-3", one);
  const page = await browser.open("/console/orders?po=PO-KEYS", { as: admin });
  const bar = page.getByRole("form", { name: "Selected orders" });
  assert.equal(await bar.isVisible(), false);
  const every = page.getByLabel("Select all on this page", { exact: true });
  await every.first().focus();
  await page.keyboard.press("Space");
  await bar.getByText("3 selected").waitFor();
  await expectGoodPage(page);
  // The newest is first: its box is the next stop after the heads that sort the list.
  const heads = await page.locator("thead a").count();
  for (let stop = 0; stop <= heads; stop += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await bar.getByText("2 selected").waitFor();
  assert.equal(await page.getByLabel(`Select ${three.orderNumber}`).isChecked(), false);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/fulfil\?/);
  await expectGoodPage(page);
  const first = page.getByLabel(`Delivery reference of ${two.orderNumber}`);
  await first.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("AWB 4711");
  await page.keyboard.press("Enter");
  await page.getByText("2 orders fulfilled.").waitFor();
  await expectGoodPage(page);
  for (const { orderId, orderNumber } of [one, two]) {
    await page.goto(`/console/orders/${orderId}`);
    assert.match((await page.locator("main").textContent()) ?? "", /AWB 4711/, orderNumber);
  }
});

testWithoutScriptToo(
  "all orders of a page are selected, cleared and fulfilled on a phone",
  async (script, how) => {
    const po = `PO-PHONE-${how}`;
    const orders = [await confirmOne(app, `${po}-1`), await confirmOne(app, `${po}-2`)];
    const options = { as: admin, script, width: 390 };
    const page = await browser.open(`/console/orders?po=${po}`, options);
    const bar = page.getByRole("form", { name: "Selected orders" });
    const boxes = orders.map(({ orderNumber }) => page.getByLabel(`Select ${orderNumber}`));
    await boxes[0]?.check();
    await bar.getByRole("link", { name: "Select all on this page" }).click();
    for (const box of boxes) assert.equal(await box.isChecked(), true);
    await bar.getByRole("link", { name: "Clear" }).click();
    for (const box of boxes) assert.equal(await box.isChecked(), false);
    assert.equal(await bar.isVisible(), false);
    for (const box of boxes) await box.check();
    await bar.getByRole("button", { name: "Mark as fulfilled" }).click();
    await page.getByLabel("Shared delivery reference").fill("AWB-ALL");
    const own = orders[0]?.orderNumber ?? "";
    await page.getByLabel(`Delivery reference of ${own}`).fill("AWB-OWN");
    await page.getByRole("button", { name: "Fulfil 2 orders" }).click();
    await page.getByText("2 orders fulfilled.").waitFor();
  },
);

testWithoutScriptToo("an operator revokes selected keys on accessible pages", async (script) => {
  const { accountId } = await app.openAccount();
  for (const name of ["ERP", "Web shop"]) {
    await app.database.db.transaction((tx) =>
      createKey(tx, { accountId, name, expiresAt: null, now: app.clock.now }),
    );
  }
  const page = await browser.open(`/console/keys?account=${accountId}`, { as: admin, script });
  for (const name of ["ERP", "Web shop"]) await page.getByLabel(`Select ${name}`).check();
  if (script) await expectGoodPage(page);
  await page.getByRole("button", { name: "Revoke keys" }).click();
  if (script) await expectGoodPage(page);
  const revoke = page.getByRole("button", { name: "Revoke 2 keys" });
  await revoke.click();
  await page.getByText("Type 2 keys exactly as shown.").first().waitFor();
  await page.getByLabel("Type 2 keys to confirm").fill("2 keys");
  await revoke.click();
  await page.getByText("2 keys revoked.").waitFor();
  if (script) await expectGoodPage(page);
});
