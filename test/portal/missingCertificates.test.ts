// Rows that ask for a certificate which no offer can supply: a person chooses, and the line says
// what was asked for.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, buyer, openPortal } from "../support/portal.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("COC-1", { vendor: "Able", stock: 50, certificate: "CoC" });
  await offer("BARE-1", { vendor: "Able", stock: 50 });
  await offer("FAA-1", { vendor: "Able", stock: 50, certificate: "8130-3" });
  await offer("LOW-1", { vendor: "Able", stock: 50, certificate: "CoC" });
  await offer("LOW-1", { vendor: "Best", stock: 2, certificate: "8130-3" });
  await offer("FEW-1", { vendor: "Able", stock: 2, certificate: "8130-3" });
});

async function readLines(location: string) {
  const [orderId] = /[0-9a-f-]{36}/.exec(location) ?? [];
  const lines = await app.database.db.query<{ line: string }>({
    name: "",
    text: `select concat_ws('|', part_number, quantity, coalesce(remark, '-'),
        array_to_string(requested_certificates, ' or '), requested_unread ->> 'certificate') as line
      from order_lines where order_id = $1 order by line_number`,
    values: [orderId],
  });
  return lines.map(({ line }) => line);
}

test("a row whose certificate is not offered asks, also if there is only one offer", async () => {
  const address = await paste(
    "COC-1\t1\tNE w/ 8130-3\nBARE-1\t1\tNE / 8130-3\nFAA-1\t1\tNE / 8130-3\n" +
      "LOW-1\t5\tNE / 8130-3\nLOW-1\t1\tNE / 8130-3\nFEW-1\t5\tNE / 8130-3\n" +
      "COC-1\t1\t8130-3 or EASA Form 1\nCOC-1\t1\tCoC or 8130-3",
  );
  assert.deepEqual(
    (await readRows(address)).map(({ state, reason }) => [state, reason]),
    [
      ["ambiguous", "FAA 8130-3 not offered, only Certificate of Conformance. Choose an offer."],
      ["ambiguous", "FAA 8130-3 not offered: no certificate is listed. Choose an offer."],
      ["ready", null],
      [
        "ambiguous",
        "No offer with FAA 8130-3 can supply 5. Only Able (NE) has enough stock. Choose an offer.",
      ],
      ["ready", null],
      ["short", "FEW-1: 5 requested, 2 in stock."],
      [
        "ambiguous",
        "FAA 8130-3 or EASA Form 1 not offered, only Certificate of Conformance. Choose an offer.",
      ],
      ["ready", null],
    ],
  );
});

test("a certificate that only an offer on hold has is named", async () => {
  const { db } = app.database;
  await offer("HELD-1", { vendor: "Able", certificate: "CoC" });
  const held = { partNumber: "HELD-1", vendor: "Best", status: "ON_HOLD" };
  await insertOffer(db, { ...held, certificate: "8130-3" });
  const [row] = await readRows(await paste("HELD-1\t1\tNE / 8130-3"));
  const only = "FAA 8130-3 not offered, only Certificate of Conformance.";
  assert.equal(row?.reason, `${only} An offer with FAA 8130-3 is on hold. Choose an offer.`);
});

test("choosing the only offer makes the row ready, and its line names the certificate", async () => {
  const address = await paste("PN\tQty\tCondition\tRemarks\nCOC-1\t2\tNE w/ 8130-3\tfor 5B-DCX");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, />Choice needed</);
  assert.match(body, /Able, NE, [^<]*, 50 in stock, with Certificate of Conformance/);
  const [, fix = ""] = /name="fix"\s+value="(2:offer:[^"]+)">Use this offer</.exec(body) ?? [];
  const [, seen = ""] = /name="was-2"[^>]*value="(\w+)"/.exec(body) ?? [];
  const texts = { "number-2": "COC-1", "quantity-2": "2", "condition-2": "NE / 8130-3" };
  await buyer.post(`${address}/rows`, { ...texts, "was-2": seen, show: "all", fix });
  assert.deepEqual(
    (await readRows(address)).map(({ state, certificate }) => [state, certificate]),
    [["ready", "8130-3"]],
  );
  const added = await buyer.post(`${address}/add`, { version: "2", draft: "" });
  assert.deepEqual(await readLines(String(added.headers.location)), ["COC-1|2|for 5B-DCX|8130-3"]);
  const order = (await buyer.get(String(added.headers.location))).body;
  assert.match(order, /class="short">Wants: FAA 8130-3</);
});

test("a line of an offer with the certificate asks for it, and its page says nothing", async () => {
  const address = await paste("FAA-1\t1\tNE w/ 8130-3");
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const location = String(added.headers.location);
  assert.deepEqual(await readLines(location), ["FAA-1|1|-|8130-3"]);
  assert.doesNotMatch((await buyer.get(location)).body, /Wants:/);
});

test("no bulk action chooses an offer without the certificate", async () => {
  await offer("TWO-1", { vendor: "Able", stock: 50, certificate: "CoC" });
  await offer("TWO-1", { vendor: "Best", stock: 50 });
  const address = await paste("TWO-1\t1\tNE / 8130-3\nTWO-1\t1\tNE");
  const done = await buyer.post(`${address}/rows`, { show: "all", bulk: "cheapest" });
  const { body } = await buyer.get(String(done.headers.location));
  assert.match(body, /1 without the requested certificate: row <a href="#row-1">1</);
  assert.deepEqual(
    (await readRows(address)).map(({ state }) => state),
    ["ambiguous", "ready"],
  );
});

test("a row warns of a certificate that is not known, and its line has it as it was written", async () => {
  const address = await paste("PN\tQty\tCertificate\nCOC-1\t1\tEASA dual\nFAA-1\t1\t8130-3");
  const { body } = await buyer.get(`${address}?show=all`);
  assert.equal(body.match(/class="short">Certificate “EASA dual” isn/g)?.length, 1);
  assert.equal(body.match(/t known here\. It is sent as you wrote it\./g)?.length, 1);
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  assert.deepEqual(await readLines(String(added.headers.location)), [
    "COC-1|1|-|EASA dual",
    "FAA-1|1|-|8130-3",
  ]);
});

/** Presses the only button of row 2 with this text. */
async function press(address: string, text: string, condition: string, part = "COC-1") {
  const { body } = await buyer.get(`${address}?show=all`);
  const [, fix = ""] = new RegExp(`value="(2:condition:[^"]+)">${text}<`).exec(body) ?? [];
  const [, seen = ""] = /name="was-2"[^>]*value="(\w+)"/.exec(body) ?? [];
  const texts = { "number-2": part, "quantity-2": "2", "condition-2": condition };
  await buyer.post(`${address}/rows`, { ...texts, "was-2": seen, show: "all", fix });
  const [row] = await readRows(address);
  return { row, body: (await buyer.get(`${address}?show=all`)).body };
}

test("a button that uses the condition keeps what was not read of its cell", async () => {
  const condition = "NE, 8130-3 and EASA Form 1 xyz";
  const address = await paste(`PN\tQty\tCondition\nCOC-1\t2\t${condition}`);
  assert.equal((await readRows(address))[0]?.state, "unreadable");
  const { row, body } = await press(address, "Use NE", condition);
  assert.equal(row?.state, "ambiguous", "the CoC part is not ready by itself");
  assert.deepEqual([row?.condition, row?.certificate], ["NE", "8130-3"]);
  assert.match(body, /class="short">Condition “EASA Form 1 xyz” isn/);
});

test("the certificate column survives a button that uses the condition", async () => {
  const address = await paste("PN\tQty\tCondition\tCert\nCOC-1\t2\tNE, no PMA\t8130-3");
  const { row, body } = await press(address, "Use NE", "NE, no PMA / 8130-3");
  assert.match(body, /class="short">Condition “NE, no PMA” isn/);
  assert.deepEqual([row?.state, row?.certificate], ["ambiguous", "8130-3"]);
});

test("a statement on a certificate is kept as it was written, with a warning", async () => {
  const address = await paste(
    "PN\tQty\tCondition\nFAA-1\t2\tNE, 8130-3 dual release\nFAA-1\t1\tNE",
  );
  const { body } = await buyer.get(`${address}?show=all`);
  assert.match(body, /class="short">Certificate “dual release” isn/);
  const rows = await readRows(address);
  assert.deepEqual(
    rows.map(({ state, certificate }) => [state, certificate]),
    [
      ["ready", "8130-3"],
      ["ready", null],
    ],
  );
  const text = await paste("FAA-1 x 2 NE w/ 8130-3 dual release");
  assert.match((await buyer.get(`${text}?show=all`)).body, /Certificate “dual release” isn/);
});

test("of drafts in several currencies the largest is shown and current, and names the others", async () => {
  await offer("EURO-1", { stock: 5, currency: "EUR" });
  const address = await paste("EURO-1\t1\nCOC-1\t1\nFAA-1\t1");
  const added = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  const location = String(added.headers.location);
  assert.deepEqual(await readLines(location), ["COC-1|1|-", "FAA-1|1|-"]);
  const { body } = await buyer.get(location);
  assert.match(body, /2 rows added to order SO-\d+, now your current draft/);
  const [, other = ""] = /The other rows are in\s+<a href="([^"]+)">SO-\d+<\/a>\./.exec(body) ?? [];
  assert.deepEqual(await readLines(other), ["EURO-1|1|-"]);
  const again = await buyer.post(`${address}/add`, { version: "1", draft: "" });
  assert.equal(again.headers.location, location);
});
