// Prices that are missing or 0 in files and forms: price on request, unless 0 is said to be free.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listPartHistory } from "../../src/catalog/partHistory.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { editOffer, offerVersion, selectOfferTexts } from "../../src/imports/offers/editOffer.ts";
import type { RunId } from "../../src/imports/run.ts";
import { catalogHeader as head, importText, revertImport } from "../support/importText.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { anyOperator } from "../support/testOperator.ts";

const database = renew(() => openTestDatabase(2));
const now = new Date();
const feed = (...rows: string[]) => `${[head, ...rows].join("\n")}\n`;
const bolt = (price: string, currency = "USD") => `B-1,BOLT,NE,EA,10,${price},${currency},Acme`;
const seal = (price: string) => `S-1,SEAL,NE,EA,10,${price},USD,Acme`;

type Price = { readonly id: OfferId; readonly price: string | null; readonly currency: string };

/** The list price of a part in minor units. */
async function priceOf(partNumber = "B-1"): Promise<Price> {
  const rows = await runSql<Price>(
    database.db,
    `select offer_id::integer as id, list_price as price, currency from offers
      where part_number = $1`,
    [partNumber],
  );
  return rows[0] ?? assert.fail();
}

const revert = (runId: RunId) => revertImport(database.db, runId, now);

test("rows with an empty price or 0 are counted, and a price that is no number is refused", async () => {
  const text = feed(bolt(""), seal("0.00"), "W-1,WASHER,NE,EA,1,call,USD,Acme");
  const imported = await importText(database.db, text);
  assert.deepEqual([imported.counts["on_request"], imported.created, imported.refused], [2, 2, 1]);
  assert.deepEqual(imported.warnings, [
    "1 row has a price of 0, which is read as price on request. If 0 means free of charge, set " +
      "zero_price_is_free to yes.",
  ]);
  assert.deepEqual([(await priceOf()).price, (await priceOf("S-1")).price], [null, null]);
  const again = await importText(database.db, text);
  assert.deepEqual([again.unchanged, again.counts["on_request"]], [2, 2]);
});

test("a price of 0 is free of charge if the column or the default of the file says so", async () => {
  const text = `${head},zero_price_is_free\n${bolt("0")},yes\n${seal("0")},\n`;
  assert.equal((await importText(database.db, text)).counts["on_request"], 1);
  assert.deepEqual([(await priceOf()).price, (await priceOf("S-1")).price], ["0", null]);
  const fixed = new Map([["zero_price_is_free", "yes"]]);
  const mapping = { headers: new Map<string, string>(), fixed };
  const all = await importText(database.db, feed(bolt("0"), seal("0")), { mapping });
  assert.deepEqual([all.unchanged, all.updated, all.counts["on_request"]], [1, 1, 0]);
  assert.equal((await priceOf("S-1")).price, "0");
});

test("a price that goes away is a price move, a first price is not", async () => {
  const limits = { fewerRows: 100, goesInactive: 100, priceMove: 50 };
  await importText(database.db, feed(bolt("10.00"), seal("")));
  const stopped = await importText(database.db, feed(bolt(""), seal("9.00")), { limits });
  assert.equal(stopped.state, "stopped");
  assert.deepEqual(
    stopped.stops.map(({ code, message }) => [code, message.replace(/^.*%: /, "")]),
    [["price_moves", 'B-1 of "Acme" from USD 10.00 to on request.']],
  );
  const first = await importText(database.db, feed(seal("9.00")), { limits });
  assert.equal(first.state, "committed");
  const empty = await importText(database.db, feed(bolt("", ""), seal("9.00")));
  assert.deepEqual([empty.updated, (await priceOf()).currency], [1, null]);
  const other = await importText(database.db, feed(bolt("", "EUR")), { limits });
  assert.deepEqual([other.state, other.updated], ["committed", 1]);
});

test("reverting an import restores a price, and its absence", async () => {
  await importText(database.db, feed(bolt("10.00"), seal("")));
  const { runId } = await importText(database.db, feed(bolt("0"), seal("5.00")));
  assert.deepEqual([(await priceOf()).price, (await priceOf("S-1")).price], [null, "500"]);
  assert.equal((await revert(runId)).state, "committed");
  assert.deepEqual([(await priceOf()).price, (await priceOf("S-1")).price], ["1000", null]);
});

async function edit(typed: { price: string; zero_price_is_free: string }) {
  const { id: offerId } = await priceOf();
  const texts = (await selectOfferTexts(database.db, offerId)) ?? assert.fail();
  const edit = {
    offerId,
    texts: { ...texts, ...typed },
    version: offerVersion(texts),
    shownOnHand: texts.on_hand,
  };
  return editOffer(database.db, edit, anyOperator, now);
}

test("an edit removes a price, sets it to free of charge, and is undone", async () => {
  await importText(database.db, feed(bolt("10.00")));
  const { id } = await priceOf();
  const removed = await edit({ price: "", zero_price_is_free: "" });
  assert.equal(removed.outcome, "edited");
  assert.deepEqual(await priceOf(), { id, price: null, currency: "USD" });
  assert.equal((await edit({ price: "0", zero_price_is_free: "yes" })).outcome, "edited");
  assert.equal((await priceOf()).price, "0");
  const same = await edit({ price: "0.00", zero_price_is_free: "yes" });
  assert.equal(same.outcome, "unchanged");
  const [history] = await listPartHistory(database.db, "B-1");
  assert.deepEqual(
    history?.entries.map(({ fields: [field] }) => [field?.field, field?.before, field?.after]),
    [
      ["list_price", null, 0],
      ["list_price", 1000, null],
    ],
  );
  const last = history?.entries[0]?.runId as RunId;
  assert.equal((await revertImport(database.db, last, now)).state, "committed");
  assert.equal((await priceOf()).price, null);
});

const contradictions: readonly (readonly [price: string, free: string, reason: string])[] = [
  ["0", "", "is not a price unless the offer is free of charge"],
  ["12.00", "yes", "is not 0, but the offer is free of charge"],
  ["", "yes", "is empty, but the offer is free of charge"],
];

for (const [price, free, reason] of contradictions) {
  test(`a form with price "${price}" is refused with free of charge "${free}"`, async () => {
    await importText(database.db, feed(bolt("10.00")));
    const outcome = await edit({ price, zero_price_is_free: free });
    assert.ok(outcome.outcome === "refused");
    assert.deepEqual(
      outcome.faults.map((fault) => [fault.column, fault.reason]),
      [["price", reason]],
    );
    assert.equal((await priceOf()).price, "1000");
  });
}
