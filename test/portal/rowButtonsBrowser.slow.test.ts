// The buttons of rows in a real browser: nothing moves under the pointer, and long findings can be
// read.

import assert from "node:assert/strict";
import { before } from "node:test";
import type { Locator, Page } from "playwright-core";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  const title = "Preformed packing, fluorocarbon rubber, size 214, for the actuator";
  await insertOffer(db, { partNumber: "PACK-1", multiple: 10, stock: 9_000, title });
  await insertOffer(db, { partNumber: "COC-1", stock: 900, title, certificate: "CoC" });
  await insertOffer(db, { partNumber: "PUMP-1", condition: "SV", stock: 900, title });
});

const remark = `Left main gear, second shipset${", also for the other gear".repeat(5)}, 29-11-04`;

function sendRows(count: number): Promise<string> {
  const kinds = ["COC-1\t3\tNE w/ 8130-3", "PUMP-1\t1\tXX", "PACK1\t10\t"];
  const rows = Array.from({ length: count }, (_, at) => `${kinds[at % kinds.length]}\t${remark}`);
  return paste(`P/N\tQty\tCond\tRemarks\n${rows.join("\n")}`);
}

const fixOf = (page: Page, row: number) =>
  page.locator(`#row-${row} .fixes button[name="fix"]:not(.danger)`);

async function centerOf(target: Locator): Promise<readonly [number, number]> {
  const box = (await target.boundingBox()) ?? assert.fail();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function press(page: Page, target: Locator): Promise<void> {
  // Not below the header line, which stays.
  await target.evaluate((one) => one.scrollIntoView({ block: "center" }));
  await page.mouse.move(...(await centerOf(target)));
  await page.mouse.down();
  await page.mouse.up();
}

test("buttons of several rows, pressed one after the other, are all saved", async () => {
  const address = await sendRows(12);
  const page = await browser.open(address, { as: buyer });
  // The first row is below the header line. After each click, its row has the focus.
  for (const row of [2, 3, 4, 7, 8, 12, 5, 6]) {
    await press(page, fixOf(page, row));
    await fixOf(page, row).waitFor({ state: "detached" });
  }
  const rows = await readRows(address);
  const ready = rows.filter(({ state }) => state === "ready");
  assert.deepEqual(pick(ready, "rowNumber"), ["2", "3", "4", "5", "6", "7", "8", "12"]);
});
