// A list in a real browser: its rows are saved on change, by keyboard and by buttons, with focus,
// place and typed text kept; its panels; and what is done for several rows.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

const widths = [360, 390, 1280];

openPortalBrowser();

before(async () => {
  const title = "Preformed packing, fluorocarbon rubber, size 214, for the actuator";
  await offer("READY-1", { stock: 1_000, title });
  await offer("SHORT-1", { stock: 3, title, leadTimeDays: 113 });
  await offer("PACK-1", { minQuantity: 10, multiple: 10, stock: 9_000, title });
  await offer("COC-1", { stock: 900, title, certificate: "CoC" });
  await offer("USED-1", { condition: "SV", stock: 900, title });
  await offer("HOSE-1", { unit: "FT", stock: 900, title, manufacturer: "Works", cage: "9OI06" });
  const pump = { certificate: "EASA Form 1", title };
  await offer("PUMP-1", { ...pump, vendor: "Able Spares", price: 100, stock: 2 });
  await offer("PUMP-1", { ...pump, vendor: "Best Spares", price: 300, stock: 90 });
  await offer("PUMP-1", { ...pump, vendor: "Core Spares", price: 400, stock: 90 });
  await offer("TIE-1", { ...pump, vendor: "Fictional Flight Supply and Logistics", stock: 25 });
  await offer("TIE-1", { ...pump, vendor: "Specimen Turbine Spares", stock: 25, price: 1020 });
});

const remark = `Left main gear, second shipset${", also for the other gear".repeat(5)}, 29-11-04`;

const quantityOf = (page: Page, row: number) =>
  page.getByLabel(`Quantity of row ${row}`, { exact: true });
const quantitiesOf = async (list: string) => pick(await readRows(list), "quantityText");

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
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.id"), "row-quantity-20");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7");
    await page.keyboard.press("Tab");
    await page.locator('#row-quantity-20[value="7"]').waitFor();
    assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Details for row 20");
    assert.equal(await page.evaluate("scrollY"), before);
    await page.getByRole("link", { name: "Needs attention 29" }).waitFor();
    assert.equal(await page.evaluate("window.stays"), true);
    assert.equal((await quantitiesOf(address))[19], "7");
  });
}

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

test("without script, saving one row saves what was typed into the others", async () => {
  const address = await paste(["SHORT-1\t9", "PACK-1\t12", "NEVER-1\t1"]);
  const page = await browser.open(address, { as: buyer, script: false });
  await quantityOf(page, 2).fill("20");
  await page.getByLabel("Part number of row 3").fill("READY-1");
  await page.getByRole("button", { name: "Order 3" }).click();
  await page.getByRole("button", { name: /^Add 3 rows/ }).waitFor();
  assert.deepEqual(await quantitiesOf(address), ["3", "20", "1"]);
});

test("buttons of several rows, pressed one after the other, are all saved", async () => {
  const kinds = ["COC-1\t3\tNE w/ 8130-3", "USED-1\t1\tXX", "PACK1\t10\t"];
  const rows = Array.from({ length: 12 }, (_, at) => `${kinds[at % kinds.length]}\t${remark}`);
  const address = await paste(`P/N\tQty\tCond\tRemarks\n${rows.join("\n")}`);
  const page = await browser.open(address, { as: buyer });
  // The first row is below the header line. After each click, its row has the focus.
  for (const row of [2, 3, 4, 7, 8, 12, 5, 6]) {
    const fix = page.locator(`#row-${row} .fixes button[name="fix"]:not(.danger)`);
    // Not below the header line, which stays. Nothing moves under the pointer.
    await fix.evaluate((one) => one.scrollIntoView({ block: "center" }));
    const { x, y, width, height } = (await fix.boundingBox()) ?? assert.fail();
    await page.mouse.click(x + width / 2, y + height / 2);
    await fix.waitFor({ state: "detached" });
  }
  const ready = (await readRows(address)).filter(({ state }) => state === "ready");
  assert.deepEqual(pick(ready, "rowNumber"), ["2", "3", "4", "5", "6", "7", "8", "12"]);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`adding saves what was typed and asks again ${how}`, async () => {
    const address = await paste(["READY-1\t1", "SHORT-1\t9"]);
    const page = await browser.open(`${address}?show=all`, { as: buyer, script });
    await quantityOf(page, 1).fill("5");
    await page.getByRole("button", { name: /^Add 1 row, USD 10\.00/ }).click();
    await page.getByRole("button", { name: /^Add 1 row, USD 50\.00/ }).click();
    await page.waitForURL(/\/orders\//);
  });

  test(`checked rows are fixed by keyboard, the others stay, and it can be undone ${how}`, async () => {
    const address = await paste(["NEVER-1\t1", "SHORT-1\t9", "NEVER-2\t1", "PACK-1\t12"]);
    const page = await browser.open(address, { as: buyer, script });
    await page.getByRole("link", { name: "Fix several" }).press("Enter");
    await page.getByRole("checkbox", { name: "Row 3: Remove" }).press("Space");
    if (script) await expectGoodPage(page, widths);
    await page.getByRole("button", { name: "Fix checked rows" }).press("Enter");
    const undo = page.getByRole("button", { name: "Undo last change" });
    await undo.waitFor();
    const stored = async () => pick(await readRows(address), "rowNumber", "quantity");
    assert.deepEqual(await stored(), ["1 1", "2 3", "4 20"]);
    await undo.press("Enter");
    await page.getByLabel("Part number of row 3", { exact: true }).waitFor();
    assert.deepEqual(await stored(), ["1 1", "2 9", "3 1", "4 12"]);
    assert.equal(await undo.count(), 0);
  });

  test(`an offer is chosen by keyboard in a filtered tab, and focus and row stay ${how}`, async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `${at % 2 ? "PUMP-1" : "READY-1"}\t1`);
    const address = await paste(rows);
    const page = await browser.open(`${address}?show=ambiguous`, { as: buyer, script });
    await page.getByRole("button", { name: "Choose from 3 offers for row 26" }).press("Enter");
    const panel = page.getByRole("dialog", { name: "Row 26" });
    await panel
      .getByRole("button", { name: /^Choose / })
      .first()
      .press("Enter");
    await page.getByText(/^Row 26 saved/).waitFor();
    const row = script ? "row-26" : "row-28";
    await page.waitForFunction(`document.activeElement?.closest("tr")?.id === "${row}"`);
  });
}

const headed = (...rows: string[]) => paste(["P/N,Qty,Cond,Remarks,Need date", ...rows]);

/** Opens the panel of row 2 while row 3 is being saved; `save` lets that end, a minute later. */
async function openWhileSaving(address: string) {
  const page = await browser.open(`${address}?show=all`, { as: buyer });
  const released = Promise.withResolvers<void>();
  await page.route("**/rows", async (route) => {
    await released.promise;
    await route.continue();
  });
  await quantityOf(page, 3).fill("7");
  await page.getByRole("button", { name: "Choose from 3 offers for row 2" }).click();
  const panel = page.getByRole("dialog", { name: "Row 2" });
  const save = async () => {
    // Part ids, and with them the values of buttons, contain the time.
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    released.resolve();
    await page.getByText("Row 3 saved").waitFor();
  };
  const readFocus = (attribute: string) =>
    page.evaluate<string | null>(`document.activeElement.getAttribute("${attribute}")`);
  return { page, panel, save, readFocus };
}

const twoRows = ["PUMP-1,5,,,", "READY-1,many,,,"];

test("saving another row leaves the focus where it is, in a panel or beside it", async () => {
  const inside = await openWhileSaving(await headed(...twoRows));
  await inside.panel.getByRole("button", { name: /^Choose NE · Core Spares/ }).focus();
  await inside.save();
  assert.equal(await inside.panel.isVisible(), true);
  assert.match((await inside.readFocus("aria-label")) ?? "", /^Choose NE · Core Spares/);
  await inside.page.keyboard.press("Escape");
  assert.equal(await inside.readFocus("popovertarget"), "offers-2");
  const beside = await openWhileSaving(await headed(...twoRows));
  await beside.page.getByLabel("Part number of row 3", { exact: true }).focus();
  await beside.save();
  assert.equal(await beside.panel.isVisible(), true);
  assert.equal(await beside.readFocus("name"), "number-3");
});
