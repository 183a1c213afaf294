// The one-time link to a key. Opening it shows what it is for; its button shows the key once,
// because mail scanners open links. The key is in no address and no cache.
import { renderCopyable } from "../../html/codeBlock.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { findReveal, spendReveal } from "../../keys/createReveal.ts";
import type { RevealedKey } from "../../keys/revealQueries.ts";
import { answerExpiredLink } from "../../signInPages/messages.ts";
import { type Answer, answerPage, type SitePage } from "../../site/visit.ts";
import { renderSampleRequest } from "../developers/renderSampleRequest.ts";
import type { PortalContext, PublicHandler } from "../portalContext.ts";

function renderFacts({ accountName, name, lastFour, keyExpiresAt }: RevealedKey): Html {
  const end = keyExpiresAt === null ? [] : [{ term: "Expires", value: renderMoment(keyExpiresAt) }];
  return renderDefinitions([
    { term: "Account", value: accountName },
    { term: "Name", value: name },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    ...end,
  ]);
}

function confirmPage(token: string, revealed: RevealedKey): SitePage {
  const button = { text: "Show key", kind: "primary" } as const;
  return {
    title: "Your API key",
    sentence: html`You can view it once, until ${renderMoment(revealed.expiresAt)}.`,
    body: html`${renderFacts(revealed)}${renderForm({ action: `/keys/reveal/${token}`, button })}`,
  };
}

async function keyPage(
  context: PortalContext,
  revealed: RevealedKey & { readonly key: string },
  now: Date,
): Promise<SitePage> {
  return {
    title: "Your API key",
    sentence: "Treat it like a password.",
    body: html`${renderNotice(
      "short",
      "Copy the key now.",
      "This link no longer works, and the key is not shown again, even if you reload this " +
        "page.",
    )}
<p>${renderCopyable(revealed.key, "the key")}</p>
${renderFacts(revealed)}${renderSampleRequest(context, revealed.key, now)}`,
  };
}

function answerGone({ supportEmail }: PortalContext): Answer {
  return answerExpiredLink(
    "",
    html`If you did not see the key, write to
<a href="mailto:${supportEmail}">${supportEmail}</a> immediately: someone else may have it.`,
  );
}

export const showReveal: PublicHandler = async (context, { param, now }) => {
  const token = param("token");
  const revealed = await findReveal(context.db, token, now);
  if (revealed === undefined) return answerGone(context);
  return answerPage(confirmPage(token, revealed));
};

export const revealKey: PublicHandler = async (context, { param, now }) => {
  const revealed = await spendReveal(context.db, param("token"), now);
  if (revealed === undefined) return answerGone(context);
  return answerPage(await keyPage(context, revealed, now));
};
