// The manufacturers of a whole catalog: exported and imported again, and in long files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { foldManufacturer } from "../../src/catalog/manufacturer.ts";
import { rowsBeforeComparing } from "../../src/imports/offers/importCatalog.ts";
import {
  countsOf,
  exportText,
  type FeedOptions,
  importText,
  reasonsOf,
} from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(2));
const header =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor," +
  "manufacturer,cage";
const feed = (...rows: string[]) => `${[header, ...rows].join("\n")}\n`;
const row = (number: string, name: string, price: string, maker: string) =>
  `${number},${name},NE,EA,5,${price},USD,Acme,${maker}`;
const spacer = row("10-1", "SPACER", "1202.22", "Apex Spacers,10237");
const screw = row("10-1", "SCREW", "402.73", "Fixations SA,F6137");
const unmade = row("10-1", "SPACER", "1202.22", ",");
const take = (text: string, options: FeedOptions = {}) => importText(database.db, text, options);

test("the database folds names of manufacturers like this code", async () => {
  const names = [
    "The Boeing Company",
    "BOEING CO., INC.",
    "Hélicoptères-Guimbal S.A.S.",
    "Co-Operative",
    "Inc",
    "GmbH & Co. KG",
    "Müller–Söhne GmbH & Co. KG",
    "ОКБ Сухого",
    "日本製鋼所",
    "Parker Hannifin Corp, Inc Seals",
    "ﬁne ② ™ K",
    " - ",
    "81205",
  ];
  const folded = await runSql<{ key: string }>(
    database.db,
    "select manufacturer_key(null, name) as key from unnest($1::text[]) name",
    [names],
  );
  assert.deepEqual(
    folded.map(({ key }) => key),
    names.map(foldManufacturer),
  );
});

test("an exported catalog changes nothing when it is imported again", async () => {
  const rows = [spacer, screw, unmade.replace("10-1", "10-2"), row("10-3", "A", "1.00", "Nuts,")];
  await take(feed(...rows, row("10-3", "B", "1.00", "Bolts,")));
  await runSql(
    database.db,
    `update offers set manufacturer = null, cage = null
      where offer_id = (select min(offer_id) from offers)`,
  );
  const again = await take(await exportText(database.db), { replace: true });
  assert.deepEqual(countsOf(again), {
    created: 0,
    updated: 0,
    unchanged: 5,
    deactivated: 0,
    refused: 0,
  });
});

test("two manufacturers are told apart in a long file whose other rows are unchanged", async () => {
  const others = Array.from({ length: rowsBeforeComparing + 2 }, (_, at) =>
    row(`L-${at}`, "NUT", "1.00", at % 2 === 0 ? "Nuts,1AB23" : ","),
  );
  await take(feed(...others, spacer));
  const both = await take(feed(...others, spacer, screw, unmade), { replace: true });
  assert.deepEqual([both.created, both.updated, both.deactivated], [1, 0, 0]);
  assert.deepEqual(reasonsOf(both), [
    [
      others.length + 4,
      "has a part number that several manufacturers make; add manufacturer or cage",
    ],
  ]);
  const last = await take(feed(...others, spacer, screw), { replace: true });
  assert.equal(last.unchanged, others.length + 2);
  const repeated = await take(feed(...others, spacer, spacer, screw), { replace: true });
  assert.deepEqual(reasonsOf(repeated), [[others.length + 3, `repeats line ${others.length + 2}`]]);
});
