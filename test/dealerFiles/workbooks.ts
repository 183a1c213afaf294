// Workbooks as dealers send them, built from rows.
import { rowOf, workbookOf } from "../support/workbook.ts";

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

/** Title over merged cells, a table with a total, and sheets beside it that are no lists. */
export const quarterlyBook = bookOf([
  {
    name: "Cover",
    rows: rowOf("Wexley Rotables") + rowOf("Stock list", "Q4 2026"),
    merged: "A1:F1",
  },
  {
    name: "Stock",
    merged: "A1:H1",
    rows: [
      cellsAt(1, { A: "Wexley Rotables - stock list Q4 2026" }),
      cellsAt(3, {
        A: "P/N",
        B: "Nomenclature",
        C: "Condition",
        D: "UOM",
        E: "Qty",
        F: "Unit Price (USD)",
        G: "S/N",
        H: "Trace",
      }),
      cellsAt(4, {
        A: "WX-4021-1",
        B: "PUMP, HYDRAULIC",
        C: "OH",
        D: "EA",
        E: 1,
        F: 18500,
        G: "A113",
        H: "EASA Form 1",
      }),
      cellsAt(5, {
        A: "WX-4021-1",
        B: "PUMP, HYDRAULIC",
        C: "SV",
        D: "EA",
        E: 2,
        F: 12750.5,
        G: "A207",
      }),
      cellsAt(6, { A: 4410293, B: "GASKET", C: "NE", D: "EA", E: 310, F: 1.1 }),
      cellsAt(7, { A: "Total", E: 313, F: 31251.6 }),
    ].join(""),
  },
  {
    name: "Terms",
    rows: rowOf("1.", "All parts are subject to prior sale.") + rowOf("2.", "FCA Wexley."),
  },
]);

/** A pivot table of an ERP: a column and lines of its own around it, subtotals, a grand total. */
export const pivotTable = bookOf([
  {
    name: "Pivot",
    rows: [
      cellsAt(1, { B: "Stock by part" }),
      cellsAt(2, { B: "Plant", C: "(All)" }),
      cellsAt(4, {
        B: "Part Number",
        C: "Description",
        D: "Cond",
        E: "UoM",
        F: "Sum of Qty Available",
        G: "List Price",
        H: "Currency",
      }),
      cellsAt(5, { B: "ORR-31-7", C: "VALVE", D: "NE", E: "EA", F: 4, G: 812.4, H: "USD" }),
      cellsAt(6, { B: "ORR-31-7", C: "VALVE", D: "OH", E: "EA", F: 2, G: 455, H: "USD" }),
      cellsAt(7, { B: "ORR-31-7 Total", F: 6 }),
      cellsAt(8, { B: "ORR-90", C: "CLAMP, LOOP", D: "NE", E: "EA", F: 1250, G: 0.37, H: "USD" }),
      cellsAt(9, { B: "ORR-90 Total", F: 1250 }),
      cellsAt(10, { B: "Grand Total", F: 1256 }),
    ].join(""),
  },
]);
