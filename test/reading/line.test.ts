// Every way to read a line, the most likely first, with the places of what was understood.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toListCodes } from "../../src/quickOrders/queries.ts";
import { readLine } from "../../src/reading/line.ts";
import { labelOf } from "../../src/reading/rows.ts";

const codes = toListCodes({
  conditions: [
    { code: "NE", name: "new", synonyms: ["NEW"] },
    { code: "OH", name: "overhauled", synonyms: [] },
    { code: "SV", name: "serviceable", synonyms: [] },
  ],
  certificates: [{ code: "8130-3", name: "FAA", synonyms: ["8130"] }],
});

const lines: Readonly<Record<string, readonly string[]>> = {
  "AN960 4 EA": ["AN960|4 EA|", "AN960 4 EA||"],
  "4 Stück AN960": ["AN960|4 Stück|", "Stück AN960|4|", "4 Stück AN960||"],
  "AN960 x 10 ea": ["AN960|10 ea|", "AN960 x|10 ea|", "AN960 x 10 ea||"],
  "10 pcs x AN960": ["AN960|10 pcs|", "x AN960|10 pcs|", "pcs x AN960|10|", "10 pcs x AN960||"],
  "AN960 qty 2": ["AN960|2|"],
  "cantidad: 3 AN960": ["AN960|3|"],
  "AN960 Menge 2 OVH": ["AN960|2|OVH"],
  "AN960 5 NE w/ 8130-3": [
    "AN960|5|NE w/ 8130-3",
    "AN960 5||NE w/ 8130-3",
    "AN960 5 NE w/ 8130-3||",
  ],
  "AN960 10 new": ["AN960|10|new", "AN960 10||new", "AN960 10 new||"],
  "AN960 10 nos": ["AN960|10 nos|", "AN960 10 nos||"],
  "AN960; 3; SV or OH": ["AN960|3|SV or OH", "AN960; 3;||SV or OH", "AN960; 3; SV or OH||"],
  "3 | AN960 | XX": ["AN960|3|XX", "| AN960 | XX|3|", "3 | AN960 | XX||"],
  "AN960 (4 EA)": ["AN960|4 EA|", "AN960 (4 EA)||"],
  "5, 3, NE": ["5|3|NE", "5, 3,||NE", "5, 3, NE||"],
  "HOSE 10 FT": ["HOSE|10 FT|", "HOSE 10 FT||"],
  "AN960 1,250": ["AN960|1,250|", "AN960 1,250||"],
  "AN960 QTY 2 3 EA": ["AN960 QTY 2 3 EA||"],
  "AN960 10L": ["AN960 10L||"],
};

for (const [line, readings] of Object.entries(lines)) {
  test(`${line} can be ${readings.join(" or ")}`, () => {
    const read = readLine(line, codes).map(({ partNumber, quantity, condition }) =>
      [partNumber, quantity, condition].join("|"),
    );
    assert.deepEqual(read, readings);
  });
}

test("a certificate whose name has that of a condition asks for no condition", () => {
  const certificates = [{ code: "COC", name: "certificate of conformity", synonyms: ["NEW CERT"] }];
  const conditions = [{ code: "NE", name: "new", synonyms: ["NEW"] }];
  const read = readLine("AN960 5 NEW CERT", toListCodes({ conditions, certificates }));
  assert.deepEqual(
    read.map(({ condition }) => condition),
    [""],
  );
});

test("the condition of its own cell counts, and what was understood has its place", () => {
  const [reading] = readLine("AN960 OH x 10", codes, "NE");
  assert.equal(reading?.condition, "NE");
  const line = "AN960 x 10 OH";
  const [{ spans = [] } = {}] = readLine(line, codes);
  assert.deepEqual(
    spans.map(({ start, end }) => line.slice(start, end)),
    ["AN960", "10", "OH"],
  );
});

test("headers that no field is read from have a label", () => {
  for (const [label, headers] of [
    ["item", ["Item", "Itm", "Line item no.", "Pos.", "#", "No.", "Ln", "S/No"]],
    ["alternate", ["Alt PN", "alt_part_numbers", "Alternates", "Alternate P/N no"]],
    ["name", ["Description", "Part name", "Nomenclature", "Noun"]],
    ["quantity", ["Qty"]],
    [undefined, ["Part No", "Item name 2", "", "Alternator"]],
  ] as const) {
    for (const header of headers) assert.equal(labelOf(header), label, header);
  }
});
