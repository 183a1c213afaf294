// What the rows of a quick order propose, and what choosing it does.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import {
  fieldsOfRow,
  findButton,
  fixSeveral,
  paste,
  press,
  readSeveral,
  rowForm,
  showAll,
  textOfRow,
} from "../support/portalLists.ts";
import { readChoices } from "../support/readChoices.ts";
import { listIdOf, pick, readListRows } from "../support/sendList.ts";
import { offer, readField, refuse } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  const two = { partNumber: "TIE-1", price: 16450, stock: 50 };
  await insertOffer(db, { ...two, vendor: "Able Spares", leadTimeDays: 192 });
  await insertOffer(db, { ...two, vendor: "Best Spares", leadTimeDays: 91, certificate: "EASA-1" });
  await offer("MIX-1", { condition: "NE", stock: 50 });
  await offer("MIX-1", { condition: "OH", stock: 50 });
  await offer("HOSE-1", { unit: "FT", stock: 5000 });
  await offer("NUT-1", { stock: 5000 });
});

async function sendCheckedRows(rows: string) {
  const address = await paste(rows);
  return { listId: listIdOf(address), address };
}

test("a row that can be read in two ways is not read, and what is typed settles it", async () => {
  const { db } = app.database;
  await offer("AN960");
  await offer("AN960 10");
  const { listId, address } = await sendCheckedRows("AN960 10");
  const page = (await buyer.get(address)).body;
  assert.match(page, /It may be 10 of AN960, or AN960 10\. Type what you need\./);
  await buyer.post(`${address}/rows`, rowForm(1, "AN960", "10"));
  const [row] = await readListRows(db, listId);
  assert.deepEqual([row?.state, row?.partNumber, row?.quantity], ["ready", "AN960", 10]);
});

test("what was proposed for other texts is refused once a colleague has changed the row", async () => {
  const { db } = app.database;
  const { listId, address } = await sendCheckedRows("P/N\tQty\nNUT-1\t4.000");
  const { body } = await buyer.get(`${address}?show=all`);
  const seen = readField(body, "was-2");
  const [, fix = ""] = /name="fix"\s+value="(2:quantity:4)"/.exec(body) ?? [];
  assert.deepEqual([seen.length, fix], [12, "2:quantity:4"]);
  await buyer.post(`${address}/rows`, rowForm(2, "HOSE-1", "7"));
  const stale = await refuse(
    422,
    `${address}/rows`,
    rowForm(2, "NUT-1", "4.000", { "was-2": seen, fix }),
  );
  assert.match(stale, /Row 2: This row, its stock or its price changed\./);
  assert.match(stale, /name="number-2"[^>]*value="HOSE-1"/);
  const [row] = await readListRows(db, listId);
  assert.deepEqual([row?.partNumber, row?.quantity], ["HOSE-1", 7]);
  const now = readField(stale, "was-2");
  await buyer.post(`${address}/rows`, rowForm(2, "HOSE-1", "7", { "was-2": now }));
  const [after] = await readListRows(db, listId);
  assert.deepEqual([after?.partNumber, after?.quantity], ["HOSE-1", 7]);
});

test("a fix that no longer fits what was typed with it is not made, and the page says so", async () => {
  await offer("PACKS-1", { stock: 500, minQuantity: 25, multiple: 25 });
  const { listId, address } = await sendCheckedRows("PACKS-1\t30");
  const read = async () => pick(await readListRows(app.database.db, listId), "state", "quantity");
  const body = await showAll(address);
  const fix = findButton(body, 1, "Order 50").value;
  const form = { ...fieldsOfRow(body, 1), show: "all", fix };
  const kept = await refuse(422, `${address}/rows`, { ...form, "quantity-1": "80" });
  assert.deepEqual(await read(), ["bad_quantity 80"]);
  assert.match(kept, /Row 1: What you typed is saved\./);
  assert.match(kept, /name="quantity-1"[^>]*value="80"/);
  await press(address, 1, "Order 100", { "quantity-1": "90" });
  assert.deepEqual(await read(), ["ready 100"]);
});

test("a quantity counts in the unit of its part, and an unclear one has buttons", async () => {
  const rows = "P/N\tQty\nNUT-1\t10 pcs\nHOSE-1\t25 FT\nHOSE-1\t3 ea\nNUT-1\t1.000\nNUT-1\t4.000";
  const { listId, address } = await sendCheckedRows(rows);
  const found = (await readListRows(app.database.db, listId)).map((row) => [
    row.state,
    row.quantity,
    row.reason ?? "",
  ]);
  assert.deepEqual(found.slice(0, 2), [
    ["ready", 10, ""],
    ["ready", 25, ""],
  ]);
  assert.match(String(found[2]?.[2]), /Sold by the foot \(FT\)\. Enter “3 ea” in FT\./);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /value="5:quantity:1000">Order 1,000<[\s\S]*value="5:quantity:1">Order 1</);
  assert.match(body, /value="6:quantity:4">Order 4</);
  await buyer.post(`${address}/rows`, rowForm(6, "NUT-1", "4.000", { fix: "6:quantity:4" }));
  const [row] = (await readListRows(app.database.db, listId)).filter((one) => one.rowNumber === 6);
  assert.deepEqual([row?.state, row?.quantity], ["ready", 4]);
});

test("one of two numbers is chosen, and editing another row chooses none", async () => {
  const { address } = await sendCheckedRows("P/N\tQty\nNUT-1\t2 or 3\nNUT-1\t10/20\nHOSE-1\t4");
  const { body } = await buyer.get(`${address}?show=all`);
  const send = (row: number, quantity: string, fix = "") => ({
    ...rowForm(row, row === 4 ? "HOSE-1" : "NUT-1", quantity),
    ...{ [`was-${row}`]: readField(body, `was-${row}`), fix },
  });
  const quantitiesOf = async () =>
    pick(await readListRows(app.database.db, listIdOf(address)), "quantityText", "quantity");
  const rows = { ...send(2, "2 or 3"), ...send(3, "10/20"), ...send(4, "5") };
  await buyer.post(`${address}/rows`, rows);
  assert.deepEqual(await quantitiesOf(), ["2 or 3 null", "10/20 null", "5 5"]);
  assert.match(body, /value="2:quantity:2">Order 2<[\s\S]*value="2:quantity:3">Order 3</);
  await buyer.post(`${address}/rows`, send(3, "10/20", "3:quantity:20"));
  assert.deepEqual(await quantitiesOf(), ["2 or 3 null", "20 20", "5 5"]);
});

test("a reworded quantity is read, and the row shows what was written", async () => {
  const { listId, address } = await sendCheckedRows("P/N\tQty\nNUT-1\tca. 6\nNUT-1\t6/EA");
  const rows = await readListRows(app.database.db, listId);
  assert.deepEqual(pick(rows, "state", "quantity"), ["ready 6", "ready 6"]);
  assert.match((await buyer.get(`${address}?show=all`)).body, /“ca\. 6”/);
});

test("a row shows the quantity that was asked for before it was reduced", async () => {
  await offer("ASKED-1", { stock: 5000 });
  const { address } = await sendCheckedRows("ASKED-1\t9000");
  const shows = async (text: string) =>
    (await buyer.get(`${address}?show=all`)).body.includes(text);
  await fixSeveral(address, "Reduce");
  assert.equal(await shows("Requested: 9,000"), true);
  await buyer.post(`${address}/rows`, { show: "all", undo: "yes" });
  assert.equal(await shows("Requested: 9,000"), false);
  await buyer.post(`${address}/rows`, rowForm(1, "ASKED-1", "9000", { fix: "1:quantity:5000" }));
  assert.equal(await shows("Requested: 9,000"), true);
});

test("a certificate beside the condition is a wish, and offers with it are preferred", async () => {
  const { db } = app.database;
  const papers = { partNumber: "SEAL-1", stock: 9 };
  await insertOffer(db, { ...papers, vendor: "Able Spares" });
  await insertOffer(db, { ...papers, vendor: "Best Spares", certificate: "8130-3" });
  await insertOffer(db, { ...papers, vendor: "Core Spares", condition: "OH", certificate: "CoC" });
  const rows = "P/N\tQty\tCondition\nSEAL-1\t1\tNE w/ 8130\nSEAL-1\t1\tCoC\nSEAL-1\t1\tNE / CoC";
  const { listId, address } = await sendCheckedRows(rows);
  const found = (await readListRows(db, listId)).map((row) => [
    row.state,
    row.condition,
    row.certificate,
  ]);
  assert.deepEqual(found, [
    ["ready", "NE", "8130-3"],
    ["ready", null, "CoC"],
    ["ambiguous", "NE", "CoC"],
  ]);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(textOfRow(body, 2), /Best Spares NE, .*8130/);
  assert.match(textOfRow(body, 3), /Core Spares OH, CoC/);
  assert.match(body, /name="condition-2"[^>]*value="NE \/ 8130-3"/);
});

test("a certificate that cannot be supplied hides no offer that can", async () => {
  const { db } = app.database;
  await offer("RING-1", { vendor: "Able", stock: 50 });
  await offer("RING-1", { vendor: "Best", stock: 3, certificate: "8130-3" });
  const { listId } = await sendCheckedRows("RING-1\t5\tNE / 8130-3\nRING-1\t3\tNE / 8130-3");
  const rows = await readListRows(db, listId);
  assert.deepEqual(pick(rows, "state"), ["ambiguous", "ready"]);
});

test("a certificate that is asked for later replaces an offer chosen without it", async () => {
  const { db } = app.database;
  await offer("CLIP-1", { vendor: "Able", price: 100, stock: 50 });
  const papers = { vendor: "Best", price: 200, stock: 50, certificate: "8130-3" };
  await offer("CLIP-1", { ...papers });
  const { listId, address } = await sendCheckedRows("CLIP-1\t5");
  await fixSeveral(address, "Choose the cheapest");
  const priceOf = async () => (await readListRows(db, listId))[0]?.unitPrice?.minor;
  assert.equal(await priceOf(), 100n);
  const wish = rowForm(1, "CLIP-1", "5", { "condition-1": "NE / 8130-3" });
  await buyer.post(`${address}/rows`, wish);
  assert.equal(await priceOf(), 200n);
});

test("an unclear quantity is reported beside several offers, and none is chosen for it", async () => {
  const { address } = await sendCheckedRows("TIE-1\t2 or 3\nTIE-1\t40\nTIE-1\t30\nTIE-1\t40");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /2 offers match\. The quantity is not a whole number/);
  assert.deepEqual(await readSeveral(address), [], "nor one for more than it has");
});

test("the cheapest with the shortest lead time is chosen, and another offer can be chosen later", async () => {
  const { listId, address } = await sendCheckedRows("TIE-1\t2");
  const before = (await buyer.get(address)).body;
  const best = readChoices(before).find(({ text }) => text.startsWith("Best Spares"));
  assert.match(best?.text ?? "", /Cheapest in stock NE EASA-1 50 EA More in 91 days USD 164\.50/);
  await fixSeveral(address, "Choose the cheapest");
  const page = (await buyer.get(`${address}?show=all`)).body;
  assert.match(textOfRow(page, 1), /Best Spares NE, EASA-1 50 EA/);
  await press(address, 1, "Able Spares");
  const [row] = await readListRows(app.database.db, listId);
  assert.equal(row?.state, "ready");
  assert.match(textOfRow((await buyer.get(`${address}?show=all`)).body, 1), /Able Spares NE 50 EA/);
});

test("conditions to choose from are buttons", async () => {
  const { listId, address } = await sendCheckedRows("MIX-1\t1\tAR\nMIX-1\t1\tXX");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /Condition not offered/);
  assert.match(body, /value="1:condition:NE">Use NE<[\s\S]*value="1:condition:OH">Use OH</);
  assert.match(body, /The condition &#34;XX&#34; is unknown\./);
  assert.match(body, /value="2:condition:OH">Use OH</);
  await press(address, 1, "Use NE");
  await press(address, 2, "Use OH");
  const rows = await readListRows(app.database.db, listId);
  assert.deepEqual(pick(rows, "state", "condition"), ["ready NE", "ready OH"]);
});

test("a row without a known number leads to the search of its name", async () => {
  const rows = "P/N\tQty\tDescr.\no-ring viton\t2\t\nNEVER-1\t1\trelief valve\nNEVER-2\t1\t??";
  const { address } = await sendCheckedRows(rows);
  const { body } = await buyer.get(`${address}?show=all`);
  const links = [...body.matchAll(/href="(\/parts\?q[^"]*)">(Search [^<]*)</g)].map((found) => {
    const [, href = "", text = ""] = found;
    return [
      new URL(href.replaceAll("&#61;", "=").replaceAll("&#38;", "&"), "http://a"),
      text,
    ] as const;
  });
  assert.deepEqual(
    links.map(([url]) => url.searchParams.get("q")),
    ["o-ring viton", "relief valve"],
  );
  assert.match(links.map(([, text]) => text).join(), /o-ring viton.*,.*relief valve/);
  // Its page, and those with another order, lead back to the list.
  const results = (await buyer.get(`${links[1]?.[0].pathname}${links[1]?.[0].search}`)).body;
  assert.match(results, new RegExp(`<p class="above"><a href="${address}">`));
});

test("results that a row of a list led to keep the way back to it", async () => {
  await offer("RV-1", { partName: "VALVE,RELIEF" });
  const { listId, address } = await sendCheckedRows("P/N\tQty\tDescr.\nNEVER-3\t1\trelief valve");
  const results = (await buyer.get(`/parts?q=relief+valve&quick-order=${listId}`)).body;
  assert.match(results, new RegExp(`<a href="${address}">`));
  const kept = `name="quick-order" value="${listId}"`;
  assert.equal(results.split(kept).length - 1, 2, "in the forms that filter and sort");
  assert.match(results, new RegExp(`sort&#61;-stock&#38;quick-order&#61;${listId}`));
  const other = (await buyer.get("/parts?q=relief+valve&quick-order=javascript:1")).body;
  assert.doesNotMatch(other, /class="above"/);
});

test("rows of totals are no rows, and are named", async () => {
  const rows = "Item\tQty\tP/N\n1\t2\tNUT-1\n\tTOTAL\t1 lines\n\t\tTotal Aero D 100";
  const { listId, address } = await sendCheckedRows(rows);
  const found = await readListRows(app.database.db, listId);
  assert.deepEqual(pick(found, "rowNumber"), ["2", "4"]);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, />3<\/th>[^!]*?>TOTAL, 1 lines<\/td>[^!]*?>Totals</);
});

test("an added row names the state of its order", async () => {
  const { listId, address } = await sendCheckedRows("NUT-1\t2");
  await buyer.post(`${address}/add`, { version: "1", draft: "" });
  assert.match((await buyer.get(`${address}?show=all`)).body, />In a draft</);
  const [row] = await readListRows(app.database.db, listId);
  const review = (await buyer.get(`/orders/${row?.orderId}/confirm`)).body;
  const fingerprint = readField(review, "reviewed");
  await buyer.post(`/orders/${row?.orderId}/confirm`, { reviewed: fingerprint });
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, />Ordered</);
  assert.doesNotMatch(body, />In a draft</);
});
