// The call that the pages of developers show: a part of the catalog, looked up.
import { selectExampleNumber } from "../../catalog/queries.ts";
import { apiPrefixes } from "../../contract/limits.ts";
import { utcDay } from "../../day.ts";
import { renderCodeBlock } from "../../html/codeBlock.ts";
import { type Html, html } from "../../html/html.ts";
import { formatSampleRequest } from "../../mail/formatSampleRequest.ts";
import type { PortalContext } from "../portalContext.ts";

/**
 * A call to copy. With `key` it works as it stands; without, once the shell has the key in a
 * variable, so that it is on no page.
 */
export async function renderSampleRequest(
  { db, publicUrl }: PortalContext,
  key: string | null,
  now: Date,
): Promise<Html> {
  const partNumber = (await selectExampleNumber(db, utcDay(now))) ?? "EXAMPLE-1";
  const authorization =
    key === null ? '"Authorization: Bearer $PARTSDESK_KEY"' : `'Authorization: Bearer ${key}'`;
  const [prefix] = apiPrefixes;
  const call = formatSampleRequest({ publicUrl, prefix, authorization, partNumber });
  if (key !== null) return renderCodeBlock("A call that works as it stands, in a shell", call);
  return html`${renderCodeBlock("Give the shell your key", "read -rs PARTSDESK_KEY")}
${renderCodeBlock("Look a part up", call)}`;
}
