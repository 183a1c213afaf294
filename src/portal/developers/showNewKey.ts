// The only page that shows a key. It answers the POST that created the key; opening the address or
// sending the form again does not show it (decision 99).

import { renderCopyable } from "../../html/codeBlock.ts";
import { renderActions, renderButtonLink } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { IssuedKey } from "../../keys/issueKey.ts";
import type { SitePage } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import { renderSampleRequest } from "./renderSampleRequest.ts";

export async function showNewKey(
  context: PortalContext,
  issued: IssuedKey,
  oldKeyEndsAt: Date,
  now: Date,
): Promise<SitePage> {
  const ended = oldKeyEndsAt <= now;
  const warning =
    "It is not shown again, even if you reload this page. If you lose it, replace it again.";
  return {
    title: `New key: ${issued.name}`,
    sentence: ended
      ? "The previous key no longer works."
      : html`The previous key works until ${renderMoment(oldKeyEndsAt)}.`,
    above: { href: "/developers", text: "Developers" },
    body: html`${renderNotice("short", "Copy the key now.", warning)}
<p>${renderCopyable(issued.key, "the key")}</p>
${await renderSampleRequest(context, issued.key, now)}${renderActions(
  renderButtonLink("/developers", "I have saved it", "primary"),
)}`,
  };
}
