// Over random catalogs and entries: what is suggested is never a match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { foldFullWidth, partNumberKey } from "../../src/catalog/partNumber.ts";
import { foldWord } from "../../src/catalog/search/foldWord.ts";
import { lookUpParts } from "../../src/catalog/search/lookUpParts.ts";
import { searchWords } from "../../src/catalog/search/searchWords.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createRandom } from "../support/random.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const now = new Date("2026-11-22T12:00:00Z");
const catalogs = 4;
const partsPerCatalog = 40;
const entriesPerCatalog = 300;

const database = share(openTestDatabase);
const replica = share(async () => openTestReplica(database.db, () => now));

/** The same sequence in each run. */
function createPick(seed: number): <Item>(items: readonly Item[]) => Item {
  const below = createRandom(seed);
  return (items) => items[below(items.length)] ?? assert.fail("no items");
}

const characters = [..."0O1I5S8BAX-/. "];
const names = ["PIN,COTTER", "VALVE,BUTTERFLY", "COVER,MAIN TRANSMIS", "SPLIT PIN", "TAILBOOM"];
const around = ["", "P/N ", "QTY 2 ", "REV A ", "1. ", "NSN "];
const written = ["split pin", "pin cottr", "tail boom", "main transmission cover", "cvr", "valve"];

type Pick = ReturnType<typeof createPick>;

function writeNumber(pick: Pick): string {
  const lengths = [3, 4, 5, 6, 7, 8];
  const middle = Array.from({ length: pick(lengths) }, () => pick(characters)).join("");
  return `${pick([..."0158ABX"])}${middle}${pick([..."0158ABX"])}`;
}

/** Whether a part's texts have all words of a name, by the folds of an offer and of an entry. */
function hasWords(name: string, partName: string): boolean {
  const has = searchWords(partName).flatMap((word) => [word, ...foldWord(word)]);
  return searchWords(name)
    .flatMap(foldWord)
    .every((word) => has.some((one) => one.startsWith(word)));
}

type Found = { readonly part_number: string; readonly part_name: string };

function lookUp(partNumbers: readonly string[], partNames: readonly string[]) {
  const lookup = { partNumbers, partNames, inStock: false, withSuggestions: true };
  return replica.read((view) => lookUpParts(view, lookup, now));
}

test("no suggestion is a match, whatever the catalog and the entry are", async (t) => {
  let suggested = 0;
  for (let catalog = 1; catalog <= catalogs; catalog += 1) {
    const pick = createPick(catalog);
    const numbers = Array.from({ length: partsPerCatalog }, () => writeNumber(pick));
    const distinct = new Map(numbers.map((number) => [partNumberKey(number), number]));
    await runSql(database.db, "delete from offers");
    for (const partNumber of distinct.values()) {
      const nsn = `5310${pick(["001234567", "007654321", "010000001"])}`;
      await insertOffer(database.db, { partNumber, partName: pick(names), title: null, nsn });
    }
    await replica.catchUp();
    for (let entry = 0; entry < entriesPerCatalog; entry += 1) {
      const base = pick([...distinct.values()]);
      const edited = base.replace(pick([...base]), pick(characters));
      const text = `${pick(around)}${pick([base, edited, writeNumber(pick), "5310-00-123-4567"])}`;
      const name = pick(written);
      const { offers, matches, suggestions } = lookUp([text], [name]);
      const partOf = new Map(
        offers.map(({ offerId, wire }) => [offerId, JSON.parse(`{${wire}`) as Found]),
      );
      const [byNumber, byName] = matches.map(({ offerIds }) =>
        offerIds.map((id) => partOf.get(id) ?? assert.fail("a match is missing")),
      );
      const key = foldFullWidth(partNumberKey(text));
      for (const { part_number } of byNumber ?? []) assert.equal(partNumberKey(part_number), key);
      for (const { part_name } of byName ?? []) assert.ok(hasWords(name, part_name), name);
      suggested += suggestions.length;
    }
  }
  t.diagnostic(`${suggested} suggestions`);
  assert.ok(suggested > entriesPerCatalog);
});
