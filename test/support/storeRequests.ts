// Stores requests in the log immediately, as the service does, with their unmet demand.
import type { Queryable } from "../../src/db/database.ts";
import type { ApiRequest } from "../../src/requests/apiRequest.ts";
import { addRequest, createBatch } from "../../src/requests/requestBatch.ts";
import { requestMoment } from "../../src/requests/requestId.ts";
import { insertUnmetDemand } from "../../src/requests/unmetDemandQueries.ts";
import { countUnmetDemand, type UnmetDemandTally } from "../../src/requests/unmetDemandTally.ts";
import { insertRequests } from "../../src/requests/writeQueries.ts";

export async function storeRequests(db: Queryable, ...calls: readonly ApiRequest[]): Promise<void> {
  const misses: UnmetDemandTally = new Map();
  for (const call of calls) {
    const batch = createBatch(requestMoment(call.requestId));
    addRequest(batch, call);
    countUnmetDemand(misses, call);
    await insertRequests(db, batch);
  }
  await insertUnmetDemand(db, misses);
}
