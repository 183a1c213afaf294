// The link to a key: opening it shows what it is to, its button shows the key, once. The key is in
// no address and no cache.
import { findReveal, spendReveal } from "../../accounts/keepReveal.ts";
import type { RevealedKey } from "../../accounts/revealQueries.ts";
import { writeCopyable } from "../../html/copyable.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeActions, writeButton, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import type { Answer, SitePage } from "../../http/visit.ts";
import { answerGoneLink } from "../../people/goneLink.ts";
import { writeCallSample } from "../developers/writeCallSample.ts";
import type { PortalContext } from "../portalContext.ts";
import type { PortalServer } from "../portalServer.ts";

function writeFacts({ accountName, name, lastFour, keyExpiresAt }: RevealedKey): Html {
  const end =
    keyExpiresAt === null ? [] : [{ term: "Good until", value: writeMoment(keyExpiresAt) }];
  return writeDefinitions([
    { term: "Account", value: accountName },
    { term: "Name", value: name },
    { term: "Ends in", value: html`<code>${lastFour}</code>` },
    ...end,
  ]);
}

function showQuestion(token: string, revealed: RevealedKey): SitePage {
  const body = writeActions(writeButton({ text: "Show the key, this once", kind: "primary" }));
  return {
    title: "Your API key",
    sentence: html`This link shows it once, until ${writeMoment(revealed.expiresAt)}.`,
    body: html`${writeFacts(revealed)}${writeForm({ action: `/keys/reveal/${token}`, body })}`,
  };
}

async function showKey(
  context: PortalContext,
  revealed: RevealedKey & { readonly key: string },
  now: Date,
): Promise<SitePage> {
  const warning = "The link is spent: the key is shown nowhere again, not by reloading this page.";
  return {
    title: "Your API key",
    sentence: "Treat it as a password.",
    body: html`${writeNotice("short", "Copy the key now.", warning)}
<p>${writeCopyable(revealed.key, "the key")}</p>
${writeFacts(revealed)}${await writeCallSample(context, revealed.key, now)}`,
  };
}

function gone({ supportEmail }: PortalContext): Answer {
  return answerGoneLink(
    "",
    html`If you did not see the key, write to
<a href="mailto:${supportEmail}">${supportEmail}</a> at once: somebody else may have it.`,
  );
}

/** Adds `/keys/reveal/:token`. */
export function registerReveal({ get, post, context }: PortalServer): void {
  const { db } = context;
  get("/keys/reveal/:token", {
    access: "anyone",
    answer: async ({ param, now }): Promise<Answer> => {
      const token = param("token");
      const revealed = await findReveal(db, token, now);
      if (revealed === undefined) return gone(context);
      return { kind: "page", page: showQuestion(token, revealed) };
    },
  });
  post("/keys/reveal/:token", {
    access: "anyone",
    answer: async ({ param, now }): Promise<Answer> => {
      const revealed = await spendReveal(db, param("token"), now);
      if (revealed === undefined) return gone(context);
      return { kind: "page", page: await showKey(context, revealed, now) };
    },
  });
}
