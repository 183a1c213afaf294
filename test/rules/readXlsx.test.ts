// Reading workbooks: each cell as stored, and no workbook is trusted.

import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import { unpackLimits } from "../../src/reading/files/gunzipBytes.ts";
import { openRecords } from "../../src/reading/files/openRecords.ts";
import { openFolder } from "../support/openFolder.ts";
import { share } from "../support/share.ts";
import { rowOf, workbookOf, zipOf } from "../support/workbook.ts";

const folder = share(openFolder);

async function read(bytes: Buffer, limits = unpackLimits): Promise<FileRecord[]> {
  const opened = await openRecords(Readable.from([bytes]), { limits });
  try {
    return (await Array.fromAsync(opened.batches)).flat();
  } finally {
    await opened.close();
  }
}

/** The cells and kinds of the second row of a sheet. */
async function readRow(row: string, more: Parameters<typeof workbookOf>[0] = {}) {
  const rows = `${rowOf("a", "b", "c", "d")}<row>${row}</row>`;
  const [, record] = await read(await workbookOf({ rows, ...more }));
  return record;
}

test("shared, inline and formatted texts are read without phonetic hints", async () => {
  const strings = [
    "<t>X</t>",
    '<r><t xml:space="preserve">A </t></r><r><t>B</t></r><rPh><t>Z</t></rPh>',
  ];
  const row =
    '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><f>A1</f><v>Q</v></c><c t="s"/>';
  const record = await readRow(row, { strings });
  assert.deepEqual(record?.cells, ["X", "A B", "Q", ""]);
  assert.deepEqual(record?.kinds, ["text", "text", "formula", "text"]);
});

test("records have the row numbers of the sheet, gaps are empty cells, and empty rows are skipped", async () => {
  const rows =
    '<row r="3"><c r="A3" t="str"><v>a</v></c><c r="C3" t="str"><v>c</v></c></row><row r="4"/>' +
    '<row r="5"><c r="A5" s="1"/></row><row r="9">' +
    '<c r="B9" t="str"><v>y</v></c><c r="XFD9" s="1"/></row>';
  assert.deepEqual(
    (await read(await workbookOf({ rows }))).map(({ line, cells }) => ({ line, cells })),
    [
      { line: 3, cells: ["a", "", "c"] },
      { line: 9, cells: ["", "y", ""] },
    ],
  );
});

test("a number is read as its shortest decimal text and never changes its value", async () => {
  for (const [stored, text] of [
    ["21117", "21117"],
    ["1.5", "1.5"],
    ["19.989999999999998", "19.99"],
    ["1E+5", "100000"],
    ["1.0000000000000001E-5", "0.00001"],
    ["-1.25e-7", "-0.000000125"],
    ["123456789012345", "123456789012345"],
    ["0.30000000000000004", "0.30000000000000004"],
    ["-0", "0"],
    ["1E+300", "1E+300"],
    ["1e99999", "1e99999"],
    ["twelve", "twelve"],
  ] as const) {
    const record = await readRow(`<c><v>${stored}</v></c>`);
    assert.equal(record?.cells[0], text);
    assert.equal(record?.kinds?.[0], "number");
  }
});

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/>' +
  '<numFmt numFmtId="165" formatCode="[Red]&quot;days&quot; 0.00\\d"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>' +
  '<xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';

test("a number with a date style is read as that day, in both calendars", async () => {
  for (const [style, stored, text, kind] of [
    [1, "46347", "2026-11-21", "date"],
    [2, "1", "1900-01-01", "date"],
    [1, "59", "1900-02-28", "date"],
    [1, "60", "60", "date"],
    [1, "61", "1900-03-01", "date"],
    [1, "46347.5", "2026-11-21T12:00:00", "date"],
    [1, "0.5", "0.5", "date"],
    [1, "2958465", "9999-12-31", "date"],
    [1, "2958467", "2958467", "date"],
    [0, "46347", "46347", "number"],
    [3, "46347", "46347", "number"],
  ] as const) {
    const record = await readRow(`<c s="${style}"><v>${stored}</v></c>`, { styles });
    assert.deepEqual([record?.cells[0], record?.kinds?.[0]], [text, kind], `${style} ${stored}`);
  }
  const workbook =
    '<workbookPr date1904="1"/><sheets><sheet name="P" sheetId="1" r:id="rId1"/></sheets>';
  const record = await readRow('<c s="1"><v>44885</v></c>', { styles, workbook });
  assert.equal(record?.cells[0], "2026-11-21");
  const written = await readRow('<c t="d"><v>2026-11-21T00:00:00Z</v></c>');
  assert.deepEqual([written?.cells[0], written?.kinds?.[0]], ["2026-11-21", "date"]);
});

const formats = (...codes: readonly string[]) => {
  const defined = codes.map(
    (code, place) => `<numFmt numFmtId="${200 + place}" formatCode="${code}"/>`,
  );
  const used = codes.map((_, place) => `<xf numFmtId="${200 + place}"/>`);
  return (
    `<numFmts>${defined.join("")}</numFmts>` +
    `<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/>${used.join("")}</cellXfs>`
  );
};

test("a number whose style shows a percentage is that percentage, with its sign", async () => {
  const given = {
    styles: formats("0.0%;[Red]-0.0%", "0.0\\%", '0.0"%"'.replaceAll('"', "&quot;")),
  };
  for (const [style, stored, text, kind] of [
    [1, "0.1", "10%", "percent"],
    [2, "7.0000000000000007E-2", "7%", "percent"],
    [2, "0.07249999999999999", "7.25%", "percent"],
    [2, "1", "100%", "percent"],
    [1, "0", "0%", "percent"],
    [3, "-0.05", "-5%", "percent"],
    [2, "0.00000000012", "0.000000012%", "percent"],
    [1, "abc", "abc", "number"],
    [4, "7.5", "7.5", "number"],
    [5, "7.5", "7.5", "number"],
    [0, "0.1", "0.1", "number"],
  ] as const) {
    const record = await readRow(`<c s="${style}"><v>${stored}</v></c>`, given);
    assert.deepEqual([record?.cells[0], record?.kinds?.[0]], [text, kind], `${style} ${stored}`);
  }
});

test("the value of a formula has its own type, a number the currency of its style", async () => {
  const given = { styles: formats("[$€-407]0.00") };
  const priced = await readRow('<c s="3"><v>1</v></c><c t="str" s="3"><v>a</v></c>', given);
  assert.deepEqual(priced?.currencies, new Map([[0, { sign: "€", locale: "407" }]]));
  const row = '<c><f>A1*1.1</f><v>121.00000000000001</v></c><c t="str"><f>A1</f><v>X</v></c>';
  const record = await readRow(row);
  assert.deepEqual(record?.kinds?.slice(0, 2), ["number", "formula"]);
});

test("a whole number whose style is zeros has as many digits as zeros", async () => {
  const given = {
    styles: formats("00000000000", "00000;-00000", "000.00", "#00000", "[$-409]0000\\-00\\-000"),
  };
  for (const [style, stored, text, kind] of [
    [3, "12345", "00000012345", "number"],
    [3, "123456789012", "123456789012", "number"],
    [4, "42", "00042", "number"],
    [4, "-42", "-42", "number"],
    [4, "4.5", "4.5", "number"],
    [5, "42", "42", "number"],
    [6, "42", "42", "number"],
    [7, "42", "0000-00-042", "text"],
    [7, "12345678901", "123456-78-901", "text"],
    [0, "42", "42", "number"],
  ] as const) {
    const record = await readRow(`<c s="${style}"><v>${stored}</v></c>`, given);
    assert.deepEqual([record?.cells[0], record?.kinds?.[0]], [text, kind], `${style} ${stored}`);
  }
});

test("booleans, errors and formulas are distinguished from texts", async () => {
  const row =
    '<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c><f>1+1</f><v>2</v></c><c t="b"><v>0</v></c>';
  const record = await readRow(row);
  assert.deepEqual(record?.cells, ["TRUE", "#N/A", "2", "FALSE"]);
  assert.deepEqual(record?.kinds, ["boolean", "error", "number", "boolean"]);
});

test("the first visible sheet is read, and its name is reported", async () => {
  const sheet = (text: string) => `<worksheet><sheetData>${rowOf(text)}</sheetData></worksheet>`;
  const bytes = await workbookOf({
    rows: rowOf("hidden"),
    workbook:
      '<sheets><sheet name="Old" state="hidden" r:id="rId1"/>' +
      '<sheet name="New" r:id="rId2"/></sheets>',
    parts: { "xl/worksheets/sheet2.xml": sheet("shown") },
  });
  const opened = await openRecords([bytes] as unknown as AsyncIterable<Uint8Array>);
  assert.deepEqual((await Array.fromAsync(opened.batches)).flat()[0]?.cells, ["shown"]);
  assert.equal(opened.traits().sheet, "New");
  await opened.close();
});

test("a workbook from a stream, compressed or not, is read and leaves no file behind", async (t) => {
  const bytes = await workbookOf({ rows: rowOf("a") + rowOf("1") });
  const buffers = join(folder.path, "buffers");
  await mkdir(buffers);
  const usual = tmpdir();
  process.env["TMPDIR"] = buffers;
  t.after(() => {
    process.env["TMPDIR"] = usual;
  });
  for (const stored of [bytes, gzipSync(bytes)]) {
    async function* stream() {
      yield stored;
    }
    const opened = await openRecords(stream());
    assert.deepEqual(await readdir(buffers), []);
    assert.equal((await Array.fromAsync(opened.batches)).flat().length, 2);
    assert.equal(opened.read(), stored.length);
    await opened.close();
  }
});

const sheetOf = (xml: string | Buffer) => ({ parts: { "xl/worksheets/sheet1.xml": xml } });
const bomb = Buffer.alloc(3_000_000, "<row/>");

for (const [what, bytes, message] of [
  ["a text document", zipOf({ "word/document.xml": "<a/>" }), /contains no readable workbook/],
  ["truncated XML", workbookOf(sheetOf("<worksheet><row>")), /XML cannot be read/],
  ["an entity", workbookOf({ rows: rowOf("&x;") }), /XML cannot be read/],
  [
    "a text that is not there",
    workbookOf({ rows: '<row><c t="s"><v>9</v></c></row>' }),
    /missing text/,
  ],
  ["no visible sheet", workbookOf({ workbook: "<sheets/>" }), /no visible sheet/],
  ["no sheet", workbookOf({ parts: { "xl/worksheets/sheet1.xml": null } }), /no visible sheet/],
  ["a row that goes back", workbookOf({ rows: '<row r="2"/><row r="2"/>' }), /row 2 follows row 2/],
  [
    "a cell that goes back",
    workbookOf({ rows: '<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>' }),
    /row 1 has the same cell twice/,
  ],
  ["a far row", workbookOf({ rows: '<row r="1048577"/>' }), /more than 1,048,576 rows/],
  [
    "a long list of sheets",
    workbookOf({ workbook: "<sheet/>".repeat(2 ** 21) }),
    /^xl\/workbook\.xml of the workbook has more than 16,777,216 bytes/,
  ],
  ["a far column", workbookOf({ rows: '<row><c r="XFD1"><v>1</v></c></row>' }), /1,000 columns/],
  ["a long cell", workbookOf({ rows: rowOf("x".repeat(100_001)) }), /Line 1: a row is longer/],
  [
    "a long row",
    workbookOf({
      rows: rowOf(
        ..."x"
          .repeat(11)
          .split("")
          .map((one) => one.repeat(99_999)),
      ),
    }),
    /Line 1: a row is longer/,
  ],
  ["a long tag", workbookOf(sheetOf(`<a b="${"x".repeat(2_000_000)}"/>`)), /cell is too long/],
  [
    "deep elements",
    workbookOf(sheetOf(`${"<a>".repeat(101)}${"</a>".repeat(101)}`)),
    /The workbook is damaged/,
  ],
  [
    "long entries",
    zipOf(Object.fromEntries(Array.from({ length: 160 }, (_, n) => [`${n}`.padEnd(65_000), ""]))),
    /more entries than any workbook/,
  ],
  ["a bomb", workbookOf({ rows: bomb.toString() }), /unpacks to more than 20 times its size/],
] as const) {
  test(`a workbook with ${what} is refused with the reason`, async () => {
    const limits = {
      ...unpackLimits,
      totalBytes: 10_000_000,
      ratio: 20,
      ratioFromBytes: 2_500_000,
    };
    await assert.rejects(
      bytes.then((all) => read(all, limits)),
      { name: "UnreadableFile", message },
    );
  });
}

test("shared texts take at most the memory of the limit, each 40 bytes and 2 per character", async () => {
  const limits = { ...unpackLimits, textsBytes: 100 };
  const rows = rowOf("a");
  const strings = ["<t>12345</t>", "<t>12345</t>"];
  assert.equal((await read(await workbookOf({ rows, strings }), limits)).length, 1);
  for (const more of [
    [...strings, ""],
    ["<t>12345</t>", "<t>123456</t>"],
  ]) {
    await assert.rejects(read(await workbookOf({ rows, strings: more }), limits), {
      name: "UnreadableFile",
      message: /too many texts/,
    });
  }
});

test("a workbook has at most 100,000 styles of cells", async () => {
  const styles = `<cellXfs>${'<xf numFmtId="9"/>'.repeat(100_001)}</cellXfs>`;
  const row = '<c s="99999"><v>0.5</v></c><c s="100000"><v>0.5</v></c>';
  assert.deepEqual((await readRow(row, { styles }))?.cells.slice(0, 2), ["50%", "0.5"]);
});

test("a workbook with a password is refused with what to do", async () => {
  const zip = await workbookOf({ rows: rowOf("a") });
  // The encryption flag of each entry, in the central directory and in the local headers.
  for (const [mark, offset] of [
    ["PK\x01\x02", 8],
    ["PK\x03\x04", 6],
  ] as const) {
    for (let at = zip.indexOf(mark); at !== -1; at = zip.indexOf(mark, at + 1)) {
      zip[at + offset] = (zip[at + offset] ?? 0) | 1;
    }
  }
  await assert.rejects(read(zip), { name: "UnreadableFile", message: /has a password/ });
  const old = Buffer.from("d0cf11e0a1b11ae100000000", "hex");
  await assert.rejects(read(old), { name: "UnreadableFile", message: /select Excel Workbook/ });
});
