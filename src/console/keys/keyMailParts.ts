// What the mail of a key says beside the key: where the service is, and a call to begin with.

import { selectExampleNumber } from "../../catalog/queries.ts";
import { apiPrefixes } from "../../contract/limits.ts";
import { utcDay } from "../../day.ts";
import type { KeyMailParts } from "../../keys/mailNewKey.ts";
import type { ConsoleContext } from "../consoleContext.ts";

/** The parts, with a number of the catalog as it is at `now`. */
export async function keyMailParts(
  { db, publicUrl, supportEmail }: ConsoleContext,
  now: Date,
): Promise<KeyMailParts> {
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  return { publicUrl, supportEmail, prefix: apiPrefixes[0], partNumber };
}
