// The pages of the people of an account in the console.

import { renderAccountTabs } from "../accounts/console.ts";
import type { OperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { accountAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import type { AccountInvitation, PersonOfAccount } from "../home/consoleLoaders.ts";
import { revealLink } from "../home/consoleRevealLink.ts";
import { texts as consoleTexts } from "../home/consoleTexts.ts";
import { mayUse, operators } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../kit/html/notice.ts";
import { findTypedNameFault, renderTypedName } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../kit/site/visit.ts";
import { resetMember } from "../signIn/resetMember.ts";
import {
  readInvitation,
  readRole,
  renderInvitations,
  renderInviting,
  type TypedInvitation,
} from "../signIn/sharedInvitationForm.ts";
import { describeWait, messages, renderDone } from "../signIn/sharedMessages.ts";
import { type UserRole, userRoles } from "../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../signIn/userQueries.ts";
import { changeRole, type MemberChange, removeMember, signOutMember } from "./changeMember.ts";
import { selectInvitations } from "./invitationQueries.ts";
import { invitePerson, withdrawInvitation } from "./invitePerson.ts";
import { describeSignIn, renderLastUse, renderPeopleTable } from "./sharedTable.ts";

/** `refused`: an invitation as it was typed, with its faults. */
export async function showPeople(
  { db, people }: ConsoleContext,
  visit: Visit,
  { accountId, name, email }: OperatorAccount,
  refused?: { readonly invitation: FormState; readonly status: PageStatus },
): Promise<Answer> {
  const { signedIn, query, now } = visit;
  const address = accountAddress(accountId);
  const canChange = mayUse(operators, signedIn);
  const [users, invitations] = await Promise.all([
    selectUsers(db, accountId),
    canChange ? selectInvitations(db, accountId) : [],
  ]);
  const nameOf = (user: ListedUser): Html =>
    html`<a href="${address}/people/${user.userId}">${user.name}</a>`;
  const none = renderEmptyState(
    "No people yet",
    html`<p>Invite an admin of the account, who can then invite others.</p>`,
  );
  const first = users.length === 0 && invitations.length === 0 ? email : "";
  const fresh = freshForm({ role: "admin", email: first });
  const inviting = renderInviting(refused?.invitation ?? fresh, {
    action: `${address}/invitations`,
    roles: userRoles,
    roleHint: "Buyers order. Admins also manage people.",
  });
  const delivery = people.sendsMail ? "mailed" : "shown";
  const page = {
    title: `People of ${name}`,
    above: { href: address, text: name },
    body: html`${[
      renderAccountTabs(accountId, "people"),
      renderDone(query.text("done")),
      users.length === 0 ? none : renderPeopleTable(users, nameOf),
      renderInvitations(invitations, { root: `${address}/invitations`, now, delivery }),
      canChange ? inviting : null,
    ]}`,
  };
  return answerPage(page, refused?.status);
}

function renderChanges(
  { name, role }: ListedUser,
  address: string,
  { isOnlyAdmin, isMailed }: { readonly isOnlyAdmin: boolean; readonly isMailed: boolean },
  removing: FormState,
): Html {
  const other = role === "admin" ? "buyer" : "admin";
  const warning = isOnlyAdmin
    ? html`<p>The only admin of the account. Without one, only operators can invite people.</p>\n`
    : null;
  const change = renderForm({
    action: `${address}/role`,
    hidden: { role: other },
    body: renderButton({
      text: `Change to ${other}`,
      label: `Change to ${other}: ${name}`,
    }),
  });
  const signOut = renderForm({
    action: `${address}/sign-out`,
    body: renderButton({ text: "Sign out everywhere", label: `Sign ${name} out everywhere` }),
  });
  const remove = renderForm({
    action: `${address}/remove`,
    label: "Remove",
    body: renderTypedName(removing, name),
    button: { text: `Remove ${name}`, kind: "danger" },
  });
  const reset = renderForm({
    action: `${address}/reset`,
    body: renderButton({
      text: isMailed ? "Send password reset" : "Create password reset link",
      label: isMailed
        ? `Send a password reset to ${name}`
        : `Create a password reset link for ${name}`,
    }),
  });
  const now = html`${warning}<div class="actions">
${change}${signOut}${reset}</div>
<p class="quiet">The link works once, for an hour. The current password works until a new one is set.</p>
`;
  const end = html`<p>${name} is signed out immediately and needs a new invitation to sign in again.</p>
${renderFaults(removing)}${remove}`;
  return html`${[
    renderCard({ title: "Role and sessions", body: now }),
    renderCard({ id: "remove", title: "Remove", body: end }),
  ]}`;
}

const personMessages: Messages<Pick<ListedUser, "role"> & { readonly address: string }> = {
  ...messages,
  "role-changed": ({ role, address }) => {
    const hidden = { role: role === "admin" ? "buyer" : "admin" };
    return renderUndo(`Role changed to ${role}.`, { action: `${address}/role`, hidden });
  },
};

/** What was refused: the form of a removal as it was typed, or another change and why. */
type PersonShown = {
  readonly removing?: FormState;
  readonly refused?: string;
  readonly status?: PageStatus;
};

export async function showPerson(
  { people: { sendsMail: isMailed } }: ConsoleContext,
  { signedIn, query }: Visit,
  { account, person, isOnlyAdmin }: PersonOfAccount,
  { removing, refused, status }: PersonShown = {},
): Promise<Answer> {
  const { userId, name, email, role, createdAt } = person;
  const people = `${accountAddress(account.accountId)}/people`;
  const address = `${people}/${userId}`;
  const canChange = mayUse(operators, signedIn);
  const facts = renderDefinitions([
    { term: "E-mail", value: email },
    { term: "Role", value: role },
    { term: "Sign-in", value: describeSignIn(person) },
    { term: "Joined", value: renderMoment(createdAt) },
    { term: "Last used", value: renderLastUse(person) },
  ]);
  const state = { ...(removing ?? freshForm()), prefix: "remove" };
  const page = {
    title: name,
    sentence: role === "admin" ? `Admin of ${account.name}.` : `Buyer of ${account.name}.`,
    above: { href: people, text: `People of ${account.name}` },
    body: html`${renderMessage(personMessages, query.text("done"), { role, address })}${
      refused === undefined ? null : renderNotice("fault", refused)
    }${
      canChange
        ? renderChanges(person, address, { isOnlyAdmin, isMailed }, state)
        : html`<p class="quiet">Your role is read-only.</p>\n`
    }`,
    side: renderSummaryBox("Person", facts),
  };
  return answerPage(page, status);
}

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
