// Headers of lists that name a column twice: what is optional never stops a list.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadRow } from "../../src/quickOrders/orderList.ts";
import { readPastedRows } from "../../src/quickOrders/readPastedRows.ts";

const codes = { known: new Set(["NE"]), synonyms: new Map(), certificates: new Map() };

/** The only row as "number|quantity|remark|day". */
function readRow(header: string, row: string): string {
  const read = readPastedRows(
    `${header.replaceAll("|", "\t")}\n${row.replaceAll("|", "\t")}`,
    codes,
    null,
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
] as const) {
  test(`${header} is read`, () => assert.equal(readRow(header, row), text));
}

test("two headers of quantities are still a question", () => {
  assert.throws(() => readRow("P/N|Qty|Order Qty", "A-1|2|3"), /Two headers name quantity/);
});
