// What a row proposes for a condition that it names, allows or leaves open, and what it says of
// other rows and numbers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import {
  fieldsOfRow,
  paste,
  readRows,
  readSeveral,
  showAll,
  textOfRow,
} from "../support/portalLists.ts";
import { readChoices } from "../support/readChoices.ts";
import { listIdOf, readListRows } from "../support/sendList.ts";
import { offer, refuse, run, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  const stock = 50;
  await offer("PUMP-1", { condition: "SV", stock });
  await offer("PUMP-1", { condition: "NE", stock });
  await offer("PUMP-1", { condition: "OH", stock: 0 });
  await offer("PUMP-1", { condition: "NS", price: null, stock });
  await offer("PUMP-1", { condition: "RP", status: "ON_HOLD", stock });
  await offer("CORE-1", { condition: "AR", stock });
  await offer("GYRO-1", { condition: "OH", nsn: "6615001234567", stock });
});

const send = (rows: string) => paste(rows);

/** The row and its buttons. */
async function readRow(condition: string, partNumber = "PUMP-1") {
  const address = await send(`PN\tQty\tCondition\n${partNumber}\t1\t${condition}`);
  const [row] = await readRows(address);
  const body = await showAll(address);
  const buttons = [...body.matchAll(/name="fix"\s+value="[^"]+">([^<]+)</g)];
  return { row, body, address, buttons: buttons.map(([, text]) => text) };
}

test("what a row accepts is stored as codes, best first, and shown in its field", async () => {
  const { row, body } = await readRow("new and/or serviceable");
  assert.equal(row?.condition, "NE / SV");
  assert.match(body, /name="condition-2"[^>]* value="NE \/ SV"/);
});

test("only offers in an accepted condition are matched, listed as choices and can be chosen", async () => {
  const { row, body } = await readRow("SV or OH");
  assert.deepEqual(
    [row?.state, row?.reason],
    ["ambiguous", "Only Example Supply (SV) has enough stock."],
  );
  assert.match(body, /<dt>Accepted<\/dt><dd>OH or SV</);
  const offered = readChoices(body).map(({ text }) => / (SV|OH) /.exec(text)?.[1]);
  assert.deepEqual(offered, ["SV", "OH"]);
});

test("a row with the only offer in its conditions is ready, also after ordering again", async () => {
  const { row, address } = await readRow("AR/SV", "CORE-1");
  assert.deepEqual([row?.state, row?.condition], ["ready", "SV / AR"]);
  const copy = listIdOf(await submit(`${address}/repeat`, {}));
  await checkList(app.database, copy, () => app.clock.now);
  const [repeated] = await readListRows(app.database.db, copy);
  assert.deepEqual([repeated?.state, repeated?.condition], ["ready", "SV / AR"]);
});

test("conditions with a certificate are stored apart from it, and shown together", async () => {
  const { row, body } = await readRow("SV or better w/ 8130-3");
  assert.deepEqual([row?.condition, row?.certificate], ["NE / NS / NU / OH / SV", "8130-3"]);
  assert.match(body, /name="condition-2"[^>]* value="NE \/ NS \/ NU \/ OH \/ SV \/ 8130-3"/);
});

test("a line of text can end with conditions, and its file of rows to fix too", async () => {
  for (const [text, written] of [
    ["CORE-1 x 4 SV or OH", "CORE-1 x 4 OH / SV"],
    ["CORE-1 4 SV/OH", "CORE-1 x 4 OH / SV"],
    ["CORE-1 x 4 OH / SV", "CORE-1 x 4 OH / SV"],
  ] as const) {
    const [row] = await readRows(await send(text));
    assert.deepEqual(
      [row?.partNumber, row?.quantity, row?.condition, row?.cells[0], row?.state],
      ["CORE-1", 4, "OH / SV", written, "other_condition"],
    );
  }
});

test("if none of the named conditions is offered, the row names those that are", async () => {
  const { row, buttons } = await readRow("SV or OH", "CORE-1");
  assert.equal(row?.reason, "Not offered in OH or SV, only in AR.");
  assert.deepEqual(buttons, ["Use AR"]);
  assert.deepEqual((await readRow("OH", "PUMP-1")).row?.state, "short");
  assert.deepEqual((await readRow("AR", "PUMP-1")).buttons, ["Use NE", "Use SV"]);
  assert.deepEqual((await readRow("SV or OH", "NEVER-1")).row?.state, "not_found");
  assert.equal((await readRow("SV or XX", "PUMP-1")).row?.state, "unreadable");
});

test("the cheapest is never chosen among several conditions", async () => {
  const { row, address } = await readRow("NE or SV");
  assert.equal(row?.state, "ambiguous");
  assert.deepEqual(await readSeveral(address), []);
});

test("a row that asks for no condition takes any, also with a certificate", async () => {
  const { row } = await readRow("as available", "CORE-1");
  assert.deepEqual([row?.state, row?.condition], ["ready", null]);
  const certified = (await readRow("any w/ 8130-3", "CORE-1")).row;
  assert.deepEqual([certified?.condition, certified?.certificate], [null, "8130-3"]);
});

test("the best condition is a condition by itself", async () => {
  const { row } = await readRow("NE or better");
  assert.deepEqual([row?.state, row?.condition], ["ready", "NE"]);
});

test("a condition that a row does not accept is no button", async () => {
  const { row, buttons } = await readRow("not OH", "CORE-1");
  assert.equal(row?.state, "unreadable");
  assert.deepEqual(buttons, ["Use AR"]);
  assert.deepEqual((await readRow("not AR", "CORE-1")).buttons, []);
});

test("an unknown condition is quoted if it is short", async () => {
  const reasonOf = async (condition: string) => (await readRow(condition)).row?.reason;
  assert.equal(await reasonOf("OH w/ dual xyz"), 'The condition "OH w/ dual xyz" is unknown.');
  assert.equal(await reasonOf("x".repeat(41)), "The condition is unknown.");
});

test("rows that would order the same offer name each other", async () => {
  const address = await send("CORE-1\t5\nGYRO-1\t1\nCORE-1\t5\nCORE-1\t1");
  const body = await showAll(address);
  const named = [...body.matchAll(/Same offer as ([^.]*)\./g)].map(([, rows]) => rows);
  assert.deepEqual(named, ["rows 3, 4", "rows 1, 4", "rows 1, 3"]);
});

test("several suggested numbers are named, and one that is out of stock says so", async () => {
  await offer("TW-1234", { title: "Bushing", stock: 0 });
  await offer("TW1-234", { title: "Wire rope", stock: 9 });
  await offer("LONE-55", { title: "Spring", stock: 0 });
  const body = await showAll(await send("TW1234\t1\nLONE55\t1"));
  const first = textOfRow(body, 1);
  assert.match(first, /Use TW1-234 Wire rope, [^,]* NE · 9 in stock/);
  assert.match(first, /Use TW-1234 Bushing, [^,]* NE · 0 in stock/);
  assert.match(textOfRow(body, 2), /Similar: LONE-55, Spring .* NE Out of stock/);
});

test("a condition with a certificate is read from lines and fields, and its field is not cut", async () => {
  const { db } = app.database;
  const fields = { partNumber: "WISH-9", stock: 50, certificate: "8130-3" };
  await insertOffer(db, fields);
  await insertOffer(db, { ...fields, condition: "OH", certificate: "EASA Form 1" });
  const address = await paste(
    "WISH-9 5 NE w/ 8130-3\nWISH-9 x 2 OH EASA Form 1\nWISH-9 1 NE / 8130\nWISH-9 1 NE",
  );
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(({ state, quantity, condition, certificate }) =>
      [state, quantity, condition, certificate].join("|"),
    ),
    ["ready|5|NE|8130-3", "ready|2|OH|EASA Form 1", "ready|1|NE|8130-3", "ready|1|NE|"],
  );
  const body = await showAll(address);
  assert.match(body, /name="condition-1" value="NE \/ 8130-3"/);
});

let split = 0;

/** A row of a part of its own that no offer has in full, and its form. */
async function openRow() {
  const { db } = app.database;
  split += 1;
  const partNumber = `SPLIT-ROW-${split}`;
  const fields = { partNumber, certificate: "EASA Form 1" };
  await insertOffer(db, { ...fields, vendor: "Able Spares", stock: 25, price: 39100 });
  await insertOffer(db, { ...fields, vendor: "Best Spares", stock: 20, price: 40200 });
  const address = await paste(`${partNumber}\t40`);
  const body = await showAll(address);
  const [, fix = "", words = ""] = /value="(1:split:\w+)">([^<]*)</.exec(body) ?? [];
  const shown = { ...fieldsOfRow(body, 1), fix, show: "all" };
  const form = (quantity: string, more = {}) => ({ ...shown, "quantity-1": quantity, ...more });
  return { partNumber, address, listId: listIdOf(address), body, form, words };
}

async function rowsOf(listId: ReturnType<typeof listIdOf>) {
  const rows = await readListRows(app.database.db, listId);
  return rows.map(({ state, quantity }) => `${state} ${quantity}`);
}

test("a row has a button for its split, with what both offers share and cost", async () => {
  const { address, listId, body, form, words } = await openRow();
  assert.equal(words, "Split: 25 from Able Spares, 15 from Best Spares");
  assert.match(body, /NE, EASA Form 1: 25 at USD 391\.00 \/ EA, 15 at USD 402\.00 \/ EA\./);
  await submit(`${address}/rows`, form("40"));
  assert.deepEqual(await rowsOf(listId), ["ready 25", "ready 15"]);
  const after = await showAll(address);
  assert.match(after, /40 split into rows 1 and 2\./);
  assert.match(after, /Undo last change/);
  await buyer.post(`${address}/rows`, { show: "all", undo: "yes" });
  assert.deepEqual(await rowsOf(listId), ["short 40"]);
});

test("a split at other prices than those shown is refused, and the row is shown as it is", async () => {
  const { partNumber, address, listId, form } = await openRow();
  await run("update offers set list_price = 41000 where part_number = $1", [partNumber]);
  const late = await refuse(422, `${address}/rows`, form("40"));
  assert.match(late, /Row 1: This row, its stock or its price changed\./);
  assert.deepEqual(await rowsOf(listId), ["short 40"]);
});

test("a quantity that was typed before the button was pressed is saved, not split", async () => {
  const { address, listId, form } = await openRow();
  await buyer.post(`${address}/rows`, form("42"));
  assert.deepEqual(await rowsOf(listId), ["short 42"]);
});

test("with script, the second row appears on the page", async () => {
  const { address, form } = await openRow();
  const sent = await buyer.post(`${address}/rows`, form("40", { shown: "1" }), {
    "x-fragment": "yes",
  });
  assert.match(sent.body, /Row 1 split into rows 1 and 2\./);
  assert.match(sent.body, /id="row-2"/);
});
