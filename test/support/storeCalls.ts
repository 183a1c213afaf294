// Calls put into the log at once, as the service writes them, and what they miss.
import type { Queryable } from "../../src/db/database.ts";
import type { ApiCall } from "../../src/requests/apiCall.ts";
import { addCall, createBatch } from "../../src/requests/callBatch.ts";
import { countMisses, type MissTally } from "../../src/requests/missTally.ts";
import { callMoment } from "../../src/requests/requestId.ts";
import { insertCalls, insertMisses } from "../../src/requests/writeQueries.ts";

export async function storeCalls(db: Queryable, ...calls: readonly ApiCall[]): Promise<void> {
  const misses: MissTally = new Map();
  for (const call of calls) {
    const batch = createBatch(callMoment(call.requestId));
    addCall(batch, call);
    countMisses(misses, call);
    await insertCalls(db, batch);
  }
  await insertMisses(db, misses);
}
