// The buttons of rows in a real browser: nothing moves under the pointer, and long findings can be
// read.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { expectGoodPage, skipWithoutBrowser, type TestBrowser } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { openInBrowser } from "../support/openInBrowser.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import type { TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let as: TestVisitor;
let browser: TestBrowser;

openInBrowser(async (opened, openedBrowser) => {
  app = opened;
  browser = openedBrowser;
  const { db } = app.database;
  as = await openVisitor(app, (await app.openAccount()).accountId);
  const title = "Preformed packing, fluorocarbon rubber, size 214, for the actuator";
  await insertOffer(db, { partNumber: "PACK-1", multiple: 10, stock: 9_000, title });
  await insertOffer(db, { partNumber: "COC-1", stock: 900, title, certificate: "CoC" });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "SV", stock: 900, title });
});

const remark = `Left main gear, second shipset${", also for the other gear".repeat(5)}, 29-11-04`;

function sendRows(count: number): Promise<string> {
  const kinds = ["COC-1\t3\tNE w/ 8130-3", "PUMP-1\t1\tXX", "PACK1\t10\t"];
  const rows = Array.from({ length: count }, (_, at) => `${kinds[at % kinds.length]}\t${remark}`);
  return pasteCheckedList(app, as, `P/N\tQty\tCond\tRemarks\n${rows.join("\n")}`);
}

const fixOf = (page: Page, row: number) => page.locator(`#row-${row} .fixes button:not(.danger)`);

async function centerOf(target: Locator): Promise<readonly [number, number]> {
  const box = (await target.boundingBox()) ?? assert.fail();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await page.mouse.move(...(await centerOf(target)));
  await page.mouse.down();
  await page.mouse.up();
}

test("buttons of several rows, pressed one after the other, are all saved", { skip }, async () => {
  const address = await sendRows(12);
  const page = await browser.open(address, { as });
  // The first row is below the header line. After each click, its row has the focus.
  for (const row of [2, 3, 4, 7, 8, 12, 5, 6]) {
    await press(page, fixOf(page, row));
    await page.locator(`#row-${row}`).getByText("Ready", { exact: true }).waitFor();
  }
  const rows = await readListRows(app.database.db, listIdOf(address));
  const ready = rows.filter(({ state }) => state === "ready");
  assert.deepEqual(
    ready.map(({ rowNumber }) => rowNumber),
    [2, 3, 4, 5, 6, 7, 8, 12],
  );
});

test("no button moves while rows get and lose the focus", { skip }, async () => {
  const page = await browser.open(await sendRows(12), { as });
  await page.evaluate("document.fonts.ready.then(() => true)");
  const places = () =>
    page.evaluate(`[...document.querySelectorAll(".fixes .button")].map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return left + " " + (top - document.querySelector(".rows").getBoundingClientRect().top);
    })`);
  const before = await places();
  for (const row of [2, 5, 9]) {
    await page.getByLabel(`Quantity of row ${row}`, { exact: true }).focus();
    assert.deepEqual(await places(), before);
  }
});

test("a finding that is cut is completely shown while its row has the focus", {
  skip,
}, async () => {
  const page = await browser.open(await sendRows(12), { as });
  for (const row of [2, 13]) {
    const finding = page.locator(`#row-${row} .findings > div`);
    const hidden = () => finding.evaluate((one) => one.scrollHeight - one.clientHeight);
    assert.ok((await hidden()) > 0, "it is cut");
    await page.getByLabel(`Quantity of row ${row}`, { exact: true }).focus();
    assert.equal(await hidden(), 0);
    const end = finding.getByText(/29-11-04/);
    await end.scrollIntoViewIfNeeded();
    const isOnTop = await page.evaluate(`(() => {
      const all = [...document.querySelectorAll("#row-${row} .findings .sub")];
      const one = all.at(-1);
      const box = [...one.getClientRects()].at(-1);
      return one.contains(document.elementFromPoint(box.right - 4, box.bottom - 4));
    })()`);
    assert.equal(isOnTop, true);
  }
});

test("on a phone the whole finding is shown", { skip }, async () => {
  const page = await browser.open(await sendRows(3), { as, width: 390 });
  const hidden = await page
    .locator("#row-2 .findings > div")
    .evaluate((one) => one.scrollHeight - one.clientHeight);
  assert.equal(hidden, 0);
  await expectGoodPage(page, [360, 390, 1280]);
});
