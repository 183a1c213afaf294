// The page of oneself: who one is, the password, the second factor, the sessions.
import type { PeopleContext } from "../../accounts/peopleContext.ts";
import { countRecoveryCodes } from "../../accounts/secondFactorQueries.ts";
import { sessionCutoffs } from "../../accounts/sessionCutoffs.ts";
import { selectSessions } from "../../accounts/sessionQueries.ts";
import type { SignedIn } from "../../accounts/signedIn.ts";
import { selectUser } from "../../accounts/userQueries.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { writeTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeBadge } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import { writeSummaryBox } from "../../html/summaryBox.ts";
import type { SitePage } from "../../http/visit.ts";
import { writeAccountTabs } from "./accountTabs.ts";
import { hintPassword } from "./sayPasswordFlaw.ts";
import { writeSessionTable } from "./sessionTable.ts";
import { writeDone } from "./writeDone.ts";

/** The forms of the page, by the prefix of their fields. */
export type AccountForm = "password" | "second-factor" | "second-factor-off" | "recovery-codes";

/** What a form of the page was sent with, or what was done; neither where it is just opened. */
export type AccountShown = {
  readonly form?: AccountForm;
  readonly faults?: readonly FieldFault[];
  readonly done?: string;
};

function stateOf(shown: AccountShown, form: AccountForm): FormState {
  return { ...freshForm(), prefix: form, faults: shown.form === form ? (shown.faults ?? []) : [] };
}

function writePresentPassword(state: FormState): Html {
  const label = "Present password";
  const autocomplete = "current-password";
  return writeTextField(state, { name: "present", label, type: "password", autocomplete });
}

function writePasswordForm(shown: AccountShown, hasSecondFactor: boolean): Html {
  const state = stateOf(shown, "password");
  const body = html`${writePresentPassword(state)}${writeTextField(state, {
    name: "next",
    label: "New password",
    hint: hintPassword(hasSecondFactor),
    type: "password",
    autocomplete: "new-password",
  })}${writeActions(writeButton({ text: "Change the password" }))}`;
  const hint = "Your other sessions end with it, and we tell you by mail.";
  return html`<h2 id="password">Password</h2>
<p class="quiet">${hint}</p>
${writeFaults(state)}${writeForm({ action: "/account/password", label: "Password", body })}`;
}

/** A form that asks for the password and does one thing. */
function writeProvedForm(shown: AccountShown, form: AccountForm, button: string): Html {
  const state = stateOf(shown, form);
  const kind = form === "second-factor-off" ? "danger" : "plain";
  const send = writeActions(writeButton({ text: button, kind }));
  const body = html`${writePresentPassword(state)}${send}`;
  const action = `/account/${form}`;
  return html`${writeFaults(state)}${writeForm({ action, label: button, body })}`;
}

function writeQuestioned(
  shown: AccountShown,
  form: AccountForm,
  button: string,
  why: string,
): Html {
  const body = writeProvedForm(shown, form, button);
  // A form that was sent stands open, so that its faults are seen.
  return shown.form === form ? body : writeQuestion(`${button} …`, why, body);
}

function writeSecondFactor(shown: AccountShown, hasSecondFactor: boolean, codesLeft: number): Html {
  const title = html`<h2 id="second-factor">Second factor</h2>\n`;
  if (!hasSecondFactor) {
    const why = "Signing in then also asks for a code of an authenticator app on your telephone.";
    return html`${title}<p class="quiet">${why}</p>
${writeProvedForm(shown, "second-factor", "Set up a second factor")}`;
  }
  const off = "A password alone will then open your account's orders.";
  const codes = "The ten codes you have now will be good no more.";
  return html`${title}<p>${writeBadge("good", "On")} ${codesLeft} recovery codes are left.</p>
<div class="actions">
${writeQuestioned(shown, "recovery-codes", "Make new recovery codes", codes)}
${writeQuestioned(shown, "second-factor-off", "Turn it off", off)}</div>
`;
}

/** The page of oneself, for whoever is signed in. */
export async function showAccount(
  { db }: PeopleContext,
  { user, account, sessionId }: SignedIn,
  now: Date,
  shown: AccountShown = {},
): Promise<SitePage> {
  const [known, sessions, codesLeft] = await Promise.all([
    selectUser(db, user.userId),
    selectSessions(db, user.userId, sessionCutoffs(now)),
    countRecoveryCodes(db, user.userId),
  ]);
  const hasSecondFactor = known !== undefined && known.totpConfirmedAt !== null;
  const everywhere = writeForm({
    action: "/account/sign-out-everywhere",
    body: writeButton({ text: "Sign out everywhere", kind: "danger" }),
  });
  return {
    title: "Account",
    sentence: `You order for ${account.name}.`,
    side: writeSummaryBox(
      "You",
      writeDefinitions([
        { term: "Name", value: user.name },
        { term: "E-mail", value: user.email },
        { term: "Role", value: user.role },
      ]),
    ),
    body: html`${writeAccountTabs("/account")}${writeDone(shown.done ?? "")}${[
      writePasswordForm(shown, hasSecondFactor),
      writeSecondFactor(shown, hasSecondFactor, codesLeft),
    ]}<h2 id="sessions">Sessions</h2>
${writeSessionTable(sessions, sessionId)}${everywhere}`,
  };
}
