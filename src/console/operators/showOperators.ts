import { describeSignIn, renderLastUse } from "../../components/peopleTable.ts";
import { type FormState, freshForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderBadge } from "../../html/notice.ts";
import { renderEmail, renderRows } from "../../html/table.ts";
import { selectInvitations } from "../../people/invitationQueries.ts";
import { type ListedOperator, selectOperators } from "../../people/operatorQueries.ts";
import { operatorRoles } from "../../signIn/signedIn.ts";
import { renderInvitations, renderInviting } from "../../signInPages/invitationForm.ts";
import { renderDone } from "../../signInPages/messages.ts";
import { type Answer, answerPage, type PageStatus } from "../../site/visit.ts";
import { operatorAddress } from "../addresses.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { texts } from "./texts.ts";

function renderOperators(operators: readonly ListedOperator[], ownId: string): Html {
  const link = ({ operatorId, name }: ListedOperator) =>
    html`<a href="${operatorAddress(operatorId)}">${name}</a>${
      operatorId === ownId ? html` ${renderBadge("neutral", texts.list.you)}` : null
    }`;
  return renderRows(texts.list.title, operators, [
    { title: texts.list.name, kind: "words", cell: link },
    { title: texts.list.email, kind: "words", cell: ({ email }) => renderEmail(email) },
    { title: texts.list.role, kind: "words", cell: ({ role }) => role },
    { title: texts.list.signIn, kind: "words", cell: describeSignIn },
    { title: texts.list.lastUsed, kind: "words", cell: renderLastUse },
    { title: texts.list.sessions, kind: "number", cell: ({ sessions }) => sessions },
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
    title: texts.list.title,
    sentence: texts.list.sentence,
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
        roleHint: texts.list.roles,
      }),
    ]}`,
  };
  return answerPage(page, refused?.status);
}
