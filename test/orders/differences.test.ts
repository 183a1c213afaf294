import assert from "node:assert/strict";
import { test } from "node:test";
import { listDifferences } from "../../src/orders/drafts/differences.ts";
import type { ReviewedLine } from "../../src/orders/drafts/reviewDraft.ts";

function toLine(remark: string | null, more: Partial<ReviewedLine> = {}): ReviewedLine {
  return { late: null, missing: null, ...more, before: { remark } } as ReviewedLine;
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
    toLine("not listed anywhere; conditions apply"),
  ];
  assert.deepEqual(
    [...listDifferences({ lines })],
    [
      ["number", [3, 4]],
      ["condition", [2]],
      ["certificate", [5]],
      ["quantity", [2, 4]],
      ["day", [5]],
    ],
  );
  assert.equal(listDifferences({ lines: [toLine(null), toLine("job 12")] }).size, 0);
});
