// The buttons above the rows of a list, in a real browser.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { editRow } from "../../src/quickOrders/editRow.ts";
import {
  expectGoodPage,
  openBrowser,
  skipWithoutBrowser,
  type TestBrowser,
} from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const skip = skipWithoutBrowser;
let app: TestApp;
let accountId: AccountId;
let as: TestVisitor;
let able: OfferId;
let browser: TestBrowser;

before(async () => {
  if (skip !== false) return;
  app = await openTestApp();
  ({ accountId } = await app.openAccount());
  as = await openVisitor(app, accountId);
  await insertOffer(app.database.db, { partNumber: "USD-1", stock: 900 });
  await insertOffer(app.database.db, { partNumber: "EUR-1", stock: 900, currency: "EUR" });
  able = await insertOffer(app.database.db, { partNumber: "TWO-1", vendor: "Able Spares" });
  await insertOffer(app.database.db, { partNumber: "TWO-1", vendor: "Best Spares" });
  browser = await openBrowser(app);
});

afterEach(async () => {
  if (skip === false) await browser.settle();
});

after(async () => {
  await browser?.close();
  await app?.close();
});

test("the select and its buttons are on one line, and one width on a phone, with hints below", {
  skip,
}, async () => {
  const rows = "USD-1\t1\nUSD-1\t2\nEUR-1\t1\nNEVER-1\t1";
  const page = await browser.open(await pasteCheckedList(app, as, rows), { as });
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

/** A list whose first row got an offer by choice, and that was added to a draft. */
async function orderChosen(rows: string): Promise<void> {
  const first = await pasteCheckedList(app, as, rows);
  const texts = { partNumber: "TWO-1", quantity: "1", condition: "" };
  const { now } = app.clock;
  const edit = { accountId, listId: listIdOf(first), rowNumber: 1, texts, choice: able, now };
  assert.equal((await editRow(app.database, edit)).outcome, "changed");
  const added = await as.post(`${first}/add`, { version: "2", draft: "" });
  assert.equal(added.statusCode, 303, added.body);
}

for (const script of [true, false]) {
  const how = script ? "with" : "without";
  test(`earlier choices are used and undone, ${how} JavaScript`, { skip }, async () => {
    const rows = `TWO-1\t1\nUSD-1\t${script ? 7 : 8}`;
    await orderChosen(rows);
    const again = await pasteCheckedList(app, as, rows);
    const page = await browser.open(`${again}?show=all`, { as, script });
    const row = page.locator("#row-1");
    const use = page.getByRole("button", { name: /^Use the choices from/ });
    await use.click();
    await page.getByText("Earlier choices used in 1 of 2 rows.").first().waitFor();
    await use.waitFor({ state: "detached" });
    await row.getByText("Ready", { exact: true }).waitFor();
    if (script) await expectGoodPage(page);
    await page.getByRole("button", { name: "Undo: 1 row set to earlier choices" }).click();
    await row.getByText("Choice needed", { exact: true }).waitFor();
    await use.waitFor();
  });
}
