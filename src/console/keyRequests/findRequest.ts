// The request for a key that an address names.

import { isUuid } from "../../db/isUuid.ts";
import {
  type OperatorKeyRequest,
  selectOperatorKeyRequest,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

/** The request of the address, if there is one. */
export async function findRequest(
  { db }: ConsoleContext,
  { param }: Visit,
): Promise<OperatorKeyRequest | undefined> {
  const requestId = param("request");
  return isUuid(requestId) ? selectOperatorKeyRequest(db, requestId) : undefined;
}
