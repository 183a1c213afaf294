// The operators: who they are, what can be changed of each, and who is invited.
import { type Invitation, selectInvitations } from "../../accounts/invitationQueries.ts";
import { type ListedOperator, selectOperators } from "../../accounts/operatorQueries.ts";
import { sessionCutoffs } from "../../accounts/sessionCutoffs.ts";
import { operatorRoles } from "../../accounts/signedInOperator.ts";
import { writeSelect, writeTextField } from "../../html/field.ts";
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
import { writeBadge } from "../../html/notice.ts";
import { writeTable } from "../../html/table.ts";
import type { SitePage } from "../../http/visit.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { writeDone } from "./writeDone.ts";

/** What the page says beside how things stand. */
export type OperatorsShown = {
  readonly done?: string;
  /** The invitation as it was typed, with its faults. */
  readonly invitation?: FormState;
};

/** The roles to choose from. */
export const roleOptions = operatorRoles.map((role) => ({ value: role, text: role }));

function writeOperators(operators: readonly ListedOperator[], ownId: string): Html {
  return writeTable({
    caption: "Operators",
    columns: [
      { title: "Name", kind: "words" },
      { title: "E-mail", kind: "words" },
      { title: "Role", kind: "words" },
      { title: "Signs in with", kind: "words" },
      { title: "Last used", kind: "words" },
      { title: "Sessions", kind: "number" },
    ],
    rows: operators.map((operator) => {
      const { operatorId, name, email, role, hasSecondFactor, lastUsedAt, sessions } = operator;
      const you = operatorId === ownId ? html` ${writeBadge("neutral", "You")}` : null;
      return {
        cells: [
          html`<a href="/console/operators/${operatorId}">${name}</a>${you}`,
          email,
          role,
          hasSecondFactor ? "password and code" : "password",
          lastUsedAt === null ? "not signed in" : html`used ${writeMoment(lastUsedAt)}`,
          sessions,
        ],
      };
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
    { title: "State", kind: "words" },
    { title: "Change", kind: "actions" },
  ],
  rows: invitations.map(({ invitationId, email, role, expiresAt }) => {
    const isGood = now < expiresAt;
    const state = html`${isGood ? writeBadge("neutral", "Waits") : writeBadge("short", "Expired")}
${isGood ? "until" : "on"} ${writeMoment(expiresAt)}`;
    const withdraw = writeForm({
      action: `/console/operators/invitations/${invitationId}/withdraw`,
      body: writeButton({ text: "Withdraw", label: `Withdraw the invitation to ${email}` }),
    });
    return { cells: [email, role, state, withdraw] };
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
    hint: "An admin also changes who works here; read-only looks and changes nothing.",
    options: roleOptions,
  })}${writeActions(writeButton({ text: "Send the invitation", kind: "primary" }))}`;
  const action = "/console/operators/invitations";
  return html`<h2 id="invite">Invite somebody</h2>
${writeFaults(state)}${writeForm({ action, label: "Invite", body })}`;
}

/** The page of the operators, for an admin of them. */
export async function showOperators(
  { db }: ConsoleContext,
  { signedIn, now }: Visit,
  shown: OperatorsShown = {},
): Promise<SitePage> {
  const [operators, invitations] = await Promise.all([
    selectOperators(db, sessionCutoffs(now)),
    selectInvitations(db, null),
  ]);
  const { done = "", invitation } = shown;
  return {
    title: "Operators",
    sentence: "Who works in the console.",
    body: html`${[
      writeDone(done),
      writeOperators(operators, signedIn.operator.operatorId),
      writeInvitations(invitations, now),
      writeInviting(invitation ?? freshForm({ role: "read-only" })),
    ]}`,
  };
}
