// API requests for tests of the log, as the API would record them.

import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { minIdAt, newId } from "../../src/db/newId.ts";
import type { ApiRequest } from "../../src/requests/apiRequest.ts";
import { toRequestId } from "../../src/requests/requestId.ts";

/** A successful lookup without entries by a new key, unless `call` changes it. */
export function makeRequest(call: Partial<ApiRequest> = {}): ApiRequest {
  return {
    requestId: toRequestId(newId()),
    accountId: newId() as AccountId,
    keyId: newId() as KeyId,
    method: "POST",
    route: "/public/api/v1/b2b/catalog",
    status: 200,
    errorCode: null,
    durationMs: 1.5,
    ...call,
  };
}

/** The id of a request that started at a moment. */
export function requestIdAt(moment: Date): string {
  const start = minIdAt(moment).slice(0, 14);
  return toRequestId(start + newId().slice(14));
}
