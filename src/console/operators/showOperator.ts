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
import { type Answer, answerPage } from "../../site/visit.ts";
import { operatorAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";

function renderChanges({ operatorId, name, role, sessions }: ListedOperator): Html {
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
  const remove = renderForm({
    action: `${address}/remove`,
    body: html`<p>${name} is signed out immediately and cannot sign in again.</p>
${renderButton({ text: `Remove ${name}`, kind: "danger" })}`,
  });
  const none = html`<p class="quiet">No sessions.</p>\n`;
  const question = renderQuestion("Remove operator …", `Remove ${name}?`, remove);
  return html`${[
    renderCard({ title: "Role", body: change }),
    renderCard({ title: "Sessions", body: sessions === 0 ? none : signOut }),
    renderCard({ title: "Remove", body: question }),
  ]}`;
}

/** `refused`: why a change was not made. */
export async function showOperator(
  _context: ConsoleContext,
  { query }: Visit,
  operator: ListedOperator,
  refused?: string,
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
      renderChanges(operator),
    ]}`,
    side: renderSummaryBox("Operator", html`${facts}${did}`),
  };
  return answerPage(page, refused === undefined ? 200 : 409);
}
