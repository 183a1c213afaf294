// The panel in which an offer of a row is chosen, and what a row shows of its request, in a real
// browser.
import assert from "node:assert/strict";
import { before } from "node:test";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste, press } from "../support/portalLists.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  const pump = { partNumber: "PUMP-1", certificate: "EASA Form 1" };
  await insertOffer(db, { ...pump, vendor: "Able Spares", price: 100, stock: 2 });
  await insertOffer(db, { ...pump, vendor: "Best Spares", price: 300, stock: 90 });
  await insertOffer(db, { ...pump, vendor: "Core Spares", price: 400, stock: 90 });
  await insertOffer(db, { partNumber: "ONE-1", stock: 900 });
  await insertOffer(db, { partNumber: "SV-1", condition: "SV", stock: 900 });
  await insertOffer(db, { partNumber: "DA6545-7/6", stock: 900 });
});

const head = "P/N,Qty,Cond,Remarks,Need date";
const open = (rows: readonly string[]) => paste([head, ...rows].join("\n"));
const remark = "left main gear for hangar 4";

test("a panel shows the row and its offers, marks the cheapest in stock, and closes with Esc", async () => {
  const address = await open([`PUMP-1,5,NE,${remark},2099-12-05`, "ONE-1,many,,,"]);
  const page = await browser.open(address, { as: buyer });
  const button = page.getByRole("button", { name: "Choose from 3 offers for row 2" });
  const panel = page.getByRole("dialog", { name: "Row 2" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await button.click();
    const text = (await panel.innerText()).replace(/\s+/g, " ");
    for (const one of ["PUMP-1", "5", remark, "5 Dec 2099", "EASA Form 1", "USD 15.00"]) {
      assert.ok(text.includes(one), `${one} is not in ${text}`);
    }
    const cheapest = panel.getByRole("row").filter({ hasText: "Cheapest in stock" });
    assert.match(await cheapest.innerText(), /^Best Spares/);
    await expectGoodPage(page, [width]);
    assert.equal(await panel.isVisible(), true);
    await page.keyboard.press("Escape");
    assert.equal(await panel.isVisible(), false);
    const focused = await page.evaluate("document.activeElement.getAttribute('popovertarget')");
    assert.equal(focused, "offers-2");
  }
});

test("a panel stays open while another row is saved, and closes when its offer is chosen", async () => {
  const page = await browser.open(await open(["PUMP-1,5,,,", "ONE-1,many,,,"]), { as: buyer });
  await page.getByLabel("Quantity of row 3", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Choose from 3 offers for row 2" }).click();
  const panel = page.getByRole("dialog", { name: "Row 2" });
  await page.getByText("Row 3 saved.").waitFor();
  assert.equal(await panel.isVisible(), true);
  await panel.getByRole("button", { name: /^Choose NE · Core Spares/ }).click();
  await page.getByRole("button", { name: "Other offers (2) for row 2" }).waitFor();
  assert.equal(await panel.isVisible(), false);
});

/** Opens the panel of row 2 while row 3 is being saved; `save` lets that end, a minute later. */
async function openWhileSaving(address: string) {
  const page = await browser.open(`${address}?show=all`, { as: buyer });
  const released = Promise.withResolvers<void>();
  await page.route("**/rows", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByLabel("Quantity of row 3", { exact: true }).fill("7");
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

test("saving another row leaves the focus where it is, in a panel or beside it", async () => {
  const rows = ["PUMP-1,5,,,", "ONE-1,many,,,"];
  const inside = await openWhileSaving(await open(rows));
  await inside.panel.getByRole("button", { name: /^Choose NE · Core Spares/ }).focus();
  await inside.save();
  assert.equal(await inside.panel.isVisible(), true);
  assert.match((await inside.readFocus("aria-label")) ?? "", /^Choose NE · Core Spares/);
  await inside.page.keyboard.press("Escape");
  assert.equal(await inside.readFocus("popovertarget"), "offers-2");
  const beside = await openWhileSaving(await open(rows));
  await beside.page.getByLabel("Part number of row 3", { exact: true }).focus();
  await beside.save();
  assert.equal(await beside.panel.isVisible(), true);
  assert.equal(await beside.readFocus("name"), "number-3");
});

test("a row that is changed meanwhile keeps its panel open, one that is removed gives up its focus", async () => {
  const rows = ["PUMP-1,5,,,", "ONE-1,many,,,"];
  const other = { "number-2": "ONE-1", "quantity-2": "5", "condition-2": "", "was-2": "" };
  for (const isKept of [true, false]) {
    const address = await open(rows);
    const { panel, save, readFocus } = await openWhileSaving(address);
    await panel.getByRole("button", { name: /^Choose NE · Core Spares/ }).focus();
    if (isKept) await buyer.post(`${address}/rows`, { ...other, show: "all" });
    else await press(address, 2, "Remove row 2");
    await save();
    assert.equal(await panel.getByRole("button", { name: /^Choose NE/ }).count(), 0);
    assert.equal(await panel.count(), isKept ? 1 : 0);
    assert.equal(await readFocus("id"), isKept ? "offers-2" : "row-3");
  }
});

test("without script an offer is chosen, and what was typed elsewhere is saved", async () => {
  const address = await open(["PUMP-1,5,,,", "ONE-1,many,,,"]);
  const page = await browser.open(address, { as: buyer, script: false });
  await page.getByLabel("Quantity of row 3", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Choose from 3 offers for row 2" }).click();
  await page.getByRole("button", { name: /^Choose NE · Best Spares/ }).click();
  await page.getByRole("button", { name: /^Add 2 rows, USD/ }).waitFor();
});
