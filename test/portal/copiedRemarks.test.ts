// Remarks of an order that its duplicate gets on request (decision 246).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { placeDraft } from "../support/placeDraft.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  for (const partNumber of ["COPY-1", "COPY-2", "COPY-3"]) {
    await insertOffer(app.database.db, { partNumber, stock: 50 });
  }
  await app.database.replica.catchUp();
});

after(() => app.close());

/** The duplicate of an order whose lines have these remarks. */
async function duplicate(remarks: readonly string[]): Promise<string> {
  const placed = { "COPY-1": 1, "COPY-2": 2, "COPY-3": 3 };
  const orderId = await placeDraft(account, placed, null);
  const fields = remarks.map((remark, place) => [`remark-${place + 1}`, remark]);
  const typed = { ...Object.fromEntries(fields), "needed_by-1": "2031-01-12" };
  const saved = await buyer.post(`/orders/${orderId}`, { version: "1", ...typed });
  assert.equal(saved.statusCode, 303, saved.body);
  return String((await buyer.post(`/orders/${orderId}/duplicate`)).headers.location);
}

async function readLines() {
  const { orders } = (await account.get("orders")).json();
  const lines: readonly { remark: string | null; needed_by: string | null }[] =
    orders[0].line_items;
  return lines;
}

async function copy(address: string, typed: Readonly<Record<string, string>> = {}) {
  const fields = readForm((await buyer.get(address)).body, address);
  return buyer.post(`${address}/remarks`, { ...fields, ...typed });
}

const button = (lines: string) =>
  new RegExp(`formaction="[^"]*/remarks"[^>]*>Copy remarks to ${lines}<`);

test("a duplicate gets the remarks of its order on request, without days and listed quantities", async () => {
  const wish = "Certificate requested: FAA 8130-3";
  const address = await duplicate([
    `${wish}; job 4471`,
    "500 requested, 25 ordered; 30 needed by 4 Dec 2026: tail 5B; hangar 4",
    "15 of 40 requested, split over two offers",
  ]);
  assert.deepEqual(
    (await readLines()).map(({ remark = null }) => remark),
    [wish, null, null],
  );
  const before = (await buyer.get(address)).body;
  assert.match(before, button("2 lines"));
  assert.match(before, /Not copied: remarks \(3 lines\), needed-by dates \(1 line\)/);
  const copied = await copy(address);
  assert.equal(copied.headers.location, `${address}?done=remarks`);
  assert.deepEqual(
    (await readLines()).map(({ remark = null, needed_by: day = null }) => [remark, day]),
    [
      [`${wish}; job 4471`, null],
      ["hangar 4", null],
      [null, null],
    ],
  );
  const page = (await buyer.get(String(copied.headers.location))).body;
  assert.match(page, /Remarks copied\./);
  assert.match(page, /Not copied: remarks \(2 lines\), needed-by dates \(1 line\)/);
  assert.doesNotMatch(page, button("\\d"));
});

test("copying remarks saves what was typed, and changes no version that was not seen", async () => {
  const address = await duplicate(["job 1", "job 2", "job 3"]);
  const typed = { "remark-1": "line stn", "quantity-2": "7", "needed_by-3": "2031-02-01" };
  const fields = readForm((await buyer.get(address)).body, address);
  assert.equal((await copy(address, typed)).statusCode, 303);
  const { orders } = (await account.get("orders")).json();
  const lines: readonly Readonly<Record<string, unknown>>[] = orders[0].line_items;
  assert.deepEqual(
    lines.map(({ remark, quantity, needed_by: day }) => [remark, quantity, day ?? null]),
    [
      ["line stn; job 1", 1, null],
      ["job 2", 7, null],
      ["job 3", 3, "2031-02-01"],
    ],
  );
  assert.equal((await buyer.post(`${address}/remarks`, fields)).statusCode, 409);
  const stranger = await openVisitor(app, (await app.openAccount()).accountId);
  assert.equal((await stranger.post(`${address}/remarks`, fields)).statusCode, 404);
});

test("a longer remark than 200 characters is not copied, and its line is named", async () => {
  const address = await duplicate(["job 4471; hangar 4", "job 4471; hangar 4", "tail 5B"]);
  const added = "; job 4471; hangar 4";
  const [fits, full] = ["x".repeat(200 - added.length), "x".repeat(201 - added.length)];
  const copied = await copy(address, { "remark-1": fits, "remark-2": full });
  assert.equal(copied.headers.location, `${address}?done=remarks`);
  const written = async () => (await readLines()).map(({ remark }) => remark);
  assert.deepEqual(await written(), [`${fits}${added}`, full, "tail 5B"]);
  const named = />Line (\d) has no room for the remark: <span class="typed">([^<]*)</g;
  const page = (await buyer.get(address)).body;
  assert.deepEqual(
    [...page.matchAll(named)].map(([, line, remark]) => [line, remark]),
    [["2", "job 4471; hangar 4"]],
  );
  assert.doesNotMatch(page, button(".*"));
  assert.equal((await copy(address)).headers.location, `${address}?done=unchanged`);
  const typed = await copy(address, { "quantity-3": "5" });
  assert.equal(typed.headers.location, `${address}?done=saved`);
  assert.equal((await copy(address, { "remark-2": "AOG" })).statusCode, 303);
  assert.deepEqual(await written(), [`${fits}${added}`, `AOG${added}`, "tail 5B"]);
});
