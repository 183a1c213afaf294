// The quick order pages in a real browser: accessible, and updated while a list is checked. The
// tests check the lists themselves, step by step.
import assert from "node:assert/strict";
import { before } from "node:test";
import { checkList, checkStep } from "../../src/quickOrders/checkParts.ts";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { paste } from "../support/portalLists.ts";
import { listIdOf, pasteList } from "../support/sendList.ts";

openPortalBrowser();

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "READY-1", stock: 1_000 });
  await insertOffer(db, { partNumber: "SHORT-1", stock: 3 });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Able Spares" });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Best Spares", condition: "OH" });
  await insertOffer(db, { partNumber: "OLD-1", status: "DISCONTINUED" });
});

test("a list that is being checked updates its progress without reloading", async () => {
  const path = await pasteList(
    buyer,
    Array.from({ length: 200 }, (_, row) => `NEVER-${row}\t1`).join("\n"),
  );
  const page = await browser.open(path, { as: buyer });
  await page.evaluate("window.stays = true");
  await page.getByText("0 of 200 rows checked", { exact: true }).waitFor();
  const listId = listIdOf(path);
  await app.database.replica.catchUp();
  assert.equal(await checkStep(app.database, listId, app.clock.now), "more");
  await page.getByText("50 of 200 rows checked", { exact: true }).waitFor();
  await checkList(app.database, listId, () => app.clock.now);
  await page.getByRole("link", { name: "Not found 200" }).waitFor();
  assert.equal(await page.evaluate("window.stays"), true);
});

test("quick order is accessible at any width, light and dark", async () => {
  const hostile = `<b>"x</b>\u202e${"LONG".repeat(500)}`;
  const rows = ["READY-1\t2", "SHORT-1\t4", "TWO-1\t1", "OLD-1\t2", "NEVER-1\t3", "READY-1\tmany"];
  const all = [...rows, ...rows, ...rows, "READY-1\t1\tXX", `${hostile}\t1`, "5 READY-1"];
  const path = await paste(all.join("\n"));
  const page = await browser.open(path, { as: buyer });
  await page.getByRole("button", { name: /^Add/ }).waitFor();
  for (const at of ["/quick-order", path, `${path}?show=unreadable`, `${path}?show=ambiguous`]) {
    await page.goto(at);
    await expectGoodPage(page, [360, 1280, 2560]);
  }
});
