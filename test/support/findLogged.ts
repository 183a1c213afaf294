// Requests in the log, once they are written.
import assert from "node:assert/strict";
import type { Queryable } from "../../src/db/database.ts";
import { type LoggedRequest, selectRequest } from "../../src/requests/queries.ts";
import { toLoggedRequestId } from "../../src/requests/requestId.ts";

/** Far more than the promised second, for a machine that is busy with other tests. */
const patienceMs = 10_000;

/** The logged request with an id; polls until it is written. */
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
