import assert from "node:assert/strict";
import { test } from "node:test";
import { toListCodes } from "../../src/quickOrders/queries.ts";
import { takeQuantity, takeSuggestion } from "../../src/reading/beside.ts";
import { splitUnit } from "../../src/reading/quantity.ts";

const readQuantity = (text: string) => splitUnit(takeQuantity(text)?.quantity ?? "").amount;

test("the only quantity that a text states is read", () => {
  for (const text of [
    "P/N A-1 QTY 2",
    "2 EA A-1",
    "A-1 (2)",
    "A-1, qty: 2 ea",
    "A-1 x2",
    "2 pcs A-1",
  ]) {
    assert.equal(readQuantity(text), "2", text);
  }
});

test("no quantity is read where none or several are stated", () => {
  for (const text of ["A-1", "A-1 REV 2", "QTY 2, 3 EA A-1", "BX2 A-1", "A-2EA", "A-1 2"]) {
    assert.equal(readQuantity(text), "", text);
  }
});

const codes = toListCodes({
  conditions: [
    { code: "NE", name: "new", synonyms: ["NEW"] },
    { code: "OH", name: "overhauled", synonyms: [] },
  ],
  certificates: [
    { code: "8130-3", name: "FAA", synonyms: ["8130"] },
    { code: "EASA Form 1", name: "EASA", synonyms: ["Form 1"] },
  ],
});

const suggestions: readonly (readonly [
  text: string,
  quantity: string,
  taken: readonly [quantity: string, condition: string, rest: string | null],
])[] = [
  ["DA-1F7 NE EASA FORM 1 QTY 2", "", ["2", "NE EASA FORM 1", null]],
  ["DA-1F7 NE EASA FORM 1 QTY", "2", ["2", "NE EASA FORM 1", null]],
  ["DA-1F7 4EA NE 8130", "", ["4EA", "NE 8130", null]],
  ["NE DA 1F7 qty 2 8130", "", ["2", "NE 8130", null]],
  ["DA-1F7 1.5 m OH", "", ["1.5 m", "OH", null]],
  ["DA-1F7 OH (2) BOLT, HEX", "", ["2", "OH", "BOLT HEX"]],
  ["P/N DA-1F7 REV B", "3", ["3", "", "REV B"]],
  ["DA-1F7 NE w/o 8130 x 2", "", ["2", "", "NE w/o 8130"]],
  ["DA-1F7 QTY 5", "3", ["3", "", "5"]],
  ["DA-IF72 NE BOLT", "3", ["3", "NE", "BOLT"]],
  ["NSN 9150 00 065 7459", "3", ["3", "", null]],
];

for (const [text, quantity, [meant, condition, rest]] of suggestions) {
  test(`of ${JSON.stringify(text)} with ${quantity || "no"} quantity every word is kept`, () => {
    const texts = { partNumber: text, quantity, condition: "" };
    const taken = takeSuggestion(texts, "DA-1F7", "", codes);
    assert.deepEqual(taken, {
      texts: { partNumber: "DA-1F7", quantity: meant, condition },
      rest,
    });
  });
}

test("a condition of the row stays, and a certificate beside the number is added", () => {
  const texts = { partNumber: "DA-1F7 OH 8130", quantity: "1", condition: "NE" };
  const taken = takeSuggestion(texts, "DA-1F7", "", codes);
  assert.deepEqual([taken.texts.condition, taken.rest], ["NE", "OH 8130"]);
  const certified = takeSuggestion({ ...texts, partNumber: "DA-1F7 8130" }, "DA-1F7", "", codes);
  assert.deepEqual([certified.texts.condition, certified.rest], ["NE / 8130", null]);
});
