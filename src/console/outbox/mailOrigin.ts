// What an e-mail belongs to: a key request or an invitation. Undelivered, it can be sent to a
// corrected address.
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
import { admins, mayUse, operators } from "../access.ts";
import { accountAddress, keyRequestAddress, mailAddress } from "../addresses.ts";
import type { Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

export type MailOrigin =
  | { readonly of: "key request"; readonly request: OperatorKeyRequest }
  | { readonly of: "account"; readonly invitation: Invitation<AccountId> }
  | { readonly of: "console"; readonly invitation: Invitation<null> };

export async function findMailOrigin(
  db: Database,
  { mailId, kind, accountId, recipient }: MailDetails,
): Promise<MailOrigin | undefined> {
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
    case "account":
      return html`<a href="${accountAddress(origin.invitation.accountId)}/people">${
        texts.mail.people
      }</a>`;
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

/** Whether the mail can still be sent: its secrets, if any, are stored. */
export function isWhole(mail: MailDetails): boolean {
  return mail.hasSecrets || listPlaceholders(mail.body).size === 0;
}

/** Whether it has a key that has expired or was revoked: it is of no use to its recipient. */
export function hasUselessKey({ now }: Visit, origin: MailOrigin | undefined): boolean {
  return origin?.of === "key request" && hasEndedKey(origin.request, now);
}

/** Why an e-mail can't be sent to another address. */
export type CorrectionRefusal = "changed" | "key ended" | "admins correct" | "operators correct";

/** Why the operator can't send an e-mail to another address; null if they can. */
export function findCorrectionRefusal(
  visit: Visit,
  mail: MailDetails,
  origin: MailOrigin,
): CorrectionRefusal | null {
  const { signedIn } = visit;
  if (mail.state !== "sent" && hasUselessKey(visit, origin)) return "key ended";
  if (!isUndelivered(mail) || !isWhole(mail)) return "changed";
  if (origin.of === "console") return mayUse(admins, signedIn) ? null : "admins correct";
  return mayUse(operators, signedIn) ? null : "operators correct";
}

/** The form that corrects the address; `state` has what was typed. */
export function renderCorrection(
  { mailId, body }: MailDetails,
  { of }: MailOrigin,
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
