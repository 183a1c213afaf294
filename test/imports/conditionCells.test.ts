// A condition cell that has certificates too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importStock } from "../../src/imports/offers/importStock.ts";
import {
  catalogHeader as header,
  importText,
  toFeedFile,
  toRequest,
  toSource,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const rowOf = (number: string, condition: string, more = "") =>
  `${number},BOLT,${condition},EA,10,1.00,USD,Parts Co${more}`;

async function listOffers(prefix: string): Promise<string[]> {
  const rows = await runSql<{ offer: string }>(
    database.db,
    `select concat_ws(' ', part_number, condition, certificate) as offer from offers
      where part_number like $1 || '%' order by part_number`,
    [prefix],
  );
  return rows.map(({ offer }) => offer);
}

test("a condition and certificates in one cell are read as both, and reported", async () => {
  const cells = ["NE w/ 8130", "OH 8130-3", "SV/8130", "NE + CoC", "AR with FAA 8130-3 tag"];
  cells.push("CoC / NE", "NE 8130 + CoC", "Overhauled / 8130");
  const rows = cells.map((cell, at) => rowOf(`CC-${at}`, cell));
  await runSql(
    database.db,
    `insert into condition_synonyms (synonym, condition) values ('OVERHAULED', 'OH')
      on conflict do nothing`,
  );
  const run = await importText(database.db, `${[header, ...rows].join("\n")}\n`);
  assert.equal(run.refused, 0, JSON.stringify(run.groups));
  assert.deepEqual(await listOffers("CC-"), [
    "CC-0 NE 8130-3",
    "CC-1 OH 8130-3",
    "CC-2 SV 8130-3",
    "CC-3 NE CoC",
    "CC-4 AR 8130-3",
    "CC-5 NE CoC",
    "CC-6 NE 8130-3; CoC",
    "CC-7 OH 8130-3",
  ]);
  assert.deepEqual(run.translated?.[0], {
    column: "condition",
    written: "NE w/ 8130",
    meaning: "NE",
    certificate: "8130-3",
    rows: 1,
  });
});

test("a cell that is not completely known, or names alternatives, is refused", async () => {
  const cells = ["NE w/o 8130", "NE no 8130", "NE / OH / 8130", "NE 8130 or CoC", "NE 8130 | CoC"];
  cells.push(
    "8130",
    "NE / N/A / 8130",
    "NE / XYZ / 8130",
    "NE w/ certs",
    "NE 8130 pending",
    "NE 8130?",
  );
  const rows = cells.map((cell, at) => rowOf(`CR-${at}`, cell));
  const run = await importText(database.db, `${[header, ...rows].join("\n")}\n`);
  assert.equal(run.refused, cells.length, JSON.stringify(await listOffers("CR-")));
  assert.deepEqual(run.translated, []);
});

test("a column of certificates wins over those of condition cells", async () => {
  const rows = [rowOf("CW-1", "NE w/ 8130", ",CoC"), rowOf("CW-2", "NE w/ 8130", ",")];
  const run = await importText(database.db, `${header},certificate\n${rows.join("\n")}\n`);
  assert.deepEqual(await listOffers("CW-"), ["CW-1 NE CoC", "CW-2 NE"]);
  assert.deepEqual(run.translated, [
    { column: "condition", written: "NE w/ 8130", meaning: "NE", rows: 2 },
  ]);
});

test("the certificate of an offer changes only by a row that has one", async () => {
  const first = [rowOf("CK-1", "NE w/ CoC"), rowOf("CK-2", "NE w/ CoC")];
  await importText(database.db, `${[header, ...first].join("\n")}\n`);
  const next = [rowOf("CK-1", "NE w/ 8130"), rowOf("CK-2", "NE")];
  const run = await importText(database.db, `${[header, ...next].join("\n")}\n`);
  assert.deepEqual([run.updated, run.unchanged], [1, 1]);
  assert.deepEqual(await listOffers("CK-"), ["CK-1 NE 8130-3", "CK-2 NE CoC"]);
});

test("what an operator declared for the cell wins", async () => {
  const values = new Map([["condition", new Map([["NE W/ 8130", "NS"]])]]);
  const mapping = { headers: new Map(), fixed: new Map(), values };
  const text = `${header}\n${rowOf("CD-1", "NE w/ 8130")}\n`;
  const run = await importText(database.db, text, { mapping });
  assert.deepEqual(await listOffers("CD-"), ["CD-1 NS"]);
  assert.deepEqual(run.warnings, []);
});

test("a stock file finds the offer of such a cell, and reports no certificate that it changes", async () => {
  await importText(database.db, `${header}\n${rowOf("CS-1", "OH 8130")}\n`);
  const text = "part_number,condition,available_stock,vendor\nCS-1,OH w/ 8130,3,Parts Co\n";
  const session = await database.db.openSession();
  const source = toSource(toFeedFile(text));
  const run = await importStock(database.db, session, source, toRequest("stock"));
  await session.close();
  assert.deepEqual([run.counts["updated"], run.counts["refused"]], [1, 0]);
  const written = "OH w/ 8130";
  assert.deepEqual(run.translated, [{ column: "condition", written, meaning: "OH", rows: 1 }]);
});
