// Where the rows of a file are: header, titles, totals, short rows, and the sheet of a workbook.

import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogColumns } from "../../src/imports/file.ts";
import { matchFeedColumns, noMapping } from "../../src/imports/rows/columns.ts";
import { findHeader, findHeaderPlace, isHeaderAgain } from "../../src/imports/rows/header.ts";
import { createLeftOutTally, findLeftOutKind } from "../../src/imports/rows/leftOutRows.ts";
import { createSheetChooser, findSheet } from "../../src/imports/rows/sheets.ts";
import { createRecordFitter } from "../../src/imports/rows/stageFeed.ts";
import type { FileRecord } from "../../src/reading/files/fileRecord.ts";
import type { FeedColumns } from "../../src/reading/row.ts";

const rules = catalogColumns("Acme");
const header = ["P/N", "Name", "Cond", "UOM", "Qty", "Price", "Ccy", "Notes", "CAGE"];
const recordAt = (line: number, ...cells: string[]): FileRecord => ({ line, cells });
const headerRecord = recordAt(1, ...header);
const columns = matchFeedColumns(headerRecord, rules);
const fitterOf = (of: FileRecord, found: FeedColumns, head: readonly FileRecord[] = []) =>
  createRecordFitter(of, found, rules, head);

test("a header is the line that names most columns, the first of several", () => {
  const title = recordAt(1, "Price", "list");
  const again = recordAt(5, ...header);
  const row = recordAt(4, "A-1", "BOLT", "NE", "EA", "1", "2.00", "USD", "", "");
  const found = findHeader([title, recordAt(3, ...header), row, again], rules, noMapping);
  assert.deepEqual([found.header.line, found.above, found.below], [3, [title], [row, again]]);
});

test("cells at the end of all rows that are empty and have no header are ignored", () => {
  const row = recordAt(2, "A-1", "BOLT", "NE", "EA", "1", "2.00", "USD", "", "", "", "");
  const wider = findHeader([headerRecord, row], rules, noMapping).columns;
  assert.equal(fitterOf(headerRecord, wider).fitRecord(row).outcome, "fits");
  const filled = recordAt(3, ...row.cells.slice(0, -1), "x");
  const narrow = findHeader([headerRecord, row, filled], rules, noMapping).columns;
  assert.equal(fitterOf(headerRecord, narrow).fitRecord(row).outcome, "refused");
});

test("a short row is read only if every needed column is filled, and no row before it is broken", () => {
  const { fitRecord } = fitterOf(headerRecord, columns);
  const needed = ["A-1", "BOLT", "NE", "EA", "1", "2.00", "USD"];
  const fitted = fitRecord(recordAt(2, ...needed));
  assert.deepEqual(fitted, {
    outcome: "fits",
    cells: [...needed, "", ""],
    isShort: true,
    extra: 0,
  });
  for (const place of needed.keys()) {
    const cells = needed.map((cell, at) => (at === place ? "" : cell));
    const row = fitterOf(headerRecord, columns).fitRecord(recordAt(3, ...cells));
    assert.equal(row.outcome, "refused", String(place));
  }
  assert.equal(fitRecord(recordAt(7, "A-1", "BOLT WITH A")).outcome, "refused");
  assert.equal(fitRecord(recordAt(8, ...needed)).outcome, "refused", "the rest of the line before");
  assert.equal(fitRecord(recordAt(10, ...needed)).outcome, "fits");
  assert.equal(fitRecord(recordAt(11, ...header, "x")).outcome, "refused");
});

const ordered = ["P/N", "Name", "Cond", "UOM", "Qty", "Price", "Ccy", "MOQ", "Multiple", "CAGE"];
const orderedRecord = recordAt(1, ...ordered);
const orderedColumns = matchFeedColumns(orderedRecord, rules);
const needed = ["A-1", "BOLT", "NE", "EA", "5", "2.00", "USD"];

/** What becomes of a short row that ends with `cells`, in a file that begins with `head`. */
function readShort(cells: readonly string[], head: readonly (readonly string[])[] = []) {
  const rows = head.map((row, place) => recordAt(place + 2, ...needed, ...row));
  const { fitRecord } = fitterOf(orderedRecord, orderedColumns, rows);
  const fitted = fitRecord(recordAt(90, ...needed, ...cells));
  return fitted.outcome === "fits" ? fitted.cells.slice(needed.length) : fitted.fault.reason;
}

test("a short row is refused if a cell before its end may be missing", () => {
  const unclear = "does not have 10 cells like the header, and which are missing is not clear";
  assert.deepEqual(readShort(["10", "5"]), ["10", "5", ""], "a CAGE code is not 5");
  assert.equal(readShort(["10"]), unclear, "10 may be the multiple");
  assert.equal(
    readShort(["5", "1Q2X3"]),
    "does not have 10 cells like the header, and which are missing is not clear",
  );
  assert.deepEqual(readShort([]), ["", "", ""]);
  assert.deepEqual(readShort(["10", ""]), unclear);
  const { fitRecord } = fitterOf(orderedRecord, orderedColumns);
  assert.equal(fitRecord(recordAt(2, ...needed, "10")).outcome, "refused");
  assert.equal(
    fitRecord(recordAt(3, ...needed)).outcome,
    "fits",
    "not the rest of the line before",
  );
});

test("a short row is refused if its first cell may be missing", () => {
  const few = rules.filter(({ name }) => name === "cage" || name === "part_number");
  const record = recordAt(1, "CAGE", "P/N", "Shelf");
  const { fitRecord } = createRecordFitter(record, matchFeedColumns(record, few), few, []);
  assert.equal(fitRecord(recordAt(2, "1Q2X3", "A-1")).outcome, "fits");
  assert.equal(fitRecord(recordAt(3, "A-1", "S-4")).outcome, "refused");
});

test("a short row is read if the first rows show that only ends are missing", () => {
  const traced = [...ordered.slice(0, 7), "Alt P/N", "Trace", "MOQ"];
  const record = recordAt(1, ...traced);
  const found = matchFeedColumns(record, rules);
  const readTraced = (cells: readonly string[], head: readonly (readonly string[])[]) => {
    const rows = head.map((row, place) => recordAt(place + 2, ...needed, ...row));
    return fitterOf(record, found, rows).fitRecord(recordAt(90, ...needed, ...cells)).outcome;
  };
  const whole = ["A-1B", "FAA 8130-3", "5"];
  const gap = ["", "CoC", "5"];
  const trimmed = ["A-9C"];
  assert.equal(readTraced(trimmed, [whole, gap]), "fits");
  assert.equal(readTraced(trimmed, [whole]), "refused", "no gap is written");
  assert.equal(readTraced(trimmed, [gap]), "refused", "no alternate is known");
  assert.equal(readTraced(["FAA 8130-3"], [whole, gap]), "refused", "it is a certificate");
  assert.equal(readTraced(trimmed, [whole, gap, ["A-1D", "", ""]]), "refused", "ends are written");
});

test("values in columns without a header are counted, so that they can be reported", () => {
  const blank = recordAt(1, "", ...header);
  const { fitRecord } = fitterOf(blank, matchFeedColumns(blank, rules));
  const extraOf = (first: string) => {
    const fitted = fitRecord(recordAt(2, first, ...header));
    return fitted.outcome === "fits" ? fitted.extra : undefined;
  };
  assert.deepEqual([extraOf(""), extraOf("x")], [0, 1]);
});

test("in a spreadsheet every cell has its column, however many there are", () => {
  const { fitRecord } = fitterOf(headerRecord, columns);
  const short = fitRecord({ line: 2, cells: ["A-1"], kinds: ["text"] });
  assert.deepEqual(short.outcome === "fits" && short.cells, ["A-1", ...Array(8).fill("")]);
  const long = fitRecord({ line: 3, cells: [...header, "", "x"], kinds: [] });
  assert.deepEqual(long.outcome === "fits" && [long.cells, long.extra], [header, 1]);
});

const kindOf = (...cells: string[]) =>
  findLeftOutKind(recordAt(9, ...cells), headerRecord, columns);

for (const text of [
  "Total",
  "TOTAL:",
  "Grand Total",
  "Sub-total",
  "Summe",
  "Gesamtergebnis",
  "Total général",
  "Suma",
  "Soma",
  "A-1 Total",
  "A-1 Ergebnis",
  "Total A-1",
]) {
  test(`a line that begins with ${text} and has only amounts is a total`, () => {
    assert.equal(kindOf(text, "", "", "", "1,234", "€ 5.678,90", "", "", ""), "total");
    assert.equal(kindOf("", text, "", "", "12", "", "", "", ""), "total");
  });
}

test("a line that may be a part is never left out", () => {
  for (const cells of [
    ["A-1", "TOTAL PRESSURE PROBE", "", "", "1", "2.00"],
    ["TOTAL-5", "", "", "", "1", "2.00"],
    ["Total", "BOLT", "", "", "1", "2.00"],
    ["Total", "", "NE", "EA", "1", "2.00"],
    ["TOTALIZER", "", "", "", "1", ""],
    ["SUM-1", "", "", "", "1", ""],
    ["MS20470 AD4", "", "", "", "", ""],
    ["A-1", "", "", "", "", ""],
    ["MS 20470 AD4-6", "", "", "", "", ""],
  ]) {
    assert.equal(kindOf(...cells), undefined, cells.join());
  }
});

test("remarks and repeated headers are left out", () => {
  assert.equal(kindOf("", "All prices are net", "", ""), "remark");
  assert.equal(kindOf("*** End of report ***"), "remark");
  assert.equal(kindOf(...header), "header");
  assert.equal(kindOf(...header.slice(0, -1), "9X123"), undefined);
});

test("a row that could not be read as JSON is refused, never left out", () => {
  const cells = ['{"a": 1 b: two words here'];
  const broken = { line: 5, cells, fault: "is not a JSON object" };
  assert.equal(findLeftOutKind(broken, headerRecord, columns), undefined);
});

test("the header again is left out, and another header stops the reading", () => {
  assert.ok(isHeaderAgain(recordAt(40, "PN", "Nomenclature", "CC", "", "Qty"), columns, rules));
  assert.equal(isHeaderAgain(recordAt(41, "A-1", "Name", "NE", "EA", "5"), columns, rules), false);
  const other = recordAt(42, "P/N", "Name", "Cond", "UOM", "Price", "Qty", "Ccy");
  assert.throws(() => isHeaderAgain(other, columns, rules), {
    message:
      "Line 42 looks like the header of another table. Split the file there, and import each part.",
  });
});

test("the rest of a row with line breaks is refused, also if it looks whole or like a remark", () => {
  const { fitRecord, mayBeRest } = fitterOf(headerRecord, columns);
  const broken = recordAt(2, "A-1", "BOLT\nWITH");
  assert.equal(fitRecord(broken).outcome, "refused");
  const rest = recordAt(4, "A-2", "NUT", "NE", "EA", "1", "2.00", "USD");
  assert.ok(mayBeRest(rest));
  assert.equal(fitRecord(rest).outcome, "refused");
});

test("a header of unknown words is found by its shape", () => {
  const titles = [recordAt(1, "Listino ricambi"), recordAt(2, "Data", "2026-11-20")];
  const words = recordAt(4, "Codice", "Testo", "Stato", "Giacenza", "Costo");
  const rowBelow = recordAt(5, "A-1", "VITE", "NE", "12", "3,50");
  const all = [...titles, words, rowBelow];
  assert.equal(findHeaderPlace(all, rules, noMapping), 2);
  assert.equal(findHeaderPlace([titles[0] ?? words, rowBelow], rules, noMapping), undefined);
});

test("what is left out is reported with the first lines of each kind", () => {
  const tally = createLeftOutTally();
  for (let line = 1; line <= 7; line += 1) tally.add("total", recordAt(line, "Total", "", "5"));
  tally.add("remark", recordAt(8, "x".repeat(70)));
  const lines = [1, 2, 3, 4, 5].map((line) => `line ${line} (Total, 5)`).join(", ");
  assert.deepEqual(tally.describe(), [
    `Not imported, because they look like totals: ${lines} and 2 more.`,
    `Not imported, because they look like remarks: line 8 (${"x".repeat(60)}…).`,
  ]);
});

const row = recordAt(2, "A-1", "BOLT", "NE", "EA", "1", "2.00", "USD", "", "");
const table = (name: string) => ({ name, records: [headerRecord, row] });
const text = (name: string) => ({
  name,
  records: [recordAt(1, "Terms"), recordAt(2, "Net", "30")],
});
const bare = (name: string) => ({ name, records: [] });

test("the only sheet with a table is chosen, wherever it is", () => {
  const sheets = [text("Cover"), table("Stock"), bare("Sheet3")];
  assert.deepEqual(findSheet(sheets, rules, noMapping), { outcome: "chosen", place: 1 });
  const alone = [bare("Sheet1"), text("List")];
  assert.deepEqual(findSheet(alone, rules, noMapping), { outcome: "chosen", place: 1 });
  const headerOnly = { name: "Template", records: [headerRecord] };
  assert.deepEqual(findSheet([headerOnly, table("Stock")], rules, noMapping), {
    outcome: "chosen",
    place: 1,
  });
});

test("of several tables the operator chooses one", async () => {
  const sheets = [table("New"), text("Terms"), table("Used")];
  const choose = async (sheet: string | undefined) =>
    createSheetChooser(rules, { ...noMapping, sheet })(sheets);
  await assert.rejects(choose(undefined), {
    message: '2 sheets of the workbook may have the rows: "New", "Used". Select one of them.',
  });
  assert.equal(await choose("Used"), 2);
  await assert.rejects(choose("Old"), {
    message: 'The workbook has no visible sheet "Old". Its sheets are "New", "Terms", "Used".',
  });
});
