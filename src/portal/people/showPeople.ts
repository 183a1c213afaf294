// The people of an account: who they are, and for an admin who is invited and what can be changed.
import { selectInvitations } from "../../accounts/invitationQueries.ts";
import type { PeopleContext } from "../../accounts/peopleContext.ts";
import { type SignedIn, userRoles } from "../../accounts/signedIn.ts";
import { type ListedUser, selectUsers } from "../../accounts/userQueries.ts";
import { type FormState, freshForm, writeButton, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeBadge, writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import type { SitePage } from "../../http/visit.ts";
import { writeInviting } from "../../people/typedInvitation.ts";
import { writeDone } from "../../people/writeDone.ts";
import { writeInvitations } from "../../people/writeInvitations.ts";
import { writePeopleTable } from "../../views/writePeopleTable.ts";
import { writeAccountTabs } from "./accountTabs.ts";

/** What the page says beside how things stand. */
export type PeopleShown = {
  readonly done?: string;
  /** A change that was refused, in a sentence. */
  readonly refused?: string;
  /** The invitation as it was typed, with its faults. */
  readonly invitation?: FormState;
};

/** Changes to one person; `name` tells readers whose buttons they are. */
function writeChanges({ userId, name, role }: ListedUser): Html {
  const other = role === "admin" ? "buyer" : "admin";
  const change = writeForm({
    action: `/account/people/${userId}/role`,
    hidden: { role: other },
    body: writeButton({ text: `Make ${other}`, label: `Make ${name} ${other}` }),
  });
  const remove = writeForm({
    action: `/account/people/${userId}/remove`,
    body: html`<p>${name} is signed out at once and cannot sign in again.</p>
${writeButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  return html`${change} ${writeQuestion("Remove …", `Remove ${name}?`, remove)}`;
}

function writePeople(users: readonly ListedUser[], signedIn: SignedIn): Html {
  const nameOf = ({ userId, name }: ListedUser): Html => {
    const isOwn = userId === signedIn.user.userId;
    return html`${name}${isOwn ? html` ${writeBadge("neutral", "You")}` : null}`;
  };
  return writePeopleTable(users, nameOf, signedIn.user.role === "admin" ? writeChanges : undefined);
}

/** The page of an account's people, for whoever of them is signed in. */
export async function showPeople(
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
  const refused = shown.refused === undefined ? null : writeNotice("fault", shown.refused);
  const inviting = writeInviting(shown.invitation ?? freshForm(), {
    action: "/account/invitations",
    roles: userRoles,
    roleHint: "A buyer orders; an admin also changes who may.",
  });
  return {
    title: "People",
    sentence: isAdmin
      ? `Who may order for ${name}.`
      : `Who may order for ${name}. An admin can invite and remove people.`,
    body: html`${[
      writeAccountTabs("/account/people"),
      writeDone(shown.done ?? ""),
      refused,
      writePeople(users, signedIn),
      writeInvitations(invitations, { root: "/account/invitations", now }),
      isAdmin ? inviting : null,
    ]}`,
  };
}
