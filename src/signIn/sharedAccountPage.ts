import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { renderTextField } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderButton,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { renderBadge } from "../kit/html/notice.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderSummaryBox } from "../kit/html/summaryBox.ts";
import { renderTable } from "../kit/html/table.ts";
import { answerPage, type PageStatus, redirect, type SitePage } from "../kit/site/visit.ts";
import { changePassword } from "./changePassword.ts";
import { countRecoveryCodes } from "./secondFactorQueries.ts";
import { deleteSession, type ListedSession, selectSessions } from "./sessionQueries.ts";
import { signOutEverywhere } from "./sessions.ts";
import {
  describePasswordWeakness,
  describeWait,
  renderDone,
  renderNewPassword,
} from "./sharedMessages.ts";
import type { Handler, SignInSite, Visit } from "./sharedSite.ts";
import { texts } from "./sharedTexts.ts";
import type { SessionId } from "./signedIn.ts";
import { selectUser } from "./userQueries.ts";

/**
 * The sessions as a table, of a door that begins at `root`; the one of the page is marked, and
 * ended by signing out.
 */
function renderSessionTable(
  root: string,
  sessions: readonly ListedSession[],
  own: SessionId,
): Html {
  return renderTable({
    caption: "Where you are signed in",
    columns: [
      { title: "Browser", kind: "words" },
      { title: "Signed in", kind: "words", titled: true },
      { title: "Last used", kind: "words", titled: true },
      { title: "Action", kind: "actions" },
    ],
    rows: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => {
      const browser = describeBrowser(userAgent);
      const label = `End session of ${browser}`;
      const end = renderForm({
        action: `${root}/account/sessions/${sessionId}/end`,
        body: renderButton({ text: "End session", label }),
      });
      return {
        cells: [
          browser,
          renderMoment(createdAt),
          renderAge(lastUsedAt),
          sessionId === own ? html`${renderBadge("neutral", "This session")}` : end,
        ],
      };
    }),
  });
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chromium)\//, "Chromium"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const longest = 30;

function nameBy(names: typeof browsers, text: string): string | undefined {
  return names.find(([shape]) => shape.test(text))?.[1];
}

/** What names itself and is no browser, as "curl/8.5" does, by that name. */
function nameFirst(userAgent: string): string {
  const name = /^[^\s/;(]+/.exec(userAgent)?.[0] ?? "";
  return name === "" || name === "Mozilla"
    ? "Unknown browser"
    : [...name].slice(0, longest).join("");
}

/** "Chrome on Windows"; never the whole text, which nobody reads. */
function describeBrowser(userAgent: string): string {
  const browser = nameBy(browsers, userAgent) ?? nameFirst(userAgent);
  const system = nameBy(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

export type AccountForm = "password" | "second-factor" | "second-factor-off" | "recovery-codes";

export type AccountPageState = {
  readonly form?: AccountForm;
  readonly faults?: readonly FieldFault[];
  readonly done?: string;
};

export const wrongPassword = "This is not your current password.";

function stateOf(shown: AccountPageState, form: AccountForm): FormState {
  return { ...freshForm(), prefix: form, faults: shown.form === form ? (shown.faults ?? []) : [] };
}

function renderCurrentPassword(state: FormState): Html {
  const label = "Current password";
  const autocomplete = "current-password";
  return renderTextField(state, { name: "present", label, type: "password", autocomplete });
}

function renderPasswordForm(root: string, shown: AccountPageState, hasSecondFactor: boolean): Html {
  const state = stateOf(shown, "password");
  const next = renderNewPassword(state, hasSecondFactor, {
    name: "next",
    label: "New password",
  });
  const form = renderForm({
    action: `${root}/account/password`,
    label: texts.password.title,
    state,
    body: [renderCurrentPassword(state), next],
    button: { text: "Change password" },
  });
  const why = "Changing it signs out your other sessions. We confirm by e-mail.";
  const body = html`<p class="quiet">${why}</p>
${form}`;
  return renderCard({ id: "password", title: texts.password.title, body });
}

function renderPasswordCheckedForm(
  root: string,
  shown: AccountPageState,
  form: AccountForm,
  button: string,
): Html {
  const state = stateOf(shown, form);
  return renderForm({
    action: `${root}/account/${form}`,
    label: button,
    state,
    body: renderCurrentPassword(state),
    button: { text: button, kind: form === "second-factor-off" ? "danger" : "plain" },
  });
}

function renderConfirmedForm(
  root: string,
  shown: AccountPageState,
  form: AccountForm,
  button: string,
  why: string,
): Html {
  const body = renderPasswordCheckedForm(root, shown, form, button);
  // A form that was sent stays open, so that its errors are visible.
  return shown.form === form ? body : renderQuestion(`${button}…`, why, body);
}

function renderSecondFactor(
  { root, keeps }: SignInSite,
  shown: AccountPageState,
  hasSecondFactor: boolean,
  codesLeft: number,
): Html {
  const card = { id: "second-factor", title: "Two-factor authentication" };
  if (!hasSecondFactor) {
    const why = "Sign-in also requires a code from an authenticator app.";
    const form = renderPasswordCheckedForm(
      root,
      shown,
      "second-factor",
      "Set up two-factor authentication",
    );
    return renderCard({ ...card, body: html`<p class="quiet">${why}</p>\n${form}` });
  }
  const off = `A password is then enough to open ${keeps}.`;
  const codes = "Your current recovery codes stop working.";
  const on = renderBadge("good", "On");
  const body = html`<p>${on} ${texts.secondFactor.codesLeft(codesLeft)}</p>
<div class="actions">
${renderConfirmedForm(root, shown, "recovery-codes", "Create new recovery codes", codes)}
${renderConfirmedForm(root, shown, "second-factor-off", "Turn off two-factor authentication", off)}</div>
`;
  return renderCard({ ...card, body });
}

export async function loadAccountPage(
  site: SignInSite,
  visit: Visit,
  shown: AccountPageState = {},
): Promise<SitePage> {
  const { root, people } = site;
  const { user, sessionId, own } = visit.signedIn;
  const [known, sessions, codesLeft] = await Promise.all([
    selectUser(people.db, user.userId),
    selectSessions(people.db, user.userId, visit.now),
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
      renderSecondFactor(site, shown, hasSecondFactor, codesLeft),
      renderCard({
        id: "sessions",
        title: "Sessions",
        beside: everywhere,
        body: renderSessionTable(root, sessions, sessionId),
      }),
    ]}`,
  };
}

export const showAccount: Handler = async (site, visit) => {
  return answerPage(await loadAccountPage(site, visit, { done: visit.query.text("done") }));
};

export const changeOwnPassword: Handler = async (site, visit) => {
  const { form, now } = visit;
  const passwords = { current: form.text("present"), next: form.text("next") };
  const changed = await changePassword(site.people, visit, passwords, now);
  const refuse = async (field: string, text: string, status: PageStatus) => {
    const shown = { form: "password", faults: [{ field, text }] } as const;
    return answerPage(await loadAccountPage(site, visit, shown), status);
  };
  switch (changed.outcome) {
    case "changed":
      return redirect(`${site.root}/account?done=password-changed`);
    case "wrong":
      return refuse("present", wrongPassword, 422);
    case "too many":
      return refuse("present", describeWait(changed.waitS), changed);
    case "unfit":
      return refuse("next", describePasswordWeakness(changed.password, changed.secondFactor), 422);
  }
};

/** `:session` of the person. */
export async function session(
  { people }: SignInSite,
  visit: Visit,
): Promise<ListedSession | undefined> {
  const sessions = await selectSessions(people.db, visit.signedIn.user.userId, visit.now);
  return sessions.find(({ sessionId }) => sessionId === visit.param("session"));
}

export const endSession: Handler<ListedSession> = async (site, visit, { sessionId }) => {
  await deleteSession(site.people.db, visit.signedIn.user.userId, sessionId);
  return redirect(`${site.root}/account?done=session-ended`);
};

export const signOutOfAllSessions: Handler = async (site, visit) => {
  await signOutEverywhere(site.people.db, visit.signedIn.user.userId);
  return redirect(`${site.root}/sign-in?done=signed-out-everywhere`, "ended");
};
