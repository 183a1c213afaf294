import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { pasteCheckedList } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
});

after(() => app.close());

/** The number and part of each line. */
async function readNumbers(address: string): Promise<readonly string[]> {
  const rows = /class="nth">(\d+)<\/td><th[^>]*><a[^>]*>(?:<[^>]*>)*(NUM-\d+)/g;
  return [...(await buyer.get(address)).body.matchAll(rows)].map(([, n, part]) => `${n} ${part}`);
}

test("a draft, its review and an order number their lines on every page as their export does", async () => {
  const parts = Array.from({ length: 77 }, (_, place) => `NUM-${77 - place}`);
  for (const partNumber of parts) await insertOffer(app.database.db, { partNumber, stock: 9 });
  const list = await pasteCheckedList(app, buyer, parts.map((part) => `${part}\t1`).join("\n"));
  const added = await buyer.post(`${list}/add`, { version: "1", draft: "" });
  const [order = ""] = /\/orders\/[0-9a-f-]{36}/.exec(String(added.headers.location)) ?? [];
  const { body: csv } = await buyer.get(`${order}/lines.csv`);
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.replace("\uFEFF", "").split(",");
  const exported = lines.map((line) => {
    const cells = line.split(",");
    const read = (name: string) => cells[columns.indexOf(name)];
    return `${read("line_number")} ${read("part_number")}`;
  });
  const expectNumbers = async (address: string) => {
    const pages = [address, `${address}?from=76`].map(readNumbers);
    assert.deepEqual((await Promise.all(pages)).flat(), exported);
  };
  await expectNumbers(order);
  await expectNumbers(`${order}/confirm`);
  const form = readForm((await buyer.get(`${order}/confirm`)).body, `${order}/confirm`);
  assert.equal((await buyer.post(`${order}/confirm`, form)).statusCode, 303);
  await expectNumbers(order);
});
