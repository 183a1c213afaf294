// Numbers that the catalog has, but that a list writes otherwise.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { listIdOf, pasteCheckedList, readListRows } from "../support/sendList.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

let app: TestApp;
let buyer: TestVisitor;

before(async () => {
  app = await openTestApp();
  buyer = await openVisitor(app, (await app.openAccount()).accountId);
  const { db } = app.database;
  const fields = { stock: 12, vendor: "Able Spares" };
  await insertOffer(db, { ...fields, partNumber: "DA101939-4", title: "Bracket, angle" });
  await insertOffer(db, { ...fields, partNumber: "BUSH-77", nsn: "5310001234567" });
  await insertOffer(db, { ...fields, partNumber: "21117-1" });
  await insertOffer(db, { ...fields, partNumber: "GASKET-5" });
});

after(() => app.close());

async function open(rows: string) {
  const address = await pasteCheckedList(app, buyer, rows);
  const { body } = await buyer.get(`${address}?show=all`);
  const findings = (row: number) =>
    new RegExp(`id="row-${row}"[\\s\\S]*?class="findings[^"]*"><div>([\\s\\S]*?)</div>`).exec(
      body,
    )?.[1];
  return { address, body, findings };
}

test("a number that is only written otherwise, or its NSN, is shown to be confirmed", async () => {
  const { address, body, findings } = await open(
    "DA1019394\t2\nda 101939 4\t1\n5310-00-123-4567\t1\nGASKET-6\t1",
  );
  for (const row of [1, 2, 3]) {
    assert.match(findings(row) ?? "", /<span class="badge short">Confirm number</, String(row));
  }
  assert.match(findings(1) ?? "", /Written DA101939-4 in the catalog\./);
  assert.match(
    findings(1) ?? "",
    /USD 10\.00 \/ EA · NE · 12 in stock\.<[^F]*From Able Spares\.<[^B]*>Bracket, angle<\/a>/,
  );
  assert.match(findings(3) ?? "", /BUSH-77/);
  assert.match(findings(4) ?? "", /<span class="badge fault">Not found</);
  assert.match(body, /<details id="list-compared">/);
  assert.match(body, /value="1:instead:DA101939-4">Use DA101939-4</);
  const stored = await readListRows(app.database.db, listIdOf(address));
  assert.deepEqual(
    stored.map(({ state, offerId }) => [state, offerId]),
    [1, 2, 3, 4].map(() => ["not_found", null]),
    "nothing is taken without a person",
  );
});

test("a dash at another place is another number, which stays not found", async () => {
  const { findings } = await open("211-171\t1");
  assert.match(findings(1) ?? "", /<span class="badge fault">Not found</);
});

test("the catalog decides whether a comma separates a quantity, else a person", async () => {
  const { db } = app.database;
  for (const partNumber of ["DA48591-138", "KIT-5,10", "BOTH-1", "BOTH-1,20"]) {
    await insertOffer(db, { partNumber, stock: 500 });
  }
  const plain = "\nDA48591-138 3".repeat(5);
  const { address } = await open(
    `GASKET-5 1\nDA48591-138,122\nKIT-5,10\nBOTH-1,20\nNEVER-138,122${plain}`,
  );
  const rows = (await readListRows(db, listIdOf(address))).slice(1, 6);
  assert.deepEqual(
    rows.map(({ state, partNumber, quantity, note }) => [state, partNumber, quantity, note]),
    [
      ["ready", "DA48591-138", 122, "Read as: DA48591-138, quantity 122."],
      ["bad_quantity", "KIT-5,10", null, "Read as: KIT-5,10."],
      ["ambiguous", "BOTH-1", 20, null],
      ["not_found", "NEVER-138", 122, null],
      ["ready", "DA48591-138", 3, "Read as: DA48591-138, quantity 3."],
    ],
  );
  assert.equal(rows[2]?.reason, "Did you mean 20 of BOTH-1, or BOTH-1,20?");
  assert.match(rows[3]?.reason ?? "", /^No part found for NEVER-138\./);
});

test("what is beside a number that is used stays: condition, certificate, quantity and words", async () => {
  const { db } = app.database;
  const fields = { stock: 500, vendor: "Able Spares" };
  await insertOffer(db, { ...fields, partNumber: "DA22495F7", certificate: "EASA Form 1" });
  await insertOffer(db, { ...fields, partNumber: "DA926-49", unit: "FT" });
  const { address } = await open(
    "DA22495F7 NE EASA FORM 1 QTY 2\nNE DA22495F7 EASA FORM 1 urgent QTY 2\n" +
      "12,5 m DA926-49\n1.500 DA926-49",
  );
  const listId = listIdOf(address);
  const read = async () =>
    (await readListRows(db, listId)).map((row) => [
      ...[row.state, row.partNumber, row.quantityText, row.condition, row.certificate, row.remark],
    ]);
  const [whole, around, length, unclear] = await read();
  assert.deepEqual(whole, ["ready", "DA22495F7", "2", "NE", "EASA Form 1", null]);
  assert.equal(around?.[0], "not_found");
  assert.deepEqual(length, ["bad_quantity", "DA926-49", "12,5 m", null, null, null]);
  assert.deepEqual(unclear?.slice(0, 3), ["bad_quantity", "DA926-49", "1.500"]);
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, />Order 42 FT</);
  assert.match(body, />Order 1,500</);
  const [, row] = await readListRows(db, listId);
  await buyer.post(`${address}/rows`, {
    ...{ "number-2": row?.partNumber ?? "", "quantity-2": row?.quantityText ?? "" },
    ...{ "condition-2": "", "was-2": "", show: "all", fix: "2:instead:DA22495F7" },
  });
  const used = "condition requested: urgent";
  assert.deepEqual((await read())[1], ["ready", "DA22495F7", "2", "NE", "EASA Form 1", used]);
});
