// What the quantities of a feed mean, before the database is read (decision 153).

import assert from "node:assert/strict";
import { test } from "node:test";
import { createFeedStock, type StockMode, undeclaredStock } from "../../src/catalog/feedStock.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import type { FeedRow } from "../../src/reading/row.ts";

const now = new Date("2026-11-22T12:00:00Z");
const receivedAt = new Date("2026-11-22T11:00:00Z");
const counted = "2026-11-21T22:00:00Z";
const modes = new Map<string, StockMode | null>([
  ["Acme", "on-hand"],
  ["Bolt", "available"],
  ["Cable", null],
]);

function toRow(cell: string): FeedRow {
  const columns = { places: new Map([["as_of", 0]]), width: 1, ignored: [] };
  return { columns, cells: [cell], faults: [], cleaned: createCleaningTally() };
}

function readTimes(cells: readonly string[], asOf: Date | null = null) {
  const stock = createFeedStock({ mode: null, asOf }, { modes, lastCount: null }, receivedAt, now);
  const reasons = cells.map((cell) => {
    const row = toRow(cell);
    stock.readAsOf(row);
    return row.faults.map(({ reason }) => reason).join();
  });
  const { asOf: at, asOfFrom } = stock.terms();
  return { at, asOfFrom, reasons };
}

test("a feed holds for the declared time, else that in the file, else its receipt", () => {
  const declared = new Date("2026-11-20T08:00:00Z");
  const at = (time: Date | string) => new Date(time).toISOString();
  assert.deepEqual(readTimes([counted, "never read"], declared), {
    at: at(declared),
    asOfFrom: "option",
    reasons: ["", ""],
  });
  assert.deepEqual(readTimes(["", counted, "2026-11-21T17:00:00-05:00", ""]), {
    at: at(counted),
    asOfFrom: "file",
    reasons: ["", "", "", ""],
  });
  assert.deepEqual(readTimes(["", ""]), {
    at: at(receivedAt),
    asOfFrom: "upload",
    reasons: ["", ""],
  });
});

test("a time in a file is refused if it is none, in the future, or differs from that above", () => {
  const notTime = "is not a time written as 2026-11-21T22:00:00Z";
  const wrong = ["2026-11-21", "2026-11-21T22:00:00", "2026-02-30T22:00:00Z", "now", "46000"];
  const { reasons, asOfFrom } = readTimes([...wrong, "2026-11-22T12:00:01Z"]);
  assert.deepEqual(reasons, [...wrong.map(() => notTime), "is in the future"]);
  assert.equal(asOfFrom, "upload");
  const differs = "differs from the rows above; a file has one time";
  assert.deepEqual(readTimes([counted, "2026-11-21T22:00:01Z", counted]).reasons, [
    "",
    differs,
    "",
  ]);
});

test("a time that comes after quantities were compared is refused", () => {
  const stock = createFeedStock(undeclaredStock, { modes, lastCount: null }, receivedAt, now);
  assert.deepEqual(stock.useBasis().asOf, receivedAt);
  const late = toRow(counted);
  stock.readAsOf(late);
  assert.equal(late.faults.length, 1);
  const same = toRow(receivedAt.toISOString());
  stock.readAsOf(same);
  assert.equal(same.faults.length, 0);
  assert.deepEqual(stock.useBasis().asOf, receivedAt);
});
