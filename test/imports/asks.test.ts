// What an import asks instead of guessing: a header with rows, and the question or the column.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFeedStock } from "../../src/catalog/feedStock.ts";
import { catalogColumns } from "../../src/imports/file.ts";
import { type ColumnMapping, noMapping, placeColumns } from "../../src/imports/rows/columns.ts";
import { guessColumns } from "../../src/imports/rows/header.ts";
import { isPlaceholder } from "../../src/reading/words/placeholders.ts";
import { type Cells, readCells, toRow } from "../support/readCells.ts";

const rules = catalogColumns("Acme");
const table = (text: string) =>
  text.split(" / ").map((row) => row.split("|").map((one) => one.trim()));
const base = "P/N|Name|Cond|UM|Qty";
const row = "AX-1|Bolt|NE|EA|4";

type Answer = Partial<Record<"headers" | "fixed", Readonly<Record<string, string>>>>;

function place(text: string, { headers = {}, fixed = {} }: Answer = {}) {
  const [header = [], ...rows] = table(text);
  const mapping: ColumnMapping = {
    ...noMapping,
    headers: new Map(Object.entries(headers)),
    fixed: new Map(Object.entries(fixed)),
  };
  return { header, rows, mapping, placed: placeColumns(header, rules, mapping, rows) };
}

/** What is asked about columns, or where the column is. */
const columns: readonly (readonly [
  text: string,
  column: string,
  expected: RegExp | string,
  answer?: Answer,
])[] = [
  // The basis of a price.
  [
    `${base}|PACKAGE QTY|1 PKG COST|COST PER EA|Curr / ${row}|50|57.78|0.39|USD`,
    "price",
    "COST PER EA",
  ],
  [
    `${base}|Lot price USD / ${row}|57.78`,
    "price",
    /"Lot price USD" may be prices per package, lot/,
  ],
  [
    `${base}|1 PKG COST|Curr / ${row}|57.78|USD`,
    "price",
    /"1 PKG COST" may be prices per package/,
    { headers: { price: "1 PKG COST" } },
  ],
  [
    `${base}|1 PKG COST|Curr / ${row}|57.78|USD`,
    "price",
    "1 PKG COST",
    { headers: { price: "1 PKG COST" }, fixed: { price_per: "1" } },
  ],
  [`${base}|Price per box|Price per EA|Curr / ${row}|57.78|0.39|USD`, "price", "Price per EA"],
  [`${base}|Kit price|Price|Curr / ${row}|57.78|0.39|USD`, "price", "Price"],
  [`${base}|P/C|Price|Curr / ${row}|4|0.39|USD`, "price", "Price"],
  // A second table beside the first.
  [
    "CÓDIGO|DESCRIPCIÓN|PRECIO||FLUIDOS|PRECIO / AX-1|Perno|1,50||OL-22|8,00",
    "part_number",
    /Two tables are beside each other, and the second begins at "FLUIDOS"/,
  ],
  [
    "CÓDIGO|DESCRIPCIÓN|PRECIO||FLUIDOS|PRECIO / AX-1|Perno|1,50||OL-22|8,00",
    "price",
    "PRECIO",
    { headers: { part_number: "CÓDIGO" } },
  ],
  [
    "CÓDIGO|DESCRIPCIÓN|PRECIO||FLUIDOS|PRECIO / AX-1|Perno|1,50||OL-22|8,00",
    "price",
    "PRECIO (2)",
    { headers: { part_number: "FLUIDOS" } },
  ],
  [`P/N|Name||Cond|UM|Qty|Price|Curr / AX-1|Bolt||NE|EA|4|7|USD`, "condition", "Cond"],
  // A list without prices.
  [`${base} / ${row}`, "price", /choose "All parts have their price on request" \(--set price=\)/],
  [`${base} / ${row}`, "price", "", { fixed: { price: "" } }],
  // A column of vendors where a vendor was typed.
  [
    `${base}|Price|Curr|Supplier / ${row}|7|USD|Bolts Ltd`,
    "vendor",
    /"Supplier" has "Bolts Ltd", but vendor is Acme for all rows/,
  ],
  [`${base}|Price|Curr|Supplier / ${row}|7|USD|Acme`, "vendor", "Supplier"],
  [`${base}|Price|Curr|Supplier / ${row}|7|USD|Bolts`, "vendor", "", { headers: { vendor: "" } }],
];

for (const [text, column, expected, answer] of columns) {
  test(`${column} of ${text} is ${expected} ${JSON.stringify(answer ?? {})}`, () => {
    const { header, placed } = place(text, answer);
    if (typeof expected !== "string") return assert.match(placed.faults.join(" "), expected);
    assert.deepEqual(
      placed.faults.filter(
        (fault) => !/^Missing/.test(fault) && expected !== "PRECIO" && expected !== "PRECIO (2)",
      ),
      [],
    );
    const at = placed.places.get(column);
    const occurrence = header.slice(0, at).includes(header[at ?? -1] ?? "") ? " (2)" : "";
    assert.equal(at === undefined ? "" : `${header[at]}${occurrence}`, expected);
  });
}

/** A column that is only found by its values: likely, or a question between columns. */
const looks: readonly (readonly [
  text: string,
  certainty: string,
  candidates: readonly string[],
])[] = [
  ["Ident|Text / AX-100|Bolt / AX-200|Nut", "likely", []],
  ["KODE|FLUIDOS / Aceite|OL-22 / Grasa|GR-7", "unclear", ["KODE", "FLUIDOS"]],
  ["KODE|FLUIDOS / 10045|OL-22 / 10046|GR-7", "unclear", ["KODE", "FLUIDOS"]],
  ["Pos|Ident / 1|OL-22 / 2|GR-7", "likely", []],
  ["Preis|Ident / 1,50|OL-22 / 2,25|GR-7", "likely", []],
];

for (const [text, certainty, candidates] of looks) {
  test(`by its looks, the part number of ${text} is ${certainty}`, () => {
    const { header, rows, mapping } = place(text);
    const guess = guessColumns(header, rows, rules, mapping).find(
      ({ name }) => name === "part_number",
    );
    assert.equal(guess?.certainty, certainty);
    assert.deepEqual(
      guess?.candidates.map((one) => one.header),
      candidates,
    );
  });
}

/** Reads a row; its first fault counts, also one of an optional cell. */
function readOffer(cells: Cells) {
  const reading = readCells(cells);
  const [first] = reading.faults;
  return { offer: reading.offer, fault: first && `${first.column} ${first.reason}` };
}

test("words that say that there is none are no numbers, in five languages", () => {
  const words = ["S/C", "sin código", "o.A.", "O. A.", "néant", "NEANT", "N/A", "keine Angabe"];
  words.push("sem código", "sans référence", "s/n", "ninguno", "nenhum", "aucune", "--");
  for (const word of words) {
    assert.ok(isPlaceholder(word), word);
    const found = readOffer({ part_number: word }).fault;
    assert.equal(found, "part_number says that there is none", word);
    const { offer } = readOffer({ nsn: word, cage: word, superseded_by: word });
    assert.deepEqual([offer?.nsn, offer?.cage, offer?.supersededBy], [null, null, null], word);
  }
  for (const number of ["SC", "S/C-1", "OA12", "NA-100"]) assert.ok(!isPlaceholder(number), number);
});

test("the names of files are no certificates", () => {
  for (const name of ["8130_scan.pdf", "C:\\docs\\trace 12.JPG", "CoC; cert-7.tiff", "cert.docx"]) {
    const { fault } = readOffer({ certificate: name });
    assert.equal(fault, "certificate is the name of a file, not a certificate", name);
  }
  assert.equal(readOffer({ certificate: "FAA 8130-3" }).fault, undefined);
});

test("quantities that the header calls available are asked about where they were on hand", () => {
  const now = new Date("2026-11-21T22:00:00Z");
  const asked = (qty: string, remembered: "on-hand" | "available", declared: "on-hand" | null) => {
    const { placed } = place(`P/N|Name|Cond|UM|${qty}|Price USD / ${row}|7`);
    const modes = new Map([["Acme", remembered]]);
    const earlier = { modes, lastCount: null };
    const stock = createFeedStock({ mode: declared, asOf: null }, earlier, now, now);
    stock.setHeader(placed);
    stock.modeOf("Acme", toRow({}));
    return stock.terms().undecided;
  };
  for (const header of ["Qty avail", "Available", "verfügbar", "Qté dispo", "Cant. disponible"])
    assert.deepEqual(asked(header, "on-hand", null), ["Acme"], header);
  assert.deepEqual(asked("Qty", "on-hand", null), []);
  assert.deepEqual(asked("available_stock", "on-hand", null), []);
  assert.deepEqual(asked("Qty avail", "available", null), []);
  assert.deepEqual(asked("Qty avail", "on-hand", "on-hand"), [], "somebody said it");
});
