// The request for a key that an address names.
import { type DeskRequest, selectDeskRequest } from "../../accounts/keyDeskQueries.ts";
import { isUuid } from "../../db/isUuid.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";

/** The request of the address, if there is one. */
export async function findRequest(
  { db }: ConsoleContext,
  { param }: Visit,
): Promise<DeskRequest | undefined> {
  const requestId = param("request");
  return isUuid(requestId) ? selectDeskRequest(db, requestId) : undefined;
}
