// Small files that take much memory or time to read.
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { workbookOf, zipOf } from "../support/workbook.ts";

const header = "part number,quantity\n";
const headerRow = rowOf("part number", "quantity");
const mega = 1_000_000;

export function rowOf(...texts: readonly string[]): string {
  return `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`;
}

const packed = (text: string): Buffer => gzipSync(text, { level: 1 });
const sheet = (xml: string) => workbookOf({ parts: { "xl/worksheets/sheet1.xml": xml } });
const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const part = (name: string, xml: string) => workbookOf({ rows: headerRow, parts: { [name]: xml } });
const strings = (xml: string) => part("xl/sharedStrings.xml", `<sst>${xml}</sst>`);
const unlike = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join("");

function sheets(count: number, rows: string): Promise<Buffer> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const of = (n: number) => [`xl/worksheets/sheet${n + 3}.xml`, sheetOf(rows)] as const;
  const related = numbers.map(
    (n) => `<Relationship Id="s${n}" Type="a/worksheet" Target="worksheets/sheet${n + 3}.xml"/>`,
  );
  return workbookOf({
    workbook: `<sheets>${unlike(count, (n) => `<sheet name="${n}" r:id="s${n}"/>`)}</sheets>`,
    parts: {
      "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
      ...Object.fromEntries(numbers.map(of)),
    },
  });
}

type HostileFile = readonly [what: string, make: () => Buffer | Promise<Buffer>, status?: number];

/**
 * By what they are; each is made when it is sent. They are refused with 422, or `status`: a person
 * chooses columns from the first records.
 */
export const hostileFiles: readonly HostileFile[] = [
  ["nested elements", () => sheet(`<worksheet>${"<a>".repeat(mega / 2)}`)],
  ["shared strings", () => strings("<si><t>a</t></si>".repeat(10 * mega))],
  ["packed rows", () => packed(header + "AAA,1\n".repeat(30 * mega))],
  ["rows of three sheets", () => sheets(3, headerRow + rowOf("A", "1").repeat(mega)), 303],

  ["nested and closed", () => sheet(`${"<a>".repeat(mega)}${"</a>".repeat(mega)}`)],
  ["nested rows", () => sheet(`<worksheet>${"<row>".repeat(mega / 2)}`)],
  ["empty rows of thirty sheets", () => sheets(30, "<row/>".repeat(mega))],
  [
    "short rows below a wide one",
    () =>
      sheet(sheetOf(`<row><c r="ALL1" t="str"><v>é</v></c></row>${rowOf("1").repeat(mega / 2)}`)),
  ],
  ["long strings", () => strings(`<si><t>${"é".repeat(900_000)}</t></si>`.repeat(100))],
  ["attributes", () => sheet(`<a ${unlike(120_000, (n) => `a${n}="" `)}/>`)],
  [
    "relations",
    () =>
      part(
        "xl/_rels/workbook.xml.rels",
        `<Relationships>${unlike(300_000, (n) => `<Relationship Id="r${n}" Target="t"/>`)}</Relationships>`,
      ),
  ],
  ["sheets", () => workbookOf({ workbook: `<sheets>${"<sheet/>".repeat(mega)}</sheets>` })],
  [
    "styles",
    () =>
      part(
        "xl/styles.xml",
        `<s>${unlike(200_000, (n) => `<numFmt numFmtId="${n}" formatCode="${"0".repeat(200)}"/>`)}</s>`,
      ),
  ],
  [
    "hidden columns",
    () =>
      sheet(
        `<worksheet>${'<col min="-99999999" max="999999999" hidden="1"/>'.repeat(9)}</worksheet>`,
      ),
  ],
  ["a comment", () => sheet(`<worksheet><!--${"-x".repeat(20 * mega)}--></worksheet>`)],
  [
    "entries",
    () => zipOf(Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`${n}`, ""]))),
  ],
  ["a workbook that ends early", async () => (await sheets(2, headerRow)).subarray(0, -30)],
  [
    "keys",
    () =>
      Buffer.from(
        `{${unlike(90_000, (n) => `"${n.toString(36)}":1,`)}"-":1}\n${"{}\n".repeat(mega)}`,
      ),
  ],
  ["brackets", () => Buffer.from(`{"a":${"[".repeat(950_000)}\n`)],
  ["empty elements", () => packed(`[{"a":1}${",{}".repeat(20 * mega)}]`), 303],
  ["columns", () => Buffer.from(`${"A,".repeat(490_000)}\n${"1,".repeat(490_000)}\n`)],
  ["blank lines", () => packed(header + "\n".repeat(90 * mega))],
  ["quotes", () => Buffer.from('"'.repeat(20 * mega))],
  ["an open quote", () => Buffer.from(`${header}"${"A,1\n".repeat(5 * mega)}`)],
  ["a line of two-byte characters", () => Buffer.from(`\ufeff${"A".repeat(10 * mega)}`, "utf16le")],
  ["zeros", () => packed("\0".repeat(400 * mega))],
  ["random bytes", () => Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(mega)])],
  [
    "packed random bytes",
    () => Buffer.concat([Buffer.from("\x1f\x8b\x08\0", "latin1"), randomBytes(mega)]),
  ],
  ["long cells", () => Buffer.from(header + `${"_A/1 x 2, ".repeat(90_000)}\n`.repeat(20))],
  ["50,001 rows", () => Buffer.from(header + "AAA,1\n".repeat(50_001))],
];

type HostileImport = readonly [
  what: string,
  /** `rows` can be read, and are more than an inspection reads. */
  make: (rows: string) => Promise<Buffer>,
  refusedBy: "inspection" | "dry run",
  reason: RegExp,
];

export const hostileImports: readonly HostileImport[] = [
  ["nested elements", () => sheet(`<worksheet>${"<a>".repeat(mega / 2)}`), "inspection", /damaged/],
  [
    "shared strings",
    () => strings("<si><t>a</t></si>".repeat(10 * mega)),
    "inspection",
    /too many texts/,
  ],
  [
    "nested elements after its first rows",
    (rows) => sheet(`<worksheet><sheetData>${rows}${"<a>".repeat(mega / 2)}`),
    "dry run",
    /damaged/,
  ],
  [
    "empty rows after its first rows",
    (rows) => sheet(sheetOf(rows + "<row/>".repeat(1.1 * mega))),
    "dry run",
    /more than 1,048,576 rows/,
  ],
];

/** The largest form that the page takes. */
const paste = (text: string): string => text.repeat((2 * mega) / text.length / 1.6);

export const hostilePastes: readonly (readonly [what: string, text: string])[] = [
  ["equal headers", paste("A\t")],
  ["columns", paste("A\tB\t\n")],
  ["a line of marks", `A-1 1\n${paste("_")}x`],
  ["a line of words", `A-1 1\n${paste("x 1 or ")}`],
  ["rows", paste("A-1 1\n")],
  ["an open quote", `A,1\n"${paste("A,1\n")}`],
];
