import {
  describeExclusion,
  describeIdle,
  type LeftOutRow,
  nameLeftOut,
} from "../../imports/excluded/excludedRows.ts";
import type { Feed, OfferImportOptions } from "../../imports/feed.ts";
import type { SeparatedRow } from "./excludedQueries.ts";

/** What a run reports of the rows that were left out. */
export type ReportedExclusion = {
  readonly leftOut: readonly LeftOutRow[];
  readonly warnings: readonly string[];
};

/** The count of the rows that were left out; nothing without any. */
export function countLeftOut({ leftOut }: ReportedExclusion): Record<string, number> {
  return leftOut.length === 0 ? {} : { left_out: leftOut.length };
}

/** Writes the rows that were left out to the file of refused rows; they do not count as refused. */
export async function reportExcluded(
  { options }: Feed<OfferImportOptions>,
  rows: readonly SeparatedRow[],
): Promise<ReportedExclusion> {
  const { excluded = [], refusedRows } = options;
  const leftOut = nameLeftOut(rows, excluded);
  for (const [at, { line, cells }] of rows.entries()) {
    const reason = describeExclusion(leftOut[at]?.by ?? "");
    const fault = { column: null, value: "", reason, suggestion: null };
    await refusedRows?.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
  }
  return { leftOut, warnings: describeIdle(excluded.length, leftOut.length) };
}
