// Search in a real browser: suggestions by keyboard and mouse, filters and adding in place.
import assert from "node:assert/strict";
import { before } from "node:test";
import { expectNoAxeViolations } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, openColleague } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { agree, offer } from "../support/steps.ts";

openPortalBrowser({ publicUrl: "https://parts.example" });

before(async () => {
  const { db } = app.database;
  const pump = { partName: "FUEL BOOST PUMP", title: "Fuel boost pump, 28 VDC", leadTimeDays: 0 };
  const vendors = ["Example Avionics Stockist", "Sample Rotables Exchange", "Specimen Spares"];
  for (let place = 0; place < 24; place += 1) {
    await insertOffer(db, {
      ...pump,
      partNumber: `DA${64_053 + 317 * Math.floor(place / 2)}`,
      condition: ["NE", "OH", "SV", "NE"][place % 4] ?? "NE",
      vendor: vendors[place % 3] ?? "",
      stock: place % 5,
      price: 159_000 + place * 1_731,
      leadTimeDays: [0, 14, null][place % 3] ?? null,
      certificate: place % 2 === 0 ? "FAA_8130_3" : "EASA_FORM_1",
    });
  }
  const bowl = { partName: "FUEL BOWL", minQuantity: 10, multiple: 5 };
  await insertOffer(db, { ...bowl, partNumber: "FB-1" });
  await insertOffer(db, { ...bowl, partName: "BOWL, SPARE", partNumber: "FB-2" });
  await agree({ partNumber: "DA64053", price: 145_000 });
});

const openAs = async (path: string, options: { readonly script?: boolean } = {}) => {
  const buyer = await openColleague();
  return browser.open(path, { as: buyer, ...options });
};

test("suggestions are chosen by keyboard or mouse; an exact number opens its part", async () => {
  const page = await openAs("/");
  await page.keyboard.press("/");
  await page.keyboard.type("fuel bo");
  const box = page.getByRole("combobox", { name: "Part number, NSN or description" });
  await page.getByRole("option", { name: /FUEL BOOST PUMP.*24 offers/ }).waitFor();
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  await expectNoAxeViolations(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosen = await box.getAttribute("aria-activedescendant");
  const option = page.locator(`#${chosen}`);
  assert.equal(await option.getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("listbox").count(), 0);
  assert.equal(await box.inputValue(), "fuel bo");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/parts/*");
  await page.keyboard.press("/");
  await page.keyboard.type("da64053");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/parts/DA64053");
  await page.getByRole("combobox", { name: "Part number" }).fill("fuel bo");
  await page.getByRole("option", { name: /24 offers/ }).click();
  await page.waitForURL("**/parts?q=FUEL+BOOST+PUMP");
  assert.match(await page.innerText("main"), /24 offers for 12 part numbers/);
});

test("filters apply in place and keep the focus; the address is that of the results", async () => {
  const page = await openAs("/parts?q=fuel+boost");
  const overhauled = page.getByRole("checkbox", { name: /\(OH\)/ });
  await overhauled.focus();
  await page.keyboard.press("Space");
  await page.waitForURL("**/parts?q=fuel+boost&condition=OH");
  assert.ok(await page.getByRole("checkbox", { name: /\(OH\)/, checked: true }).isVisible());
  assert.equal(
    await page.evaluate("document.activeElement.value"),
    "OH",
    "the box has the focus again",
  );
  await page.getByLabel("Sort", { exact: true }).selectOption("-price");
  await page.waitForURL("**sort=-price");
  await page.goBack();
  await page.waitForURL("**/parts?q=fuel+boost&condition=OH");
});

test("a row is added without a page load, and a fault is shown beside it", async () => {
  const page = await openAs("/parts?q=fuel");
  await page.evaluate("window.isSame = true");
  const quantity = page.getByLabel(/^Quantity of FB-1/);
  await quantity.fill("7");
  await quantity.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.equal(await quantity.getAttribute("aria-invalid"), "true");
  await quantity.fill("10");
  await quantity.press("Enter");
  const chip = page.locator(".chip");
  await chip.waitFor();
  assert.match(await chip.innerText(), /1 line · USD\u00a0100\.00/);
  await page.getByRole("button", { name: /^Add FB-1/ }).click();
  await page.getByText("USD 200.00").first().waitFor();
  assert.match(await chip.innerText(), /1 line · USD\u00a0200\.00/);
  assert.equal(await page.evaluate("window.isSame"), true);
  await chip.click();
  await page.waitForURL("**/orders/*");
});

const long = "W".repeat(100);

before(async () => {
  await offer("BR-1", { title: "Seal", alternates: ["BR-9"], stock: 40 });
  await offer("BR-1", { condition: "OH", vendor: "V".repeat(200), stock: 0 });
  await offer("BR-10", { title: "x".repeat(500), status: "ON_HOLD" });
  await offer("BR-9", { status: "SUPERSEDED", supersededBy: "BR-1" });
  await offer(long, { title: "A long number", partName: "BR NAME" });
  await agree({ partNumber: "BR-1", price: 900 });
  await agree({ partNumber: "BR-1", price: 800, minQuantity: 10 });
});
