// Splitting a row over two offers on the page of a list, without script.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, showAll } from "../support/portalLists.ts";
import { listIdOf, readListRows } from "../support/sendList.ts";
import { readField, refuse, run, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  const fields = { partNumber: "BOLT-1", certificate: "EASA Form 1" };
  await insertOffer(db, { ...fields, vendor: "Able Spares", stock: 25, price: 39100 });
  await insertOffer(db, { ...fields, vendor: "Best Spares", stock: 20, price: 40200 });
});

function rowForm(quantity: string, more: Readonly<Record<string, string>>) {
  const typed = { "number-1": "BOLT-1", "quantity-1": quantity, "condition-1": "" };
  return { ...typed, show: "all", ...more };
}

async function openRow() {
  const address = await paste("BOLT-1\t40");
  const body = await showAll(address);
  const [, fix = "", words = ""] = /value="(1:split:\w+)">([^<]*)</.exec(body) ?? [];
  const seen = readField(body, "was-1");
  return { address, listId: listIdOf(address), body, fix, words, seen };
}

async function rowsOf(listId: ReturnType<typeof listIdOf>) {
  const rows = await readListRows(app.database.db, listId);
  return rows.map(({ state, quantity }) => `${state} ${quantity}`);
}

test("a row has a button for its split, with what both offers share and cost", async () => {
  const { address, listId, body, fix, words, seen } = await openRow();
  assert.equal(words, "Split: 25 from Able Spares, 15 from Best Spares");
  assert.match(body, /NE, EASA Form 1: 25 at USD 391\.00 \/ EA, 15 at USD 402\.00 \/ EA\./);
  await submit(`${address}/rows`, rowForm("40", { "was-1": seen, fix }));
  assert.deepEqual(await rowsOf(listId), ["ready 25", "ready 15"]);
  const after = await showAll(address);
  assert.match(after, /40 split into rows 1 and 2\./);
  assert.match(after, /Undo last change/);
  await buyer.post(`${address}/rows`, { show: "all", undo: "yes" });
  assert.deepEqual(await rowsOf(listId), ["short 40"]);
});

test("a split at other prices than those shown is refused, and the row is shown as it is", async () => {
  const { address, listId, fix, seen } = await openRow();
  const text = "update offers set list_price = 41000 where part_number = 'BOLT-1'";
  await run(text);
  const late = await refuse(422, `${address}/rows`, rowForm("40", { "was-1": seen, fix }));
  assert.match(late, /Row 1: This row, its stock or its price changed\./);
  assert.deepEqual(await rowsOf(listId), ["short 40"]);
});

test("a quantity that was typed before the button was pressed is saved, not split", async () => {
  const { address, listId, fix, seen } = await openRow();
  await buyer.post(`${address}/rows`, rowForm("42", { "was-1": seen, fix }));
  assert.deepEqual(await rowsOf(listId), ["short 42"]);
});

test("with script, the second row appears on the page", async () => {
  const { address, fix, seen } = await openRow();
  const sent = await buyer.post(
    `${address}/rows`,
    rowForm("40", { "was-1": seen, fix, shown: "1" }),
    { "x-fragment": "yes" },
  );
  assert.match(sent.body, /Row 1 split into rows 1 and 2\./);
  assert.match(sent.body, /id="row-2"/);
});
