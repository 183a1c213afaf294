// Quantities as buyers write them in lists: read, or asked, never guessed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTexts } from "../../src/quickOrders/readListRow.ts";
import { toListCodes } from "../../src/quickOrders/written/certificateWish.ts";
import { createCommaReader } from "../../src/quickOrders/written/groupedQuantity.ts";
import {
  convertQuantity,
  findUnitFault,
  listMeantQuantities,
} from "../../src/quickOrders/written/quantityText.ts";

const codes = toListCodes({ conditions: [], certificates: [] });

function askFor(quantity: string): string {
  return ["asked", ...listMeantQuantities(quantity).map((one) => one.quantity)].join(" ");
}

/** The quantity, or what to ask for; `unit` is the one the part is sold in. */
function read(quantity: string, unit = "EA", others: readonly string[] = []) {
  const commas = createCommaReader(
    others.map((cell) => ({ line: 1, cells: [cell] })),
    0,
  );
  const texts = { partNumber: "A-1", quantity: commas(quantity), condition: "" };
  const row = readTexts(texts, codes);
  assert.ok(row.outcome === "read");
  const { reading } = row;
  if (findUnitFault(quantity, unit) !== null) return "asked";
  return reading.quantity ?? askFor(quantity);
}

const clear: readonly (readonly [text: string, unit: string, quantity: number])[] = [
  ["2", "EA", 2],
  ["2 ea", "EA", 2],
  ["2EA.", "EA", 2],
  ["10 pcs", "EA", 10],
  ["3 EA", "EA", 3],
  ["3 nos", "EA", 3],
  ["2 RLS", "RL", 2],
  ["100 pc", "EA", 100],
  ["7 each", "EA", 7],
  ["qty 3", "EA", 3],
  ["QTY: 3 ea", "EA", 3],
  ["Qty3", "EA", 3],
  ["25 FT", "FT", 25],
  ["25 feet", "FT", 25],
  ["2 boxes", "BX", 2],
  ["1,250", "EA", 1250],
  ["1 000", "EA", 1000],
  ["12.00", "EA", 12],
  ["4.0", "EA", 4],
  ["4,0", "EA", 4],
  ["1.0 ea", "EA", 1],
  ["x3", "EA", 3],
  ["X 3", "EA", 3],
  ["3x", "EA", 3],
  ["\u00d73", "EA", 3],
  ["ca. 6", "EA", 6],
  ["ca 6 pcs", "EA", 6],
  ["approx 6", "EA", 6],
  ["Approx. 6", "EA", 6],
  ["about 6", "EA", 6],
  ["~6", "EA", 6],
  ["6/EA", "EA", 6],
  ["6 / ea", "EA", 6],
  ["two", "EA", 2],
  ["Twelve ea", "EA", 12],
  ["two (2)", "EA", 2],
  ["ca. two pcs", "EA", 2],
  ["10 feet", "FT", 10],
  ["10 yds", "YD", 10],
  ["6 cans", "CN", 6],
  ["3 rolls", "RO", 3],
  ["2 bxs", "BX", 2],
  ["25 rolls", "RL", 25],
  ["3 reels", "RL", 3],
  ["6 tubes", "TU", 6],
  ["100'", "FT", 100],
  ["100\u2019", "FT", 100],
  ["100 ft.", "FT", 100],
  ['12"', "IN", 12],
  ["1'000 ft", "FT", 1000],
  ["50 m", "MR", 50],
  ["5 l", "LI", 5],
];

for (const [text, unit, quantity] of clear) {
  test(`${text} of a part sold per ${unit} is ${quantity}`, () => {
    assert.equal(read(text, unit), quantity);
  });
}

const asked: readonly (readonly [text: string, unit: string, answer: string])[] = [
  ["1.000", "EA", "asked 1000 1"],
  ["1,000", "EA", "asked 1000 1"],
  ["1.500", "EA", "asked 1500"],
  ["12.345 FT", "FT", "asked 12345"],
  ["2 boxes", "EA", "asked"],
  ["10 pcs", "FT", "asked"],
  ["25 FT", "EA", "asked"],
  ["2 M", "MR", "asked"],
  ["2.5", "EA", "asked"],
  ["2 or 3", "EA", "asked"],
  ["2x3", "EA", "asked"],
  ["x", "EA", "asked"],
  ["10/BX", "BX", "asked"],
  ["6/2", "EA", "asked"],
  ["two (3)", "EA", "asked"],
  ["two or three", "EA", "asked"],
  ["twenty", "EA", "asked"],
  ["one-off", "EA", "asked"],
  ["ca. 1,000", "EA", "asked 1000 1"],
  ["4.000", "EA", "asked 4000 4"],
  ["3-4", "EA", "asked"],
  ["6+", "EA", "asked"],
  ["many", "EA", "asked"],
  ["0", "EA", "asked"],
];

for (const [text, unit, answer] of asked) {
  test(`${text} of a part sold per ${unit} is a question`, () => {
    assert.equal(read(text, unit), answer);
  });
}

const confirmed: readonly (readonly [others: readonly string[], quantity: number | string])[] = [
  [["1,234.50"], 1000],
  [["12,000,000"], 1000],
  [["0.12"], 1000],
  [["500", "3000"], "asked 1000 1"],
  [["0,12"], "asked 1000 1"],
  [["0,12", "1,234.50"], "asked 1000 1"],
  [["ball brg 1,2"], "asked 1000 1"],
  [["1,500"], 1000],
  [["2,731 pcs"], 1000],
  [["1,500", "0,12"], "asked 1000 1"],
  [["2,000"], "asked 1000 1"],
];

for (const [others, quantity] of confirmed) {
  test(`beside ${JSON.stringify(others)} 1,000 is ${quantity}, and 1.000 a question`, () => {
    assert.equal(read("1,000", "EA", others), quantity);
    assert.equal(read("1,000 pcs", "EA", others), quantity);
    assert.equal(read("1.000", "EA", others), "asked 1000 1");
  });
}

const converted: readonly (readonly [text: string, unit: string, quantity: number])[] = [
  ["10 yds", "FT", 30],
  ["36 IN", "FT", 3],
  ["2 pr", "EA", 4],
  ["24 ea", "DZ", 2],
  ["2 dozen", "EA", 24],
  ["2 KG", "GM", 2000],
  ["27777 YD", "IN", 999_972],
  ["100 cm", "MR", 1],
  ["2.5 m", "CM", 250],
  ["0,5 kg", "GM", 500],
  ["1 GAL", "PT", 8],
];

for (const [text, unit, quantity] of converted) {
  test(`${text} of a part sold per ${unit} are ${quantity} ${unit}, which a person accepts`, () => {
    assert.deepEqual(convertQuantity(text, unit), { count: quantity, exact: null });
    assert.match(findUnitFault(text, unit) ?? "", new RegExp(`” is [\\d,]+ ${unit}\\.$`));
    assert.equal(read(text, unit), "asked");
  });
}

const rounded: readonly (readonly [text: string, unit: string, count: number, exact: string])[] = [
  ["50 m", "FT", 165, "164.04"],
  ["5 L", "GL", 2, "1.32"],
  ["6 IN", "FT", 1, "0.50"],
  ["10 yds", "MR", 10, "9.14"],
  ["10 IN", "FT", 1, "0.83"],
  ["2.5 YD", "FT", 8, "7.50"],
  ["500 mm", "IN", 20, "19.69"],
  ["10 kg", "LB", 23, "22.05"],
  ["5 l", "GL", 2, "1.32"],
  ["12 OZ", "LB", 1, "0.75"],
  ["1 QT", "ML", 947, "946.35"],
];

for (const [text, unit, count, exact] of rounded) {
  test(`${text} of a part sold per ${unit} are ${exact}, and ${count} are proposed`, () => {
    assert.deepEqual(convertQuantity(text, unit), { count, exact });
    const fault = findUnitFault(text, unit) ?? "";
    assert.match(fault, new RegExp(`^“.+” is ${exact} ${unit}, rounded up to ${count}\\.$`));
  });
}

test("a unit that cannot be converted is refused with the name of the right one", () => {
  assert.equal(findUnitFault("1 doz", "TU", "tube"), "Sold by the tube (TU). Enter “1 doz” in TU.");
  assert.equal(findUnitFault('12"', "EA", "each"), 'Sold by the piece (EA). Enter “12"” in EA.');
  assert.match(findUnitFault("2 boxes", "EA", "each") ?? "", /^Sold by the piece \(EA\)\./);
});

test("no box, can, roll or M is converted, nor less than half a unit", () => {
  for (const [text, unit] of [
    ["6 cans", "EA"],
    ["3 rolls", "EA"],
    ["2 bxs", "EA"],
    ["3 rls", "RL"],
    ["50 m", "EA"],
    ["50 M", "FT"],
    ["50 M.", "FT"],
    ["2 M", "MR"],
    ["1 ml", "GL"],
    ["5 IN", "FT"],
    ["5 g", "EA"],
    ["30 EA", "DZ"],
    ["1,250 m", "FT"],
    ["0 m", "FT"],
    ["2 LB", "FT"],
    ["10 EA", "BX"],
    ["27778 YD", "IN"],
    ["10", "FT"],
    ["10 FT", "FT"],
  ] as const) {
    assert.equal(convertQuantity(text, unit), null, text);
  }
  assert.equal(findUnitFault("6 cans", "EA"), "Sold per EA. Enter “6 cans” in EA.");
});
