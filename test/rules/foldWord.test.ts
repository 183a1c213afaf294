// How plurals and abbreviations are folded, and the frequency estimate of an entry.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  ambiguousAbbreviations,
  foldWord,
  formsOfWord,
  nameAbbreviations,
} from "../../src/catalog/search/foldWord.ts";
import {
  nameKey,
  nameKeys,
  searchName,
  searchWords,
} from "../../src/catalog/search/searchWords.ts";

const folds: Readonly<Record<string, string>> = {
  bolts: "bolt",
  assemblies: "assembly",
  switches: "switch",
  boxes: "box",
  hoses: "hose",
  ties: "tie",
  lenses: "lens",
  lens: "lens",
  glass: "glass",
  bus: "bus",
  chassis: "chassis",
  gas: "gas",
  brgs: "bearing",
  assys: "assembly",
  lh: "left hand",
  elec: "elec",
  "2s": "2s",
};

for (const [word, folded] of Object.entries(folds)) {
  test(`${word} folds to ${folded}`, () => {
    assert.equal(foldWord(word).join(" "), folded);
  });
}

test("folding a folded word does not change it", () => {
  const known = [...nameAbbreviations.keys(), ...Object.keys(folds)];
  const words = fc.oneof(fc.constantFrom(...known), fc.stringMatching(/^[a-z]{1,9}(?:s|es|ies)?$/));
  fc.assert(
    fc.property(words, (word) => {
      // No word has several plural endings, like "ieses".
      fc.pre(!/(?:s|i)es$/.test(word) || word in folds);
      for (const folded of foldWord(word)) assert.deepEqual(foldWord(folded), [folded]);
    }),
  );
});

test("no abbreviation is both unambiguous and ambiguous, and meanings are folded words", () => {
  for (const [short, meanings] of [...nameAbbreviations, ...ambiguousAbbreviations]) {
    assert.ok(!(nameAbbreviations.has(short) && ambiguousAbbreviations.has(short)), short);
    for (const meaning of meanings) assert.deepEqual(foldWord(meaning), [meaning]);
  }
});

test("an ambiguous abbreviation matches each of its meanings, which do not match each other", () => {
  assert.deepEqual(formsOfWord("elec"), ["elec", "electric", "electrical", "electronic"]);
  assert.deepEqual(formsOfWord("electronic"), ["electronic", "elec"]);
});

test("names with the same folded form sort together, and the exact name is distinguishable", () => {
  assert.equal(nameKey("BOLT,EYE"), "bolt eye");
  assert.equal(nameKey("Bolts, Eye"), "bolt eye\u0001bolts eye");
  const { exact, folded, prefixStart, prefixEnd } = nameKeys(searchWords("eye bolts"));
  assert.deepEqual([exact, folded], ["eye bolt\u0001eye bolts", "eye bolt"]);
  const begins = (name: string) => nameKey(name) >= prefixStart && nameKey(name) < prefixEnd;
  assert.deepEqual(["EYE BOLT,SMALL", "EYE BOLTED", "EYE BOLT"].map(begins), [true, false, false]);
});

test("the word CAGE is ignored only before a CAGE code", () => {
  const wordsOf = (entry: string) => [
    ...searchName(searchWords(entry)).words,
    searchName(searchWords(entry)).prefix,
  ];
  assert.deepEqual(wordsOf("pump CAGE 1AB23"), ["pump", "1ab23"]);
  assert.deepEqual(wordsOf("cage code 1AB23 pump"), ["1ab23", "pump"]);
  assert.deepEqual(wordsOf("cage bearing"), ["cage", "bearing"]);
});

test("an NSN or NIIN in any notation is searched by its digits", () => {
  for (const entry of ["NSN 5305-01-234-5678", "5305012345678", "nsn:5305 01 234 5678"]) {
    assert.equal(searchName(searchWords(entry)).identity, "5305012345678", entry);
  }
  assert.equal(searchName(searchWords("NIIN 01-234-5678")).identity, "012345678");
  assert.equal(searchName(searchWords("5305-01-234-567")).identity, null);
});
