// The corpus of texts: what readers of files are tested with in test/rules, and an import adds to.
import { gzipSync } from "node:zlib";
import { type CorpusFile, corpusColumns, corpusRow } from "./corpusFile.ts";

const header = corpusColumns.join(",");
const row = (change?: Parameters<typeof corpusRow>[0]) => corpusRow(change).join(",");
const csv = (...rows: readonly string[]) => Buffer.from(`${[header, ...rows].join("\n")}\n`);
const named = (name: string) => `${header}\n${row({ name })}\n`;

const encodings: readonly CorpusFile[] = [
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
    "half a surrogate pair",
    Buffer.from(named("\ud83d"), "utf16le"),
    ["0 created", "2, part_name, \ufffd, is not valid UTF-8"],
  ],
];

const quoteMessage = "a quoted cell has no closing quote. Double any quote inside a quoted cell.";

const quoted: readonly CorpusFile[] = [
  [
    "a quote that a later row closes",
    csv(row(), row({ name: '"O-RING' }), row({ name: '"SEAL"' })),
    ["unreadable", `Line 3: ${quoteMessage}`],
  ],
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
    "gzip in two members",
    Buffer.concat([packed, gzipSync(Buffer.from(`${row({ cond: "OH" })}\n`))]),
    ["2 created"],
  ],
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
    "a text document",
    Buffer.from("{\\rtf1\\ansi"),
    ["unreadable", "The file is a text document. Save it as .xlsx or CSV, and upload that."],
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
    "JSON that is broken at once",
    lines("{", object()),
    ["unreadable", "Line 1: the row is not a JSON object. Every line must be one object."],
  ],
  [
    "JSON lines cut off",
    Buffer.from(`${object()}\n${object().slice(0, 30)}`),
    ["1 created", "stops: cut_off", "2, -, -, is not a JSON object"],
  ],
];

/** Texts that are sent as part lists. */
export const textFiles: readonly CorpusFile[] = [...encodings, ...quoted, ...sized, ...json];
