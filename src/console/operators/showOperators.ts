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
      operatorId === ownId ? html` ${renderBadge("neutral", "You")}` : null
    }`;
  return renderRows(texts.list.title, operators, [
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
    title: texts.list.title,
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
