// Quantities as buyers write them in lists: read, or asked, never guessed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findUnitFault } from "../../src/quickOrders/checkRows.ts";
import { toListCodes } from "../../src/quickOrders/queries.ts";
import { readTexts } from "../../src/quickOrders/readRow.ts";
import { convertQuantity, listMeantQuantities } from "../../src/reading/quantity.ts";

const codes = toListCodes({ conditions: [], certificates: [] });

function askFor(quantity: string): string {
  return ["asked", ...listMeantQuantities(quantity).map((one) => one.quantity)].join(" ");
}

/** The quantity, or what to ask for; `unit` is the one the part is sold in. */
function read(quantity: string, unit = "EA") {
  const texts = { partNumber: "A-1", quantity, condition: "" };
  const reading = readTexts(texts, codes);
  assert.ok(typeof reading !== "string");
  if (findUnitFault(quantity, unit) !== null) return "asked";
  return reading.quantity ?? askFor(quantity);
}

const clear: Readonly<Record<string, readonly string[]>> = {
  "2 EA": [
    "2",
    "2 ea",
    "2EA.",
    "two",
    "two (2)",
    "2 off",
    "deux",
    "zwei",
    "dos",
    "2 Stück",
    "2 Stk.",
  ],
  "3 EA": ["3 EA", "3 nos", "qty 3", "QTY: 3 ea", "Qty3", "x3", "X 3", "3x", "\u00d73", "Menge: 3"],
  "4 EA": ["4.0", "4,0", "four pcs", "4 piezas", "cantidad 4", "quantité 4", "4 pièces"],
  "6 EA": [
    "ca. 6",
    "ca 6 pcs",
    "approx 6",
    "Approx. 6",
    "about 6",
    "~6",
    "6/EA",
    "6 / ea",
    "etwa 6",
  ],
  "7 EA": ["7 each", "sieben Stück", "7 unidades", "7 peças"],
  "12 EA": ["12.00", "Twelve ea", "12 pc"],
  "1000 EA": ["1 000"],
  "1250 EA": ["1,250"],
  "25 FT": ["25 FT", "25 feet", "25 ft.", "25'", "25\u2019", "25 pies", "25 Fuß"],
  "1000 FT": ["1'000 ft"],
  "12 IN": ['12"', "12 Zoll"],
  "50 MR": ["50 m", "50 metros", "50 Meter"],
  "5 LI": ["5 l", "5 LTR", "5 litros"],
  "2 BX": ["2 boxes", "2 bxs", "2 cajas", "2 Kartons"],
  "10 YD": ["10 yds"],
  "6 CN": ["6 cans"],
  "3 RO": ["3 rolls", "3 Rollen"],
  "25 RL": ["25 rolls", "25 reels", "25 RLS"],
  "6 TU": ["6 tubes"],
  "1 KT": ["1 KIT", "1 kit"],
};

for (const [meaning, texts] of Object.entries(clear)) {
  test(`${texts.join(" | ")}: ${meaning}`, () => {
    const [quantity, unit] = meaning.split(" ");
    for (const text of texts) assert.equal(read(text, unit), Number(quantity), text);
  });
}

const asked: Readonly<Record<string, readonly string[]>> = {
  "asked 1000 1 EA": ["1.000", "1,000", "ca. 1,000"],
  "asked 4000 4 EA": ["4.000"],
  "asked 1500 EA": ["1.500"],
  "asked 12345 FT": ["12.345 FT"],
  "asked 2 3 EA": ["2 or 3", "2/3", "2 oder 3 pcs", "2 - 3"],
  "asked 10 20 EA": ["10/20", "10/20 EA"],
  "asked EA": [
    ...["2 with 3", "4/5/6", "4 5", "0/0", "2 or 3 foo"],
    ...["2 boxes", "25 FT", "2.5", "2x3", "x", "two (3)", "two or three", "twenty"],
    ...["one-off", "6+", "many", "0", "2 foo", "two rivets", "3 m", "5 un poco"],
  ],
  "asked FT": ["10 pcs"],
  "asked MR": ["2 M"],
  "asked BX": ["10/BX"],
};

for (const [answer, texts] of Object.entries(asked)) {
  test(`${texts.join(" | ")}: ${answer}`, () => {
    const [unit] = answer.split(" ").slice(-1);
    for (const text of texts) assert.equal(`${read(text, unit)} ${unit}`, answer, text);
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
