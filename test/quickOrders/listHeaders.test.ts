// Headers of lists that name a column twice: what is optional never stops a list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { collectCertificates } from "../../src/catalog/tradeCodes.ts";
import type { ReadRow } from "../../src/quickOrders/orderList.ts";
import { writeRowCells } from "../../src/quickOrders/readRow.ts";
import { readPastedRows } from "../../src/quickOrders/readUpload.ts";

const codes = { known: new Set(["NE"]), synonyms: new Map(), certificates: new Map() };

const asSent = { mapping: null, now: new Date("2026-11-30T12:00:00Z") };

/** The only row as "number|quantity|remark|day". */
function readRow(header: string, row: string): string {
  const read = readPastedRows(
    `${header.replaceAll("|", "\t")}\n${row.replaceAll("|", "\t")}`,
    codes,
    asSent,
  );
  const [first, ...more] = [...(read.batches as Iterable<readonly ReadRow[]>)].flat();
  assert.deepEqual(more, []);
  const [reading] = first?.readings ?? [];
  const { remark, neededBy } = first?.instructions ?? assert.fail();
  return [reading?.partNumber, reading?.quantity, remark, neededBy]
    .map((one) => one ?? "")
    .join("|");
}

for (const [header, row, text] of [
  ["P/N|Qty|Required", "A-1|2|Yes", "A-1|2||"],
  ["P/N|Quantity|Reqd", "A-1|2|7", "A-1|2||"],
  ["P/N|Qty|Need By|Required", "A-1|2|2027-03-04|x", "A-1|2||2027-03-04"],
  ["P/N|Required", "A-1|2", "A-1|2||"],
  ["P/N|Qty|Due Date|Delivery Date", "A-1|2|2027-03-04|2027-05-06", "A-1|2||2027-03-04"],
  ["P/N|Qty|Notes|Comments", "A-1|2|first|second", "A-1|2|first|"],
  ["P/N|Qty|Notes|Remarks", "A-1|2|weak|strong", "A-1|2|strong|"],
  ["P/N|Qty|Remarks|Remarks", "A-1|2|first|second", "A-1|2|first|"],
  ["Mfr. Part No. / NSN|Qty reqd|Reqd date", "A-1|2|13.11.2031", "A-1|2||2031-11-13"],
  ["Mfr P/N or NSN|QTY REQ|Req'd by", "A-1|2|13.11.2031", "A-1|2||2031-11-13"],
  ["Part No./NSN|Qty Rqd|RDD", "A-1|2|13.11.2031", "A-1|2||2031-11-13"],
  ["Manufacturer Part No|Qty|Due", "A-1|2|13.11.2031", "A-1|2||2031-11-13"],
  ["P/N|Qty|Delivery|Due date", "A-1|2|x|2031-11-13", "A-1|2||2031-11-13"],
  ["Itm|P/N|Qty|A/C|Remarks", "12|A-1|2|N-EX01|urgent", "A-1|2|urgent|"],
  ["Itm|P/N reqd|Reqd", "1|A-1|2", "A-1|2||"],
] as const) {
  test(`${header} is read`, () => assert.equal(readRow(header, row), text));
}

test("a title with a number is no part", () => {
  const read = readPastedRows(
    "Base check\nRFQ 2026-114\nMfr. Part No. / NSN\tQty\tCond.\nA-1\t2\tNE",
    codes,
    asSent,
  );
  const rows = [...(read.batches as Iterable<readonly ReadRow[]>)].flat();
  assert.deepEqual(
    rows.map(({ readings }) => readings[0]?.partNumber),
    ["A-1"],
  );
  assert.match(read.notes().join(" "), /titles above the header: [^.]*RFQ 2026-114/);
});

test("a line of text that only names columns may be a remark, whatever is around it", () => {
  const kinds = (text: string) => {
    const read = readPastedRows(text, codes, asSent);
    return [...(read.batches as Iterable<readonly ReadRow[]>)].flat().map(({ mayBe }) => mayBe);
  };
  for (const line of ["Part number Qty", "P/N x Qty", "Item  Part number / Quantity"]) {
    assert.deepEqual(kinds(`${line}\nA-1 2`), ["remark", undefined], line);
    assert.equal(kinds(`A-1 2\n${line}\nA-2 3`)[1], "remark", line);
  }
  assert.deepEqual(kinds("Bolt qty\nPN-2 Qty\nA-1 2"), [undefined, undefined, undefined]);
});

test("two headers of quantities are still a question", () => {
  assert.throws(() => readRow("P/N|Qty|Order Qty", "A-1|2|3"), /Two headers name quantity/);
});

const withPapers = {
  ...codes,
  certificates: collectCertificates([
    { code: "8130", name: "FAA 8130-3", synonyms: ["8130-3"] },
    { code: "FORM1", name: "EASA Form 1", synonyms: ["EASA Form 1"] },
  ]),
};

/** The only row as "number|condition|certificate|what is not read of it", and its cells when it is changed. */
function readWish(header: string, row: string) {
  const text = `${header.replaceAll("|", "\t")}\n${row.replaceAll("|", "\t")}`;
  const read = readPastedRows(text, withPapers, asSent);
  const [first] = [...(read.batches as Iterable<readonly ReadRow[]>)].flat();
  const reading = first?.readings[0] ?? assert.fail();
  const { partNumber, condition, certificate } = reading;
  const { remark, unread } = first?.instructions ?? assert.fail();
  const wish = [partNumber, condition, certificate, unread.certificate ?? remark];
  return {
    wish: wish.map((one) => one ?? "").join("|"),
    cells: writeRowCells(read.columns, first?.cells ?? [], reading).join("|"),
  };
}

for (const [header, row, wish, cells] of [
  ["P/N|Qty|Cond|Cert", "A-1|2|NE|8130-3", "A-1|NE|8130|", "A-1|2|NE / 8130|"],
  ["P/N|Qty|Certs Required", "A-1|2|EASA Form 1", "A-1||FORM1|", "A-1|2||FORM1"],
  ["P/N|Qty|Cond|Trace", "A-1|2|any|8130-3 or EASA Form 1", "A-1||8130; FORM1|", undefined],
  ["P/N|Qty|Cond|Cert", "A-1|2|NE / 8130-3|8130-3", "A-1|NE|8130|", "A-1|2|NE / 8130|"],
  ["Cert|P/N|Qty|Cond", "8130-3|A-1|2|NE", "A-1|NE|8130|", "|A-1|2|NE / 8130"],
  ["P/N|Qty|Cond|Cert", "A-1|2|NE|-", "A-1|NE||", "A-1|2|NE|-"],
  ["Part No. / NSN|Qty|Cond. / Cert", "A-1|2|NE / 8130-3", "A-1|NE|8130|", undefined],
  ["PN or NSN|Qty|Cond/Cert", "A-1|2|NE", "A-1|NE||", undefined],
] as const) {
  test(`the certificate of ${header}, ${row} is not lost`, () => {
    const read = readWish(header, row);
    assert.equal(read.wish, wish);
    if (cells !== undefined) assert.equal(read.cells, cells);
  });
}

test("a certificate that is not known is kept as it was written", () => {
  const { wish } = readWish("P/N|Qty|Cond|Cert|Note", "A-1|2|NE|Yes|AOG");
  assert.equal(wish, "A-1|NE||Yes");
});
