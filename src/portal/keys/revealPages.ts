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
import { texts } from "./texts.ts";

function renderFacts({ accountName, name, lastFour, keyExpiresAt }: RevealedKey): Html {
  const end =
    keyExpiresAt === null ? [] : [{ term: texts.facts.expires, value: renderMoment(keyExpiresAt) }];
  return renderDefinitions([
    { term: texts.facts.account, value: accountName },
    { term: texts.facts.name, value: name },
    { term: texts.facts.endsIn, value: html`<code>${lastFour}</code>` },
    ...end,
  ]);
}

function confirmPage(token: string, revealed: RevealedKey): SitePage {
  const button = { text: texts.reveal.show, kind: "primary" } as const;
  return {
    title: texts.reveal.title,
    sentence: texts.reveal.sentence(renderMoment(revealed.expiresAt)),
    body: html`${renderFacts(revealed)}${renderForm({ action: `/keys/reveal/${token}`, button })}`,
  };
}

async function keyPage(
  context: PortalContext,
  revealed: RevealedKey & { readonly key: string },
  now: Date,
): Promise<SitePage> {
  return {
    title: texts.revealed.title,
    sentence: texts.revealed.sentence,
    body: html`${renderNotice("short", texts.revealed.copy, texts.revealed.once)}
<p>${renderCopyable(revealed.key, texts.revealed.key)}</p>
${renderFacts(revealed)}${renderSampleRequest(context, revealed.key, now)}`,
  };
}

function answerGone({ supportEmail }: PortalContext): Answer {
  return answerExpiredLink("", texts.gone(supportEmail));
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
