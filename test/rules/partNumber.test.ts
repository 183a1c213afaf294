// How part numbers and names are compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { barePartNumber, partNumberKey } from "../../src/catalog/partNumber.ts";
import { nameKey, searchForms, searchWords } from "../../src/catalog/search/searchWords.ts";
import { seemsRewritten } from "../../src/reading/rewritten.ts";

/** The words of an offer with these texts: its name, title and description. */
function formsOf(...texts: readonly (string | null)[]): string {
  const [partName = null, title = null, description = null] = texts;
  return searchForms({ partName, title, description, nsn: null, cage: null });
}

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

test("words contain only letters and digits, separated by one space", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of searchWords(text)) assert.match(word, /^[\p{L}\p{N}]+$/u);
      const forms = formsOf(text);
      assert.match(forms, /^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u);
    }),
  );
});

test("a text that is the prefix of the next adds no words, unless it ends within a word", () => {
  for (const texts of [["Pump, fuel"], ["Pump", "Pump, fuel"], ["Pump", "Pump", "Pump-fuel"]]) {
    assert.equal(formsOf(...texts), "pump fuel");
  }
  assert.equal(formsOf("Fuel", "Fueling"), "fuel fueling");
  assert.equal(formsOf("Loctite", "Loctite\u2122"), "loctite loctitetm");
  assert.equal(formsOf("Pump", null, "Pump, fuel"), "pump fuel");
});

test("numbers that a spreadsheet may have rewritten are distinguished from genuine ones", () => {
  for (const number of [
    "12-MAR",
    "3-Jan-27",
    "Mar-12",
    "1.2E+15",
    "5E+10",
    "12345.0",
    "1/1/07",
    "1907-01-01",
  ]) {
    assert.equal(seemsRewritten(number), true, number);
  }
  for (const number of [
    "12-MARS",
    "MS21042-3",
    "5E10",
    "1-2",
    "DEC-123",
    "21117-1",
    "1/1/7",
    "13/13/07",
    "1907-13-01",
    "4/0/2",
  ]) {
    assert.equal(seemsRewritten(number), false, number);
  }
});
