import { selectInvitations } from "../../accounts/invitationQueries.ts";
import { renderPeopleTable } from "../../components/peopleTable.ts";
import { type FormState, freshForm, renderButton, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderBadge, renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import type { PeopleContext } from "../../signIn/peopleContext.ts";
import { type SignedIn, userRoles } from "../../signIn/signedIn.ts";
import { type ListedUser, selectUsers } from "../../signIn/userQueries.ts";
import { renderDone } from "../../signInPages/renderDone.ts";
import { renderInvitations } from "../../signInPages/renderInvitations.ts";
import { renderInviting } from "../../signInPages/typedInvitation.ts";
import type { SitePage } from "../../site/visit.ts";
import { renderAccountTabs } from "./accountTabs.ts";

/** What the page adds: a notice, a refused change, or a refused invitation. */
export type PeopleShown = {
  readonly done?: string;
  /** Why a change was refused. */
  readonly refused?: string;
  /** The invitation as typed, with its errors. */
  readonly invitation?: FormState;
};

/** The buttons of a person; their labels include the name for screen readers. */
function renderChanges({ userId, name, role }: ListedUser): Html {
  const other = role === "admin" ? "buyer" : "admin";
  const change = renderForm({
    action: `/account/people/${userId}/role`,
    hidden: { role: other },
    body: renderButton({ text: `Make ${other}`, label: `Make ${name} ${other}` }),
  });
  const remove = renderForm({
    action: `/account/people/${userId}/remove`,
    body: html`<p>${name} is signed out at once and cannot sign in again.</p>
${renderButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  return html`${change} ${renderQuestion("Remove …", `Remove ${name}?`, remove)}`;
}

function renderPeople(users: readonly ListedUser[], signedIn: SignedIn): Html {
  const nameOf = ({ userId, name }: ListedUser): Html => {
    const isOwn = userId === signedIn.user.userId;
    return html`${name}${isOwn ? html` ${renderBadge("neutral", "You")}` : null}`;
  };
  return renderPeopleTable(
    users,
    nameOf,
    signedIn.user.role === "admin" ? renderChanges : undefined,
  );
}

/** The people of an account; admins also see invitations and buttons. */
export async function peoplePage(
  { db }: PeopleContext,
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
    roleHint: "Buyers order. Admins also manage people and keys.",
  });
  return {
    title: "People",
    sentence: isAdmin
      ? `People who can order for ${name}.`
      : `People who can order for ${name}. Admins can invite and remove people.`,
    body: html`${[
      renderAccountTabs("/account/people"),
      renderDone(shown.done ?? ""),
      refused,
      renderPeople(users, signedIn),
      renderInvitations(invitations, { root: "/account/invitations", now }),
      isAdmin ? inviting : null,
    ]}`,
  };
}
