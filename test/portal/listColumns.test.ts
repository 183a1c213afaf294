// Choosing the columns of a list on its page, with and without script.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { expectGoodPage } from "../support/browser.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { refuse, run, submit } from "../support/steps.ts";

openPortalBrowser();

before(async () => {
  await insertOffer(app.database.db, { partNumber: "A-100", stock: 100 });
  await insertOffer(app.database.db, { partNumber: "A-200", stock: 100 });
});

const messy =
  "AOG request\t\t\nSachnr.\tBez.\tBedarf Stk\nA-100\tRivet\t5\nA-200\tBolt\t7\nSumme\t\t12";

/** A list whose headers nobody has chosen columns for. */
async function sendUnclear(rows = messy): Promise<string> {
  await run("delete from quick_order_mappings");
  const address = await submit("/quick-order", { rows });
  assert.match(address, /\/columns$/);
  return address;
}

test("a list without a column of quantities says so, until its columns are chosen", async () => {
  const rows = "P/N\tNoun\tHow many\nA-100\tRivet\t2 EA\nA-200\tBolt\tsix";
  const list = await submit("/quick-order", { rows });
  const page = await buyer.get(list);
  assert.match(page.body, /No column was read as quantities/);
  assert.match(page.body, new RegExp(`href="${list}/columns">choose it<`));
  const chosen = { line: "1", "column-part_number": "0", "column-quantity": "2" };
  const read = await buyer.post(`${list}/columns`, chosen);
  assert.equal(read.statusCode, 303, read.body);
  assert.doesNotMatch((await buyer.get(list)).body, /No column was read as quantities/);
});

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";
  testInBrowser(
    `a list with unknown headers is read after its columns are chosen ${how}`,
    async () => {
      const page = await browser.open(await sendUnclear(), { as: buyer, script });
      assert.equal(await page.getByLabel("Header line").inputValue(), "2");
      await page
        .getByLabel("Part number", { exact: true })
        .selectOption({ label: "Sachnr. (A-100, A-200)" });
      await page
        .getByLabel("Quantity", { exact: true })
        .selectOption({ label: "Bedarf Stk (5, 7)" });
      await page.getByRole("button", { name: "Check rows" }).press("Enter");
      await page.waitForURL(/\/quick-order\/[0-9a-f-]{36}$/);
      const listId = new URL(page.url()).pathname.slice("/quick-order/".length) as ListId;
      await app.database.replica.catchUp();
      await checkList(app.database, listId, () => app.clock.now);
      await page.reload();
      await page.getByRole("button", { name: /^Add 2 rows/ }).waitFor();
      await page.getByText("How this list was read").click();
      const left = page.getByRole("row", { name: /^1 AOG request Titles above the header/ });
      await left.waitFor();
    },
  );
}

testInBrowser("the page of columns is accessible at any width, light and dark", async () => {
  const wide = Array.from({ length: 14 }, (_, at) => `<b>${at}${"LONG".repeat(30)}`).join("\t");
  const page = await browser.open(await sendUnclear(`${wide}\n${wide}`), { as: buyer });
  await expectGoodPage(page, [360, 390, 1280, 2560]);
  await page.goto(await sendUnclear());
  await expectGoodPage(page, [360, 390, 1280]);
});

test("an unclear list leads to its columns, and a missing choice is named beside its field", async () => {
  const columns = await sendUnclear();
  const address = columns.replace("/columns", "");
  assert.equal((await buyer.get(address)).headers.location, columns);
  const refused = await refuse(422, columns, { line: "2", "column-part_number": "" });
  assert.match(refused, /Choose the part number column\./);
  const twice = { line: "2", "column-part_number": "0", "column-quantity": "0" };
  assert.match(
    (await buyer.post(columns, twice)).body,
    /Choose a different column for each field\./,
  );
});

test("columns can be chosen until a row was changed, not after", async () => {
  const address = await submit("/quick-order", { rows: "PN\tQty\nA-100\t5\nA-200\t7" });
  assert.match((await buyer.get(`${address}?show=all`)).body, /Choose other columns/);
  assert.equal((await buyer.get(`${address}/columns`)).statusCode, 200);
  const row = { "number-2": "A-100", "quantity-2": "6", "condition-2": "", "was-2": "" };
  await buyer.post(`${address}/rows`, row);
  assert.doesNotMatch((await buyer.get(`${address}?show=all`)).body, /Choose other columns/);
  const sent = await submit(`${address}/columns`, { line: "1", "column-part_number": "0" });
  assert.equal(sent, address);
});
