import { describeSignIn, renderLastUse } from "../../components/peopleTable.ts";
import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderSelect } from "../../html/field.ts";
import { freshForm, renderButton, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderSummaryBox } from "../../html/summaryBox.ts";
import type { ListedOperator } from "../../people/operatorQueries.ts";
import { operatorRoles } from "../../signIn/signedIn.ts";
import { toRoleOptions } from "../../signInPages/invitationForm.ts";
import { renderDone } from "../../signInPages/messages.ts";
import { type Answer, answerPage, type PageStatus } from "../../site/visit.ts";
import { operatorAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

function renderChanges(
  { operatorId, name, role, sessions }: ListedOperator,
  isMailed: boolean,
): Html {
  const address = operatorAddress(operatorId);
  const state = freshForm({ role });
  const change = renderForm({
    action: `${address}/role`,
    label: texts.role.title,
    body: renderSelect(state, {
      name: "role",
      label: texts.role.title,
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
    renderCard({ title: texts.role.title, body: change }),
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
    { term: texts.operator.email, value: email },
    { term: texts.operator.role, value: role },
    { term: texts.operator.signIn, value: describeSignIn(operator) },
    { term: texts.operator.joined, value: renderMoment(createdAt) },
    { term: texts.operator.sessions, value: sessions },
    { term: texts.operator.lastUsed, value: renderLastUse(operator) },
  ]);
  const { activity } = texts.operator;
  const did = html`<p><a href="/console/audit?operator=${operatorId}">${activity}</a></p>\n`;
  const page = {
    title: name,
    above: { href: "/console/operators", text: texts.list.title },
    body: html`${[
      renderDone(query.text("done")),
      refused === undefined ? null : renderNotice("fault", refused),
      renderChanges(operator, people.sendsMail),
    ]}`,
    side: renderSummaryBox(texts.operator.title, html`${facts}${did}`),
  };
  return answerPage(page, refused === undefined ? 200 : status);
}
