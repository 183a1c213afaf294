// The rows of a list whose price is on request: one e-mail for all, and no errors.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const { db } = app.database;
  await insertOffer(db, { partNumber: "ASK-1", price: null, vendor: "Able & Sons", unit: "FT" });
  await insertOffer(db, { partNumber: "ASK-2", price: null, condition: "OH", vendor: "Best" });
  await insertOffer(db, { partNumber: "NUT-1" });
});

after(() => app.close());

const readable = (body: string) =>
  body.replaceAll("&#61;", "=").replaceAll("&#38;", "&").replaceAll("&#34;", '"');

async function openList(rows: readonly string[]) {
  const address = await pasteCheckedList(app, buyer, rows.join("\n"));
  const body = readable((await buyer.get(`${address}?show=all`)).body);
  const [, href = ""] = /href="(mailto:[^"]*)">Ask for prices of/.exec(body) ?? [];
  const [, copied = ""] = /<pre[^>]*><code>([^<]*)</.exec(body) ?? [];
  return { address, body, href, copied };
}

test("one e-mail asks for the prices of all rows, and its text can be copied", async () => {
  const rows = ["P/N\tQty\tCondition\tNeed date", "NUT-1\t1\t\t", "ASK-1\t1200\tNE\t2031-12-12"];
  const { body, href, copied } = await openList([...rows, "ASK-2\t2\tOH\t", "ASK-2\t\t\t"]);
  assert.match(body, /Ask for prices of 3 rows</);
  const expected = [
    'Please send us your prices for these rows of our list "Pasted list":',
    "",
    "Row 3: ASK-1, 1,200 FT, NE, needed by 12 Dec 2031, Able & Sons",
    "Row 4: ASK-2, 2 EA, OH, Best",
    "Row 5: ASK-2, quantity open, OH, Best",
    "",
  ];
  assert.deepEqual(copied.split("\n").slice(0, -1), expected);
  const mail = new URL(href);
  assert.equal(mail.searchParams.get("subject"), "Price request: Pasted list, 3 rows");
  assert.equal(mail.searchParams.get("body")?.replaceAll("\r\n", "\n"), copied);
});

test("rows without a price need no attention, and stay in the list", async () => {
  const { address, body } = await openList(["ASK-1\t5", "NUT-1\t1"]);
  assert.match(body, /<dt>Price on request<\/dt><dd>1<\/dd>/);
  assert.doesNotMatch(body, /<dt>Needs attention/);
  assert.match(body, /show=unready">Needs attention <span class="quiet">0</);
  assert.match((await buyer.get(address)).body, /aria-current="page">All rows/);
  assert.match(body, /unready\.csv/);
  const { body: none } = await openList(["NUT-1\t1"]);
  assert.doesNotMatch(none, /Ask for prices|unready\.csv/);
});

test("an e-mail has as many rows as fit into an address, and says how many are left out", async () => {
  const { href, copied } = await openList(Array.from({ length: 60 }, () => "ASK-1\t5"));
  assert.ok(href.length <= 1_800, `${href.length}`);
  const text = new URL(href).searchParams.get("body") ?? "";
  const shown = text.match(/^Row \d+:/gm)?.length ?? 0;
  assert.ok(shown > 10);
  assert.match(text, new RegExp(`and ${60 - shown} more rows`));
  assert.equal(copied.match(/^Row \d+:/gm)?.length, 60);
});
