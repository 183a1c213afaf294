// Rows of one offer are named before they are added.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectMergedLines } from "../../src/quickOrders/editQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestAccount, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let account: TestAccount;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  account = await app.openAccount();
  buyer = await openVisitor(app, account.accountId);
  for (const partNumber of ["ONE-1", "TWO-2", "SIX-6"]) {
    await insertOffer(app.database.db, { partNumber, stock: 900 });
  }
});

after(() => app.close());

const summaryOf = (body: string) => /id="list-summary"[\s\S]*?<\/section>/.exec(body)?.[0] ?? "";

async function openList(rows: readonly string[]) {
  const address = await pasteCheckedList(app, buyer, rows.join("\n"));
  return { address, summary: summaryOf((await buyer.get(address)).body) };
}

test("rows of one offer are named beside the button with the quantity of their line, as it is added", async () => {
  const { address, summary } = await openList(["ONE-1\t10", "TWO-2\t3", "ONE-1\t20"]);
  assert.match(
    summary,
    />Add 3 rows[\s\S]*<p class="hint">Rows 1 and 3 order the same offer, 30 in total\.<\/p>/,
  );
  await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const { orders } = (await account.get("orders")).json();
  const lines: { part_number: string; quantity: number }[] = orders[0].line_items;
  assert.deepEqual(
    lines.map((line) => [line.part_number, line.quantity]),
    [
      ["ONE-1", 30],
      ["TWO-2", 3],
    ],
  );
  assert.doesNotMatch(summaryOf((await buyer.get(address)).body), /same offer/);
});

test("several such lines are listed on request, with up to 10 rows each", async () => {
  const twelve = Array.from({ length: 12 }, () => "SIX-6\t1");
  const { address, summary } = await openList(["ONE-1\t1", "ONE-1\t2", ...twelve, "TWO-2\t1"]);
  assert.match(summary, /<summary>2 offers on several rows<\/summary>/);
  assert.match(summary, /<li>ONE-1: Rows 1 and 2 order the same offer, 3 in total\.<\/li>/);
  assert.match(
    summary,
    /SIX-6: Rows 3, 4, [\d, ]+12 and 2 more rows order the same offer, 12 in total\./,
  );
  assert.doesNotMatch(summary, /TWO-2/);
  const { lines, count } = await selectMergedLines(app.database.db, listIdOf(address));
  assert.equal(count, 2);
  assert.deepEqual(lines[1], {
    partNumber: "SIX-6",
    rowNumbers: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    rows: 12,
    quantity: 12,
    count: 2,
  });
});

test("the numbers of rows have no commas of their own", async () => {
  const empty = Array.from({ length: 1_100 }, () => "");
  const { summary } = await openList(["ONE-1\t1", ...empty, "ONE-1\t2", "ONE-1\t3"]);
  assert.match(summary, />Rows 1, 1102 and 1103 order the same offer, 6 in total\.</);
});

test("rows that are not ready, or have offers of their own, are not named", async () => {
  const { summary } = await openList(["ONE-1\t1", "ONE-1\t5000", "TWO-2\t1"]);
  assert.doesNotMatch(summary, /same offer/);
});
