// Workbooks as dealers send them, built from rows.
import { workbookOf } from "../support/workbook.ts";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

type Sheet = {
  readonly name: string;
  readonly rows: string;
  readonly merged?: string;
  /** The place of a hidden column, from 1. */
  readonly hiddenColumn?: number;
  readonly isHidden?: true;
};

/** A workbook of several sheets; `styles` is the inside of its style sheet. */
export function bookOf(sheets: readonly Sheet[], styles = ""): Promise<Buffer> {
  const parts = Object.fromEntries(
    sheets.map(({ rows, merged, hiddenColumn }, place) => {
      const merges =
        merged === undefined ? "" : `<mergeCells><mergeCell ref="${merged}"/></mergeCells>`;
      const hidden = `<cols><col min="${hiddenColumn}" max="${hiddenColumn}" hidden="1"/></cols>`;
      const cols = hiddenColumn === undefined ? "" : hidden;
      const data = `${cols}<sheetData>${rows}</sheetData>${merges}`;
      return [
        `xl/worksheets/sheet${place + 1}.xml`,
        `<worksheet xmlns="${main}">${data}</worksheet>`,
      ];
    }),
  );
  const relations = sheets.map(
    (_, place) =>
      `<Relationship Id="rId${place + 1}" Type="${office}/worksheet" ` +
      `Target="worksheets/sheet${place + 1}.xml"/>`,
  );
  const listed = sheets.map(
    ({ name, isHidden }, place) =>
      `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place + 1}"` +
      `${isHidden ? ' state="hidden"' : ""}/>`,
  );
  const package2006 = "http://schemas.openxmlformats.org/package/2006/relationships";
  const styled = `<Relationship Id="rIdS" Type="${office}/styles" Target="styles.xml"/>`;
  const all = relations.join("") + styled;
  const related = `<Relationships xmlns="${package2006}">${all}</Relationships>`;
  return workbookOf({
    styles,
    workbook: `<sheets>${listed.join("")}</sheets>`,
    parts: {
      ...parts,
      "xl/_rels/workbook.xml.rels": related,
    },
  });
}

/** A row at a line, of cells by their column. */
export function cellsAt(line: number, cells: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(cells).map(([column, value]) =>
    typeof value === "number"
      ? `<c r="${column}${line}"><v>${value}</v></c>`
      : `<c r="${column}${line}" t="inlineStr"><is><t>${value}</t></is></c>`,
  );
  return `<row r="${line}">${written.join("")}</row>`;
}

/**
 * Rows from a line on, each a text of cells from `column` on between bars: "-100 | BOLT |  | 5". Of a
 * row whose text begins with "C:3 " the cell in column C has the third format.
 */
function rowsAt(line: number, rows: readonly string[], column = "A"): string {
  const first = column.charCodeAt(0);
  return rows
    .map((row, at) => {
      const [, styled, style, text = row] = /^(?:([A-Z]):(\d) )(.*)$/.exec(row) ?? [];
      const cells = text.split("|").flatMap((cell, place) => {
        const [name, value] = [String.fromCharCode(first + place), cell.trim()];
        if (value === "") return [];
        return [[name, Number.isNaN(Number(value)) ? value : Number(value)] as const];
      });
      const place = `r="${styled}${line + at}"`;
      const written = cellsAt(line + at, Object.fromEntries(cells));
      return styled === undefined ? written : written.replace(place, `${place} s="${style}"`);
    })
    .join("");
}

/** Title over merged cells, a table with a total, and sheets beside it that are no lists. */
export const quarterlyBook = bookOf([
  {
    name: "Cover",
    rows: rowsAt(1, ["Wexley Rotables", "Stock list | Q4 2026"]),
    merged: "A1:F1",
  },
  {
    name: "Stock",
    merged: "A1:H1",
    rows:
      rowsAt(1, ["Wexley Rotables - stock list Q4 2026"]) +
      rowsAt(3, [
        "P/N | Nomenclature | Condition | UOM | Qty | Unit Price (USD) | S/N | Trace",
        "WX-4021-1 | PUMP, HYDRAULIC | OH | EA | 1 | 18500 | A113 | EASA Form 1",
        "WX-4021-1 | PUMP, HYDRAULIC | SV | EA | 2 | 12750.5 | A207",
        "4410293 | GASKET | NE | EA | 310 | 1.1",
        "Total | | | | 313 | 31251.6",
      ]),
  },
  {
    name: "Terms",
    rows: rowsAt(1, ["1. | All parts are subject to prior sale.", "2. | FCA Wexley."]),
  },
]);

/** A pivot table of an ERP: a column and lines of its own around it, subtotals, a grand total. */
export const pivotTable = bookOf([
  {
    name: "Pivot",
    rows:
      rowsAt(1, ["Stock by part", "Plant | (All)"], "B") +
      rowsAt(
        4,
        [
          "Part Number | Description | Cond | UoM | Sum of Qty Available | List Price | Currency",
          "ORR-31-7 | VALVE | NE | EA | 4 | 812.4 | USD",
          "ORR-31-7 | VALVE | OH | EA | 2 | 455 | USD",
          "ORR-31-7 Total | | | | 6",
          "ORR-90 | CLAMP, LOOP | NE | EA | 1250 | 0.37 | USD",
          "ORR-90 Total | | | | 1250",
          "Grand Total | | | | 1256",
        ],
        "B",
      ),
  },
]);

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/>' +
  '<numFmt numFmtId="165" formatCode="[$$-409]#,##0.00"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/>' +
  "</cellXfs>";

/** Prices in euros (1) and dollars (2) by their formats, a day (3), and hidden row and sheet. */
export const warehouseBook = bookOf(
  [
    {
      name: "Lagerliste",
      merged: "A1:I1",
      rows:
        rowsAt(1, ["Nordwald Luftfahrt GmbH - Lagerliste KW 47", "B:3 Stand: | 46347"]) +
        rowsAt(
          4,
          [
            "Materialnr. | Benennung | Hersteller | Zst. | ME | Bestand | EP netto | WKZ | Liefertage",
            "H:1 NW-100-4 | Ventil | Nordwald | NE | ST | 4 | 1250.5 | EUR | 5",
            "H:2 NW-100-5 | Ventil | Nordwald | OH | ST | 1 | 121.00000000000001 | USD | 14",
            "H:1 4400017 | Dichtring | | NE | ST | 1200 | 0.35 | | 2",
            "H:1 NW-7 | Schlauch | Nordwald | NE | M | 40 | 18.9 | USD | 2",
            "| | | | Summe | 1245",
          ],
          "B",
        ).replace('<row r="6"', '<row hidden="1" r="6"'),
    },
    { name: "Kalkulation", isHidden: true, rows: rowsAt(1, ["Materialnr. | EK"]) },
  ],
  styles,
);

/** A net price beside the list price, and what parts are made of. */
export const fastenerBook = bookOf(
  [
    { name: "Readme", rows: rowsAt(1, ["Prices valid to 2027-03-31"]) },
    {
      name: "Price List",
      merged: "F2:G2",
      rows:
        rowsAt(1, ["Calder Aero Fasteners", "| | | | | Pricing (USD)"]) +
        rowsAt(3, [
          "Part No. | Keyword | Alt. P/N | Condition | UM | List Price | Net Price | Avail. | SPQ | Alloy | Material",
          "G:2 CF-3-8 | BOLT, HEX | | NE | EA | 2.5 | 1.875 | 400 | 25 | A286 | STEEL",
          "G:2 CF-3-10 | BOLT, HEX | CF-3-10A | NE | EA | 2.75 | 2.0625 | 0 | 25 | A286 | STEEL",
          "G:2 CF-SHIM | SHIM | | NE | HD | 40 | 30 | 12 | 1 | 6061 | ALUMINUM",
        ]),
    },
  ],
  styles,
);
