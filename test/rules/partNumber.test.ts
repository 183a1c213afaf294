// How part numbers and names are compared (decisions 14 and 15).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { barePartNumber, partNumberKey } from "../../src/catalog/partNumber.ts";
import {
  nameKey,
  searchName,
  searchVector,
  searchWords,
} from "../../src/catalog/search/searchWords.ts";

test("surrounding white space, case, Unicode dashes and kinds of inner space are ignored", () => {
  const same = [
    "AB-12 C",
    " ab-12 c\t",
    "AB\u201012 C",
    "AB\u221212\u00a0C",
    "AB\uff0d12  C",
    "ab\u201112\u2003c",
  ];
  assert.deepEqual([...new Set(same.map(partNumberKey))], ["AB-12 C"]);
});

test("punctuation, letters and digits distinguish numbers", () => {
  const different = [
    "21117-1",
    "211-171",
    "211171",
    "21117.1",
    "21117/1",
    "21117 1",
    "21117-I",
    "21117-l",
  ];
  assert.equal(new Set(different.map(partNumberKey)).size, different.length);
});

test("the key of a key is the same key, and the bare number has no punctuation", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const key = partNumberKey(text);
      assert.equal(partNumberKey(key), key);
      assert.doesNotMatch(barePartNumber(text), /[-\s./]/);
      assert.equal(barePartNumber(key), barePartNumber(text));
    }),
  );
});

test("numbers that differ only in punctuation have the same bare number", () => {
  assert.equal(barePartNumber("21117-1"), barePartNumber("211-171"));
  assert.notEqual(barePartNumber("21117-1"), barePartNumber("21117-2"));
});

test("names are compared without case, accents and punctuation between words", () => {
  const same = ["O-RING, Läger", "o ring lager", "O RING/LÄGER", "ｏ－ｒｉｎｇ lager"];
  assert.deepEqual([...new Set(same.map(nameKey))], ["o ring lager"]);
});

test("words contain nothing that a tsvector or tsquery could misread", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const words = searchWords(text);
      for (const word of words) assert.match(word, /^[\p{L}\p{N}]+$/u);
      const condition = "NE";
      const vector = searchVector({
        partName: text,
        title: null,
        description: null,
        nsn: null,
        cage: null,
        condition,
        listPrice: 9n,
      });
      assert.match(vector, /^(?:(?:NE\.6\.)?[\p{L}\p{N}]+(?: |$))*$/u);
    }),
  );
});

test("a text that is the prefix of the next adds no words, unless it ends within a word", () => {
  const plain = { nsn: null, cage: null, condition: "NE", listPrice: 9n };
  const vectorOf = (...[partName = null, title = null, description = null]: (string | null)[]) =>
    searchVector({ partName, title, description, ...plain });
  const found = "pump fuel NE.6.pump NE.6.fuel";
  for (const texts of [["Pump, fuel"], ["Pump", "Pump, fuel"], ["Pump", "Pump", "Pump-fuel"]]) {
    assert.equal(vectorOf(...texts), found);
  }
  assert.equal(vectorOf("Fuel", "Fueling"), "fuel fueling NE.6.fuel NE.6.fueling");
  assert.equal(
    vectorOf("Loctite", "Loctite\u2122"),
    "loctite loctitetm NE.6.loctite NE.6.loctitetm",
  );
  assert.equal(vectorOf("Pump", null, "Pump, fuel"), found);
});

test("each price class spans half an octave, except the last", () => {
  const named = { partName: "a", title: null, description: null, nsn: null, cage: null };
  const classOf = (listPrice: bigint) =>
    searchVector({ ...named, condition: "NE", listPrice }).split(".")[1];
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (price) => {
      const lower = BigInt(Math.floor(Number(classOf(price)) / 2));
      const isUpper = Number(classOf(price)) % 2 === 1;
      const isLast = classOf(price) === "51";
      assert.ok(price >= 2n ** lower && (isLast || price < 2n ** (lower + 1n)));
      const square = price * price >= 2n ** (2n * lower + 1n);
      assert.ok(isLast ? square : square === isUpper);
    }),
  );
  assert.deepEqual([0n, 1n, 2n, 3n].map(classOf), ["0", "0", "2", "3"]);
});

test("an entry matches every word, the last one also as a prefix", () => {
  const none = { folded: [], identity: null };
  assert.deepEqual(searchName("fuel pum"), { words: ["fuel"], prefix: "pum", ...none });
});
