// What an e-mail belongs to: a key request, an invitation or a quote request. Undelivered, it can
// be sent to a corrected address, unless it is about a quote request: nobody typed that address.
import type { AccountId } from "../../accounts/account.ts";
import type { Database } from "../../db/database.ts";
import { renderEmailField } from "../../html/field.ts";
import { type FormState, renderFaults, renderForm } from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderQuestion } from "../../html/question.ts";
import { hasEndedKey } from "../../keyRequests/changeKeyRequest.ts";
import {
  type OperatorKeyRequest,
  selectKeyRequestOfMail,
} from "../../keyRequests/operatorKeyRequestQueries.ts";
import { listPlaceholders } from "../../mail/mailSecrets.ts";
import type { MailDetails } from "../../mail/outboxQueries.ts";
import { type Invitation, selectInvitationByEmail } from "../../people/invitationQueries.ts";
import type { QuoteRequest } from "../../quoteRequests/quoteRequest.ts";
import { selectRequestOfMail } from "../../quoteRequests/quoteRequestQueries.ts";
import { admins, mayUse, operators } from "../access.ts";
import {
  accountAddress,
  keyRequestAddress,
  mailAddress,
  quoteRequestAddress,
} from "../addresses.ts";
import type { Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

/** "quote reply" goes to the buyer, "quote requested" to the distributor. */
type QuoteOrigin = {
  readonly of: "quote request";
  readonly kind: "quote reply" | "quote requested";
  readonly request: Pick<QuoteRequest, "requestId" | "requestNumber">;
};

/** Somebody typed its address. */
export type CorrectableOrigin =
  | { readonly of: "key request"; readonly request: OperatorKeyRequest }
  | { readonly of: "account"; readonly invitation: Invitation<AccountId> }
  | { readonly of: "console"; readonly invitation: Invitation<null> };

export type MailOrigin = CorrectableOrigin | QuoteOrigin;

export async function findMailOrigin(
  db: Database,
  { mailId, kind, accountId, recipient }: MailDetails,
): Promise<MailOrigin | undefined> {
  if (kind === "quote reply" || kind === "quote requested") {
    const request = await selectRequestOfMail(db, mailId);
    return request && { of: "quote request", kind, request };
  }
  if (kind !== "invitation") {
    const request = await selectKeyRequestOfMail(db, mailId);
    return request && { of: "key request", request };
  }
  if (accountId === null) {
    const invitation = await selectInvitationByEmail(db, null, recipient);
    return invitation && { of: "console", invitation };
  }
  const invitation = await selectInvitationByEmail(db, accountId as AccountId, recipient);
  return invitation && { of: "account", invitation };
}

/** Links to the page of the key request or of the people who are invited, if it may be opened. */
export function renderMailOrigin(origin: MailOrigin | undefined, { signedIn }: Visit): Content {
  switch (origin?.of) {
    case "key request": {
      const { requestId, company, email } = origin.request;
      return html`<a href="${keyRequestAddress(requestId)}">${company ?? email}</a>`;
    }
    case "quote request": {
      const { requestId, requestNumber } = origin.request;
      return html`<a href="${quoteRequestAddress(requestId)}">${requestNumber}</a>`;
    }
    case "account":
      return html`<a href="${accountAddress(origin.invitation.accountId)}/people">People of the account</a>`;
    case "console":
      return mayUse(admins, signedIn)
        ? html`<a href="/console/operators">${texts.mail.operators}</a>`
        : texts.mail.operators;
    default:
      return null;
  }
}

/** Links to the e-mail that a request was entered from. */
export function renderOriginal(origin: MailOrigin | undefined): Content {
  if (origin?.of !== "key request" || origin.request.pasted === null) return null;
  const { requestId, createdAt } = origin.request;
  const address = keyRequestAddress(requestId, "#original");
  return html`<a href="${address}">${renderMoment(createdAt)}</a>`;
}

/** Whether it did not arrive, and nobody dismissed that. */
export function isUndelivered({ state, dismissedAt }: MailDetails): boolean {
  return (state === "bounced" || state === "failed") && dismissedAt === null;
}

/** Whether its address can be corrected. */
export function isCorrectable(origin: MailOrigin): origin is CorrectableOrigin {
  return origin.of !== "quote request";
}

/** Whether the mail can still be sent: its secrets, if any, are stored. */
export function isWhole(mail: MailDetails): boolean {
  return mail.hasSecrets || listPlaceholders(mail.body).size === 0;
}

/** Whether it has a key that has expired or was revoked: it is of no use to its recipient. */
export function hasUselessKey({ now }: Visit, origin: MailOrigin | undefined): boolean {
  return origin?.of === "key request" && hasEndedKey(origin.request, now);
}

/** Why an e-mail can't be sent to another address. */
export type CorrectionRefusal =
  | "changed"
  | "key ended"
  | "quote reply"
  | "quote requested"
  | "admins correct"
  | "operators correct";

/** Why the operator can't send an e-mail to another address; null if they can. */
export function findCorrectionRefusal(
  visit: Visit,
  mail: MailDetails,
  origin: MailOrigin,
): CorrectionRefusal | null {
  const { signedIn } = visit;
  if (origin.of === "quote request") return isUndelivered(mail) ? origin.kind : "changed";
  if (mail.state !== "sent" && hasUselessKey(visit, origin)) return "key ended";
  if (!isUndelivered(mail) || !isWhole(mail)) return "changed";
  if (origin.of === "console") return mayUse(admins, signedIn) ? null : "admins correct";
  return mayUse(operators, signedIn) ? null : "operators correct";
}

/** The form that corrects the address; `state` has what was typed. */
export function renderCorrection(
  { mailId, body }: MailDetails,
  { of }: CorrectableOrigin,
  state: FormState,
): Html {
  const { correct } = texts;
  const ofAnswer = listPlaceholders(body).size > 0 ? correct.ofKey : correct.ofRequest;
  const form = renderForm({
    action: mailAddress(mailId, "/correct"),
    label: correct.title,
    body: renderEmailField(state, {
      label: correct.address,
      autocomplete: "off",
      hint: of === "key request" ? ofAnswer : correct.ofInvitation,
    }),
    button: { text: correct.button },
  });

  return renderQuestion(correct.open, correct.title, html`${renderFaults(state)}${form}`, state);
}
