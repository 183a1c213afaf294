// The pages of operators in the console.
import { operatorActor } from "../audit/actor.ts";
import { operatorAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { revealLink } from "../home/consoleRevealLink.ts";
import { texts as consoleTexts } from "../home/consoleTexts.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
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
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderEmail, renderRows } from "../kit/html/table.ts";
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
import { type OperatorRole, operatorRoles } from "../signIn/signedIn.ts";
import { changeRole, type MemberChange, removeMember, signOutMember } from "./changeMember.ts";
import { type Invitation, selectInvitations } from "./invitationQueries.ts";
import { invitePerson, withdrawInvitation } from "./invitePerson.ts";
import { type ListedOperator, selectOperators } from "./operatorQueries.ts";
import { describeSignIn, renderLastUse } from "./sharedTable.ts";

function renderOperators(operators: readonly ListedOperator[], ownId: string): Html {
  const link = ({ operatorId, name }: ListedOperator) =>
    html`<a href="${operatorAddress(operatorId)}">${name}</a>${
      operatorId === ownId ? html` ${renderBadge("neutral", "You")}` : null
    }`;
  return renderRows("Operators", operators, [
    { title: "Name", kind: "words", cell: link },
    { title: "E-mail", kind: "words", cell: ({ email }) => renderEmail(email) },
    { title: "Role", kind: "words", cell: ({ role }) => role },
    { title: "Sign-in", kind: "words", cell: describeSignIn },
    { title: "Last used", kind: "words", cell: renderLastUse },
    { title: "Sessions", kind: "number", cell: ({ sessions }) => sessions },
  ]);
}

/** `refused`: an invitation as it was typed, with its faults. */
export async function showOperators(
  { db, people }: ConsoleContext,
  { signedIn, query, now }: Visit,
  _loaded: null,
  refused?: { readonly invitation: FormState; readonly status: PageStatus },
): Promise<Answer> {
  const [operators, invitations] = await Promise.all([
    selectOperators(db, now),
    selectInvitations(db, null),
  ]);
  const page = {
    title: "Operators",
    sentence: "People with access to the console.",
    body: html`${[
      renderDone(query.text("done")),
      renderOperators(operators, signedIn.operator.operatorId),
      renderInvitations(invitations, {
        root: "/console/operators/invitations",
        now,
        delivery: people.sendsMail ? "mailed" : "shown",
      }),
      renderInviting(refused?.invitation ?? freshForm({ role: "read-only" }), {
        action: "/console/operators/invitations",
        roles: operatorRoles,
        roleHint: "Admins also manage operators. Read-only operators can't change anything.",
      }),
    ]}`,
  };
  return answerPage(page, refused?.status);
}

function renderChanges(
  { operatorId, name, role, sessions }: ListedOperator,
  isMailed: boolean,
): Html {
  const address = operatorAddress(operatorId);
  const state = freshForm({ role });
  const change = renderForm({
    action: `${address}/role`,
    label: "Role",
    body: renderSelect(state, {
      name: "role",
      label: "Role",
      options: toRoleOptions(operatorRoles),
    }),
    button: { text: "Change role" },
  });
  const signOut = renderForm({
    action: `${address}/sign-out`,
    body: renderButton({ text: `Sign ${name} out everywhere` }),
  });
  const reset = renderForm({
    action: `${address}/reset`,
    body: html`<p>The link works once, for an hour. The current password works until a new one is set.</p>
${renderButton({ text: isMailed ? `Send password reset to ${name}` : `Create password reset link for ${name}` })}`,
  });
  const remove = renderForm({
    action: `${address}/remove`,
    body: html`<p>${name} is signed out immediately and can't sign in again.</p>
${renderButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  const none = html`<p class="quiet">No sessions.</p>\n`;
  const question = renderQuestion("Remove operator…", `Remove ${name}?`, remove);
  return html`${[
    renderCard({ title: "Role", body: change }),
    renderCard({ title: "Sessions", body: sessions === 0 ? none : signOut }),
    renderCard({ title: "Password", body: reset }),
    renderCard({ title: "Remove", body: question }),
  ]}`;
}

/** `refused`: why a change was not made. */
export async function showOperator(
  { people }: ConsoleContext,
  { query }: Visit,
  operator: ListedOperator,
  refused?: string,
  status: PageStatus = 409,
): Promise<Answer> {
  const { operatorId, name, email, role, createdAt, sessions } = operator;
  const facts = renderDefinitions([
    { term: "E-mail", value: email },
    { term: "Role", value: role },
    { term: "Sign-in", value: describeSignIn(operator) },
    { term: "Joined", value: renderMoment(createdAt) },
    { term: "Sessions", value: sessions },
    { term: "Last used", value: renderLastUse(operator) },
  ]);
  const did = html`<p><a href="/console/audit?operator=${operatorId}">Activity</a></p>\n`;
  const page = {
    title: name,
    above: { href: "/console/operators", text: "Operators" },
    body: html`${[
      renderDone(query.text("done")),
      refused === undefined ? null : renderNotice("fault", refused),
      renderChanges(operator, people.sendsMail),
    ]}`,
    side: renderSummaryBox("Operator", html`${facts}${did}`),
  };
  return answerPage(page, refused === undefined ? 200 : status);
}

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
        above: { href: "/console/operators", text: "Operators" },
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
