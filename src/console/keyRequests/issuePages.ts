// Issuing the key of a request: the mail as it will be, the key masked, and the button that issues
// and sends.

import { operatorActor } from "../../audit/actor.ts";
import { utcDay } from "../../day.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderActions, renderButton, renderForm } from "../../html/form.ts";
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
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { keyMailParts } from "../keys/keyMailParts.ts";
import { readTerms } from "./readTerms.ts";
import { recipientsOf } from "./renderKeyStep.ts";
import { renderStateConflict } from "./renderStateConflict.ts";
import { showKeyRequest } from "./showKeyRequest.ts";

/** That nobody of the account is known by the address's host: whoever asks may be anybody. */
async function warnOfStranger(
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
  const why = "Make sure, by another way than this mail, that whoever asks is theirs.";
  return renderNotice("short", `Nobody of ${accountName} is known at ${host}.`, why);
}

type Issuing = { readonly request: OperatorKeyRequest; readonly terms: KeyTerms };

function renderIssuing(
  { people }: ConsoleContext,
  { request, terms }: Issuing,
  seen: string,
): Html {
  const { requestId, version } = request;
  const text = people.sendsMail
    ? `Issue and send to ${terms.to}`
    : "Issue and keep the mail, to hand it over myself";
  return renderForm({
    action: `/console/key-requests/${requestId}/issue`,
    hidden: {
      ...{ version: String(version), seen, name: terms.name, to: terms.to },
      ...{ delivery: terms.delivery, expires: terms.expiresAt ? utcDay(terms.expiresAt) : "" },
    },
    body: renderActions(
      renderButton({ text, kind: "primary" }),
      html`<a href="/console/key-requests/${requestId}">Back</a>`,
    ),
  });
}

async function showMail(
  context: ConsoleContext,
  issuing: Issuing,
  mail: PreviewedMail,
  head: Html | null,
): Promise<SitePage> {
  const { request, terms } = issuing;
  const masked =
    terms.delivery === "mail"
      ? "The key is made when you issue it, and is seen by nobody but its holder."
      : "Key and link are made when you issue it, and are seen by nobody but their holder.";
  return {
    title: "The mail with the key",
    sentence: masked,
    above: {
      href: `/console/key-requests/${request.requestId}`,
      text: request.company ?? "Request",
    },
    body: html`${[head, await warnOfStranger(context, request, terms.to)]}${renderDefinitions([
      { term: "To", value: mail.to },
      { term: "Subject", value: mail.subject },
      { term: "Account", value: request.accountName },
    ])}<figure class="code">
<pre tabindex="0" role="group" aria-label="Text of the mail">${mail.text}</pre>
</figure>
${renderIssuing(context, issuing, mail.seen)}`,
  };
}

/** The mail of these terms; what is wrong with them comes back at the request's page. */
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
  const mail = previewKeyMail(request, terms, await keyMailParts(context, visit.now));
  const page = await showMail(context, { request, terms }, mail, head);
  return { kind: "page", page, ...(head === null ? {} : { status: 409 }) };
}

export async function issueAndSend(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
): Promise<Answer> {
  const { form, now } = visit;
  const terms = readTerms(form, recipientsOf(request), now);
  if (!("delivery" in terms)) return preview(context, visit, request, form, null);
  const site = await keyMailParts(context, now);
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
  if (outcome.outcome === "changed") {
    return redirect(`/console/key-requests/${requestId}?done=issued`);
  }
  const head = renderNotice(
    "short",
    "No key was issued: the mail would be another now.",
    "Look at it again, and send it if it is right.",
  );
  return preview(context, visit, outcome.request, form, head);
}

export function showKeyMail(
  context: ConsoleContext,
  visit: Visit,
  request: OperatorKeyRequest,
): Promise<Answer> {
  return preview(context, visit, request, visit.query, null);
}
