// The one page that shows a key. It answers the POST that made the key and is kept nowhere: who
// opens the address again, or sends the form again, does not get it (decision 99).

import { renderCopyable } from "../../html/copyable.ts";
import { renderActions, renderButtonLink } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import type { IssuedKey } from "../../keys/issueKey.ts";
import type { SitePage } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import { renderSampleRequest } from "./renderSampleRequest.ts";

/** The page of a key just made, and of when the one it replaces ends. */
export async function showNewKey(
  context: PortalContext,
  issued: IssuedKey,
  oldKeyEndsAt: Date,
  now: Date,
): Promise<SitePage> {
  const ended = oldKeyEndsAt <= now;
  const warning =
    "It is not shown again, not by reloading this page either. If it is lost, replace it again.";
  return {
    title: `New key: ${issued.name}`,
    sentence: ended
      ? "The earlier key is refused from now on."
      : html`The earlier key is good until ${renderMoment(oldKeyEndsAt)}.`,
    above: { href: "/developers", text: "Developers" },
    body: html`${renderNotice("short", "Copy the key now.", warning)}
<p>${renderCopyable(issued.key, "the key")}</p>
${await renderSampleRequest(context, issued.key, now)}${renderActions(
  renderButtonLink("/developers", "I have kept it", "primary"),
)}`,
  };
}
