// The components of pages in a real browser: their use with and without JavaScript, accessibility,
// layout at any width, and print.
import assert from "node:assert/strict";
import { after, before, test as testAnywhere } from "node:test";
import {
  expectGoodPage,
  expectNoAxeViolations,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { openSpecimenSite, type SpecimenSite } from "../support/specimenSite.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let site: SpecimenSite;
let browser: TestBrowser;
let buyer: TestVisitor;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  site = await openSpecimenSite();
  ({ browser, buyer } = site);
});

after(() => site?.close());

/** A test whose pages are closed and checked at its end. */
function test(name: string, run: () => Promise<void>): void {
  testAnywhere(name, { skip: skipWithoutBrowser }, async () => {
    await run();
    await browser.settle();
  });
}

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`a refused form keeps what was typed and links to each error, ${how}`, async () => {
    const page = await browser.open("/specimen", { as: buyer, script });
    await page.getByLabel("PO number").fill(`<b>"'&`);
    await page.getByLabel("Notes").fill("\n one\n two");
    await page.getByLabel("Password").fill("typed");
    await page.getByLabel("Send a copy to me").check();
    await page.getByLabel("Condition").selectOption("OH");
    await page.getByRole("button", { name: "Save the details" }).click();
    await page.waitForURL("**/form");
    assert.equal(await page.getByLabel("PO number").inputValue(), `<b>"'&`);
    assert.equal(await page.getByLabel("Notes").inputValue(), "\n one\n two");
    assert.equal(await page.getByLabel("Password").inputValue(), "");
    assert.equal(await page.getByLabel("Send a copy to me").isChecked(), true);
    assert.equal(await page.getByLabel("Condition").inputValue(), "OH");
    const summary = page.getByRole("alert");
    assert.equal(await page.locator(":focus").getAttribute("role"), "alert");
    await summary.getByRole("link", { name: "The PO number is longer" }).click();
    const field = page.getByLabel("PO number");
    assert.equal(await page.locator(":focus").getAttribute("name"), "po");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
  });

  test(`an unfinished page reloads until it is finished, ${how}`, async () => {
    const page = await browser.open(`/progress/${script}`, { as: buyer, script });
    await page.getByText("1 of 3").waitFor();
    site.advance(`${script}`);
    await page.getByText("2 of 3").waitFor();
    site.advance(`${script}`);
    await page.getByText("3 of 3").waitFor();
  });
}

test("an unfinished page goes on after requests that the server failed", async () => {
  const page = await browser.open("/progress/failing", { as: buyer });
  await page.getByText("1 of 3").waitFor();
  site.failNext("failing", 2);
  site.advance("failing");
  await page.getByText("2 of 3").waitFor();
  site.advance("failing");
  await page.getByText("3 of 3").waitFor();
});

test("a form is sent once, even if its button is pressed repeatedly", async () => {
  const sentBefore = site.countSent();
  const page = await browser.open("/specimen", { as: buyer });
  await page.getByRole("button", { name: "Save the details" }).dblclick();
  await page.waitForURL("**/form");
  assert.equal(site.countSent(), sentBefore + 1);
  await page.goBack();
  await page.getByRole("button", { name: "Save the details" }).click();
  await page.waitForURL("**/form");
  assert.equal(site.countSent(), sentBefore + 2);
});

test("keyboard shortcuts: / focuses the search, ? lists them, Escape closes, Tab skips to the content", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "Skip to main content");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(":focus").getAttribute("id"), "main");
  await page.keyboard.press("/");
  assert.equal(await page.locator(":focus").getAttribute("name"), "q");
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

test("a copy button copies, and is absent without JavaScript", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the order id" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "ord_7K2M9QXA");
  const plain = await browser.open("/specimen", { as: buyer, script: false });
  assert.equal(await plain.getByRole("button", { name: "Copy the order id" }).count(), 0);
});

test("axe finds no violation on any component, light or dark, wide or narrow", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await expectGoodPage(page, [360, 640, 960, 1280, 2560]);
  await page.getByRole("button", { name: "Save the details" }).click();
  await page.waitForURL("**/form");
  await expectNoAxeViolations(page);
});

test("characters of a part number are never joined into one", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    // A string, because browser types are not available here.
    const joined = await page.evaluate<string[]>(
      `[...document.querySelectorAll("body *")].map((one) => [one, getComputedStyle(one)])
        .filter(([, style]) => style.fontFamily.includes("Mono"))
        .filter(([, style]) => style.fontVariantLigatures !== "none")
        .map(([one]) => one.outerHTML)`,
    );
    assert.deepEqual(joined, []);
  }
});

test("every target is at least 24 px high and wide, or is inside a line of text", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // A string, because browser types are not available here. A hidden element has no box.
    const targets = await page.evaluate<{ width: number; height: number; markup: string }[]>(
      `[...document.querySelectorAll("button, input, select, textarea, summary")]
          .map((one) => ({ box: one.getBoundingClientRect(), markup: one.outerHTML }))
          .map(({ box, markup }) => ({ width: box.width, height: box.height, markup }))
          .filter((target) => target.width > 1)`,
    );
    assert.ok(targets.length > 20, `only ${targets.length} targets`);
    for (const { markup, ...size } of targets) {
      const isLarge = size.height >= 24 && size.width >= 20;
      assert.ok(isLarge, `${markup} is ${size.width} by ${size.height}`);
    }
  }
});

// The sum of shifted areas and distances, relative to the window; Chrome calls up to 0.1 good. On a
// busy machine it paints a table before it has read its last rows, whose columns then shift: by
// 0.015 in the worst run. A block of 40 pixels above the page would shift it by 0.04.
const maxShift = 0.03;

test("the layout does not visibly shift after the first paint", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  const shift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);
  assert.ok(shift < maxShift, `the layout shifts by ${shift}`);
});

test("printed pages have no navigation and no buttons", async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await page.emulateMedia({ media: "print" });
  for (const part of ["nav", "header form", ".menu", ".button", "footer"]) {
    for (const one of await page.locator(part).all())
      assert.equal(await one.isVisible(), false, part);
  }
  assert.ok(await page.getByRole("heading", { name: "Order 4711" }).isVisible());
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 672, height: 900 });
  for (const part of [".bar button", ".above"]) {
    for (const one of await page.locator(part).all())
      assert.equal(await one.isVisible(), false, part);
  }
  const display = "getComputedStyle(document.querySelector('main tbody tr')).display";
  assert.equal(await page.evaluate(display), "table-row");
});
