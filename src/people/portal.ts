import { userActor } from "../audit/actor.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { type FormState, freshForm, renderButton, renderForm } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import {
  readInvitation,
  readRole,
  renderInvitations,
  renderInviting,
  type TypedInvitation,
} from "../signIn/sharedInvitationForm.ts";
import { describeWait, renderDone } from "../signIn/sharedMessages.ts";
import { type SignedIn, type UserRole, userRoles } from "../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../signIn/userQueries.ts";
import { changeRole, type MemberChange, removeMember } from "./changeMember.ts";
import { deleteInvitation, type Invitation, selectInvitations } from "./invitationQueries.ts";
import { invitePerson } from "./invitePerson.ts";
import { renderPeopleTable } from "./sharedTable.ts";

/** The words of the people of an account. */
const texts = {
  tabs: {
    title: "Account",
    you: "You",
    people: "People",
  },
  title: "People",
  sentence: (account: string) => `People who can order for ${account}.`,
  sentenceForBuyer: (account: string) =>
    `People who can order for ${account}. Admins can invite and remove people.`,
  roles: "Buyers order. Admins also manage people and keys.",
  you: "You",
  changeTo: (role: string) => `Change to ${role}`,
  changeToOf: (role: string, name: string) => `Change to ${role}: ${name}`,
  remove: "Remove…",
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeHint: (name: string) => `${name} is signed out immediately and can't sign in again.`,
  removePerson: (name: string) => `Remove ${name}`,
  alreadyHere: (email: string) => `${email} already belongs to your account.`,
  lastAdmin: "An account needs at least one admin. Make someone else an admin first.",
};

type PeopleShown = {
  readonly done?: string;
  readonly refused?: string;
  readonly invitation?: FormState;
};

/** The buttons of a person; their labels include the name for screen readers. */
function renderChanges({ userId, name, role }: ListedUser): Html {
  const other = role === "admin" ? "buyer" : "admin";
  const change = renderForm({
    action: `/account/people/${userId}/role`,
    hidden: { role: other },
    body: renderButton({ text: texts.changeTo(other), label: texts.changeToOf(other, name) }),
  });
  const remove = renderForm({
    action: `/account/people/${userId}/remove`,
    body: html`<p>${texts.removeHint(name)}</p>
${renderButton({ text: texts.removePerson(name), kind: "danger" })}`,
  });
  return html`${change} ${renderQuestion(texts.remove, texts.removeQuestion(name), remove)}`;
}

function renderPeople(users: readonly ListedUser[], signedIn: SignedIn): Html {
  const nameOf = ({ userId, name }: ListedUser): Html => {
    const isOwn = userId === signedIn.user.userId;
    return html`${name}${isOwn ? html` ${renderBadge("neutral", texts.you)}` : null}`;
  };
  return renderPeopleTable(
    "People in the account",
    users,
    nameOf,
    signedIn.user.role === "admin" ? renderChanges : undefined,
  );
}

/** The people of an account; admins also see invitations and buttons. */
async function peoplePage(
  { db, sendsMail }: PeopleContext,
  signedIn: SignedIn,
  now: Date,
  shown: PeopleShown = {},
): Promise<SitePage> {
  const { accountId, name } = signedIn.account;
  const isAdmin = signedIn.user.role === "admin";
  const [users, invitations] = await Promise.all([
    selectUsers(db, accountId),
    isAdmin ? selectInvitations(db, accountId) : [],
  ]);
  const refused = shown.refused === undefined ? null : renderNotice("fault", shown.refused);
  const inviting = renderInviting(shown.invitation ?? freshForm(), {
    action: "/account/invitations",
    roles: userRoles,
    roleHint: texts.roles,
  });
  const delivery = sendsMail ? "mailed" : "asked for";
  return {
    title: texts.title,
    sentence: isAdmin ? texts.sentence(name) : texts.sentenceForBuyer(name),
    body: html`${[
      renderAccountTabs("/account/people"),
      renderDone(shown.done ?? ""),
      refused,
      renderPeople(users, signedIn),
      renderInvitations(invitations, { root: "/account/invitations", now, delivery }),
      isAdmin ? inviting : null,
    ]}`,
  };
}

export function renderAccountTabs(current: "/account" | "/account/people"): Html {
  const tabs = [
    { href: "/account", text: texts.tabs.you },
    { href: "/account/people", text: texts.tabs.people },
  ];
  return renderTabs(
    texts.tabs.title,
    tabs.map((tab) => ({ ...tab, current: tab.href === current })),
  );
}

export const sendInvitation: Handler<TypedInvitation<UserRole>> = async (
  { people },
  visit,
  typed,
) => {
  const { signedIn, now, form } = visit;
  const request = { ...typed, account: signedIn.account, actor: userActor(visit) };
  const invited = await invitePerson(people, request, now);
  if (invited.outcome === "invited") {
    const done = people.sendsMail ? "invited" : "invited-unsent";
    return redirect(`/account/people?done=${done}`);
  }
  const isTooMany = invited.outcome === "too many";
  const text = isTooMany ? describeWait(invited.waitS) : texts.alreadyHere(typed.email);
  const invitation = { value: form.text, faults: [{ field: "email", text }] };
  const page = await peoplePage(people, signedIn, now, { invitation });
  return answerPage(page, isTooMany ? invited : 422);
};

export const invite: Handler = async (context, visit) => {
  const read = readInvitation(visit.form, userRoles);
  if ("email" in read) return sendInvitation(context, visit, read);
  const invitation = { value: visit.form.text, faults: read };
  const page = await peoplePage(context.people, visit.signedIn, visit.now, { invitation });
  return answerPage(page, 422);
};

export const withdrawInvitation: Handler<Invitation> = async ({ db }, { signedIn }, named) => {
  const withdrawn = await deleteInvitation(db, signedIn.account.accountId, named.invitationId);
  if (!withdrawn) return notFound;
  return redirect("/account/people?done=withdrawn");
};

async function answerChange(
  { people }: PortalContext,
  { signedIn, now }: Visit,
  change: MemberChange,
  done: string,
): Promise<Answer> {
  if (change === "unknown") return notFound;
  if (change !== "last admin") return redirect(`/account/people?done=${done}`);
  const refused = texts.lastAdmin;
  return answerPage(await peoplePage(people, signedIn, now, { refused }), 409);
}

export const changePersonRole: Handler<ListedUser> = async (context, visit, { userId }) => {
  const { accountId } = visit.signedIn.account;
  const role = readRole(visit.form, userRoles);
  if (role === undefined) return notFound;
  const wanted = { accountId, userId, role, actor: userActor(visit) };
  const change = await changeRole(context.db, wanted, visit.now);
  return answerChange(context, visit, change, "role-changed");
};

export const removePerson: Handler<ListedUser> = async (context, visit, { userId }) => {
  const { accountId } = visit.signedIn.account;
  const removal = { accountId, userId, actor: userActor(visit) };
  const change = await removeMember(context.db, removal, visit.now);
  return answerChange(context, visit, change, "removed");
};

export const showPeople: Handler = async ({ people }, { signedIn, query, now }) =>
  answerPage(await peoplePage(people, signedIn, now, { done: query.text("done") }));
