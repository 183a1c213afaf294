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
import { keyMailParts, revealIssuedKey } from "../../keys/consoleIssue.ts";
import { parseEmail } from "../../mail/emailAddress.ts";
import { type Fields, readFormVersion } from "../../site/fields.ts";
import { type Answer, notFound, redirect, type SitePage } from "../../site/visit.ts";
import { keyRequestAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { readTerms } from "./readTerms.ts";
import { recipientsOf } from "./renderKeyStep.ts";
import { renderStateConflict } from "./renderStateConflict.ts";
import { showKeyRequest } from "./showKeyRequest.ts";
import { texts } from "./texts.ts";

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
  const { stranger, strangerHint } = texts.mail;
  return renderNotice("short", stranger(accountName, host), strangerHint);
}

type Issuing = { readonly request: OperatorKeyRequest; readonly terms: KeyTerms };

function renderIssuing(
  { people }: ConsoleContext,
  { request, terms }: Issuing,
  seen: string,
): Html {
  const { requestId, version } = request;
  const text = people.sendsMail ? texts.mail.send(terms.to) : texts.mail.show;
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
    beside: html`<a href="${keyRequestAddress(requestId)}">${texts.mail.back}</a>`,
  });
}

async function renderMailPage(
  context: ConsoleContext,
  issuing: Issuing,
  mail: PreviewedMail,
  head: Html | null,
): Promise<SitePage> {
  const { request, terms } = issuing;
  const { sendsKey, sendsLink, showsKey, showsLink } = texts.mail;
  const [ofKey, ofLink] = context.people.sendsMail ? [sendsKey, sendsLink] : [showsKey, showsLink];
  const warning = await renderStrangerWarning(context, request, terms.to);
  return {
    title: texts.mail.title,
    sentence: terms.delivery === "mail" ? ofKey : ofLink,
    above: {
      href: keyRequestAddress(request.requestId),
      text: request.company ?? texts.request.title,
    },
    body: html`${[head, warning]}${renderDefinitions([
      { term: texts.mail.to, value: mail.to },
      { term: texts.mail.subject, value: mail.subject },
      { term: texts.mail.account, value: request.accountName },
    ])}<figure class="code">
<pre tabindex="0" role="group" aria-label="${texts.mail.text}">${mail.text}</pre>
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
    const { issue } = texts.conflict.wanted;
    const head = await renderStateConflict(context, visit, request, issue);
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
      const above = {
        href: keyRequestAddress(requestId),
        text: request.company ?? texts.request.title,
      };
      const { mailId } = outcome;
      const person = terms.to === parseEmail(request.email) ? request.person : null;
      return revealIssuedKey(context, visit, { accountId, accountName, mailId, above, person });
    }
    return redirect(keyRequestAddress(requestId, "?done=issued"));
  }
  const head = renderNotice("short", texts.mail.changed, texts.mail.changedHint);
  return preview(context, visit, outcome.request, form, head);
};

export const showKeyMail: Handler<OperatorKeyRequest> = (context, visit, request) =>
  preview(context, visit, request, visit.query, null);
