// The layout of a list in a real browser: what comes before its rows on a phone, its buttons, and
// what rows say about money.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Page } from "playwright-core";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste } from "../support/portalLists.ts";

const phone = { width: 390, height: 844 };

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "READY-1", stock: 1_000 });
  await insertOffer(db, { partNumber: "SHORT-1", stock: 3 });
  await insertOffer(db, { partNumber: "PACK-1", minQuantity: 100, multiple: 100, stock: 900 });
  await insertOffer(db, { partNumber: "OLD-1", status: "SUPERSEDED", supersededBy: "READY-1" });
  for (const condition of ["NE", "OH"]) {
    for (const vendor of ["Able Spares", "Best Spares"]) {
      await insertOffer(db, { partNumber: "MIX-1", vendor, condition, stock: 50 });
    }
  }
});

/** Rows of each kind, so that all tools and tabs are shown. */
const mixed = "READY-1\t4\nSHORT-1\t9\nPACK-1\t150\nMIX-1\t2\nOLD-1\t1\nNEVER-1\t1\nREADY-1\t";

// A string, because browser types are not available here.
const findTop = (page: Page) =>
  page.evaluate<number>(
    `document.querySelector(".rows tbody tr").getBoundingClientRect().top + scrollY`,
  );

test("the rows of a list begin within a screen and a half", async () => {
  const page = await browser.open(await paste(mixed), { as: buyer });
  await expectGoodPage(page);
  await page.setViewportSize(phone);
  assert.ok((await findTop(page)) < 1.5 * phone.height, String(await findTop(page)));
  for (const part of ["#list-tabs .tabs", "#list-tools"]) {
    const { height = Number.NaN } = (await page.locator(part).boundingBox()) ?? {};
    assert.ok(height < 50, `${part} has more than one line: ${height} px`);
  }
  // Nothing is lost: each tool and each tab is reached, and is within the page then.
  const tools = page.locator("#list-tools :is(a, button), #list-tabs a");
  assert.ok((await tools.count()) >= 9);
  for (const tool of await tools.all()) {
    await tool.scrollIntoViewIfNeeded();
    const box = await tool.boundingBox();
    assert.ok(
      box !== null && box.x >= 0 && box.x + box.width <= phone.width,
      await tool.innerText(),
    );
  }
  await page.getByRole("button", { name: "Remove row 6" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  const box = await page.getByRole("button", { name: /^Undo/ }).boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= phone.width);
});

before(async () => {
  await insertOffer(app.database.db, { partNumber: "USD-1", stock: 900 });
  await insertOffer(app.database.db, { partNumber: "EUR-1", stock: 900, currency: "EUR" });
});

test("the select and its buttons are on one line, and one width on a phone, with hints below", async () => {
  const rows = "USD-1\t1\nUSD-1\t2\nEUR-1\t1\nNEVER-1\t1";
  const page = await browser.open(await paste(rows), { as: buyer });
  const actions = page.locator("#list-summary .actions");
  const measure = (controls: string) =>
    actions.locator(controls).evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return { line: `${top} ${bottom}`, column: `${left} ${right}` };
      }),
    );
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await measure(".button, select");
  assert.equal(wide.length, 4, "export, quote, draft and add");
  assert.equal(new Set(wide.map(({ line }) => line)).size, 1, JSON.stringify(wide));
  await page.setViewportSize({ width: 360, height: 900 });
  const narrow = await measure("> *");
  assert.equal(narrow.length, 4);
  assert.equal(new Set(narrow.map(({ column }) => column)).size, 1, JSON.stringify(narrow));
  await expectGoodPage(page);
});

const made = { manufacturer: "Imaginary Precision", cage: "9OI06" };
const title = "Quick release pin, ball lock, ring handle, corrosion-resistant steel, size 68";

before(async () => {
  const { db } = app.database;
  const long = { title, vendor: "Demonstration Airparts", leadTimeDays: 94, ...made };
  const packs = { minQuantity: 100, multiple: 100, stock: 3424, price: 123_400 };
  await insertOffer(db, { ...long, partNumber: "DA44531-68", certificate: "8130-3", ...packs });
  await insertOffer(db, { ...long, partNumber: "DA93428-32", stock: 497, price: 890_000 });
  await insertOffer(db, { ...long, partNumber: "DA31522-11", unit: "FT", ...packs });
  await insertOffer(db, { ...long, partNumber: "DA4693-8", stock: 23_000 });
  await insertOffer(db, { ...long, partNumber: "DA26417-25", certificate: "EASA Form 1" });
  for (const [vendor, stock] of [
    ["Example Aero Distribution", 841],
    ["Sample Rotables Exchange", 4],
  ] as const) {
    await insertOffer(db, { ...long, partNumber: "DA79526-93", vendor, stock });
    await insertOffer(db, { ...long, partNumber: "DA62102-45", vendor, stock, unit: "FT" });
  }
});

const kinds = [
  "DA44531-68\t3424",
  "DA93428-32\t2",
  "DA93428-32\t5000\tNE / FAA 8130-3",
  "DA31522-11\t30 m",
  "DA31522-11\t4 rolls",
  "DA46938\t2",
  "DA26417-25\t2\tNE / FAA 8130-3",
  "DA79526-93\t400",
  "DA62102-45\t100 m",
  "DA62102-45\t10 boxes",
  "DA79526-93\t1\tSV",
  "DA79526-93\t9000",
  "DA44531-68\t1.000",
  "NEVER-12345\t4",
  "DA44531-68\t50",
  "DA62102-45\t2 or 3",
];

/** What is cut in a row, although it is not in its panel. */
const listCut = `[...document.querySelectorAll(".rows > table > tbody > tr > td *")]
  .filter((one) => !one.closest("[popover], input") && getComputedStyle(one).overflow !== "visible")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.closest("tr").id + ": " + one.textContent)`;

test("reasons, prices and warnings are read without a pointer at 1,280 px", async () => {
  const address = await paste(kinds.join("\n"));
  const page = await browser.open(`${address}?show=all`, { as: buyer });
  assert.deepEqual(await page.evaluate(listCut), []);
  await expectGoodPage(page, [360, 390, 1280]);
});

before(async () => {
  const { db } = app.database;
  const title = "Preformed packing, fluorocarbon rubber, size 214, for the actuator";
  const papers = { title, certificate: "EASA Form 1", leadTimeDays: 113 };
  await insertOffer(db, { ...papers, partNumber: "ONE-1", stock: 1_250, price: 123_450 });
  await insertOffer(db, { ...papers, partNumber: "LOW-1", stock: 5 });
  const tie = { ...papers, partNumber: "TIE-1", stock: 25 };
  await insertOffer(db, { ...tie, vendor: "Fictional Flight Supply and Logistics", price: 39_100 });
  await insertOffer(db, { ...tie, vendor: "Specimen Turbine Spares", price: 40_200 });
});

for (const width of [1280, 360]) {
  test(`condition, price, stock and lead time of an offer are shown at ${width} px`, async () => {
    const rows = await paste("ONE-1\t1\nTIE-1\t25\nLOW-1\t9");
    const page = await browser.open(`${rows}?show=all`, { as: buyer, width });
    await page.getByRole("button", { name: "Choose from 2 offers for row 2" }).click();
    await page.getByRole("button", { name: /^Choose NE · Fictional Flight/ }).click();
    await page.getByText("Row 2 saved.").waitFor();
    for (const [place, price] of ["USD 1,234.50", "USD 391.00"].entries()) {
      const text = (await page.locator(`#row-${place + 1}`).innerText()).replace(/\s/g, " ");
      for (const one of [price, "NE, EASA Form 1", " EA"]) assert.ok(text.includes(one), text);
    }
    assert.match(await page.locator("#row-3").innerText(), /5\sEA\s+More in 113 days/);
    await page.getByRole("button", { name: "Other offers (1) for row 2" }).waitFor();
    await expectGoodPage(page, [360, 390, 1280]);
  });
}

test("a split adds its second row to the page, and Undo takes it away", async () => {
  const page = await browser.open(await paste("TIE-1\t40"), { as: buyer });
  const button = page.getByRole("button", {
    name: /^Split: 25 from Fictional [^,]*, 15 from Specimen/,
  });
  await page.getByText("25 at USD 391.00 / EA, 15 at USD 402.00 / EA.").waitFor();
  await expectGoodPage(page, [360, 390, 1280]);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Row 1 split into rows 1 and 2.").waitFor();
  assert.equal(await page.getByLabel("Quantity of row 1", { exact: true }).inputValue(), "25");
  assert.equal(await page.getByLabel("Quantity of row 2", { exact: true }).inputValue(), "15");
  await page.getByRole("button", { name: "Undo last change" }).click();
  await page.locator("#row-2").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Quantity of row 1", { exact: true }).inputValue(), "40");
});
