// What the page of a list says about the list: columns that are not read, and what can be undone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal } from "../support/portal.ts";
import { paste } from "../support/portalLists.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("NUT-1", { stock: 5000 });
  await offer("PACK-1", { multiple: 10, stock: 5000 });
});

test("columns that are not read are named where other columns can be chosen", async () => {
  const address = await paste(
    "Item\tP/N\tAlt P/N\tDescription\tU/M\tColor\tHangar\tQty\n1\tNUT-1\t\tNut\tEA\tred\tH1\t1",
  );
  const { body } = await buyer.get(address);
  const shown = /Columns not read: &#34;Color&#34;, &#34;Hangar&#34;\. <a[^>]*>Choose other/;
  assert.match(body, shown);
  assert.doesNotMatch(body, /<details class="hint">[\s\S]*Columns not read/);
});

test("columns with dates that no header names are named above the rows", async () => {
  const address = await paste("P/N\tQty\tWhen\tColor\nNUT-1\t2\t13.11.2031\tred");
  const { body } = await buyer.get(address);
  const at = body.indexOf("Dates in your list were not read");
  assert.ok(at > 0 && at < body.indexOf("<table"));
  assert.match(body, /Columns with dates not read: &#34;When&#34;\. Columns not read: &#34;Color/);
  const named = await paste("P/N\tQty\tReqd date\tWhen\nNUT-1\t2\t13.11.2031\t14.11.2031");
  assert.doesNotMatch((await buyer.get(named)).body, /Dates in your list/);
});

test("the column of units can be chosen", async () => {
  const address = await paste("PN\tQty\tXyz\nNUT-1\t1\tBX");
  assert.match((await buyer.get(`${address}/columns`)).body, /name="column-unit_of_measure"/);
  const form = { line: "1", "column-part_number": "0", "column-quantity": "1" };
  await buyer.post(`${address}/columns`, { ...form, "column-unit_of_measure": "2" });
  assert.match((await buyer.get(`${address}?show=all`)).body, /name="quantity-2" value="1 BX"/);
});

test("an action can be undone until the list is changed again", async () => {
  const address = await paste("PACK-1\t12\nNUT-1\t1");
  const hasUndo = async () =>
    (await buyer.get(`${address}?show=all`)).body.includes("Undo last change");
  await buyer.post(`${address}/rows`, { show: "all", bulk: "round_checked", rounded: "1:12:20" });
  assert.equal(await hasUndo(), true);
  const texts = { "number-2": "NUT-1", "quantity-2": "2", "condition-2": "", "was-2": "" };
  await buyer.post(`${address}/rows`, { ...texts, show: "all" });
  assert.equal(await hasUndo(), false);
});

test("rounding says that it goes up, or that less is ordered", async () => {
  await offer("FEW-1", { multiple: 5, stock: 5 });
  const address = await paste("PACK-1\t12\nFEW-1\t7\nNUT-1\t9000");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /value="1:nearest:20">Round up to 20</);
  assert.match(body, /value="2:nearest:5">Order less: 5</);
  assert.match(body, /value="3:nearest:5000">Order 5,000</);
});

test("dozens have a button for pieces, but only the buyer knows what a box has", async () => {
  const address = await paste("NUT-1\t3 dz\nNUT-1\t1 box");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /value="1:convert:36 EA:36">Order 36 EA</);
  assert.doesNotMatch(body, /value="2:nearest/);
});
