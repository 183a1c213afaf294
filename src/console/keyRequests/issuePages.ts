// Issuing the key of a request, after a preview of the e-mail with the key masked.

import { operatorActor } from "../../audit/actor.ts";
import { utcDay } from "../../day.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { isRequestOpen } from "../../keyRequests/changeKeyRequest.ts";
import { hostOf, isFreeMailHost } from "../../keyRequests/freeMailHosts.ts";
import {
  isMatched,
  issueRequestedKey,
  type KeyTerms,
  type PreviewedMail,
  previewKeyMail,
} from "../../keyRequests/issueRequestedKey.ts";
import {
  type OperatorKeyRequest,
  selectAccountsOfHost,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { keyRequestAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { keyMailParts } from "../keys/keyTerms.ts";
import { revealIssuedKey } from "../keys/revealIssuedKey.ts";
import { readTerms } from "./readTerms.ts";
import { recipientsOf } from "./renderKeyStep.ts";
import { renderStateConflict } from "./renderStateConflict.ts";
import { showKeyRequest } from "./showKeyRequest.ts";

/** Warns if nobody of the account has an address at this host. */
async function renderStrangerWarning(
  { db }: ConsoleContext,
  { accountId, accountName }: OperatorKeyRequest,
  to: string,
): Promise<Html | null> {
  const host = hostOf(to);
  const known = await selectAccountsOfHost(db, host);
  const ofAccount = known.filter((one) => one.accountId === accountId);
  const isKnown = isFreeMailHost(host)
    ? ofAccount.some(({ email }) => email === to)
    : ofAccount.length > 0;
  if (isKnown) return null;
  const why = "Verify the person through another channel before you issue the key.";
  return renderNotice("short", `${accountName} has no known address at ${host}.`, why);
}

type Issuing = { readonly request: OperatorKeyRequest; readonly terms: KeyTerms };

function renderIssuing(
  { people }: ConsoleContext,
  { request, terms }: Issuing,
  seen: string,
): Html {
  const { requestId, version } = request;
  const text = people.sendsMail ? `Issue key and send to ${terms.to}` : "Issue and show key";
  return renderForm({
    action: keyRequestAddress(requestId, "/issue"),
    hidden: {
      version: String(version),
      seen,
      name: terms.name,
      to: terms.to,
      delivery: terms.delivery,
      expires: terms.expiresAt ? utcDay(terms.expiresAt) : "",
    },
    button: { text, kind: "primary" },
    beside: html`<a href="${keyRequestAddress(requestId)}">Back to request</a>`,
  });
}

async function renderMailPage(
  context: ConsoleContext,
  issuing: Issuing,
  mail: PreviewedMail,
  head: Html | null,
): Promise<SitePage> {
  const { request, terms } = issuing;
  const [what, it] =
    terms.delivery === "mail" ? ["The key is", "it"] : ["Key and link are", "them"];
  const who = context.people.sendsMail
    ? `Only the recipient sees ${it}.`
    : "No mail server is configured: you see it once, and deliver it.";
  const masked = `${what} created when you issue it. ${who}`;
  const warning = await renderStrangerWarning(context, request, terms.to);
  return {
    title: "E-mail with the key",
    sentence: masked,
    above: {
      href: keyRequestAddress(request.requestId),
      text: request.company ?? "Request",
    },
    body: html`${[head, warning]}${renderDefinitions([
      { term: "To", value: mail.to },
      { term: "Subject", value: mail.subject },
      { term: "Account", value: request.accountName },
    ])}<figure class="code">
<pre tabindex="0" role="group" aria-label="Text of the e-mail">${mail.text}</pre>
</figure>
${renderIssuing(context, issuing, mail.seen)}`,
  };
}

/** Previews the e-mail; the page of the request shows faults. */
async function preview(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
  form: Fields,
  head: Html | null,
): Promise<Answer> {
  if (!isRequestOpen(request) || !isMatched(request) || request.suspendedAt !== null) {
    const head = renderStateConflict(request, "issue a key");
    return showKeyRequest(context, visit, request, { head, status: 409 });
  }
  const terms = readTerms(form, recipientsOf(request), visit.now);
  if (!("delivery" in terms)) {
    const state = { value: form.text, faults: terms };
    return showKeyRequest(context, visit, request, { form: { of: "key", state }, status: 422 });
  }
  const mail = previewKeyMail(request, terms, keyMailParts(context, visit.now));
  const page = await renderMailPage(context, { request, terms }, mail, head);
  return { kind: "page", page, ...(head === null ? {} : { status: 409 }) };
}

export const issueAndSend: Handler<OperatorKeyRequest> = async (context, visit, request) => {
  const { form, now } = visit;
  const terms = readTerms(form, recipientsOf(request), now);
  if (!("delivery" in terms)) return preview(context, visit, request, form, null);
  const site = keyMailParts(context, now);
  const { requestId } = request;
  const wanted = {
    requestId,
    version: readFormVersion(form),
    actor: operatorActor(visit),
    terms,
    site,
  };
  const outcome = await issueRequestedKey(context, { ...wanted, seen: form.text("seen") }, now);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "issued") {
    if (!context.people.sendsMail && isMatched(request)) {
      const { accountId, accountName } = request;
      const above = { href: keyRequestAddress(requestId), text: request.company ?? "Request" };
      const { mailId } = outcome;
      return revealIssuedKey(context, visit, { accountId, accountName, mailId, above });
    }
    return redirect(keyRequestAddress(requestId, "?done=issued"));
  }
  const head = renderNotice(
    "short",
    "Key not issued: the e-mail has changed.",
    "Check the e-mail and send it again.",
  );
  return preview(context, visit, outcome.request, form, head);
};

export const showKeyMail: Handler<OperatorKeyRequest> = (context, visit, request) =>
  preview(context, visit, request, visit.query, null);
