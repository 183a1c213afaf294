// The corpus of texts: encodings, delimiters, quotes, line ends, compression and JSON lines, each
// with the faults of real files.
import { gzipSync } from "node:zlib";
import { type CorpusFile, corpusColumns, corpusRow } from "./corpusFile.ts";

const line = (cells: readonly string[], delimiter = ",") => cells.join(delimiter);
const header = line(corpusColumns);
const row = (change?: Parameters<typeof corpusRow>[0]) => line(corpusRow(change));
const csv = (...rows: readonly string[]) => Buffer.from(`${[header, ...rows].join("\n")}\n`);
const named = (name: string) => `${header}\n${row({ name })}\n`;
const separated = (delimiter: string, change?: Parameters<typeof corpusRow>[0]) =>
  Buffer.from(`${line(corpusColumns, delimiter)}\n${line(corpusRow(change), delimiter)}\n`);

const encodings: readonly CorpusFile[] = [
  ["UTF-8", Buffer.from(named("ÉCROU")), ["1 created"]],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${named("ÉCROU")}`), ["1 created"]],
  ["UTF-16LE with a mark", Buffer.from(`\ufeff${named("ÉCROU")}`, "utf16le"), ["1 created"]],
  ["UTF-16LE without one", Buffer.from(named("ÉCROU"), "utf16le"), ["1 created"]],
  ["UTF-16BE", Buffer.from(`\ufeff${named("ÉCROU")}`, "utf16le").swap16(), ["1 created"]],
  ["Windows-1252", Buffer.from(named("\x93ÉCROU\x94 \x80"), "latin1"), ["1 created"]],
  [
    "two encodings in one file",
    Buffer.concat([
      csv(row({ name: "ÉCROU" })),
      Buffer.from(`${row({ "part number": "P-2", name: "ÉCROU" })}\n`, "latin1"),
      Buffer.from(`${row({ "part number": "P-3" })}\n`),
    ]),
    ["2 created", "3, part_name, \ufffdCROU, is not valid UTF-8"],
  ],
  [
    "a zero byte in a cell",
    csv(row({ name: "BO\0LT" })),
    ["0 created", "2, part_name, BO\u2400LT, contains a control character"],
  ],
  [
    "a zero byte before a line end",
    csv(`${row()}\0`),
    ["0 created", "2, shelf_life_expires, \u2400, contains a control character"],
  ],
  [
    "an escape for a terminal",
    csv(row({ name: "\x1b[2J" })),
    ["0 created", "2, part_name, \x1b[2J, contains a control character"],
  ],
  [
    "half a surrogate pair",
    Buffer.from(named("\ud83d"), "utf16le"),
    ["0 created", "2, part_name, \ufffd, is not valid UTF-8"],
  ],
];

const delimited: readonly CorpusFile[] = [
  ["semicolons", separated(";"), ["1 created"]],
  ["tabs", separated("\t"), ["1 created"]],
  ["bars", separated("|"), ["1 created"]],
  ["semicolons and a decimal comma", separated(";", { price: "1,05" }), ["1 created"]],
  [
    "a mark that may part thousands or decimals",
    separated(";", { price: "1,250" }),
    ["0 created", "2, price, 1,250, has a comma that may separate thousands or decimals"],
  ],
  ["a semicolon in a file of commas", csv(row({ name: "A;B;C;D;E;F;G;H;I;J;K;L" })), ["1 created"]],
  [
    "a comma too many",
    csv(row({ name: "BOLT, HEX" }), row()),
    ["1 created", "2, -, 11 cells, does not have 10 cells like the header"],
  ],
  [
    "a comma too few",
    csv("P-1,BOLT"),
    ["0 created", "2, -, 2 cells, does not have 10 cells like the header"],
  ],
  ["line ends of two characters", Buffer.from(`${header}\r\n${row()}\r\n`), ["1 created"]],
  ["line ends of old machines", Buffer.from(`${header}\r${row()}\r`), ["1 created"]],
  [
    "line ends of every kind",
    Buffer.from(`${header}\r\n${row()}\r\r\n\n${row({ cond: "OH" })}`),
    ["2 created"],
  ],
  ["rows without a word", csv("", ",,,,,,,,,", row(), '"  ",,,,,,,,,'), ["1 created"]],
];

const quoteMessage = "a quoted cell has no closing quote. Double any quote inside a quoted cell.";

const quoted: readonly CorpusFile[] = [
  [
    "quotes with all that needs them",
    csv(row({ description: '"BOLT, 1/4"" HEX\nlong"' })),
    ["1 created"],
  ],
  ["inches", csv(row({ name: 'BOLT 1/4" HEX' })), ["1 created"]],
  [
    "a line break in a name",
    csv(row({ name: '"A\nB"' }), row({ cond: "OH" })),
    ["1 created", "2, part_name, A\nB, contains a line break"],
  ],
  [
    "a quote that is never closed",
    csv(row({ name: '"BOLT' }), row(), row()),
    ["unreadable", `Line 2: ${quoteMessage}`],
  ],
  [
    "a quote that a later row closes",
    csv(row(), row({ name: '"O-RING' }), row({ name: '"SEAL"' })),
    ["unreadable", `Line 3: ${quoteMessage}`],
  ],
  ["words behind a quote", csv(row({ name: '"A" B' })), ["unreadable", `Line 2: ${quoteMessage}`]],
  [
    "a quote open for megabytes",
    csv(row({ name: '"A' }), ...Array(100_000).fill("x,y,z,1,2")),
    ["unreadable", `Line 2: ${quoteMessage}`],
  ],
  [
    "a guarded formula",
    csv(row({ "part number": "'-5" }), row({ "part number": "-5" })),
    ["1 created", "3, -, -, repeats line 2"],
  ],
];

const endless = (piece: Buffer) =>
  async function* generate(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < 2 ** 31; sent += piece.length) yield piece;
  };
const packed = gzipSync(csv(row()));

const sized: readonly CorpusFile[] = [
  ["nothing", Buffer.alloc(0), ["unreadable", "The file is empty: it has no header line."]],
  [
    "blanks alone",
    Buffer.from("\ufeff \n\r\n\t\n"),
    ["unreadable", "The file is empty: it has no header line."],
  ],
  ["a header alone", csv(), ["0 created"]],
  [
    "two gigabytes in one line",
    endless(Buffer.alloc(1 << 16, "x")),
    ["unreadable", "Line 1: a row is longer than 1,000,000 bytes."],
  ],
  [
    "two gigabytes of zero bytes",
    endless(Buffer.alloc(1 << 16)),
    ["unreadable", "Line 1: a row is longer than 1,000,000 bytes."],
  ],
  ["gzip", packed, ["1 created"]],
  [
    "gzip in two members",
    Buffer.concat([packed, gzipSync(Buffer.from(`${row({ cond: "OH" })}\n`))]),
    ["2 created"],
  ],
  ["gzip of UTF-16", gzipSync(Buffer.from(named("É"), "utf16le")), ["1 created"]],
  [
    "gzip that is cut off",
    packed.subarray(0, -8),
    ["unreadable", "The gzip file is damaged or cut off. Download it again."],
  ],
  [
    "gzip of gzip",
    gzipSync(packed),
    ["unreadable", "The file is compressed with gzip twice. Unpack it once."],
  ],
  [
    "a gzip bomb",
    gzipSync(Buffer.concat([csv(), Buffer.alloc(120_000_000, `${"x".repeat(9_999)}\n`)])),
    [
      "unreadable",
      "The file unpacks to more than 400 times its size. This is not a normal parts list.",
    ],
  ],
  [
    "a last line that is cut off",
    Buffer.from(`${header}\n${row()}\nP-2,BOL`),
    ["1 created", "stops: cut_off", "3, -, 2 cells, does not have 10 cells like the header"],
  ],
  [
    "HTML under another name",
    Buffer.from("<html><table><tr><td>part number"),
    [
      "unreadable",
      "The file contains HTML or XML. Open it in a spreadsheet program, choose Save As, " +
        "select Excel Workbook (.xlsx), and upload that.",
    ],
  ],
  [
    "a PDF",
    Buffer.from("%PDF-1.7\n"),
    ["unreadable", "The file is a PDF. Save it as .xlsx or CSV, and upload that."],
  ],
  [
    "a photograph",
    Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF\0", "latin1"),
    ["unreadable", "The file is a picture. Save it as .xlsx or CSV, and upload that."],
  ],
  [
    "a text document",
    Buffer.from("{\\rtf1\\ansi"),
    ["unreadable", "The file is a text document. Save it as .xlsx or CSV, and upload that."],
  ],
];

const columned: readonly CorpusFile[] = [
  [
    "a header twice",
    Buffer.from(`${header},P/N\n`),
    ["unreadable", 'Line 1: Two headers name part_number: "part number", "P/N".'],
  ],
  [
    "a part twice",
    csv(row(), row({ price: "2" }), row({ cond: "OH" })),
    ["2 created", "3, -, -, repeats line 2"],
  ],
  [
    "an error of a spreadsheet",
    csv(row({ name: "#REF!" })),
    ["0 created", "2, part_name, #REF!, is a spreadsheet error"],
  ],
];

const object = (change: Parameters<typeof corpusRow>[0] = {}, qty = "5") => {
  const cells = corpusRow(change);
  const pairs = corpusColumns.map((column, place) =>
    column === "qty" ? `"qty":${qty}` : `"${column}":${JSON.stringify(cells[place])}`,
  );
  return `{${pairs.join(",")}}`;
};
const lines = (...all: readonly string[]) => Buffer.from(`${all.join("\n")}\n`);

const json: readonly CorpusFile[] = [
  ["JSON lines", lines(object(), object({ cond: "OH", name: 'É "x"' })), ["2 created"]],
  [
    "JSON numbers with more than a float holds",
    lines(
      object({}, "5.0"),
      object({ cond: "OH" }, "1e1"),
      object({ cond: "SV" }, "99999999999999999999"),
    ),
    [
      "0 created",
      "1, available_stock, 5.0, is not a whole number from 0 to 1,000,000,000",
      "2, available_stock, 1e1, is not a whole number from 0 to 1,000,000,000",
      "3, available_stock, 99999999999999999999, is not a whole number from 0 to 1,000,000,000",
    ],
  ],
  [
    "JSON with an object in it",
    lines(object(), object({}, '{"a":1}')),
    ["1 created", '2, -, -, has a value in "qty" that is not text or a number'],
  ],
  [
    "JSON with a key twice",
    lines(object(), `${object().slice(0, -1)},"name":"NUT"}`),
    ["1 created", '2, -, -, has "name" twice'],
  ],
  [
    "JSON with a broken line",
    lines(object(), '{"part number":', object({ cond: "OH" })),
    ["2 created", "2, -, -, is not a JSON object"],
  ],
  [
    "JSON with a new key",
    lines(object(), `${object({ cond: "OH" }).slice(0, -1)},"colour":"red"}`),
    ["2 created"],
  ],
  [
    "JSON that is broken at once",
    lines("{", object()),
    ["unreadable", "Line 1: the row is not a JSON object. Every line must be one object."],
  ],
  ["a JSON array", lines(`[${object()}]`), ["1 created"]],
  [
    "JSON lines cut off",
    Buffer.from(`${object()}\n${object().slice(0, 30)}`),
    ["1 created", "stops: cut_off", "2, -, -, is not a JSON object"],
  ],
];

/** Texts that are sent as part lists. */
export const textFiles: readonly CorpusFile[] = [
  ...encodings,
  ...delimited,
  ...quoted,
  ...sized,
  ...columned,
  ...json,
];
