import assert from "node:assert/strict";
import { test } from "node:test";
import { readWrittenQuantity } from "../../src/quickOrders/writtenQuantity.ts";

test("the only quantity that a text states is read", () => {
  for (const text of [
    "P/N A-1 QTY 2",
    "2 EA A-1",
    "A-1 (2)",
    "A-1, qty: 2 ea",
    "A-1 x2",
    "2 pcs A-1",
  ]) {
    assert.equal(readWrittenQuantity(text), "2", text);
  }
});

test("no quantity is read where none or several are stated", () => {
  for (const text of [
    "A-1",
    "A-1 REV 2",
    "QTY 2, 3 EA A-1",
    "BX2 A-1",
    "A-2EA",
    "QTY 2.5",
    "A-1 2",
  ]) {
    assert.equal(readWrittenQuantity(text), undefined, text);
  }
});
