// Numbers that the catalog has, but that a list writes otherwise.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openPortal } from "../support/portal.ts";
import { findButton, paste, press, readRows, showAll, textOfRow } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  const fields = { stock: 12, vendor: "Able Spares" };
  await offer("DA101939-4", { ...fields, title: "Bracket, angle" });
  await offer("BUSH-77", { ...fields, nsn: "5310001234567" });
  await offer("21117-1", fields);
  await offer("GASKET-5", fields);
});

test("a number that is only written otherwise, or its NSN, is suggested with its part", async () => {
  const address = await paste("DA1019394\t2\nda 101939 4\t1\n5310-00-123-4567\t1\nGASKET-6\t1");
  const body = await showAll(address);
  for (const [at, part] of ["DA101939-4", "DA101939-4", "BUSH-77", "GASKET-5"].entries()) {
    const text = textOfRow(body, at + 1);
    assert.match(
      text,
      new RegExp(`${part}, .* Able Spares NE 12 EA USD 10.00 Not found.*Use ${part}`),
    );
  }
  assert.match(textOfRow(body, 1), /Similar: DA101939-4, Bracket, angle /);
  assert.equal(findButton(body, 1, "Use DA101939-4").value, "1:number:DA101939-4");
  const stored = pick(await readRows(address), "state", "offerId");
  assert.deepEqual(new Set(stored), new Set(["not_found null"]), "nothing is taken by itself");
});

test("a dash at another place is another number, which stays not found", async () => {
  assert.match(textOfRow(await showAll(await paste("211-171\t1")), 1), /Not found\./);
});

test("the catalog decides whether a comma separates a quantity, else a person", async () => {
  for (const partNumber of ["DA48591-138", "KIT-5,10", "BOTH-1", "BOTH-1,20"]) {
    await offer(partNumber, { stock: 500 });
  }
  const plain = "\nDA48591-138 3".repeat(5);
  const address = await paste(
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
  const fields = { stock: 500, vendor: "Able Spares" };
  await offer("DA22495F7", { ...fields, certificate: "EASA Form 1" });
  await offer("DA926-49", { ...fields, unit: "FT" });
  const address = await paste(
    "DA22495F7 NE EASA FORM 1 QTY 2\nNE DA22495F7 EASA FORM 1 urgent QTY 2\n" +
      "12,5 m DA926-49\n1.500 DA926-49",
  );
  const read = async () =>
    (await readRows(address)).map((row) => [
      ...[row.state, row.partNumber, row.quantityText, row.condition, row.certificate],
      row.unread.condition ?? null,
    ]);
  const [whole, around, length, unclear] = await read();
  assert.deepEqual(whole, ["ready", "DA22495F7", "2", "NE", "EASA Form 1", null]);
  assert.equal(around?.[0], "not_found");
  assert.deepEqual(length, ["bad_quantity", "DA926-49", "12,5 m", null, null, null]);
  assert.deepEqual(unclear?.slice(0, 3), ["bad_quantity", "DA926-49", "1.500"]);
  const body = await showAll(address);
  findButton(body, 3, "Order 42 FT");
  findButton(body, 4, "Order 1,500");
  await press(address, 2, "Use DA22495F7");
  const used = "urgent";
  assert.deepEqual((await read())[1], ["ready", "DA22495F7", "2", "NE", "EASA Form 1", used]);
});
