// The states of a list in a real browser at 1,280 px: what decides about money is not cut.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectGoodPage, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openInBrowser } from "../support/openInBrowser.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import type { TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let as: TestVisitor;
let browser: TestBrowser;

const made = { manufacturer: "Imaginary Precision", cage: "9OI06" };
const title = "Quick release pin, ball lock, ring handle, corrosion-resistant steel, size 68";

openInBrowser(async (opened, openedBrowser) => {
  app = opened;
  browser = openedBrowser;
  const { db } = app.database;
  as = await openVisitor(app, (await app.openAccount()).accountId);
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

/** The reasons, prices and warnings that lie below the end of their cell. */
const listCut = `[...document.querySelectorAll(".findings > div")].flatMap((cell) => {
  const end = cell.getBoundingClientRect().bottom + 1;
  const price = [...cell.querySelectorAll(".whole")].slice(0, 1);
  return [...cell.querySelectorAll(".why, .short"), ...price]
    .filter((one) => [...one.getClientRects()].some(({ bottom }) => bottom > end))
    .map((one) => cell.closest("tr").id + ": " + one.textContent);
})`;

test("reasons, prices and warnings are read without a pointer at 1,280 px", { skip }, async () => {
  const address = await pasteCheckedList(app, as, kinds.join("\n"));
  const page = await browser.open(`${address}?show=all`, { as });
  assert.deepEqual(await page.evaluate(listCut), []);
  await expectGoodPage(page, [360, 390, 1280]);
});
