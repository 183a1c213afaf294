// The call that the pages of developers show: a part of the catalog, looked up.
import { selectExampleNumber } from "../../catalog/queries.ts";
import { apiPrefixes } from "../../contract/limits.ts";
import { utcDay } from "../../day.ts";
import { writeCodeBlock } from "../../html/codeBlock.ts";
import { type Html, html } from "../../html/html.ts";
import { writeSampleCall } from "../../mail/writeSampleCall.ts";
import type { PortalContext } from "../portalContext.ts";

/**
 * A call to copy. With `key` it works as it stands; without, once the shell has the key in a
 * variable, so that it is on no page.
 */
export async function writeCallSample(
  { db, publicUrl }: PortalContext,
  key: string | null,
  now: Date,
): Promise<Html> {
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  const authorization =
    key === null ? '"Authorization: Bearer $PARTSDESK_KEY"' : `'Authorization: Bearer ${key}'`;
  const [prefix] = apiPrefixes;
  const call = writeSampleCall({ publicUrl, prefix, authorization, partNumber });
  if (key !== null) return writeCodeBlock("A call that works as it stands, in a shell", call);
  return html`${writeCodeBlock("Give the shell your key", "read -rs PARTSDESK_KEY")}
${writeCodeBlock("Look a part up", call)}`;
}
