import assert from "node:assert/strict";
import { test } from "node:test";
import { listDifferences } from "../../src/orders/drafts/differences.ts";
import type { ReviewedLine } from "../../src/orders/drafts/reviewDraft.ts";

function toLine(remark: string | null, more: Partial<ReviewedLine> = {}): ReviewedLine {
  return {
    late: null,
    missing: null,
    ...more,
    before: { remark, condition: "SV" },
  } as ReviewedLine;
}

test("lines that differ from what was requested are listed by how", () => {
  const missing = { wanted: "EASA Form 1", offered: null, remark: null };
  const lines = [
    toLine(null),
    toLine("500 requested, 25 ordered; Condition requested: NE or OH"),
    toLine("Listed as DA20736-1; job 4471"),
    toLine("25 of 500 requested; 3 listed as DA1"),
    toLine(null, { missing, late: { kind: "passed" } }),
    toLine("the distributor requested, that we call before it is ordered again"),
    toLine("not listed anywhere; conditions apply; send as listed as before"),
    toLine("Condition requested: OH or SV; certificate: dual release"),
    toLine("100 m requested (329 FT); Condition requested for 20: NE"),
  ];
  assert.deepEqual(
    [...listDifferences({ lines })],
    [
      ["number", [3, 4]],
      ["condition", [2, 9]],
      ["certificate", [5, 8]],
      ["quantity", [2, 4, 9]],
      ["day", [5]],
    ],
  );
  assert.equal(listDifferences({ lines: [toLine(null), toLine("job 12")] }).size, 0);
});
