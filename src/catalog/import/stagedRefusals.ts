// Rows that are refused after they were staged, because of other rows or offers.
import type { Transaction } from "../../db/database.ts";
import type { FeedRefusals } from "../../imports/feedRefusals.ts";
import { selectRefusedStaged } from "./importQueries.ts";

const pageSize = 500;

/** Reports every staged row with a refusal, by line. */
export async function reportStagedRefusals(tx: Transaction, refusals: FeedRefusals): Promise<void> {
  let lastLine = 0;
  for (;;) {
    const rows = await selectRefusedStaged(tx, lastLine, pageSize);
    for (const { line, cells, column, value, reason } of rows) {
      const fault = { column, value, reason, suggestion: null };
      await refusals.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
      lastLine = line;
    }
    if (rows.length < pageSize) return;
  }
}
