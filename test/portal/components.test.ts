// The components of pages in a real browser: accessibility and layout at any width and in print.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { openSpecimenSite, type SpecimenSite } from "../support/specimenSite.ts";
import type { TestVisitor } from "../support/testVisitor.ts";

let site: SpecimenSite;
let browser: TestBrowser;
let buyer: TestVisitor;

const options = { skip: skipWithoutBrowser };

before(async () => {
  if (skipWithoutBrowser !== false) return;
  site = await openSpecimenSite();
  ({ browser, buyer } = site);
});

after(() => site?.close());

test(
  "axe finds no violation on any component, light or dark, wide or narrow",
  options,
  async () => {
    const page = await browser.open("/specimen", { as: buyer });
    await expectGoodPage(page);
    await page.getByRole("button", { name: "Save the details" }).click();
    await page.waitForURL("**/form");
    await expectNoAxeViolations(page);
    await browser.settle();
  },
);

test("characters of a part number are never joined into one", options, async () => {
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
  await browser.settle();
});

test("no page is wider than its window, from 360 to 2560 px", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  for (const width of [360, 640, 960, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await browser.settle();
});

test(
  "every target is at least 24 px high and wide, or is inside a line of text",
  options,
  async () => {
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
    await browser.settle();
  },
);

// The sum of shifted areas and distances, relative to the window; Chrome calls up to 0.1 good. On a
// busy machine it paints a table before it has read its last rows, whose columns then shift: by
// 0.015 in the worst run. A block of 40 pixels above the page would shift it by 0.04.
const maxShift = 0.03;

test("the layout does not visibly shift after the first paint", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  const shift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);
  assert.ok(shift < maxShift, `the layout shifts by ${shift}`);
  await browser.settle();
});

test("printed pages have no navigation and no buttons", options, async () => {
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
  await browser.settle();
});
