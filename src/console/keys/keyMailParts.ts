import { selectExampleNumber } from "../../catalog/queries.ts";
import { apiPrefixes } from "../../contract/limits.ts";
import { utcDay } from "../../day.ts";
import type { KeyMailParts } from "../../keys/mailNewKey.ts";
import type { ConsoleContext } from "../consoleContext.ts";

/** What the e-mail with a key says about the service, with a part number to try. */
export async function keyMailParts(
  { db, publicUrl, supportEmail }: ConsoleContext,
  now: Date,
): Promise<KeyMailParts> {
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  return { publicUrl, supportEmail, prefix: apiPrefixes[0], partNumber };
}
