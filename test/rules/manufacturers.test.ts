// Which manufacturer a row of a file means (decision 16).
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldManufacturer, type Manufacturer } from "../../src/catalog/identity/manufacturer.ts";
import { resolveManufacturers } from "../../src/catalog/identity/resolveManufacturers.ts";

const make = (text: string, price = "1 USD") => {
  const [manufacturer = "", cage = ""] = text.split("/");
  const of: Manufacturer = {
    manufacturer: manufacturer === "" ? null : manufacturer,
    cage: cage === "" ? null : cage,
  };
  return { ...of, price, name: "PART" };
};
const resolve = (offers: readonly string[], rows: readonly string[]) =>
  resolveManufacturers(
    offers.map((text) => make(text)),
    rows.map((text) => make(text)),
  ).map((found) =>
    "reason" in found ? "unclear" : `${found.key}=${found.manufacturer ?? ""}/${found.cage ?? ""}`,
  );

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
  assert.deepEqual(resolve(["A/11111", "B/"], ["Z/11111", "b/"]), ["11111=Z/11111", "b=b/"]);
  assert.deepEqual(resolve(["A/", ""], ["A/11111"]), ["a=A/11111"]);
  assert.deepEqual(resolve(["A/11111", ""], ["A/"]), ["11111=A/11111"]);
  assert.deepEqual(resolve(["", "B/"], ["A/11111"]), ["=A/11111"]);
  assert.deepEqual(resolve(["B/22222"], ["A/11111"]), ["11111=A/11111"]);
});

test("a row without a manufacturer means the only one, and the offer with none first", () => {
  assert.deepEqual(resolve(["A/11111"], [""]), ["11111=A/11111"]);
  assert.deepEqual(resolve(["A/11111", ""], [""]), ["=/"]);
  assert.deepEqual(resolve(["A/11111", "B/"], [""]), ["unclear"]);
  assert.deepEqual(resolve([""], ["A/", ""]), ["=A/", "=A/"]);
  assert.deepEqual(resolve([], ["", "A/"]), ["a=A/", "a=A/"]);
  assert.deepEqual(resolve([], ["", "A/", "B/"]), ["unclear", "a=A/", "b=B/"]);
  assert.deepEqual(resolve([""], ["", "A/", "B/"]), ["=/", "a=A/", "b=B/"]);
  const withCode = Array(3).fill("=A/11111");
  assert.deepEqual(
    resolve([""], ["", "A/", "A/11111"]),
    withCode,
    "one manufacturer, with its code",
  );
  assert.deepEqual(resolve([], ["", "A/", "A/11111"]), Array(3).fill("11111=A/11111"));
  assert.deepEqual(resolve(["", "A/", "B/"], ["", "A/", "B/"]), ["=/", "a=A/", "b=B/"]);
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
  assert.deepEqual(resolve([], ["A/", "A/11111"]), ["11111=A/11111", "11111=A/11111"]);
});
