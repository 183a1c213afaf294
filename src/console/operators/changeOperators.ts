import { operatorActor } from "../../audit/actor.ts";
import type { FieldFault } from "../../html/form.ts";
import {
  changeRole,
  type MemberChange,
  removeMember,
  signOutMember,
} from "../../people/changeMember.ts";
import type { Invitation } from "../../people/invitationQueries.ts";
import { invitePerson, withdrawInvitation } from "../../people/invitePerson.ts";
import type { ListedOperator } from "../../people/operatorQueries.ts";
import { resetMember } from "../../signIn/resetMember.ts";
import { type OperatorRole, operatorRoles } from "../../signIn/signedIn.ts";
import {
  readInvitation,
  readRole,
  type TypedInvitation,
} from "../../signInPages/invitationForm.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { type Answer, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { revealLink } from "../revealLink.ts";
import { texts as consoleTexts } from "../texts.ts";
import { showOperator } from "./showOperator.ts";
import { showOperators } from "./showOperators.ts";
import { texts } from "./texts.ts";

const sendInvitation: Handler<TypedInvitation<OperatorRole>> = async (
  context,
  visit,
  invitation,
) => {
  const { people } = context;
  const refuse = (text: string, status: PageStatus): Promise<Answer> =>
    refuseInvitation(context, visit, [{ field: "email", text }], status);
  const request = { ...invitation, account: null, actor: operatorActor(visit) };
  const invited = await invitePerson(people, request, visit.now);
  switch (invited.outcome) {
    case "invited":
      if (people.sendsMail) return redirect("/console/operators?done=invited");
      return revealLink(context, visit, {
        mailId: invited.mailId,
        title: consoleTexts.link.invited,
        above: { href: "/console/operators", text: texts.list.title },
      });
    case "already a member":
      return refuse(`${invitation.email} is already an operator.`, 422);
    case "too many":
      return refuse(describeWait(invited.waitS), invited);
  }
};

function refuseInvitation(
  context: ConsoleContext,
  visit: Visit,
  faults: readonly FieldFault[],
  status: PageStatus,
): Promise<Answer> {
  const invitation = { value: visit.form.text, faults };
  return showOperators(context, visit, null, { invitation, status });
}

export const sendOperatorInvitation: Handler = async (context, visit) => {
  const typed = readInvitation(visit.form, operatorRoles);
  if (!("email" in typed)) return refuseInvitation(context, visit, typed, 422);
  return sendInvitation(context, visit, typed);
};

export const resendOperatorInvitation: Handler<Invitation<null>> = (context, visit, invitation) =>
  sendInvitation(context, visit, invitation);

export const withdrawOperatorInvitation: Handler<Invitation<null>> = async (
  { db },
  visit,
  { invitationId },
) => {
  const choice = { accountId: null, invitationId };
  const isWithdrawn = await withdrawInvitation(db, choice, operatorActor(visit), visit.now);
  return isWithdrawn ? redirect("/console/operators?done=withdrawn") : notFound;
};

function answerChange(
  context: ConsoleContext,
  visit: Visit,
  operator: ListedOperator,
  change: MemberChange,
  done: string,
): Promise<Answer> | Answer {
  if (change === "unknown") return notFound;
  if (change === "last admin") {
    const refused = "The console needs at least one admin. Make someone else an admin first.";
    return showOperator(context, visit, operator, refused);
  }
  const address = done === "removed" ? "" : `/${operator.operatorId}`;
  return redirect(`/console/operators${address}?done=${done}`);
}

function toChoice(visit: Visit, { operatorId }: ListedOperator) {
  return { accountId: null, userId: operatorId, actor: operatorActor(visit) };
}

export const assignOperatorRole: Handler<ListedOperator> = async (context, visit, operator) => {
  const role = readRole(visit.form, operatorRoles);
  if (role === undefined) return notFound;
  const change = await changeRole(context.db, { ...toChoice(visit, operator), role }, visit.now);
  return answerChange(context, visit, operator, change, "role-changed");
};

export const endOperatorSessions: Handler<ListedOperator> = async (context, visit, operator) => {
  const change = await signOutMember(context.db, toChoice(visit, operator), visit.now);
  return answerChange(context, visit, operator, change, "person-signed-out");
};

export const dismissOperator: Handler<ListedOperator> = async (context, visit, operator) => {
  const change = await removeMember(context.db, toChoice(visit, operator), visit.now);
  return answerChange(context, visit, operator, change, "removed");
};

export const resetOperatorPassword: Handler<ListedOperator> = async (context, visit, operator) => {
  const reset = await resetMember(context.people, toChoice(visit, operator), visit.now);
  const page = `/console/operators/${operator.operatorId}`;
  switch (reset.outcome) {
    case "sent": {
      if (context.people.sendsMail) return redirect(`${page}?done=reset-sent`);
      const above = { href: page, text: operator.name };
      return revealLink(context, visit, {
        mailId: reset.mailId,
        title: consoleTexts.link.reset,
        above,
      });
    }
    case "too many":
      return showOperator(context, visit, operator, describeWait(reset.waitS), reset);
    default:
      return notFound;
  }
};
