// One operator: who they are, and what an admin can change of them.
import { type ListedOperator, selectOperators } from "../../accounts/operatorQueries.ts";
import { sessionCutoffs } from "../../accounts/sessionCutoffs.ts";
import { operatorRoles } from "../../accounts/signedInOperator.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeSelect } from "../../html/field.ts";
import { freshForm, writeActions, writeButton, writeForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import type { SitePage } from "../../http/visit.ts";
import { toRoleOptions } from "../../people/typedInvitation.ts";
import { writeDone } from "../../people/writeDone.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";

function writeChanges({ operatorId, name, role, sessions }: ListedOperator): Html {
  const address = `/console/operators/${operatorId}`;
  const state = freshForm({ role });
  const change = writeForm({
    action: `${address}/role`,
    label: "Role",
    body: html`${writeSelect(state, {
      name: "role",
      label: "Role",
      options: toRoleOptions(operatorRoles),
    })}
${writeActions(writeButton({ text: "Change the role" }))}`,
  });
  const signOut = writeForm({
    action: `${address}/sign-out`,
    body: writeButton({ text: `Sign ${name} out everywhere` }),
  });
  const remove = writeForm({
    action: `${address}/remove`,
    body: html`<p>${name} is signed out at once and cannot sign in again.</p>
${writeButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  return html`${change}<h2>Sessions</h2>
${sessions === 0 ? html`<p class="quiet">Not signed in anywhere.</p>` : signOut}<h2>Remove</h2>
${writeQuestion("Remove …", `Remove ${name}?`, remove)}`;
}

/** The page of an operator, `refused` above it; undefined where there is none of that id. */
export async function showOperator(
  { db }: ConsoleContext,
  { query, now }: Visit,
  operatorId: string,
  refused?: string,
): Promise<SitePage | undefined> {
  const operators = await selectOperators(db, sessionCutoffs(now));
  const operator = operators.find((one) => one.operatorId === operatorId);
  if (operator === undefined) return undefined;
  const { name, email, role, hasSecondFactor, createdAt, lastUsedAt, sessions } = operator;
  const facts = writeDefinitions([
    { term: "E-mail", value: email },
    { term: "Role", value: role },
    { term: "Signs in with", value: hasSecondFactor ? "password and code" : "password" },
    { term: "Came", value: writeMoment(createdAt) },
    { term: "Sessions", value: sessions },
    { term: "Last used", value: lastUsedAt === null ? "not signed in" : writeMoment(lastUsedAt) },
  ]);
  const did = html`<p><a href="/console/audit?operator=${operatorId}">What they did</a></p>\n`;
  return {
    title: name,
    above: { href: "/console/operators", text: "Operators" },
    body: html`${[
      writeDone(query.text("done")),
      refused === undefined ? null : writeNotice("fault", refused),
      writeChanges(operator),
    ]}`,
    side: writeSummaryBox("Operator", html`${facts}${did}`),
  };
}
