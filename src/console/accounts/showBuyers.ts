// The people of an account as an operator sees them: all, and one with what can be done to them.
import type { DeskAccount } from "../../accounts/deskQueries.ts";
import { selectInvitations } from "../../accounts/invitationQueries.ts";
import { userRoles } from "../../accounts/signedIn.ts";
import { type ListedUser, selectUsers } from "../../accounts/userQueries.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import { writeTypedName } from "../../html/typedName.ts";
import { writeUndo } from "../../html/undo.ts";
import type { SitePage } from "../../http/visit.ts";
import { writeInviting } from "../../people/typedInvitation.ts";
import { writeDone } from "../../people/writeDone.ts";
import { writeInvitations } from "../../people/writeInvitations.ts";
import { writePeopleTable } from "../../views/writePeopleTable.ts";
import { accountAddress } from "../accountAddress.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { deskRoles, isAmong } from "../everyRole.ts";
import { writeAccountTabs } from "./writeAccountTabs.ts";

/** The page of an account's people; `invitation` is what was typed, with its faults. */
export async function showBuyers(
  { db }: ConsoleContext,
  { signedIn, query, now }: Visit,
  { accountId, name }: DeskAccount,
  invitation?: FormState,
): Promise<SitePage> {
  const address = accountAddress(accountId);
  const canChange = isAmong(deskRoles, signedIn.operator.role);
  const [users, invitations] = await Promise.all([
    selectUsers(db, accountId),
    canChange ? selectInvitations(db, accountId) : [],
  ]);
  const nameOf = (user: ListedUser): Html =>
    html`<a href="${address}/people/${user.userId}">${user.name}</a>`;
  const none = writeEmptyState(
    "Nobody signs in for this account yet",
    html`<p>Invite an admin of theirs: they invite the others.</p>`,
  );
  const inviting = writeInviting(invitation ?? freshForm({ role: "admin" }), {
    action: `${address}/invitations`,
    roles: userRoles,
    roleHint: "A buyer orders; an admin also changes who may.",
  });
  return {
    title: `People of ${name}`,
    above: { href: address, text: name },
    body: html`${[
      writeAccountTabs(accountId, "People"),
      writeDone(query.text("done")),
      users.length === 0 ? none : writePeopleTable(users, nameOf),
      writeInvitations(invitations, { root: `${address}/invitations`, now }),
      canChange ? inviting : null,
    ]}`,
  };
}

function writeChanges(
  { name, role }: ListedUser,
  address: string,
  isOnlyAdmin: boolean,
  removing: FormState,
): Html {
  const other = role === "admin" ? "buyer" : "admin";
  const alone = isOnlyAdmin
    ? html`<p>They are the account's only admin: without them, you alone invite its people.</p>\n`
    : null;
  const change = writeForm({
    action: `${address}/role`,
    hidden: { role: other },
    body: writeButton({ text: `Make ${other}`, label: `Make ${name} ${other}` }),
  });
  const signOut = writeForm({
    action: `${address}/sign-out`,
    body: writeButton({ text: "Sign out everywhere", label: `Sign ${name} out everywhere` }),
  });
  const remove = writeForm({
    action: `${address}/remove`,
    label: "Remove",
    body: html`${writeTypedName(removing, name)}${writeActions(
      writeButton({ text: `Remove ${name}`, kind: "danger" }),
    )}`,
  });
  return html`<h2>Role and sessions</h2>
${alone}<div class="actions">
${change}${signOut}</div>
<h2 id="remove">Remove</h2>
<p>${name} is signed out at once and cannot sign in again, unless invited anew.</p>
${writeFaults(removing)}${remove}`;
}

function writeChanged(done: string, { role }: ListedUser, address: string): Html | null {
  if (done !== "role-changed") return writeDone(done);
  const earlier = role === "admin" ? "buyer" : "admin";
  const hidden = { role: earlier };
  return writeUndo(`The role is changed to ${role}.`, { action: `${address}/role`, hidden });
}

/** The page of one person; undefined where the account has none of that id. */
export async function showBuyer(
  { db }: ConsoleContext,
  { signedIn, query }: Visit,
  account: DeskAccount,
  userId: string,
  removing: FormState = freshForm(),
): Promise<SitePage | undefined> {
  const users = await selectUsers(db, account.accountId);
  const user = users.find((one) => one.userId === userId);
  if (user === undefined) return undefined;
  const { name, email, role, hasSecondFactor, createdAt, lastUsedAt } = user;
  const people = `${accountAddress(account.accountId)}/people`;
  const address = `${people}/${userId}`;
  const isOnlyAdmin = role === "admin" && users.filter((one) => one.role === "admin").length === 1;
  const canChange = isAmong(deskRoles, signedIn.operator.role);
  const facts = writeDefinitions([
    { term: "E-mail", value: email },
    { term: "Role", value: role },
    { term: "Signs in with", value: hasSecondFactor ? "password and code" : "password" },
    { term: "Came", value: writeMoment(createdAt) },
    { term: "Last used", value: lastUsedAt === null ? "not signed in" : writeMoment(lastUsedAt) },
  ]);
  const state = { ...removing, prefix: "remove" };
  return {
    title: name,
    sentence: html`${role === "admin" ? "An admin" : "A buyer"} of ${account.name}.`,
    above: { href: people, text: `People of ${account.name}` },
    body: html`${writeChanged(query.text("done"), user, address)}${
      canChange
        ? writeChanges(user, address, isOnlyAdmin, state)
        : html`<p class="quiet">Your role lets you look.</p>\n`
    }`,
    side: writeSummaryBox("Person", facts),
  };
}
