// Sends an e-mail of a key request or an invitation that did not arrive to a corrected address.
import { operatorActor } from "../../audit/actor.ts";
import type { FieldFault } from "../../html/form.ts";
import { readdressAnswer } from "../../keyRequests/readdressAnswer.ts";
import { type EmailAddress, parseTypedEmail } from "../../mail/emailAddress.ts";
import { type MailDetails, selectMail } from "../../mail/outboxQueries.ts";
import { readdressInvitation } from "../../people/invitePerson.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { type Answer, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import { keyRequestAddress, mailAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { revealLink } from "../revealLink.ts";
import { texts as consoleTexts } from "../texts.ts";
import {
  type CorrectableOrigin,
  type CorrectionRefusal,
  findCorrectionRefusal,
  findMailOrigin,
  isCorrectable,
} from "./mailOrigin.ts";
import { showMail } from "./showMail.ts";
import { texts } from "./texts.ts";

type InvitationOrigin = Exclude<CorrectableOrigin, { of: "key request" }>;
type Correction = { readonly mail: MailDetails; readonly to: EmailAddress };

function refuse(
  context: ConsoleContext,
  visit: Visit,
  mail: MailDetails,
  text: string,
  status: PageStatus = 422,
): Promise<Answer> {
  const faults: FieldFault[] = [{ field: "email", text }];
  const correcting = { value: visit.form.text, faults };
  return showMail(context, visit, mail, { correcting, status });
}

async function showConflict(
  context: ConsoleContext,
  visit: Visit,
  { mailId }: MailDetails,
  refused: CorrectionRefusal = "changed",
): Promise<Answer> {
  const latest = await selectMail(context.db, mailId);
  if (latest === undefined) return notFound;
  const status = refused === "admins correct" ? 403 : 409;
  return showMail(context, visit, latest, { refused, status });
}

function inviteAgain(
  { people }: ConsoleContext,
  visit: Visit,
  origin: InvitationOrigin,
  to: EmailAddress,
) {
  const actor = operatorActor(visit);
  if (origin.of === "console") {
    const invited = { ...origin.invitation, account: null, actor };
    return readdressInvitation(people, invited, to, visit.now);
  }
  const { accountId, accountName } = origin.invitation;
  const account = { accountId, name: accountName ?? "" };
  return readdressInvitation(people, { ...origin.invitation, account, actor }, to, visit.now);
}

async function correctInvitation(
  context: ConsoleContext,
  visit: Visit,
  { mail, to }: Correction,
  origin: InvitationOrigin,
): Promise<Answer> {
  const invited = await inviteAgain(context, visit, origin, to);
  switch (invited.outcome) {
    case "invited": {
      const { mailId } = invited;
      if (context.people.sendsMail) return redirect(mailAddress(mailId, "?done=corrected"));
      const above = { href: "/console/outbox", text: texts.list.title };
      return revealLink(context, visit, { mailId, title: consoleTexts.link.invited, above });
    }
    case "already a member":
      return refuse(context, visit, mail, texts.correct.member(to));
    case "too many":
      return refuse(context, visit, mail, describeWait(invited.waitS), invited);
    case "conflict":
      return showConflict(context, visit, mail);
  }
}

async function correctAnswer(
  context: ConsoleContext,
  visit: Visit,
  { mail, to }: Correction,
  { request }: Extract<CorrectableOrigin, { of: "key request" }>,
): Promise<Answer> {
  const { requestId, version } = request;
  const seen = { requestId, version, actor: operatorActor(visit) };
  const outcome = await readdressAnswer(context, seen, { mailId: mail.mailId, to }, visit.now);
  if (outcome.outcome !== "changed") return showConflict(context, visit, mail);
  return redirect(keyRequestAddress(requestId, "?done=corrected"));
}

export const correctAddress: Handler<MailDetails> = async (context, visit, mail) => {
  const origin = await findMailOrigin(context.db, mail);
  if (origin === undefined) return showConflict(context, visit, mail);
  const refusal = findCorrectionRefusal(visit, mail, origin);
  if (refusal !== null || !isCorrectable(origin)) {
    return showConflict(context, visit, mail, refusal ?? "changed");
  }
  const to = parseTypedEmail(visit.form.text("email"));
  if (to === undefined) return refuse(context, visit, mail, texts.correct.fault);
  if (to === mail.recipient) return refuse(context, visit, mail, texts.correct.same);
  const correction = { mail, to };
  if (origin.of === "key request") return correctAnswer(context, visit, correction, origin);
  return correctInvitation(context, visit, correction, origin);
};
