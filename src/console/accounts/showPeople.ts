import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { describeSignIn, renderLastUse, renderPeopleTable } from "../../components/peopleTable.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import {
  type FormState,
  freshForm,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { type Messages, renderMessage, renderNotice, renderUndo } from "../../html/notice.ts";
import { renderTypedName } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import { mayUse, operators } from "../../kit/access.ts";
import { selectInvitations } from "../../people/invitationQueries.ts";
import { userRoles } from "../../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../../signIn/userQueries.ts";
import { renderInvitations, renderInviting } from "../../signInPages/invitationForm.ts";
import { messages, renderDone } from "../../signInPages/messages.ts";
import { type Answer, answerPage, type PageStatus } from "../../site/visit.ts";
import { accountAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import type { PersonOfAccount } from "../loaders.ts";
import { renderAccountTabs } from "./renderAccountTabs.ts";
import { texts } from "./texts.ts";

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
    title: texts.people.titleOf(name),
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
    label: texts.remove.title,
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
    renderCard({ id: "remove", title: texts.remove.title, body: end }),
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
    above: { href: people, text: texts.people.titleOf(account.name) },
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
