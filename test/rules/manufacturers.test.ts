// Which manufacturer a row of a file means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldManufacturer, type Manufacturer } from "../../src/catalog/manufacturer.ts";
import { resolveManufacturers } from "../../src/imports/offers/identities.ts";

/** `content` follows a space: what the rows say besides quantity and manufacturer. */
const make = (text: string, price = "1 USD") => {
  const [made = "", content = ""] = text.split(" ");
  const [manufacturer = "", cage = ""] = made.split("/");
  const of: Manufacturer = {
    manufacturer: manufacturer === "" ? null : manufacturer,
    cage: cage === "" ? null : cage,
  };
  return { ...of, price, name: "PART", content };
};
const resolve = (offers: readonly string[], rows: readonly string[]) =>
  resolveManufacturers(
    offers.map((text) => make(text)),
    rows.map((text) => make(text)),
  ).map((found) => ("reason" in found ? "unclear" : found.key));

test("names are compared without case, accents, punctuation and the form of the company", () => {
  for (const [name, folded] of [
    ["The Boeing Company", "boeing"],
    ["BOEING CO., INC.", "boeing"],
    ["Hélicoptères-Guimbal S.A.S.", "helicopteresguimbal"],
    ["Parker Hannifin Corp", "parkerhannifin"],
    ["Inc", "inc"],
    ["Co-Operative", "cooperative"],
    ["ОКБ Сухого", "ОКБСухого"],
    [" - ", ""],
  ] as const) {
    assert.equal(foldManufacturer(name), folded, name);
  }
});

test("a row means the offer with its CAGE code, else with its name, else the one with none", () => {
  assert.deepEqual(resolve(["A/11111", "B/"], ["Z/11111", "b/"]), ["11111", "b"]);
  assert.deepEqual(resolve(["A/", ""], ["A/11111"]), ["a"]);
  assert.deepEqual(resolve(["A/11111", ""], ["A/"]), ["11111"]);
  assert.deepEqual(resolve(["", "B/"], ["A/11111"]), [""]);
  assert.deepEqual(resolve(["B/22222"], ["A/11111"]), ["11111"]);
});

test("a row without a manufacturer means the only one, and the offer with none first", () => {
  assert.deepEqual(resolve(["A/11111"], [""]), ["11111"]);
  assert.deepEqual(resolve(["A/11111", ""], [""]), [""]);
  assert.deepEqual(resolve(["A/11111", "B/"], [""]), ["unclear"]);
  assert.deepEqual(resolve([""], ["A/", ""]), ["", ""]);
  assert.deepEqual(resolve([], ["", "A/"]), ["a", "a"]);
  assert.deepEqual(resolve([], ["", "A/", "B/"]), ["unclear", "a", "b"]);
  assert.deepEqual(resolve([""], ["", "A/", "B/"]), ["", "a", "b"]);
  const withCode = Array(3).fill("");
  assert.deepEqual(
    resolve([""], ["", "A/", "A/11111"]),
    withCode,
    "one manufacturer, with its code",
  );
  assert.deepEqual(resolve([], ["", "A/", "A/11111"]), Array(3).fill("11111"));
  assert.deepEqual(resolve(["", "A/", "B/"], ["", "A/", "B/"]), ["", "a", "b"]);
});

test("rows with and without a manufacturer are one offer only if nothing but the quantity differs", () => {
  for (const [offers, rows, meant] of [
    [[], [" seal", "A/ valve"], ["", "a"]],
    [[""], [" seal", "A/ valve"], ["", "a"]],
    [["A/"], [" seal", "A/ valve"], ["", "a"]],
    [[""], [" seal", "A/ seal"], ["", ""]],
    [["A/"], [" seal", "A/ seal"], ["a", "a"]],
    [["A/11111"], [" seal", "A/ seal", "A/11111 valve"], ["", "11111", "11111"]],
  ] as const) {
    assert.deepEqual(resolve(offers, rows), meant, `${offers} ${rows}`);
  }
});

test("of several candidates for an offer the likest adopts it, whatever their order", () => {
  const offers = [make("/", "9 USD")];
  const [near, far] = [make("B/", "9 USD"), make("A/", "8 USD")];
  for (const rows of [
    [near, far],
    [far, near],
  ]) {
    const found = resolveManufacturers(offers, rows);
    const keys = rows.map(({ manufacturer }, at) => {
      const one = found[at];
      return [manufacturer, one !== undefined && "key" in one ? one.key : null];
    });
    assert.deepEqual(
      new Map(keys as [string, string][]),
      new Map([
        ["B", ""],
        ["A", "a"],
      ]),
    );
  }
});

test("a name with two CAGE codes is unclear", () => {
  assert.deepEqual(resolve(["A/11111", "A/22222"], ["A/"]), ["unclear"]);
  assert.deepEqual(resolve([], ["A/", "A/11111"]), ["11111", "11111"]);
});
