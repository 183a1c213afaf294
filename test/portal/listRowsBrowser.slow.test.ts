// The rows of a list in a real browser: saved on change, by keyboard, with focus and place kept,
// and 40 of them in two screens.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste, readRows } from "../support/portalLists.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  const title = "Preformed packing, fluorocarbon rubber, size 214";
  await insertOffer(db, { partNumber: "READY-1", stock: 1_000, title });
  await insertOffer(db, { partNumber: "READY-2", stock: 1_000, title });
  await insertOffer(db, { partNumber: "SHORT-1", stock: 3, title });
  await insertOffer(db, { partNumber: "PACK-1", minQuantity: 10, multiple: 10, stock: 900, title });
  for (const [vendor, condition, price] of [
    ["Able Spares", "NE", 300],
    ["Best Spares", "NE", 200],
    ["Core Spares", "OH", 100],
  ] as const) {
    await insertOffer(db, { partNumber: "TWO-1", vendor, condition, price, stock: 50, title });
  }
});

const quantityOf = (page: Page, row: number) =>
  page.getByLabel(`Quantity of row ${row}`, { exact: true });

async function quantitiesOf(address: string) {
  const rows = await readRows(address);
  return rows.map(({ quantityText }) => quantityText);
}

test("a list opens on the rows that need attention and shows the ready count", async () => {
  const address = await paste(["READY-1\t1", "SHORT-1\t9", "READY-2\t2"]);
  for (const script of [true, false]) {
    const page = await browser.open(address, { as: buyer, script });
    assert.equal(await page.getByLabel(/^Part number of row/).count(), 1);
    await page.getByRole("button", { name: /^Add 2 rows/ }).waitFor();
    await page.getByRole("link", { name: "All 3", exact: true }).click();
    await page.waitForURL(/show=all/);
    assert.equal(await page.getByLabel(/^Part number of row/).count(), 3);
  }
});

for (const width of [1280, 390]) {
  test(`a row saves on change at ${width} px, and focus, place and typed text stay`, async () => {
    const address = await paste(Array.from({ length: 30 }, () => "SHORT-1\t9"));
    const page = await browser.open(address, { as: buyer, width });
    await page.evaluate("window.stays = true");
    await quantityOf(page, 20).scrollIntoViewIfNeeded();
    await page.getByLabel("Part number of row 20", { exact: true }).fill("READY-1");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: /^Add 1 row,/ }).waitFor();
    const before = await page.evaluate("scrollY");
    assert.ok(Number(before) > 0);
    assert.equal(
      await page.evaluate("document.activeElement.getAttribute('href')"),
      "/parts/READY-1",
    );
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.id"), "row-quantity-20");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7");
    await page.keyboard.press("Tab");
    await page.locator('#row-quantity-20[value="7"]').waitFor();
    assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Details for row 20");
    assert.equal(await page.evaluate("scrollY"), before);
    await page.getByRole("button", { name: /^Add 1 row,/ }).waitFor();
    await page.getByRole("link", { name: "Needs attention 29" }).waitFor();
    assert.equal(await page.evaluate("window.stays"), true);
    assert.equal((await quantitiesOf(address))[19], "7");
  });
}

test("other columns cannot be chosen any more as soon as a row was saved", async () => {
  const address = await paste(["PN\tQty", "READY-1\t1", "READY-2\t2"]);
  const page = await browser.open(`${address}?show=all`, { as: buyer });
  const way = page.getByRole("link", { name: "Choose other columns" });
  assert.equal(await way.count(), 1);
  await quantityOf(page, 3).fill("5");
  await quantityOf(page, 3).press("Tab");
  await page.locator('#row-quantity-3[value="5"]').waitFor();
  await way.waitFor({ state: "detached" });
});

test("on a phone the number of a row is beside its part number", async () => {
  const page = await browser.open(await paste(["SHORT-1\t9"]), { as: buyer, width: 390 });
  const place = await page.locator("#row-1 > th").boundingBox();
  const number = page.getByLabel("Part number of row 1", { exact: true });
  const field = await number.boundingBox();
  assert.ok(place && field && place.y < field.y + field.height && field.y < place.y + place.height);
  assert.ok(place.x + place.width <= field.x);
});

test("what is typed while another row is saved stays, and Enter saves the row", async () => {
  const address = await paste(["SHORT-1\t9", "PACK-1\t12", "PACK-1\t14"]);
  const page = await browser.open(address, { as: buyer });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rows", async (route) => {
    await held;
    await route.continue();
  });
  await quantityOf(page, 1).fill("2");
  await quantityOf(page, 2).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("30");
  release();
  await page.getByRole("button", { name: /^Add 1 row,/ }).waitFor();
  assert.equal(await quantityOf(page, 2).inputValue(), "30");
  assert.deepEqual(await quantitiesOf(address), ["2", "12", "14"]);
  await quantityOf(page, 2).press("Enter");
  await page.locator('#row-quantity-2[value="30"]').waitFor();
  assert.deepEqual(await quantitiesOf(address), ["2", "30", "14"]);
});

test("after choosing an offer by keyboard in a filtered tab, focus and row stay", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `${at % 2 ? "TWO-1" : "READY-1"}\t1`);
  const address = await paste(rows);
  const page = await browser.open(`${address}?show=ambiguous`, { as: buyer });
  const open = (row: number) => `Choose from 3 offers for row ${row}`;
  await page.getByRole("button", { name: open(26) }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Row 26" });
  await panel
    .getByRole("button", { name: /^Choose / })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await page.getByText("Row 26 saved.").waitFor();
  assert.equal(await page.evaluate("document.activeElement.closest('tr')?.id"), "row-26");

  const plain = await browser.open(`${address}?show=ambiguous`, { as: buyer, script: false });
  await plain.getByRole("button", { name: open(28) }).click();
  await plain
    .getByRole("dialog")
    .getByRole("button", { name: /^Choose / })
    .first()
    .click();
  await plain.waitForURL(/#row-30$/);
  await plain.getByText("Row 28 saved: ready.").waitFor();
});

test("without script, saving one row saves what was typed into the others", async () => {
  const address = await paste(["SHORT-1\t9", "PACK-1\t12", "NEVER-1\t1"]);
  const page = await browser.open(address, { as: buyer, script: false });
  await quantityOf(page, 2).fill("20");
  await page.getByLabel("Part number of row 3").fill("READY-1");
  await page.getByRole("button", { name: "Order 3" }).click();
  await page.getByRole("button", { name: /^Add 3 rows/ }).waitFor();
  assert.deepEqual(await quantitiesOf(address), ["3", "20", "1"]);
});

for (const script of [true, false]) {
  test(`adding saves what was typed and asks again ${script ? "with" : "without"} script`, async () => {
    const address = await paste(["READY-1\t1", "SHORT-1\t9"]);
    const page = await browser.open(`${address}?show=all`, { as: buyer, script });
    await quantityOf(page, 1).fill("5");
    await page.getByRole("button", { name: /^Add 1 row, USD 10\.00/ }).click();
    await page.getByRole("button", { name: /^Add 1 row, USD 50\.00/ }).click();
    await page.waitForURL(/\/orders\//);
  });
}

test("a row that was not saved says so, is marked, and keeps what was typed", async () => {
  const address = await paste(["READY-1\t1", "SHORT-1\t9"]);
  const page = await browser.open(`${address}?show=all`, { as: buyer });
  await page.getByLabel("Part number of row 1").fill("12-Mar");
  await page.getByLabel("Part number of row 1").press("Tab");
  await page.getByText(/Row 1: The part number is a date/).waitFor();
  assert.equal(await page.getByLabel("Part number of row 1").inputValue(), "12-Mar");
  await page.route("**/rows", (route) => route.fulfill({ status: 503, body: "" }));
  await quantityOf(page, 2).fill("2");
  await quantityOf(page, 2).press("Tab");
  await page.getByText(/^Not saved\. Check your connection/).waitFor();
  assert.equal(await quantityOf(page, 2).inputValue(), "2");
});

test("40 rows that need attention fit into 2,800 px", async () => {
  const kinds = [
    "SHORT-1\t4",
    "TWO-1\t1",
    "PACK-1\t12",
    "READY1\t3",
    "READY-1\tmany",
    "TWO-1\t1\tSV",
  ];
  const rows = Array.from({ length: 40 }, (_, at) => String(kinds[at % kinds.length]));
  const page = await browser.open(await paste(rows), { as: buyer });
  assert.equal(await page.getByLabel(/^Part number of row/).count(), 40);
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  assert.ok(height <= 2_800, `${height} px`);
  await expectGoodPage(page, [360, 390, 1280]);
});
