// Quick order in a real browser: the progress of a check, every kind of row, and a planner's sheet from
// its upload to the orders and the quote request.
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Locator } from "playwright-core";
import { checkList, checkStep } from "../../src/quickOrders/checkParts.ts";
import { app, buyer } from "../support/portal.ts";
import { browser, openPortalBrowser, test } from "../support/portalBrowser.ts";
import { listIdOf, pasteList } from "../support/sendList.ts";
import { offer, run } from "../support/steps.ts";
import { rowOf, workbookOf } from "../support/workbook.ts";

openPortalBrowser();

before(async () => {
  await offer("READY-1", { stock: 1_000 });
  await offer("SHORT-1", { stock: 3 });
  await offer("TWO-1", { vendor: "Able Spares" });
  await offer("TWO-1", { vendor: "Best Spares", condition: "OH" });
  await offer("OLD-1", { status: "DISCONTINUED" });
});

test("a list that is being checked updates its progress without reloading, also after the server failed", async () => {
  const rows = Array.from({ length: 200 }, (_, row) => `NEVER-${row}\t1`);
  const path = await pasteList(buyer, rows.join("\n"));
  const page = await browser.open(path, { as: buyer });
  await page.evaluate("window.stays = true");
  await page.getByText("0 of 200 rows checked", { exact: true }).waitFor();
  const listId = listIdOf(path);
  await app.database.replica.catchUp();
  let failures = 2;
  await page.route(`**${path}`, (route) => {
    failures -= 1;
    return failures < 0 ? route.continue() : route.fulfill({ status: 503, body: "" });
  });
  assert.equal(await checkStep(app.database, listId, app.clock.now), "more");
  await page.getByText("50 of 200 rows checked", { exact: true }).waitFor();
  await checkList(app.database, listId, () => app.clock.now);
  await page.getByRole("link", { name: "Not found 200" }).waitFor();
  assert.ok(failures < 0);
  assert.equal(await page.evaluate("window.stays"), true);
});

const plain = Array.from({ length: 22 }, (_, at) => `BOLT-${at + 1}`);

before(async () => {
  for (const number of plain) await offer(number, { stock: 500, partName: "BOLT,MACHINE" });
  await offer("RING-1", { stock: 500, currency: "EUR", partName: "RING,RETAINING" });
  await offer("RING-2", { stock: 500, currency: "EUR", partName: "RING,RETAINING" });
  await offer("MS20470-AD4", { stock: 500, partName: "RIVET,SOLID" });
  await offer("OIL-1", { stock: 90, nsn: "9150000657459", partName: "OIL,HYDRAULIC" });
  await offer("NUT-1", { stock: 500, partName: "NUT,SELF-LOCKING" });
  await offer("NUT-2", { stock: 500, partName: "NUT,SELF-LOCKING" });
  await offer("NUT-3", { stock: 500, partName: "NUT,SELF-LOCKING" });
  await offer("NEW-77", { stock: 500, partName: "SEAL,PLAIN" });
  await offer("SW-1", { stock: 50, price: 45000, partName: "SWITCH,TOGGLE" });
  await offer("PUMP-1", { stock: 9, price: 390500, partName: "PUMP,FUEL" });
  for (const vendor of ["Able", "Best"]) {
    const price = vendor === "Able" ? 300 : 200;
    await offer("SEAL-1", { vendor, price, stock: 50, partName: "SEAL,PLAIN" });
    await offer("SEAL-2", { vendor, price, stock: 25, partName: "SEAL,PLAIN" });
  }
  await offer("GYRO-1", { vendor: "Able", condition: "NE", partName: "GYROSCOPE" });
  await offer("GYRO-1", { vendor: "Best", condition: "OH", partName: "GYROSCOPE" });
  await offer("PACK-1", { minQuantity: 100, multiple: 100, stock: 900, partName: "WASHER,FLAT" });
  await offer("FEW-1", { stock: 3, partName: "VALVE,CHECK" });
  await offer("HOSE-1", { unit: "FT", stock: 900, partName: "HOSE" });
});

/** Row, part number, description, quantity, alternate, remark. */
const parts: readonly (readonly string[])[] = [
  ...plain.map((number, at) => [number, "BOLT", String(at + 1), "", ""]),
  ["RING-1", "RING", "4", "", ""],
  ["RING-2", "RETAINING RING", "6", "", ""],
  ["MS20470\u2013AD4", "RIVET", "50", "", ""],
  ["9150-00-065-7459", "HYD OIL", "2", "", ""],
  ["NUT-1", "NUT", "2 DZ", "", ""],
  ["NUT-2", "NUT", "three", "", ""],
  ["NUT-3", "NUT", "1 box/100", "", ""],
  ["OLD-77", "SEAL", "5", "NEW-77", ""],
  ["SW-1", "BEARING BALL", "1", "", ""],
  ["PUMP-1", "FUEL PUMP", "1", "", "CANCELLED 12 NOV"],
  ["SEAL-1", "SEAL", "10", "", ""],
  ["SEAL-2", "SEAL", "40", "", ""],
  ["GYRO-1", "GYRO", "1", "", ""],
  ["PACK-1", "WASHER", "250", "", ""],
  ["FEW-1", "CHECK VALVE", "9", "", ""],
  ["HOSE-1", "HOSE", "10 m", "", ""],
  ["NEVER-1", "RELIEF VALVE", "2", "", ""],
  ["NEVER-2", "ACTUATOR", "1", "", ""],
];

function writeSheet(): Promise<Buffer> {
  const rows = parts.map((cells, at) => rowOf(String(at + 1), ...cells));
  const head = [
    rowOf("C-CHECK 4711 \u2013 MATERIAL LIST \u2013 AOG"),
    rowOf("Prepared by Planning"),
    rowOf("ITEM", "PART", "", "QTY", "ALTERNATE", "REMARKS"),
    rowOf("", "NUMBER", "DESCRIPTION", "REQ'D", "P/N", ""),
  ];
  return workbookOf({ rows: [...head, ...rows].join("") });
}

test("a planner's sheet becomes the right orders and one quote request in few clicks", async () => {
  let clicks = 0;
  let typed = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const page = await browser.open("/quick-order", { as: buyer });
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const sheet = { name: "c-check.xlsx", mimeType: "", buffer: await writeSheet() };
  await page.getByLabel("Or upload a file").setInputFiles(sheet);
  await click(button("Check file"));
  await page.waitForURL(/\/quick-order\/[0-9a-f-]{36}$/);
  const list = new URL(page.url()).pathname;
  await app.database.replica.catchUp();
  await checkList(app.database, listIdOf(list), () => app.clock.now);
  await page.goto(list);
  await page.getByText("Line 1 says so for the whole list.").waitFor();

  await click(page.getByRole("link", { name: "Fix several" }));
  await click(button("Fix checked rows"));
  await page.getByText("6 rows changed.").waitFor();
  await page.getByLabel("Quantity of row 33").fill("100");
  typed += 1;
  await click(button("Use NEW-77"));
  await click(button("Remove row 35"));
  await click(button(/^Split: 25 from Best, 15 from Able/));
  await click(button("Choose from 2 offers for row 39"));
  await click(button(/^Choose NE/));
  await button("Add 37 rows, EUR 100.00 and USD 7,855.00").waitFor();

  await click(button(/^Add 37 rows/));
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}\?list=/);
  const other = page.getByRole("link", { name: /^SO-/ }).last();
  const second = await other.getAttribute("href");
  await click(button("Review and confirm"));
  await click(button(/^Confirm order/));
  await page.getByText("Thank you for your order").waitFor();
  await page.goto(String(second));
  await click(button("Review and confirm"));
  await click(button(/^Confirm order/));
  await page.getByText("Thank you for your order").waitFor();
  await page.goto(list);
  await click(page.getByRole("link", { name: "Request a quote for 3 rows" }));
  await click(button("Send request"));
  await page.waitForURL(/\/quote-requests\/[0-9a-f-]{36}/);

  assert.ok(clicks + 2 <= 20, `${clicks} clicks, and two links`);
  assert.ok(typed <= 6);
  const lines = await run<{ line: string }>(
    `select l.part_number || ' ' || sum(l.quantity) || ' ' || o.currency as line
      from orders o join order_lines l using (order_id)
      where o.status = 'confirmed' and o.urgency = 'AOG'
      group by l.part_number, o.currency order by min(l.line_number), l.part_number`,
  );
  const ordered = plain.map((number, at) => `${number} ${at + 1} USD`);
  assert.deepEqual(
    lines.map(({ line }) => line).toSorted(),
    [
      ...ordered,
      ...["RING-1 4 EUR", "RING-2 6 EUR", "MS20470-AD4 50 USD", "OIL-1 2 USD", "NUT-1 24 USD"],
      ...["NUT-2 3 USD", "NUT-3 100 USD", "NEW-77 5 USD", "SEAL-1 10 USD", "SEAL-2 40 USD"],
      ...["GYRO-1 1 USD", "PACK-1 300 USD", "FEW-1 3 USD", "HOSE-1 33 USD"],
    ].toSorted(),
  );
  const mails = await run<{ subject: string }>(
    "select subject from mails where kind = 'order received' and subject like 'AOG: To fulfil%'",
  );
  assert.equal(mails.length, 2);
  const wanted = await run<{ wanted: string }>(
    "select part_number || ' ' || quantity as wanted from quote_request_lines order by 1",
  );
  assert.deepEqual(
    wanted.map((one) => one.wanted),
    ["FEW-1 6", "NEVER-1 2", "NEVER-2 1"],
  );
});
