// Orders in a real browser: from a draft placed with a key to its confirmation, with and without
// JavaScript, with the keyboard only, and accessibility of every state.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { expectGoodPage, expectNoAxeViolations, expectPrint } from "../support/browser.ts";
import { account, buyer, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { readPdf } from "../support/readPdf.ts";
import { offer, place, placeNew, readOrder, run } from "../support/steps.ts";

openPortalBrowser({}, { discount: 1000 });

/** Presses Tab until the element with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate("document.activeElement?.textContent ?? ''");
    if (String(focused).trim() === name) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}

test("a draft can be confirmed with the keyboard only", async () => {
  const orderId = await placeNew({ "B-3": 2 }, "PO-3");
  const page = await browser.open("/orders", { as: buyer });
  await tabTo(page, (await readOrder(orderId)).order_number);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/orders/${orderId}`);
  await tabTo(page, "Review and confirm");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/confirm");
  await tabTo(page, "Confirm order PO-3, USD\u00a018.00");
  await page.keyboard.press("Enter");
  await page.getByText("Thank you for your order").waitFor();
  assert.equal((await readOrder(orderId)).status, "confirmed");
});

test("keyboard shortcuts: / focuses the search, ? lists them, Escape closes, Tab skips to the content", async () => {
  const page = await browser.open("/orders", { as: buyer });
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "Skip to main content");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(":focus").getAttribute("id"), "main");
  await page.keyboard.press("/");
  await page.keyboard.type("/?");
  assert.equal(await page.getByRole("combobox", { name: "Part number" }).inputValue(), "/?");
  await page.locator("main").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Una Buyer").first().click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
});

test("a form is sent once, even if its button is pressed repeatedly", async () => {
  const page = await browser.open(`/orders/${await placeNew({ "B-5": 2 })}`, { as: buyer });
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent += 1;
  });
  for (const times of [1, 2]) {
    await page.getByLabel("Quantity of line 1, B-5").fill(String(times + 2));
    await page.getByRole("button", { name: "Save changes" }).first().dblclick();
    await page.getByText("Changes saved.").waitFor();
    assert.equal(sent, times);
    await page.goto(new URL(page.url()).pathname);
  }
});

test("every target is at least 24 px high and wide, or is inside a line of text", async () => {
  const page = await browser.open(`/orders/${await placeNew({ "B-6": 2 })}`, { as: buyer });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // A string, because browser types are not available here. A hidden element has no box.
    const small = await page.evaluate<string[]>(
      `[...document.querySelectorAll("button, input, select, textarea, summary")]
          .map((one) => ({ box: one.getBoundingClientRect(), markup: one.outerHTML }))
          .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 20))
          .map(({ markup }) => markup)`,
    );
    assert.deepEqual(small, []);
  }
});

test("Enter in a quantity saves and removes no line", async () => {
  const orderId = await placeNew({ "B-4": 2 }, "PO-4");
  const page = await browser.open(`/orders/${orderId}`, { as: buyer });
  const quantity = page.getByLabel("Quantity of line 1, B-4");
  await quantity.fill("3");
  await quantity.press("Enter");
  await page.getByText("Changes saved.").waitFor();
  assert.equal(await quantity.inputValue(), "3");
});

test("a change of a confirmed order is requested in a form that is accessible and fits its window", async () => {
  const orderId = await placeNew({ "B-10": 2 }, "PO-10");
  const page = await browser.open(`/orders/${orderId}/confirm`, { as: buyer });
  await page.getByRole("button", { name: /^Confirm order/ }).click();
  await page.getByText("Thank you for your order").waitFor();
  await page.getByText("Request a change").click();
  await page.getByRole("button", { name: "Send change request" }).click();
  await page.getByRole("alert").getByText("Write what should change.").waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel("Message").fill(`Ship to dock 2.\n${"W".repeat(200)}`);
  await page.getByRole("button", { name: "Send change request" }).click();
  await page.getByText("Change request sent").waitFor();
  await page.getByText("Change requested by Una Buyer").waitFor();
  await page.getByText("Request a change").click();
  await expectGoodPage(page);
});

test("a printed order has its customer, state, lines and total, no controls, and no more pages than its PDF", async () => {
  const parts = Array.from({ length: 20 }, (_, n) => `B-PRINT-${n + 1}`);
  for (const part of parts) await offer(part, { title: "Preformed packing, size 14" });
  const lines = Object.fromEntries(parts.map((part) => [part, 2]));
  const orderId = await place(lines, "PO-PRINT");
  const page = await browser.open(`/orders/${orderId}/confirm`, { as: buyer });
  await page.getByRole("button", { name: /^Confirm order/ }).click();
  await page.getByText("Thank you for your order").waitFor();
  const name = `Account ${account.accountId}`;
  const title = () => page.innerText(".title");
  assert.ok(!(await title()).includes(name), "on the screen, the account is in the reference");
  const printed = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  const pdf = readPdf((await buyer.get(`/orders/${orderId}/quote.pdf`)).rawPayload);
  assert.equal(printed.match(/\/Type \/Page\b/g)?.length, pdf.pages.length);
  const { order_number } = await readOrder(orderId);
  await expectPrint(page, [
    order_number,
    name,
    "PO-PRINT",
    "Confirmed",
    "B-PRINT-20",
    "USD 360.00",
  ]);
  const heading = await title();
  for (const text of [name, "PO-PRINT", order_number]) assert.ok(heading.includes(text), heading);
});

test("every state of the pages is accessible and fits its window, light and dark", async () => {
  await offer("B-7", { title: `${"Long title ".repeat(20)}\u202e<b>` });
  await offer("W".repeat(60), { stock: 9 });
  await offer("B-8");
  const orderId = await place({ "B-7": 1, [`${"W".repeat(60)}`]: 9, "B-8": 3 }, "W".repeat(64));
  await run("update offers set received = 1 where part_number like 'WW%'");
  await run("update offers set list_price = 9900 where part_number = 'B-8'");
  const ended = await place({ "B-7": 1 }, null);
  await buyer.post(`/orders/${ended}/discard`, { version: "1" });
  const stranger = await openStranger();
  const page = await browser.open("/orders", { as: buyer });
  const paths = ["/", "/orders", "/orders?status=draft", "/orders?q=none", `/orders/${orderId}`];
  for (const path of [...paths, `/orders/${orderId}/confirm`, `/orders/${ended}`]) {
    await page.goto(path);
    await expectGoodPage(page);
  }
  for (const path of ["/", "/orders"]) {
    await expectGoodPage(await browser.open(path, { as: stranger }));
  }
});
