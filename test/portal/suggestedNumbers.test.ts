// Numbers that the catalog has, but that a list writes otherwise.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { listIdOf, readListRows } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  const fields = { stock: 12, vendor: "Able Spares" };
  await offer("DA101939-4", { ...fields, title: "Bracket, angle" });
  await offer("BUSH-77", { ...fields, nsn: "5310001234567" });
  await offer("21117-1", fields);
  await offer("GASKET-5", fields);
});

async function open(rows: string) {
  const address = await paste(rows);
  const { body } = await buyer.get(`${address}?show=all`);
  const findings = (row: number) =>
    new RegExp(`id="row-${row}"[\\s\\S]*?class="findings[^"]*"><div>([\\s\\S]*?)</div>`).exec(
      body,
    )?.[1];
  return { address, body, findings };
}

test("a number that is only written otherwise, or its NSN, is suggested with its part", async () => {
  const { address, body, findings } = await open(
    "DA1019394\t2\nda 101939 4\t1\n5310-00-123-4567\t1\nGASKET-6\t1",
  );
  for (const row of [1, 2, 3, 4]) {
    assert.match(findings(row) ?? "", /<span class="badge fault">Not found</);
  }
  assert.match(findings(1) ?? "", /Similar: DA101939-4\./);
  assert.match(findings(1) ?? "", /Bracket, angle<\/a>\. USD 10\.00 \/ EA · NE · 12 in stock\.</);
  assert.match(findings(3) ?? "", /BUSH-77/);
  assert.match(body, /value="1:instead:DA101939-4">Use DA101939-4</);
  const stored = await readRows(address);
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
  for (const partNumber of ["DA48591-138", "KIT-5,10", "BOTH-1", "BOTH-1,20"]) {
    await offer(partNumber, { stock: 500 });
  }
  const plain = "\nDA48591-138 3".repeat(5);
  const { address } = await open(
    `GASKET-5 1\nDA48591-138,122\nKIT-5,10\nBOTH-1,20\nNEVER-138,122${plain}`,
  );
  const rows = (await readRows(address)).slice(1, 6);
  assert.deepEqual(
    rows.map(({ state, partNumber, quantity }) => `${state} ${partNumber} ${quantity}`),
    [
      "ready DA48591-138 122",
      "bad_quantity KIT-5,10 null",
      "unreadable null null",
      "not_found NEVER-138 122",
      "ready DA48591-138 3",
    ],
  );
  assert.equal(rows[2]?.reason, "It may be 20 of BOTH-1, or BOTH-1,20. Type what you need.");
});

test("what is beside a number that is used stays: condition, certificate, quantity and words", async () => {
  const { db } = app.database;
  const fields = { stock: 500, vendor: "Able Spares" };
  await offer("DA22495F7", { ...fields, certificate: "EASA Form 1" });
  await offer("DA926-49", { ...fields, unit: "FT" });
  const { address } = await open(
    "DA22495F7 NE EASA FORM 1 QTY 2\nNE DA22495F7 EASA FORM 1 urgent QTY 2\n" +
      "12,5 m DA926-49\n1.500 DA926-49",
  );
  const listId = listIdOf(address);
  const read = async () =>
    (await readListRows(db, listId)).map((row) => [
      ...[row.state, row.partNumber, row.quantityText, row.condition, row.certificate],
      row.unread.condition ?? null,
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
  const used = "urgent";
  assert.deepEqual((await read())[1], ["ready", "DA22495F7", "2", "NE", "EASA Form 1", used]);
});
