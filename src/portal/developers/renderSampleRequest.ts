import { findExample } from "../../catalog/search/siteQueries.ts";
import { utcDay } from "../../day.ts";
import { renderCodeBlock, renderKeySetting } from "../../html/codeBlock.ts";
import { type Html, html } from "../../html/html.ts";
import { formatSampleRequest } from "../../mail/formatSampleRequest.ts";
import type { PortalContext } from "../portalContext.ts";

/**
 * A request to copy. With `key` it works as pasted; without, after the shell variable is set, so
 * that the key is on no page.
 */
export function renderSampleRequest(
  { replica, publicUrl }: PortalContext,
  key: string | null,
  now: Date,
): Html {
  const { partNumber } = findExample(replica, utcDay(now));
  const call = formatSampleRequest({
    publicUrl,
    partNumber,
    ...(key !== null && { authorization: `'Authorization: Bearer ${key}'` }),
  });
  if (key !== null) return renderCodeBlock("Sample request, works as pasted", call);
  return html`${renderKeySetting()}
${renderCodeBlock("Look up a part", call)}`;
}
