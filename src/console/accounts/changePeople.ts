import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import type { FieldFault } from "../../html/form.ts";
import { findTypedNameFault } from "../../html/question.ts";
import {
  changeRole,
  type MemberChange,
  removeMember,
  signOutMember,
} from "../../people/changeMember.ts";
import { invitePerson, withdrawInvitation } from "../../people/invitePerson.ts";
import { resetMember } from "../../signIn/resetMember.ts";
import { type UserRole, userRoles } from "../../signIn/signedIn.ts";
import {
  readInvitation,
  readRole,
  type TypedInvitation,
} from "../../signInPages/invitationForm.ts";
import { describeWait } from "../../signInPages/messages.ts";
import { type Answer, notFound, type PageStatus, redirect } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import type { AccountInvitation, PersonOfAccount } from "../loaders.ts";
import { revealLink } from "../revealLink.ts";
import { texts as consoleTexts } from "../texts.ts";
import { showPeople, showPerson } from "./showPeople.ts";

function peopleAddress({ accountId }: OperatorAccount, done: string): string {
  return `${accountAddress(accountId)}/people?done=${done}`;
}

function refuseInvitation(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  faults: readonly FieldFault[],
  status: PageStatus,
): Promise<Answer> {
  const invitation = { value: visit.form.text, faults };
  return showPeople(context, visit, account, { invitation, status });
}

async function sendInvitation(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  invitation: TypedInvitation<UserRole>,
): Promise<Answer> {
  const { people } = context;
  const refuse = (text: string, status: PageStatus): Promise<Answer> =>
    refuseInvitation(context, visit, account, [{ field: "email", text }], status);
  const request = { ...invitation, account, actor: operatorActor(visit) };
  const invited = await invitePerson(people, request, visit.now);
  switch (invited.outcome) {
    case "invited":
      if (people.sendsMail) return redirect(peopleAddress(account, "invited"));
      return revealLink(context, visit, {
        mailId: invited.mailId,
        title: consoleTexts.link.invited,
        above: { href: `${accountAddress(account.accountId)}/people`, text: account.name },
      });
    case "already a member":
      return refuse(`${invitation.email} already belongs to the account.`, 422);
    case "too many":
      return refuse(describeWait(invited.waitS), invited);
  }
}

export const sendPersonInvitation: Handler<OperatorAccount> = async (context, visit, account) => {
  const typed = readInvitation(visit.form, userRoles);
  if (!("email" in typed)) return refuseInvitation(context, visit, account, typed, 422);
  return sendInvitation(context, visit, account, typed);
};

export const resendPersonInvitation: Handler<AccountInvitation> = (
  context,
  visit,
  { account, invitation },
) => sendInvitation(context, visit, account, invitation);

export const withdrawPersonInvitation: Handler<AccountInvitation> = async (
  { db },
  visit,
  { account, invitation },
) => {
  const choice = { accountId: account.accountId, invitationId: invitation.invitationId };
  const isWithdrawn = await withdrawInvitation(db, choice, operatorActor(visit), visit.now);
  return isWithdrawn ? redirect(peopleAddress(account, "withdrawn")) : notFound;
};

function toChoice(visit: Visit, { account, person }: PersonOfAccount) {
  const { accountId } = account;
  return { accountId, userId: person.userId, actor: operatorActor(visit) };
}

/** Operators may change the last admin too, so that refusal does not occur. */
function answerChange(
  { account, person }: PersonOfAccount,
  change: MemberChange,
  done: string,
): Answer {
  if (change === "unknown") return notFound;
  const address = `${accountAddress(account.accountId)}/people/${person.userId}`;
  return redirect(change === "changed" ? `${address}?done=${done}` : address);
}

export const changePersonRole: Handler<PersonOfAccount> = async ({ db }, visit, of) => {
  const role = readRole(visit.form, userRoles);
  if (role === undefined) return notFound;
  const change = await changeRole(db, { ...toChoice(visit, of), role }, visit.now);
  return answerChange(of, change, "role-changed");
};

export const signPersonOut: Handler<PersonOfAccount> = async ({ db }, visit, of) => {
  const change = await signOutMember(db, toChoice(visit, of), visit.now);
  return answerChange(of, change, "person-signed-out");
};

export const resetPersonPassword: Handler<PersonOfAccount> = async (context, visit, of) => {
  const { account, person } = of;
  const reset = await resetMember(context.people, toChoice(visit, of), visit.now);
  const page = `${accountAddress(account.accountId)}/people/${person.userId}`;
  switch (reset.outcome) {
    case "sent": {
      if (context.people.sendsMail) return redirect(`${page}?done=reset-sent`);
      const above = { href: page, text: person.name };
      return revealLink(context, visit, {
        mailId: reset.mailId,
        title: consoleTexts.link.reset,
        above,
      });
    }
    case "suspended":
      return showPerson(context, visit, of, {
        refused: "The account is suspended, so its people can't sign in. Resume it first.",
        status: 409,
      });
    case "too many":
      return showPerson(context, visit, of, { refused: describeWait(reset.waitS), status: reset });
    case "unknown":
      return notFound;
  }
};

export const removePerson: Handler<PersonOfAccount> = async (context, visit, of) => {
  const fault = findTypedNameFault(visit.form.text, of.person.name);
  if (fault !== undefined) {
    const removing = { value: visit.form.text, faults: [fault] };
    return showPerson(context, visit, of, { removing, status: 422 });
  }
  const change = await removeMember(context.db, toChoice(visit, of), visit.now);
  return change === "unknown" ? notFound : redirect(peopleAddress(of.account, "removed"));
};
