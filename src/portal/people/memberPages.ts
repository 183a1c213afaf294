import { changeRole, type MemberChange, removeUser } from "../../accounts/changeUser.ts";
import { deleteInvitation, type Invitation } from "../../accounts/invitationQueries.ts";
import { inviteUser } from "../../accounts/inviteUser.ts";
import { userActor } from "../../audit/actor.ts";
import { type UserRole, userRoles } from "../../signIn/signedIn.ts";
import { describeWait } from "../../signInPages/describeWait.ts";
import {
  readInvitation,
  readRole,
  type TypedInvitation,
} from "../../signInPages/typedInvitation.ts";
import type { Answer } from "../../site/visit.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";
import { peoplePage } from "./peoplePage.ts";

/** Sends an invitation, for the first time or again. */
export async function sendInvitation(
  { people }: PortalContext,
  visit: Visit,
  typed: TypedInvitation<UserRole>,
): Promise<Answer> {
  const { signedIn, now, form } = visit;
  const request = { ...typed, account: signedIn.account, actor: userActor(visit) };
  const invited = await inviteUser(people, request, now);
  if (invited.outcome === "invited") {
    const done = people.sendsMail ? "invited" : "invited-unsent";
    return { kind: "redirect", to: `/account/people?done=${done}` };
  }
  const isTooMany = invited.outcome === "too many";
  const text = isTooMany
    ? describeWait(invited.waitS)
    : `${typed.email} already belongs to your account.`;
  const invitation = { value: form.text, faults: [{ field: "email", text }] };
  const page = await peoplePage(people, signedIn, now, { invitation });
  return { kind: "page", status: isTooMany ? 429 : 422, page };
}

export async function invite(context: PortalContext, visit: Visit): Promise<Answer> {
  const read = readInvitation(visit.form, userRoles);
  if ("email" in read) return sendInvitation(context, visit, read);
  const invitation = { value: visit.form.text, faults: read };
  const page = await peoplePage(context.people, visit.signedIn, visit.now, { invitation });
  return { kind: "page", status: 422, page };
}

export async function withdrawInvitation(
  { db }: PortalContext,
  { signedIn }: Visit,
  { invitationId }: Invitation,
): Promise<Answer> {
  const withdrawn = await deleteInvitation(db, signedIn.account.accountId, invitationId);
  if (!withdrawn) return { kind: "not found" };
  return { kind: "redirect", to: "/account/people?done=withdrawn" };
}

async function answerChange(
  { people }: PortalContext,
  { signedIn, now }: Visit,
  change: MemberChange,
  done: string,
): Promise<Answer> {
  if (change === "unknown") return { kind: "not found" };
  if (change !== "last admin") return { kind: "redirect", to: `/account/people?done=${done}` };
  const refused = "An account needs at least one admin. Make another person an admin first.";
  return { kind: "page", status: 409, page: await peoplePage(people, signedIn, now, { refused }) };
}

export async function changePersonRole(context: PortalContext, visit: Visit): Promise<Answer> {
  const { accountId } = visit.signedIn.account;
  const [role, userId] = [readRole(visit.form, userRoles), visit.param("user")];
  if (role === undefined) return { kind: "not found" };
  const change = await changeRole(
    context.db,
    { accountId, userId, role, actor: userActor(visit) },
    visit.now,
  );
  return answerChange(context, visit, change, "role-changed");
}

export async function removePerson(context: PortalContext, visit: Visit): Promise<Answer> {
  const { accountId } = visit.signedIn.account;
  const removal = { accountId, userId: visit.param("user"), actor: userActor(visit) };
  const change = await removeUser(context.db, removal, visit.now);
  return answerChange(context, visit, change, "removed");
}

export async function showPeople(
  { people }: PortalContext,
  { signedIn, query, now }: Visit,
): Promise<Answer> {
  const page = await peoplePage(people, signedIn, now, { done: query.text("done") });
  return { kind: "page", page };
}
