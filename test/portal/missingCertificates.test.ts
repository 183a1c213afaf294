// Rows that ask for a certificate which no offer can supply: a person chooses, and the line says
// what was asked for.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { insertOffer } from "../support/insertOffer.ts";
import { app, openPortal } from "../support/portal.ts";
import {
  fixSeveral,
  paste,
  press,
  readRows,
  readSeveral,
  showAll,
  textOfRow,
} from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { idIn, read, run, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "COC-1", vendor: "Able", stock: 50, certificate: "CoC" });
  await insertOffer(db, { partNumber: "BARE-1", vendor: "Able", stock: 50 });
  await insertOffer(db, { partNumber: "FAA-1", vendor: "Able", stock: 50, certificate: "8130-3" });
  await insertOffer(db, { partNumber: "LOW-1", vendor: "Able", stock: 50, certificate: "CoC" });
  await insertOffer(db, { partNumber: "LOW-1", vendor: "Best", stock: 2, certificate: "8130-3" });
  await insertOffer(db, { partNumber: "FEW-1", vendor: "Able", stock: 2, certificate: "8130-3" });
});

const readStates = async (address: string) => pick(await readRows(address), "state", "certificate");
const add = (address: string, version = "1") => submit(`${address}/add`, { version, draft: "" });

async function readLines(location: string) {
  const lines = await run<{ line: string }>(
    `select concat_ws('|', part_number, quantity, coalesce(remark, '-'),
        array_to_string(requested_certificates, ' or '), requested_unread ->> 'certificate') as line
      from order_lines where order_id = $1 order by line_number`,
    [idIn(location)],
  );
  return lines.map(({ line }) => line);
}

test("a row whose certificate is not offered asks, also if there is only one offer", async () => {
  const address = await paste(
    "COC-1\t1\tNE w/ 8130-3\nBARE-1\t1\tNE / 8130-3\nFAA-1\t1\tNE / 8130-3\n" +
      "LOW-1\t5\tNE / 8130-3\nLOW-1\t1\tNE / 8130-3\nFEW-1\t5\tNE / 8130-3\n" +
      "COC-1\t1\t8130-3 or EASA Form 1\nCOC-1\t1\tCoC or 8130-3",
  );
  assert.deepEqual(pick(await readRows(address), "state", "reason"), [
    "ambiguous FAA 8130-3 not offered, only Certificate of Conformance.",
    "ambiguous FAA 8130-3 not offered: no certificate is listed.",
    "ready null",
    "ambiguous No offer with FAA 8130-3 can supply 5. Only Able (NE) has enough stock.",
    "ready null",
    "short FEW-1: 5 requested, 2 in stock.",
    "ambiguous FAA 8130-3 or EASA Form 1 not offered, only Certificate of Conformance.",
    "ready null",
  ]);
});

test("a certificate that only an offer on hold has is named", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "HELD-1", vendor: "Able", certificate: "CoC" });
  const held = { partNumber: "HELD-1", vendor: "Best", status: "ON_HOLD" };
  await insertOffer(db, { ...held, certificate: "8130-3" });
  const [row] = await readRows(await paste("HELD-1\t1\tNE / 8130-3"));
  const only = "FAA 8130-3 not offered, only Certificate of Conformance.";
  assert.equal(row?.reason, `${only} An offer with FAA 8130-3 is on hold.`);
});

test("choosing the only offer makes the row ready, and its line names the certificate", async () => {
  const address = await paste("PN\tQty\tCondition\tRemarks\nCOC-1\t2\tNE w/ 8130-3\tfor 5B-DCX");
  const body = await showAll(address);
  assert.match(
    textOfRow(body, 2),
    /Able NE, CoC Requested: FAA 8130-3 50 EA .*FAA 8130-3 not offered, only .* Use this offer/,
  );
  await press(address, 2, "Use this offer");
  assert.deepEqual(await readStates(address), ["ready 8130-3"]);
  assert.match(textOfRow(await showAll(address), 2), /Able NE, CoC Requested: FAA 8130-3 50 EA/);
  const draft = await add(address, "2");
  assert.deepEqual(await readLines(draft), ["COC-1|2|for 5B-DCX|8130-3"]);
  assert.match(await read(draft), /class="short">Wants: FAA 8130-3</);
});

test("a line of an offer with the certificate asks for it, and its page says nothing", async () => {
  const address = await paste("FAA-1\t1\tNE w/ 8130-3");
  const draft = await add(address);
  assert.deepEqual(await readLines(draft), ["FAA-1|1|-|8130-3"]);
  assert.doesNotMatch(await read(draft), /Wants:/);
});

test("nothing that is done for several rows chooses an offer without the certificate", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Able", stock: 50, certificate: "CoC" });
  await insertOffer(db, { partNumber: "TWO-1", vendor: "Best", stock: 50 });
  const address = await paste("TWO-1\t1\tNE / 8130-3\nTWO-1\t1\tNE");
  assert.deepEqual(
    (await readSeveral(address)).flatMap(({ rows }) => rows.length),
    [1],
  );
  await fixSeveral(address, "");
  assert.deepEqual(await readStates(address), ["ambiguous 8130-3", "ready null"]);
});

test("a certificate that is not known, or a statement on one, warns, and is kept as written", async () => {
  const dual = /Certificate “dual release” isn't known: sent as written\./;
  const rows = [
    [
      "PN\tQty\tCertificate\nCOC-1\t1\tEASA dual\nFAA-1\t1\t8130-3",
      2,
      /Certificate “EASA dual” isn't known: sent as written\./,
      ["COC-1|1|-|EASA dual", "FAA-1|1|-|8130-3"],
    ],
    [
      "PN\tQty\tCondition\nFAA-1\t2\tNE, 8130-3 dual release\nFAA-1\t1\tNE",
      2,
      dual,
      ["FAA-1|2|-|8130-3|dual release", "FAA-1|1|-"],
    ],
    ["FAA-1 x 2 NE w/ 8130-3 dual release", 1, dual, ["FAA-1|2|-|8130-3|dual release"]],
  ] as const;
  for (const [text, row, warning, lines] of rows) {
    const address = await paste(text);
    const body = await showAll(address);
    assert.match(textOfRow(body, row), warning);
    assert.equal(body.match(/class="short">Certificate/g)?.length, 1);
    assert.deepEqual(await readLines(await add(address)), lines);
  }
});

test("a button that uses the condition keeps the certificate, and what was not read", async () => {
  const cells = [
    ["Condition\nCOC-1\t2\tNE, 8130-3 and EASA Form 1 xyz", "EASA Form 1 xyz"],
    ["Condition\tCert\nCOC-1\t2\tNE, no PMA\t8130-3", "NE, no PMA"],
  ];
  for (const [text, unread] of cells) {
    const address = await paste(`PN\tQty\t${text}`);
    assert.equal((await readRows(address))[0]?.state, "unreadable");
    await press(address, 2, "Use NE");
    const [row] = await readRows(address);
    assert.deepEqual([row?.condition, row?.certificate], ["NE", "8130-3"]);
    assert.equal(row?.state, "ambiguous", "the CoC part is not ready by itself");
    const shown = textOfRow(await showAll(address), 2);
    assert.ok(shown.includes(`Condition “${unread}” isn't known: sent as written.`), shown);
  }
});

test("of drafts in several currencies the largest is shown and current, and names the others", async () => {
  const { db } = app.database;
  await insertOffer(db, { partNumber: "EURO-1", stock: 5, currency: "EUR" });
  const address = await paste("EURO-1\t1\nCOC-1\t1\nFAA-1\t1");
  const location = await add(address);
  assert.deepEqual(await readLines(location), ["COC-1|1|-", "FAA-1|1|-"]);
  const body = await read(location);
  assert.match(body, /2 rows added to order SO-\d+, now your current draft/);
  const [, other = ""] = /The other rows are in\s+<a href="([^"]+)">SO-\d+<\/a>\./.exec(body) ?? [];
  assert.deepEqual(await readLines(other), ["EURO-1|1|-"]);
  assert.equal(await add(address), location);
});
