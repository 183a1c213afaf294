// The pages of members in the console: the people of an account, and the operators.
import { renderAccountTabs } from "../accounts/console.ts";
import { type OperatorAccount, selectOperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import { isUuid } from "../db/isUuid.ts";
import { accountAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Visit } from "../home/consoleContext.ts";
import { revealLink } from "../home/consoleRevealLink.ts";
import { texts as consoleTexts } from "../home/consoleTexts.ts";
import { admins, type ConsoleAccess, everyone, mayUse, operators } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderSelect } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import type { Place } from "../kit/html/page.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { createRouteBuilders, type Load, type Route } from "../kit/site/routes.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../kit/site/visit.ts";
import { resetMember } from "../signIn/resetMember.ts";
import {
  readInvitation,
  readRole,
  renderInvitations,
  renderInviting,
  type TypedInvitation,
  toRoleOptions,
} from "../signIn/sharedInvitationForm.ts";
import { describeWait, renderDone } from "../signIn/sharedMessages.ts";
import { operatorRoles, type SignedInOperator, userRoles } from "../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../signIn/userQueries.ts";
import {
  changeRole,
  type MemberChange,
  type MemberRole,
  removeMember,
  signOutMember,
} from "./changeMember.ts";
import { type Invitation, selectInvitationById, selectInvitations } from "./invitationQueries.ts";
import { invitePerson, withdrawInvitation } from "./invitePerson.ts";
import { selectOperators } from "./operatorQueries.ts";
import { describeSignIn, renderLastUse, renderPeopleTable } from "./sharedTable.ts";

type Member = Pick<
  ListedUser,
  "userId" | "email" | "name" | "hasSecondFactor" | "createdAt" | "lastUsedAt"
> & { readonly role: MemberRole };

/** Whose members a page shows, and where. */
type Group = {
  /** Null for operators. */
  readonly account: OperatorAccount | null;
  readonly title: string;
  /** Of the list of its members; each has their own below. */
  readonly address: string;
  readonly invitations: string;
  readonly above?: Place;
  readonly roles: readonly MemberRole[];
  readonly roleHint: string;
  readonly mayChange: ConsoleAccess;
};

const operatorGroup: Group = {
  account: null,
  title: "Operators",
  address: "/console/operators",
  invitations: "/console/operators/invitations",
  roles: operatorRoles,
  roleHint: "Admins also manage operators. Read-only operators can't change anything.",
  mayChange: admins,
};

function groupOf(account: OperatorAccount): Group {
  const address = accountAddress(account.accountId);
  return {
    account,
    title: `People of ${account.name}`,
    address: `${address}/people`,
    invitations: `${address}/invitations`,
    above: { href: address, text: account.name },
    roles: userRoles,
    roleHint: "Buyers order. Admins also manage people.",
    mayChange: operators,
  };
}

async function selectMembers(
  { db }: ConsoleContext,
  { account }: Group,
  now: Date,
): Promise<readonly Member[]> {
  if (account !== null) return selectUsers(db, account.accountId);
  return (await selectOperators(db, now)).map((one) => ({ ...one, userId: one.operatorId }));
}

/** `refused`: an invitation as it was typed, with its faults. */
async function showMembers(
  context: ConsoleContext,
  { signedIn, query, now }: Visit,
  group: Group,
  refused?: { readonly invitation: FormState; readonly status: PageStatus },
): Promise<Answer> {
  const { account, address, title, above } = group;
  const canChange = mayUse(group.mayChange, signedIn);
  const [members, invitations] = await Promise.all([
    selectMembers(context, group, now),
    canChange ? selectInvitations(context.db, account?.accountId ?? null) : [],
  ]);
  const nameOf = ({ userId, name }: Member): Html =>
    html`<a href="${address}/${userId}">${name}</a>${
      userId === signedIn.operator.operatorId && html` ${renderBadge("neutral", "You")}`
    }`;
  const none = renderEmptyState(
    "No people yet",
    html`<p>Invite an admin of the account, who can then invite others.</p>`,
  );
  const isFirst = members.length === 0 && invitations.length === 0;
  const fresh =
    account === null
      ? freshForm({ role: "read-only" })
      : freshForm({ role: "admin", email: isFirst ? account.email : "" });
  const delivery = context.people.sendsMail ? "mailed" : "shown";
  const page = {
    title,
    ...(above === undefined ? { sentence: "People with access to the console." } : { above }),
    body: html`${[
      account && renderAccountTabs(account.accountId, "people"),
      renderDone(query.text("done")),
      members.length === 0 ? none : renderPeopleTable(title, members, nameOf),
      renderInvitations(invitations, { root: group.invitations, now, delivery }),
      canChange &&
        renderInviting(refused?.invitation ?? fresh, { ...group, action: group.invitations }),
    ]}`,
  };
  return answerPage(page, refused?.status);
}

type Chosen = { readonly group: Group; readonly member: Member; readonly isOnlyAdmin: boolean };

function renderChanges({ group, member, isOnlyAdmin }: Chosen, isMailed: boolean): Html {
  const { userId, name, role } = member;
  const address = `${group.address}/${userId}`;
  const warning = html`<p>The only admin of the account. Without one, only operators can invite people.</p>\n`;
  const change = renderForm({
    action: `${address}/role`,
    label: "Role",
    body: renderSelect(freshForm({ role }), {
      name: "role",
      label: "Role",
      options: toRoleOptions(group.roles),
    }),
    button: { text: "Change role" },
  });
  const signOut = renderForm({
    action: `${address}/sign-out`,
    body: renderButton({ text: "Sign out everywhere", label: `Sign ${name} out everywhere` }),
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
  const remove = renderForm({
    action: `${address}/remove`,
    body: html`<p>${name} is signed out immediately and needs a new invitation to sign in again.</p>
${renderButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  return html`${[
    renderCard({
      title: "Role",
      body: html`${isOnlyAdmin && group.account !== null && warning}${change}`,
    }),
    renderCard({
      title: "Sessions and password",
      body: html`<div class="actions">
${signOut}${reset}</div>
<p class="quiet">The link works once, for an hour. The current password works until a new one is set.</p>
`,
    }),
    renderCard({
      title: "Remove",
      body: renderQuestion("Remove…", `Remove ${name}?`, remove),
    }),
  ]}`;
}

/** `refused`: why a change was not made. */
async function showMember(
  { people }: ConsoleContext,
  { signedIn, query }: Visit,
  chosen: Chosen,
  refused?: string,
  status: PageStatus = 409,
): Promise<Answer> {
  const { group, member } = chosen;
  const { userId, name, email, role, createdAt } = member;
  const facts = renderDefinitions([
    { term: "E-mail", value: email },
    { term: "Role", value: role },
    { term: "Sign-in", value: describeSignIn(member) },
    { term: "Joined", value: renderMoment(createdAt) },
    { term: "Last used", value: renderLastUse(member) },
  ]);
  const did = html`<p><a href="/console/audit?operator=${userId}">Activity</a></p>\n`;
  const page = {
    title: name,
    above: { href: group.address, text: group.title },
    body: html`${[
      renderDone(query.text("done")),
      refused === undefined ? null : renderNotice("fault", refused),
      mayUse(group.mayChange, signedIn)
        ? renderChanges(chosen, people.sendsMail)
        : html`<p class="quiet">Your role is read-only.</p>\n`,
    ]}`,
    side: renderSummaryBox("Person", html`${facts}${group.account === null && did}`),
  };
  return answerPage(page, refused === undefined ? 200 : status);
}

function refuseInvitation(
  context: ConsoleContext,
  visit: Visit,
  group: Group,
  faults: readonly FieldFault[],
  status: PageStatus,
): Promise<Answer> {
  const invitation = { value: visit.form.text, faults };
  return showMembers(context, visit, group, { invitation, status });
}

async function sendInvitation(
  context: ConsoleContext,
  visit: Visit,
  group: Group,
  invitation: TypedInvitation<MemberRole>,
): Promise<Answer> {
  const { people } = context;
  const { account, address, title } = group;
  const refuse = (text: string, status: PageStatus): Promise<Answer> =>
    refuseInvitation(context, visit, group, [{ field: "email", text }], status);
  const request = { ...invitation, account, actor: operatorActor(visit) };
  const invited = await invitePerson(people, request, visit.now);
  switch (invited.outcome) {
    case "invited":
      if (people.sendsMail) return redirect(`${address}?done=invited`);
      return revealLink(context, visit, {
        mailId: invited.mailId,
        title: consoleTexts.link.invited,
        above: { href: address, text: title },
      });
    case "already a member":
      return refuse(
        account === null
          ? `${invitation.email} is already an operator.`
          : `${invitation.email} already belongs to the account.`,
        422,
      );
    case "too many":
      return refuse(describeWait(invited.waitS), invited);
  }
}

async function inviteMember(context: ConsoleContext, visit: Visit, group: Group): Promise<Answer> {
  const typed = readInvitation(visit.form, group.roles);
  if (!("email" in typed)) return refuseInvitation(context, visit, group, typed, 422);
  return sendInvitation(context, visit, group, typed);
}

function toChoice(visit: Visit, { group, member }: Chosen) {
  const { account } = group;
  const accountId = account?.accountId ?? null;
  return { accountId, userId: member.userId, actor: operatorActor(visit) };
}

function answerChange(
  context: ConsoleContext,
  visit: Visit,
  chosen: Chosen,
  change: MemberChange,
  done: string,
): Promise<Answer> | Answer {
  if (change === "unknown") return notFound;
  if (change === "last admin") {
    const refused = "The console needs at least one admin. Make someone else an admin first.";
    return showMember(context, visit, chosen, refused);
  }
  const { group, member } = chosen;
  const address = done === "removed" ? group.address : `${group.address}/${member.userId}`;
  return redirect(`${address}?done=${done}`);
}

async function resetPassword(
  context: ConsoleContext,
  visit: Visit,
  chosen: Chosen,
): Promise<Answer> {
  const { group, member } = chosen;
  const reset = await resetMember(context.people, toChoice(visit, chosen), visit.now);
  const page = `${group.address}/${member.userId}`;
  switch (reset.outcome) {
    case "sent":
      if (context.people.sendsMail) return redirect(`${page}?done=reset-sent`);
      return revealLink(context, visit, {
        mailId: reset.mailId,
        title: consoleTexts.link.reset,
        above: { href: page, text: member.name },
      });
    case "suspended": {
      const why = "The account is suspended, so its people can't sign in. Resume it first.";
      return showMember(context, visit, chosen, why);
    }
    case "too many":
      return showMember(context, visit, chosen, describeWait(reset.waitS), reset);
    case "unknown":
      return notFound;
  }
}

type ConsoleLoad<Loaded> = Load<ConsoleContext, SignedInOperator, Loaded>;

/** The routes of a group: `paths` of its list, and of its invitations. */
function routesOf(
  paths: { readonly list: string; readonly invitations: string },
  { see, change }: { readonly see: ConsoleAccess; readonly change: ConsoleAccess },
  load: ConsoleLoad<Group>,
): readonly Route<ConsoleContext, SignedInOperator, ConsoleAccess>[] {
  const { get, post } = createRouteBuilders<ConsoleContext, SignedInOperator, ConsoleAccess>();
  const loadMember: ConsoleLoad<Chosen> = async (context, visit) => {
    const group = await load(context, visit);
    const members = group && (await selectMembers(context, group, visit.now));
    const member = members?.find(({ userId }) => userId === visit.param("user"));
    if (group === undefined || members === undefined || member === undefined) return undefined;
    const [first, ...others] = members.filter(({ role }) => role === "admin");
    return { group, member, isOnlyAdmin: first === member && others.length === 0 };
  };
  type Invited = { readonly group: Group; readonly invitation: Invitation };
  const loadInvitation: ConsoleLoad<Invited> = async (context, visit) => {
    const group = await load(context, visit);
    const id = visit.param("invitation");
    if (group === undefined || !isUuid(id)) return undefined;
    const accountId = group.account?.accountId ?? null;
    const invitation = await selectInvitationById(context.db, accountId, id);
    return invitation && { group, invitation };
  };
  const member = `${paths.list}/:user`;
  const invitation = `${paths.invitations}/:invitation`;
  return [
    get(paths.list, see, load, (context, visit, group) => showMembers(context, visit, group)),
    post(paths.invitations, change, load, inviteMember),
    post(`${invitation}/send`, change, loadInvitation, (context, visit, { group, invitation }) =>
      sendInvitation(context, visit, group, invitation),
    ),
    post(`${invitation}/withdraw`, change, loadInvitation, async ({ db }, visit, named) => {
      const { accountId, invitationId } = named.invitation;
      const actor = operatorActor(visit);
      const done = await withdrawInvitation(db, { accountId, invitationId }, actor, visit.now);
      return done ? redirect(`${named.group.address}?done=withdrawn`) : notFound;
    }),
    get(member, see, loadMember, (context, visit, chosen) => showMember(context, visit, chosen)),
    post(`${member}/role`, change, loadMember, async (context, visit, chosen) => {
      const role = readRole(visit.form, chosen.group.roles);
      if (role === undefined) return notFound;
      const wanted = { ...toChoice(visit, chosen), role };
      const changed = await changeRole(context.db, wanted, visit.now);
      return answerChange(context, visit, chosen, changed, "role-changed");
    }),
    post(`${member}/sign-out`, change, loadMember, async (context, visit, chosen) => {
      const changed = await signOutMember(context.db, toChoice(visit, chosen), visit.now);
      return answerChange(context, visit, chosen, changed, "person-signed-out");
    }),
    post(`${member}/reset`, change, loadMember, resetPassword),
    post(`${member}/remove`, change, loadMember, async (context, visit, chosen) => {
      const changed = await removeMember(context.db, toChoice(visit, chosen), visit.now);
      return answerChange(context, visit, chosen, changed, "removed");
    }),
  ];
}

export const memberRoutes = [
  ...routesOf(
    {
      list: "/console/accounts/:account/people",
      invitations: "/console/accounts/:account/invitations",
    },
    { see: everyone, change: operators },
    async ({ db }, visit) => {
      const id = visit.param("account");
      const account = isUuid(id) ? await selectOperatorAccount(db, id) : undefined;
      return account && groupOf(account);
    },
  ),
  ...routesOf(
    { list: operatorGroup.address, invitations: operatorGroup.invitations },
    { see: admins, change: admins },
    async () => operatorGroup,
  ),
];
