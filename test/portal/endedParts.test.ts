// Rows whose part is not for sale: alternates are compared before they are used, and a quote can be
// requested.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectQuoteRequest } from "../../src/quoteRequests/quoteRequestQueries.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { readForm } from "../support/openedForm.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const { db } = app.database;
  const ended = { status: "DISCONTINUED", title: "Tire, main gear" };
  await insertOffer(db, { ...ended, partNumber: "TIRE-1", alternates: ["TIRE-9"] });
  await insertOffer(db, { ...ended, partNumber: "TIRE-2", alternates: ["TIRE-9", "TIRE-8"] });
  await insertOffer(db, { ...ended, partNumber: "TIRE-3" });
  const next = { status: "SUPERSEDED", supersededBy: "TIRE-8", title: "Tire, nose" };
  await insertOffer(db, { ...next, partNumber: "TIRE-4" });
  await insertOffer(db, {
    partNumber: "TIRE-9",
    title: "Tire, nose gear, bias",
    certificate: "CoC",
    price: 605_000,
    stock: 7,
  });
  await insertOffer(db, { partNumber: "TIRE-8", title: "Tire, nose gear, radial", stock: 3 });
});

after(() => app.close());

const rows = ["TIRE-1\t5\tNE", "TIRE-2\t1", "TIRE-3\t1", "TIRE-4\t1"];
const open = () => pasteCheckedList(app, buyer, rows.join("\n"));
const show = async (list: string, view = "all") => (await buyer.get(`${list}?show=${view}`)).body;
const address = "/quote-requests/new";

function rowOf(body: string, row: number) {
  const [, html = ""] = new RegExp(`id="row-${row}"(.*?)</tr>`, "s").exec(body) ?? [];
  return { html, text: html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ") };
}

test("an alternate is described before it is used, and its button is not the main one", async () => {
  const list = await open();
  const body = await show(list);
  const { html, text } = rowOf(body, 1);
  assert.match(text, /Tire, main gear .*Alternate: TIRE-9 , Tire, nose gear, bias\./);
  assert.match(text, /USD 6,050\.00 \/ EA · NE · CoC · 7 in stock\./);
  assert.match(html, /class="button plain"[^>]*value="1:instead:TIRE-9">Use alternate TIRE-9</);
  assert.doesNotMatch(html, /button primary/);
  const several = rowOf(body, 2).text;
  assert.match(several, /Use alternate TIRE-8: Tire, nose gear, radial, USD 10\.00 \/ EA · NE/);
  assert.match(several, /Use alternate TIRE-9: Tire, nose gear, bias, USD 6,050\.00 \/ EA · NE/);
  assert.match(rowOf(body, 4).html, /class="button primary"[^>]*>Use TIRE-8</, "a successor");
  const [, was = ""] = /name="was-1"[^>]*value="(\w+)"/.exec(body) ?? [];
  const sent = { "number-1": "TIRE-1", "quantity-1": "5", "condition-1": "NE", "was-1": was };
  await buyer.post(`${list}/rows`, { ...sent, show: "all", fix: "1:instead:TIRE-9" });
  const [used] = await readListRows(app.database.db, listIdOf(list));
  assert.deepEqual([used?.partNumber, used?.state], ["TIRE-9", "ready"]);
  assert.match(rowOf(await show(list), 1).text, /Listed as TIRE-1\./);
});

test("a part that is not for sale is requested, row by row if another one is suggested", async () => {
  const list = await open();
  const body = await show(list);
  for (const row of [1, 2, 3, 4]) assert.match(rowOf(body, row).text, /Request quote/);
  assert.match(body, /Request a quote for 1 row</);
  const form = async (query: string) =>
    readForm((await buyer.get(`${address}?list=${listIdOf(list)}${query}`)).body, address);
  const sent = await buyer.post(address, await form("&rows=1,3"));
  assert.equal(sent.statusCode, 303, sent.body);
  const id = /[0-9a-f-]{36}/.exec(String(sent.headers.location))?.[0] ?? "";
  const request = (await selectQuoteRequest(app.database.db, id, null)) ?? assert.fail();
  assert.deepEqual(
    request.lines.map(({ partNumber, quantity, reason }) => [partNumber, quantity, reason]),
    [
      ["TIRE-1", 5, "not found"],
      ["TIRE-3", 1, "not found"],
    ],
  );
  assert.match(rowOf(await show(list, "requested"), 1).text, /Quote requested RFQ-\d+/);
});

test("a similar number is described too, because it can be the next size", async () => {
  const list = await pasteCheckedList(app, buyer, "TIRE-7\t2\tNE");
  const { html, text } = rowOf(await show(list), 1);
  assert.match(text, /Not found .*TIRE-7 not found/);
  for (const one of ["TIRE-8", "TIRE-9"]) {
    assert.match(text, new RegExp(`Use ${one}: Tire, nose gear, \\w+, USD [\\d.,]+ / EA · NE`));
  }
  assert.doesNotMatch(html, /button primary/);
});
