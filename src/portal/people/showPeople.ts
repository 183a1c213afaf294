// The people of an account: who they are, and for an admin who is invited and what can be changed.
import { type Invitation, selectInvitations } from "../../accounts/invitationQueries.ts";
import type { PeopleContext } from "../../accounts/peopleContext.ts";
import type { SignedIn } from "../../accounts/signedIn.ts";
import { type ListedUser, selectUsers } from "../../accounts/userQueries.ts";
import { writeSelect, writeTextField } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeBadge, writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import { type Column, writeTable } from "../../html/table.ts";
import type { SitePage } from "../../http/visit.ts";
import { writeDone } from "../../people/writeDone.ts";
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
  const isAdmin = signedIn.user.role === "admin";
  const changes: readonly Column[] = isAdmin ? [{ title: "Change", kind: "actions" }] : [];
  return writeTable({
    caption: "People of the account",
    columns: [
      { title: "Name", kind: "words" },
      { title: "E-mail", kind: "words" },
      { title: "Role", kind: "words" },
      { title: "Signs in with", kind: "words" },
      { title: "Last used", kind: "words", titled: true },
      ...changes,
    ],
    rows: users.map((user) => {
      const { userId, name, email, role, hasSecondFactor, lastUsedAt } = user;
      const you = userId === signedIn.user.userId ? html` ${writeBadge("neutral", "You")}` : null;
      const cells: Content[] = [
        html`${name}${you}`,
        email,
        role,
        hasSecondFactor ? "password and code" : "password",
        lastUsedAt === null ? "not signed in" : writeMoment(lastUsedAt),
      ];
      return { cells: isAdmin ? [...cells, writeChanges(user)] : cells };
    }),
  });
}

function writeInvitations(invitations: readonly Invitation[], now: Date): Html | null {
  if (invitations.length === 0) return null;
  return html`<h2>Invited</h2>
${writeTable({
  caption: "People who are invited",
  columns: [
    { title: "E-mail", kind: "words" },
    { title: "Role", kind: "words" },
    { title: "Sent", kind: "words", titled: true },
    { title: "State", kind: "words" },
    { title: "Change", kind: "actions" },
  ],
  rows: invitations.map(({ invitationId, email, role, createdAt, expiresAt }) => {
    const address = `/account/invitations/${invitationId}`;
    const again = writeForm({
      action: `${address}/send`,
      body: writeButton({ text: "Send again", label: `Send the invitation to ${email} again` }),
    });
    const withdraw = writeForm({
      action: `${address}/withdraw`,
      body: writeButton({ text: "Withdraw", label: `Withdraw the invitation to ${email}` }),
    });
    const isGood = now < expiresAt;
    const state = html`${isGood ? writeBadge("neutral", "Waits") : writeBadge("short", "Expired")}
${isGood ? "until" : "on"} ${writeMoment(expiresAt)}`;
    const sent = writeMoment(createdAt);
    return { cells: [email, role, sent, state, html`${again} ${withdraw}`] };
  }),
})}`;
}

function writeInviting(state: FormState): Html {
  const body = html`${writeTextField(state, {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "off",
    maxLength: 254,
  })}${writeTextField(state, {
    name: "name",
    label: "Name",
    optional: true,
    hint: "What the mail calls them.",
    autocomplete: "off",
    maxLength: 200,
  })}${writeSelect(state, {
    name: "role",
    label: "Role",
    hint: "A buyer orders; an admin also changes who may.",
    options: [
      { value: "buyer", text: "buyer" },
      { value: "admin", text: "admin" },
    ],
  })}${writeActions(writeButton({ text: "Send the invitation", kind: "primary" }))}`;
  return html`<h2 id="invite">Invite somebody</h2>
${writeFaults(state)}${writeForm({ action: "/account/invitations", label: "Invite", body })}`;
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
  const inviting = isAdmin ? writeInviting(shown.invitation ?? freshForm()) : null;
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
      writeInvitations(invitations, now),
      inviting,
    ]}`,
  };
}
