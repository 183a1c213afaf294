// The parts of pages in a real browser: readable for all, of any width, light and dark, on paper,
// by keyboard, and without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FormState, freshForm } from "../../src/html/form.ts";
import { html } from "../../src/html/html.ts";
import { get, type PortalRoute, post } from "../../src/portal/portalContext.ts";
import { none } from "../../src/site/routes.ts";
import {
  expectGoodPage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { writeSpecimenPage } from "../support/specimenPage.ts";
import { openTestSite, type TestSite } from "../support/testSite.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let site: TestSite;
let browser: TestBrowser;
let buyer: TestVisitor;
let sent = 0;

const at = new Date("2026-11-21T14:02:03Z");

function stateOf(value: FormState["value"]): FormState {
  const faults = [
    { field: "po", text: "The PO number is longer than 64 characters." },
    { field: "quantity-1", text: "Order 10 or 20: the pack has 10." },
    { field: "", text: "The draft was changed meanwhile." },
  ];
  return { value, faults };
}

const turns = new Map<string, number>();

const routes: readonly PortalRoute[] = [
  get("/specimen", "signed in", none, async () => ({
    kind: "page",
    page: writeSpecimenPage(freshForm({ po: "4711" }), at),
  })),
  post("/form", "signed in", none, async (_, { form }) => {
    sent += 1;
    const page = writeSpecimenPage(stateOf(form.text), at);
    return { kind: "page", status: 422, page };
  }),
  get("/progress/:id", "signed in", none, async (_, { param }) => {
    const turn = (turns.get(param("id")) ?? 0) + 1;
    turns.set(param("id"), turn);
    const body = html`<p id="count">${turn} of 3</p>`;
    const refreshS = turn < 3 ? { refreshS: 1 } : {};
    return { kind: "page", page: { title: "Progress", body, ...refreshS } };
  }),
];

const options = { skip: skipWithoutBrowser };

before(async () => {
  if (skipWithoutBrowser !== false) return;
  site = await openTestSite(routes, "http://127.0.0.1:3000");
  buyer = await openVisitor(site, site.accountId);
  browser = await openBrowser(site);
});

after(async () => {
  if (skipWithoutBrowser !== false) return;
  await browser.close();
  await site.close();
});

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
    for (const width of [360, 1280]) {
      const page = await browser.open("/specimen", { as: buyer, width });
      for (const target of await page.locator("button, input, select, textarea, summary").all()) {
        const box = await target.boundingBox();
        if (box === null || box.width <= 1) continue;
        const name = await target.evaluate((one) => (one as { outerHTML: string }).outerHTML);
        assert.ok(box.height >= 24 && box.width >= 20, `${name} is ${box.width} by ${box.height}`);
      }
    }
    await browser.settle();
  },
);

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`a refused form keeps what was typed and links to each error, ${how}`, options, async () => {
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
    await browser.settle();
  });

  test(`an unfinished page reloads until it is finished, ${how}`, options, async () => {
    const page = await browser.open(`/progress/${script}`, { as: buyer, script });
    await page.getByText("1 of 3").waitFor();
    await page.getByText("3 of 3").waitFor();
    await browser.settle();
  });
}

test("a form is sent once, however often its button is pressed", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  sent = 0;
  await page.getByRole("button", { name: "Save the details" }).dblclick();
  await page.waitForURL("**/form");
  assert.equal(sent, 1);
  await page.goBack();
  await page.getByRole("button", { name: "Save the details" }).click();
  await page.waitForURL("**/form");
  assert.equal(sent, 2);
  await browser.settle();
});

test(
  "keyboard shortcuts: / focuses the search, ? lists them, Escape closes, Tab skips to the content",
  options,
  async () => {
    const page = await browser.open("/specimen", { as: buyer });
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(":focus").textContent(), "Skip to main content");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(":focus").getAttribute("id"), "main");
    await page.keyboard.press("/");
    assert.equal(await page.locator(":focus").getAttribute("name"), "q");
    await page.keyboard.type("/?");
    assert.equal(await page.getByRole("searchbox").inputValue(), "/?");
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
    await browser.settle();
  },
);

test("a copy button copies, and is absent without JavaScript", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the order id" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "ord_7K2M9QXA");
  const plain = await browser.open("/specimen", { as: buyer, script: false });
  assert.equal(await plain.getByRole("button", { name: "Copy the order id" }).count(), 0);
  await browser.settle();
});

test("the layout does not shift after the first paint", options, async () => {
  const page = await browser.open("/specimen", { as: buyer });
  const shift = await page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);
  assert.equal(shift, 0);
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
  await browser.settle();
});
