import { UnreadableFile } from "./fileRecord.ts";

type FileFormat = "csv" | "json lines" | "json array" | "xlsx" | "gzip";

const asTable = "Save it as .xlsx or CSV, and upload that.";
const openAndSave =
  "Open it in a spreadsheet program, choose Save As, select Excel Workbook (.xlsx), " +
  "and upload that.";
const unpack = "Unpack it, and import the file inside.";

/** Formats that are recognized but not read, by their first bytes. */
const refused: readonly (readonly [mark: string, reason: string])[] = [
  [
    "\xd0\xcf\x11\xe0",
    "The file is an old workbook (.xls) or one with a password. Open it in a spreadsheet " +
      "program, choose Save As, select Excel Workbook (.xlsx) without a password, and upload that.",
  ],
  ["%PDF", `The file is a PDF. ${asTable}`],
  ["\x89PNG", `The file is a picture. ${asTable}`],
  ["\xff\xd8\xff", `The file is a picture. ${asTable}`],
  ["GIF89a", `The file is a picture. ${asTable}`],
  ["{\\rtf", `The file is a text document. ${asTable}`],
  ["\xfd7zXZ", `The file is packed with xz. ${unpack}`],
  ["\x28\xb5\x2f\xfd", `The file is packed with zstd. ${unpack}`],
  ["BZh9", `The file is packed with bzip2. ${unpack}`],
  ["7z\xbc\xaf", `The file is packed with 7-Zip. ${unpack}`],
  ["Rar!", `The file is packed with RAR. ${unpack}`],
  ["PK\x05\x06", "The file is an empty archive."],
  ["PAR1", `The file is a Parquet file. ${asTable}`],
];

/** The first characters of a text in any encoding, without byte order mark and blanks. */
function firstOfText(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").replace(/[\0\s]/g, "");
}

/**
 * Detects the format of a file from its first bytes. Throws `UnreadableFile`, with what to do, for
 * a format that is not read.
 */
export function detectFormat(head: Uint8Array): FileFormat {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\x1f\x8b")) return "gzip";
  if (text.startsWith("PK\x03\x04")) return "xlsx";
  for (const [mark, reason] of refused) {
    if (text.startsWith(mark)) throw new UnreadableFile(reason);
  }
  const first = firstOfText(text);
  if (/^<\?xml.*?<\?mso-application/i.test(first)) {
    throw new UnreadableFile(`The file is an XML spreadsheet of 2003. ${openAndSave}`);
  }
  if (/^<(?:[?!]|html|table|meta|style)/i.test(first)) {
    throw new UnreadableFile(`The file contains HTML or XML. ${openAndSave}`);
  }
  if (/^\[[{[\]]/.test(first)) return "json array";
  return first.startsWith("{") ? "json lines" : "csv";
}
