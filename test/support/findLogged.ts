// Calls in the log, once they are written: within a second, or the test fails.
import assert from "node:assert/strict";
import type { Queryable } from "../../src/db/database.ts";
import { type LoggedRequest, selectRequest } from "../../src/requests/queries.ts";
import { toLoggedRequestId } from "../../src/requests/requestId.ts";

/** Far beyond the second that is promised, for a machine that is busy with other tests. */
const patienceMs = 10_000;

/** The call of an id as the log has it; asks again until it is there. */
export async function findLogged(db: Queryable, requestId: string): Promise<LoggedRequest> {
  const loggedId = toLoggedRequestId(requestId);
  assert.ok(loggedId !== undefined, `${requestId} is no id of a request`);
  const late = Date.now() + patienceMs;
  for (;;) {
    const call = await selectRequest(db, null, loggedId);
    if (call !== undefined) return call;
    assert.ok(Date.now() < late, `${requestId} is not in the log`);
  }
}
