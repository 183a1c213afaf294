// The page of oneself: who one is, the password, the second factor, the sessions.

import { selectUser } from "../accounts/userQueries.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { renderTextField } from "../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { renderBadge } from "../html/notice.ts";
import { renderQuestion } from "../html/question.ts";
import { renderSummaryBox } from "../html/summaryBox.ts";
import { countRecoveryCodes } from "../signIn/secondFactorQueries.ts";
import { sessionCutoffs } from "../signIn/sessionCutoffs.ts";
import { selectSessions } from "../signIn/sessionQueries.ts";
import type { SitePage, Visit } from "../site/visit.ts";
import { hintPassword } from "./describePasswordWeakness.ts";
import type { PeopleServer, PersonHere } from "./peopleServer.ts";
import { renderDone } from "./renderDone.ts";
import { renderSessionTable } from "./sessionTable.ts";

/** The forms of the page, by the prefix of their fields. */
export type OwnForm = "password" | "second-factor" | "second-factor-off" | "recovery-codes";

/** What a form of the page was sent with, or what was done; neither where it is just opened. */
export type OwnShown = {
  readonly form?: OwnForm;
  readonly faults?: readonly FieldFault[];
  readonly done?: string;
};

function stateOf(shown: OwnShown, form: OwnForm): FormState {
  return { ...freshForm(), prefix: form, faults: shown.form === form ? (shown.faults ?? []) : [] };
}

function renderPresentPassword(state: FormState): Html {
  const label = "Present password";
  const autocomplete = "current-password";
  return renderTextField(state, { name: "present", label, type: "password", autocomplete });
}

function renderPasswordForm(root: string, shown: OwnShown, hasSecondFactor: boolean): Html {
  const state = stateOf(shown, "password");
  const body = html`${renderPresentPassword(state)}${renderTextField(state, {
    name: "next",
    label: "New password",
    hint: hintPassword(hasSecondFactor),
    type: "password",
    autocomplete: "new-password",
  })}${renderActions(renderButton({ text: "Change the password" }))}`;
  const hint = "Your other sessions end with it, and we tell you by mail.";
  return html`<h2 id="password">Password</h2>
<p class="quiet">${hint}</p>
${renderFaults(state)}
${renderForm({ action: `${root}/account/password`, label: "Password", body })}`;
}

/** A form that asks for the password and does one thing. */
function renderProvedForm(root: string, shown: OwnShown, form: OwnForm, button: string): Html {
  const state = stateOf(shown, form);
  const kind = form === "second-factor-off" ? "danger" : "plain";
  const send = renderActions(renderButton({ text: button, kind }));
  const body = html`${renderPresentPassword(state)}${send}`;
  const action = `${root}/account/${form}`;
  return html`${renderFaults(state)}
${renderForm({ action, label: button, body })}`;
}

function renderQuestioned(
  root: string,
  shown: OwnShown,
  form: OwnForm,
  button: string,
  why: string,
): Html {
  const body = renderProvedForm(root, shown, form, button);
  // A form that was sent stands open, so that its faults are seen.
  return shown.form === form ? body : renderQuestion(`${button} …`, why, body);
}

function renderSecondFactor(
  { root, keeps }: PeopleServer,
  shown: OwnShown,
  hasSecondFactor: boolean,
  codesLeft: number,
): Html {
  const title = html`<h2 id="second-factor">Second factor</h2>\n`;
  if (!hasSecondFactor) {
    const why = "Signing in then also asks for a code of an authenticator app on your telephone.";
    return html`${title}<p class="quiet">${why}</p>
${renderProvedForm(root, shown, "second-factor", "Set up a second factor")}`;
  }
  const off = `A password alone will then open ${keeps}.`;
  const codes = "The ten codes you have now will be good no more.";
  return html`${title}<p>${renderBadge("good", "On")} ${codesLeft} recovery codes are left.</p>
<div class="actions">
${renderQuestioned(root, shown, "recovery-codes", "Make new recovery codes", codes)}
${renderQuestioned(root, shown, "second-factor-off", "Turn it off", off)}</div>
`;
}

/** The page of oneself, for whoever is signed in. */
export async function showOwn(
  door: PeopleServer,
  visit: Visit<PersonHere>,
  shown: OwnShown = {},
): Promise<SitePage> {
  const { root, people } = door;
  const { user, sessionId, own } = visit.signedIn;
  const [known, sessions, codesLeft] = await Promise.all([
    selectUser(people.db, user.userId),
    selectSessions(people.db, user.userId, sessionCutoffs(visit.now)),
    countRecoveryCodes(people.db, user.userId),
  ]);
  const hasSecondFactor = known !== undefined && known.totpConfirmedAt !== null;
  const everywhere = renderForm({
    action: `${root}/account/sign-out-everywhere`,
    body: renderButton({ text: "Sign out everywhere", kind: "danger" }),
  });
  const { sentence, head, facts } = own;
  return {
    title: "Account",
    sentence,
    side: renderSummaryBox(
      "You",
      renderDefinitions([
        { term: "Name", value: user.name },
        { term: "E-mail", value: user.email },
        ...facts,
      ]),
    ),
    body: html`${head}${renderDone(shown.done ?? "")}${[
      renderPasswordForm(root, shown, hasSecondFactor),
      renderSecondFactor(door, shown, hasSecondFactor, codesLeft),
    ]}<h2 id="sessions">Sessions</h2>
${renderSessionTable(root, sessions, sessionId)}${everywhere}`,
  };
}
