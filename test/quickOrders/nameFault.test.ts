// What a list calls a part is compared with its catalog name: mechanics' names and the public item
// names that are right for them, then the same names shuffled. FAA and DLA records (not in the
// repository): 0 % of equal names, 82 % and 80 % of shuffled ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTermTable } from "../../src/catalog/terms/termTable.ts";
import { describeNameFault } from "../../src/quickOrders/checkParts.ts";
import { heldBackQueries, mechanicsQueries } from "../search/mechanicsQueries.ts";

const terms = createTermTable([]);
const queries = [mechanicsQueries, ...heldBackQueries];
const pairs = queries.flat().flatMap(({ entry, right: [name = ""] }) => {
  return name === "" ? [] : [{ entry, name: name.replace(/\*$/, "") }];
});
const isDoubted = (entry: string, name: string) => describeNameFault(entry, name, terms) !== null;

/** The names in an order that a seed fixes. */
function shuffle(names: readonly string[]): string[] {
  let state = 7;
  const keyed = names.map((name) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { name, key: state };
  });
  return keyed.sort((one, other) => one.key - other.key).map(({ name }) => name);
}

test("of parts that are right at most 2 % are doubted, of shuffled ones at least 80 %", () => {
  assert.ok(pairs.length > 800);
  const wrong = pairs.filter(({ entry, name }) => isDoubted(entry, name));
  assert.ok(wrong.length <= pairs.length * 0.02, JSON.stringify(wrong));
  const names = shuffle(pairs.map(({ name }) => name));
  const caught = pairs.filter(({ entry }, at) => isDoubted(entry, names[at] ?? ""));
  assert.ok(caught.length >= pairs.length * 0.8, `${caught.length} of ${pairs.length}`);
});

test("abbreviations, plurals, synonyms and other languages name the same part", () => {
  const same = [
    ["BRG", "BEARING,BALL"],
    ["Kugellager", "BEARING,BALL"],
    ["vis", "SCREW,MACHINE"],
    ["split pins", "PIN,COTTER"],
    ["O-ring 25x2", "PACKING,PREFORMED"],
    ["ASSY KIT 12", "SWITCH,TOGGLE"],
    ["see drawing", "SWITCH,TOGGLE"],
    ["SWITCH", "DA101939-4"],
  ] as const;
  for (const [entry, name] of same) assert.ok(!isDoubted(entry, name), entry);
  assert.equal(
    describeNameFault("BEARING BALL", "SWITCH,TOGGLE", terms),
    "The list says “BEARING BALL”, the catalog “SWITCH,TOGGLE”.",
  );
});
