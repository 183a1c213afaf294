// The corpus of workbooks: what spreadsheets do to part numbers, prices and days, and archives that
// are not workbooks.
import { rowOf, workbookOf, zipOf } from "../support/workbook.ts";
import { type CorpusFile, corpusColumns, corpusRow } from "./corpusFile.ts";

const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
const headerRow = rowOf(...corpusColumns);
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook of a header and rows of texts, some cells given as XML. */
function workbook(
  ...rows: readonly Partial<Record<(typeof corpusColumns)[number], string>>[]
): Promise<Buffer> {
  const written = rows.map((cells) => {
    const good = corpusRow().map(text);
    const all = corpusColumns.map((column, place) => cells[column] ?? good[place]);
    return `<row>${all.join("")}</row>`;
  });
  return workbookOf({ rows: headerRow + written.join(""), styles });
}

const changed = "is a number in the spreadsheet, which may have changed it";

/** Workbooks and other archives that are sent as part lists. */
export const workbookFiles: readonly CorpusFile[] = [
  [
    "numbers as numbers",
    workbook({
      "part number": "<c><v>21117</v></c>",
      qty: "<c><v>7</v></c>",
      price: "<c><v>19.989999999999998</v></c>",
    }),
    ["1 created"],
  ],
  [
    "a part number with a fraction",
    workbook({ "part number": "<c><v>211.09999999999999</v></c>" }),
    ["0 created", `2, part_number, 211.1, ${changed}`],
  ],
  [
    "a part number in powers of ten",
    workbook({ "part number": "<c><v>1.2345E+16</v></c>" }),
    ["0 created", `2, part_number, 12345000000000000, ${changed}`],
  ],
  [
    "a part number that became a day",
    workbook({ "part number": '<c s="1"><v>46093</v></c>' }),
    ["0 created", "2, part_number, 2026-03-12, is a date in the spreadsheet, not text"],
  ],
  [
    "a part number that became a yes",
    workbook({ "part number": '<c t="b"><v>1</v></c>' }),
    ["0 created", "2, part_number, TRUE, is TRUE or FALSE in the spreadsheet, not text"],
  ],
  [
    "a price that is a third",
    workbook({ price: "<c><v>0.33333333333333331</v></c>" }),
    ["0 created", "2, price, 0.3333333333333333, has more than 7 decimals per unit"],
  ],
  [
    "a formula without its value",
    workbook({ price: "<c><f>1+1</f></c>" }),
    ["0 created", "2, -, -, has a formula without a value; open the workbook and save it"],
  ],
  [
    "a text of many lines",
    workbook({ name: text("A_x000D_&#10;B") }),
    ["0 created", "2, part_name, A\r\nB, contains a line break"],
  ],
  [
    "a workbook without a word",
    workbookOf({}),
    ["unreadable", "The file is empty: it has no header line."],
  ],
  [
    "a zip of a CSV file",
    zipOf({ "parts.csv": "a,b" }),
    [
      "unreadable",
      "The archive contains no readable workbook. Save it as .xlsx or CSV, or unpack it and " +
        "import the file that is in it.",
    ],
  ],
  ["an archive of nothing", zipOf({}), ["unreadable", "The file is an empty archive."]],
  [
    "a workbook cut off",
    workbook({}).then((bytes) => bytes.subarray(0, 900)),
    ["unreadable", "The workbook is damaged or cut off. Download it again, or save it once more."],
  ],
];
