// Lists that an account names, saves and orders again, and of which it chooses the columns.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { expireByAge } from "../../src/jobs/startJobs.ts";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import type { ListId } from "../../src/quickOrders/orderList.ts";
import { selectUploadFacts } from "../../src/quickOrders/queries.ts";
import { readConfig } from "../../src/server/config.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openColleague, openStranger } from "../support/portal.ts";
import { browser, openPortalBrowser, test as testInBrowser } from "../support/portalBrowser.ts";
import { addRows, draftOf, fixSeveral, paste, readRows } from "../support/portalLists.ts";
import { listIdOf } from "../support/sendList.ts";
import { read, refuse, run, submit } from "../support/steps.ts";

openPortalBrowser();

before(async () => {
  await insertOffer(app.database.db, { partNumber: "ONE-1", stock: 20 });
});

test("a list is named and saved, and a colleague sees it", async () => {
  const address = await paste("ONE-1\t5");
  await submit(`${address}/settings`, { name: "  C-check\n kit ", saved: "yes" });
  const colleague = await openColleague();
  assert.match((await colleague.get(address)).body, /<h1>C-check kit<\/h1>/);
  const home = (await colleague.get("/quick-order")).body;
  assert.match(home, /Saved lists[\s\S]*C-check kit[\s\S]*Other lists/);
  const refused = await refuse(422, `${address}/settings`, { name: " \u0000 ", saved: "yes" });
  assert.match(refused, /Enter a name\./);
});

test("a saved list is not deleted by age, but its upload is; after it is no longer saved, it is", async () => {
  const { db } = app.database;
  const address = await paste("ONE-1\t5");
  await buyer.post(`${address}/settings`, { name: "Kit", saved: "yes" });
  const { retention } = readConfig({}, {});
  const late = new Date(app.clock.now.getTime() + 31 * 86_400_000);
  await expireByAge(db, "expire_old_quick_orders", retention, late);
  assert.equal((await readRows(address)).length, 1);
  assert.equal(await selectUploadFacts(db, listIdOf(address)), undefined);
  assert.equal((await buyer.get(address)).statusCode, 200);
  await buyer.post(`${address}/settings`, { name: "Kit", saved: "no" });
  await expireByAge(db, "expire_old_quick_orders", retention, late);
  assert.equal((await buyer.get(address)).statusCode, 404);
});

test("an account saves at most 200 lists", async () => {
  const own = await openStranger();
  const rows = { rows: "ONE-1\t5" };
  const one = String((await own.post("/quick-order", rows)).headers.location);
  await run(
    `insert into quick_orders (quick_order_id, account_id, user_id, name, headers,
        number_column, row_count, unclear_count, created_at, checked_at, is_saved)
      select gen_random_uuid(), account_id, user_id, name, headers, 0, 0, 0, now(), now(), true
      from quick_orders, generate_series(1, 199) where quick_order_id = $1`,
    [listIdOf(one)],
  );
  const settings = { name: "Kit", saved: "yes" };
  assert.equal((await own.post(`${one}/settings`, settings)).statusCode, 303);
  assert.equal((await own.post(`${one}/settings`, settings)).statusCode, 303);
  const more = String((await own.post("/quick-order", rows)).headers.location);
  assert.match(await refuse(422, `${more}/settings`, settings, own), /200 saved lists/);
});

test("ordering again checks the same rows at the stock of now, and leaves the first list", async () => {
  const address = await paste("ONE-1\t5\nNEVER-1 x 3\n12-Mar\t4");
  await draftOf(address);
  const again = String((await buyer.post(`${address}/repeat`)).headers.location);
  assert.notEqual(again, address);
  await app.database.replica.catchUp();
  await checkList(app.database, listIdOf(again), () => app.clock.now);
  const plain = async (at: string) =>
    (await readRows(at)).map(({ rowNumber, state, partNumber, quantity }) => [
      rowNumber,
      state,
      partNumber,
      quantity,
    ]);
  assert.deepEqual(await plain(again), [
    [1, "ready", "ONE-1", 5],
    [2, "not_found", "NEVER-1", 3],
    [3, "unreadable", "12-Mar", null],
  ]);
  assert.equal((await plain(address))[0]?.[1], "added");
  assert.match((await buyer.get(`${again}?show=all`)).body, /Add 1 row, USD 50\.00/);
});

test("ordering again keeps the chosen offers, and only a choice that is gone is a question", async () => {
  const { db } = app.database;
  for (const [vendor, partNumber] of [
    ["Able", "KEPT-1"],
    ["Best", "KEPT-1"],
    ["Able", "GONE-1"],
    ["Best", "GONE-1"],
    ["Core", "GONE-1"],
    ["Able", "LAST-1"],
    ["Best", "LAST-1"],
  ] as const) {
    await insertOffer(db, { partNumber, vendor, stock: 20, price: vendor === "Able" ? 100 : 200 });
  }
  const address = await paste("KEPT-1\t1\nGONE-1\t1\nLAST-1\t1\nONE-1\t1");
  await fixSeveral(address, "Choose the cheapest");
  await buyer.post(`${address}/settings`, { name: "Kit" });
  const ended = `update offers set status = 'DISCONTINUED'
    where vendor = 'Able' and part_number_key in ('GONE-1', 'LAST-1')`;
  await run(ended);
  await app.database.replica.catchUp();
  const again = String((await buyer.post(`${address}/repeat`)).headers.location);
  await checkList(app.database, listIdOf(again), () => app.clock.now);
  const rows = await readRows(again);
  assert.deepEqual(
    rows.map(({ state, unitPrice }) => [state, unitPrice?.minor ?? null]),
    [
      ["ready", 100n],
      ["ambiguous", null],
      ["ambiguous", null],
      ["ready", 1000n],
    ],
  );
  assert.match(rows[2]?.reason ?? "", /^The offer chosen before is no longer available\.$/);
  assert.match((await buyer.get(`${again}?show=all`)).body, />Use this offer</);
});

test("ordering again keeps the number that was listed before it was corrected", async () => {
  const address = await paste("WR0NG-1\t2");
  const row = { "number-1": "ONE-1", "quantity-1": "2", "condition-1": "", "was-1": "" };
  await buyer.post(`${address}/rows`, { ...row, show: "all" });
  const again = String((await buyer.post(`${address}/repeat`)).headers.location);
  await checkList(app.database, listIdOf(again), () => app.clock.now);
  const body = await read(await addRows(again));
  assert.match(body, /Listed as WR0NG-1/);
});

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
