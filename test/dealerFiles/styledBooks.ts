// Workbooks whose cells have number formats, as dealers send them.
import { bookOf, cellsAt } from "./workbooks.ts";

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/>' +
  '<numFmt numFmtId="165" formatCode="[$$-409]#,##0.00"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/>' +
  "</cellXfs>";
const inEuros = 1;
const inDollars = 2;
const asDay = 3;

/** A row in which the cell of `column` has a style. */
function styledAt(
  line: number,
  cells: Parameters<typeof cellsAt>[1],
  column: string,
  style: number,
) {
  return cellsAt(line, cells).replace(`r="${column}${line}"`, `r="${column}${line}" s="${style}"`);
}

/** Prices in two currencies by their formats, a row hidden by a filter, a hidden sheet. */
export const warehouseBook = bookOf(
  [
    {
      name: "Lagerliste",
      merged: "A1:I1",
      rows: [
        cellsAt(1, { A: "Nordwald Luftfahrt GmbH - Lagerliste KW 47" }),
        styledAt(2, { A: "Stand:", B: 46347 }, "B", asDay),
        cellsAt(4, {
          B: "Materialnr.",
          C: "Benennung",
          D: "Hersteller",
          E: "Zst.",
          F: "ME",
          G: "Bestand",
          H: "EP netto",
          I: "WKZ",
          J: "Liefertage",
        }),
        styledAt(
          5,
          {
            B: "NW-100-4",
            C: "Ventil",
            D: "Nordwald",
            E: "NE",
            F: "ST",
            G: 4,
            H: 1250.5,
            I: "EUR",
            J: 5,
          },
          "H",
          inEuros,
        ),
        styledAt(
          6,
          {
            B: "NW-100-5",
            C: "Ventil",
            D: "Nordwald",
            E: "OH",
            F: "ST",
            G: 1,
            H: 121.00000000000001,
            I: "USD",
            J: 14,
          },
          "H",
          inDollars,
        ).replace("<row ", '<row hidden="1" '),
        styledAt(
          7,
          { B: 4400017, C: "Dichtring", E: "NE", F: "ST", G: 1200, H: 0.35, J: 2 },
          "H",
          inEuros,
        ),
        styledAt(
          8,
          {
            B: "NW-7",
            C: "Schlauch",
            D: "Nordwald",
            E: "NE",
            F: "M",
            G: 40,
            H: 18.9,
            I: "USD",
            J: 2,
          },
          "H",
          inEuros,
        ),
        cellsAt(9, { F: "Summe", G: 1245 }),
      ].join(""),
    },
    { name: "Kalkulation", isHidden: true, rows: cellsAt(1, { A: "Materialnr.", B: "EK" }) },
  ],
  styles,
);

/** A net price beside the list price, and what parts are made of. */
export const fastenerBook = bookOf(
  [
    { name: "Readme", rows: cellsAt(1, { A: "Prices valid to 2027-03-31" }) },
    {
      name: "Price List",
      merged: "F2:G2",
      rows: [
        cellsAt(1, { A: "Calder Aero Fasteners" }),
        cellsAt(2, { F: "Pricing (USD)" }),
        cellsAt(3, {
          A: "Part No.",
          B: "Keyword",
          C: "Alt. P/N",
          D: "Condition",
          E: "UM",
          F: "List Price",
          G: "Net Price",
          H: "Avail.",
          I: "SPQ",
          J: "Alloy",
          K: "Material",
        }),
        styledAt(
          4,
          {
            A: "CF-3-8",
            B: "BOLT, HEX",
            D: "NE",
            E: "EA",
            F: 2.5,
            G: 1.875,
            H: 400,
            I: 25,
            J: "A286",
            K: "STEEL",
          },
          "G",
          inDollars,
        ),
        styledAt(
          5,
          {
            A: "CF-3-10",
            B: "BOLT, HEX",
            C: "CF-3-10A",
            D: "NE",
            E: "EA",
            F: 2.75,
            G: 2.0625,
            H: 0,
            I: 25,
            J: "A286",
            K: "STEEL",
          },
          "G",
          inDollars,
        ),
        styledAt(
          6,
          {
            A: "CF-SHIM",
            B: "SHIM",
            D: "NE",
            E: "HD",
            F: 40,
            G: 30,
            H: 12,
            I: 1,
            J: "6061",
            K: "ALUMINUM",
          },
          "G",
          inDollars,
        ),
      ].join(""),
    },
  ],
  styles,
);
