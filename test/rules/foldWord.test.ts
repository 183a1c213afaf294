// How plurals and abbreviations are folded, and the frequency estimate of an entry (decision 75).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { estimateOffers, searchesWholeWords } from "../../src/catalog/search/estimateOffers.ts";
import { foldWord, formsOfWord } from "../../src/catalog/search/foldWord.ts";
import {
  ambiguousAbbreviations,
  nameAbbreviations,
} from "../../src/catalog/search/nameAbbreviations.ts";
import { nameKey, nameKeys, searchName } from "../../src/catalog/search/searchWords.ts";

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
  const { exact, folded, prefixStart, prefixEnd } = nameKeys("eye bolts");
  assert.deepEqual([exact, folded], ["eye bolt\u0001eye bolts", "eye bolt"]);
  const begins = (name: string) => nameKey(name) >= prefixStart && nameKey(name) < prefixEnd;
  assert.deepEqual(["EYE BOLT,SMALL", "EYE BOLTED", "EYE BOLT"].map(begins), [true, false, false]);
});

test("the word CAGE is ignored only before a CAGE code", () => {
  assert.equal(searchName("pump CAGE 1AB23").query, "'pump' & '1ab23':*");
  assert.equal(searchName("cage code 1AB23 pump").query, "'1ab23' & 'pump':*");
  assert.equal(searchName("cage bearing").query, "'cage' & 'bearing':*");
});

test("an NSN or NIIN in any notation is searched by its digits", () => {
  for (const entry of ["NSN 5305-01-234-5678", "5305012345678", "nsn:5305 01 234 5678"]) {
    assert.ok(searchName(entry).query.startsWith("'5305012345678' | "), entry);
  }
  assert.ok(searchName("NIIN 01-234-5678").query.startsWith("'012345678' | "));
  assert.doesNotMatch(searchName("5305-01-234-567").query, /\|/);
});

test("an entry is frequent only if all its words are", () => {
  const counts = {
    offers: 1_000_000,
    byWord: new Map([
      ["pump", 40_000],
      ["fuel", 90_000],
    ]),
  };
  const estimate = (entry: string) => Math.round(estimateOffers(searchName(entry), counts));
  assert.equal(estimate("pump"), 40_000);
  assert.equal(estimate("pumps"), 40_000);
  assert.equal(estimate("fuel pum"), 21_909);
  assert.equal(estimate("fuel pump radome"), 0);
  assert.equal(estimateOffers(searchName("pump"), { offers: 0, byWord: new Map() }), 0);
});

test("the index is searched by prefix only if that returns fewer rows than the whole words", () => {
  const byWord = new Map([
    ["pump", 40_000],
    ["fuel", 90_000],
    ["spring", 19_999],
  ]);
  const usesWholeWords = (entry: string) =>
    searchesWholeWords(searchName(entry), { offers: 1_000_000, byWord });
  const entries = ["radome pum", "spring pump", "fuel radom", "fuel pum", "pum"];
  assert.deepEqual(entries.map(usesWholeWords), [true, true, false, false, false]);
  assert.equal(usesWholeWords("0000-01-234-5678"), false);
});
