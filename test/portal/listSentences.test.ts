// What the page of a list says about the list: columns that are not read, and what can be undone.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal } from "../support/portal.ts";
import {
  fixSeveral,
  listButtons,
  paste,
  readRows,
  showAll,
  typeQuantity,
} from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer, submit } from "../support/steps.ts";

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

test("the last change can be undone, once", async () => {
  const address = await paste("PACK-1\t12\nNUT-1\t1");
  const hasUndo = async () => (await showAll(address)).includes("Undo last change");
  assert.equal(await hasUndo(), false);
  await fixSeveral(address, "Round up to packs");
  assert.equal(await hasUndo(), true);
  await typeQuantity(address, 2, "2");
  assert.equal(await hasUndo(), true);
  await submit(`${address}/rows`, { show: "all", undo: "yes" });
  assert.deepEqual(pick(await readRows(address), "quantity"), ["20", "1"]);
  assert.equal(await hasUndo(), false);
});

test("a button says what it orders: more, less, or pieces of dozens, and nothing of a box", async () => {
  await offer("FEW-1", { multiple: 5, stock: 5 });
  const address = await paste("PACK-1\t12\nFEW-1\t7\nNUT-1\t9000\nNUT-1\t3 dz\nNUT-1\t1 box");
  const body = await showAll(address);
  const buttons = [1, 2, 3, 4, 5].map((row) =>
    listButtons(body, row).map(({ value, text }) => `${value} ${text}`),
  );
  assert.deepEqual(
    buttons.map((all) => all.filter((one) => !one.includes("remove"))),
    [
      ["1:quantity:10 Order 10", "1:quantity:20 Order 20"],
      ["2:quantity:5 Order 5"],
      ["3:quantity:5000 Order 5,000"],
      ["4:convert:36 EA:36 Order 36 EA"],
      [],
    ],
  );
});
