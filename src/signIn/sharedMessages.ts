import { renderTextField, type TextField } from "../kit/html/field.ts";
import type { FormState } from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../kit/html/notice.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { type PasswordWeakness, passwordLengths } from "./findPasswordWeakness.ts";
import { texts } from "./sharedTexts.ts";

/** The messages about people and their sign-in, on the pages of both sites. */
const messages = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out everywhere.",
  reset: "Password changed. Sign in with the new one.",
  "reset-asked": () =>
    renderNotice(
      "good",
      "If this address is registered, we sent a reset link. It works for one hour.",
    ),
  "reset-asked-unsent": () =>
    renderNotice(
      "short",
      "E-mail is not configured. If this address is registered, ask the distributor for the " +
        "reset link.",
    ),
  "reset-in-outbox": () =>
    renderNotice(
      "short",
      "E-mail is not configured. If this address is registered, another operator can open " +
        "the reset link in the outbox.",
    ),
  "password-changed": "Password changed. Your other sessions are signed out.",
  "second-factor-off": "Two-factor authentication is off.",
  "session-ended": "Session ended.",
  invited: "Invitation sent.",
  "invited-unsent": () =>
    renderNotice(
      "short",
      "Invitation created. E-mail is not configured: ask the distributor for the link.",
    ),
  withdrawn: "Invitation withdrawn. Its link no longer works.",
  "role-changed": "Role changed.",
  "person-signed-out": "Signed out everywhere.",
  "reset-sent": "Password reset sent.",
  removed: "Person removed and signed out.",
} as const satisfies Messages;

export function renderDone(name: string): Html | null {
  return renderMessage(messages, name, null);
}

/** The page for a link that was used or has expired; `remedy` says what to do. */
export function answerExpiredLink(root: string, remedy: Content): Answer {
  const page = {
    title: "This link no longer works",
    sentence: "It has been used, replaced by a newer one, or has expired.",
    body: html`<p>${remedy}</p>
<p><a href="${root}/sign-in">Sign in</a></p>
`,
  };
  return answerPage(page, 410);
}

export function describeWait(waitS: number): string {
  const { hours, minutes, wait } = texts.attempts;
  return wait(waitS >= 7_200 ? hours(Math.ceil(waitS / 3_600)) : minutes(Math.ceil(waitS / 60)));
}

export function describePasswordWeakness(flaw: PasswordWeakness, secondFactor: boolean): string {
  const { alone, withSecondFactor, most } = passwordLengths;
  switch (flaw) {
    case "too short":
      return `Use at least ${secondFactor ? withSecondFactor : alone} characters, for example a few words.`;
    case "too long":
      return `Use ${most} characters or fewer.`;
    case "common":
      return "This password is very common. Choose another.";
    case "names":
      return "This is too close to your name or a company name. Add more words.";
    case "not text":
      return "This contains characters that no keyboard produces. Type it again.";
  }
}

/** The field of a new password, with what is required of it. */
export function renderNewPassword(
  state: FormState,
  secondFactor: boolean,
  field: Pick<TextField, "name" | "label" | "focused">,
): Html {
  const { alone, withSecondFactor } = passwordLengths;
  const least = secondFactor ? withSecondFactor : alone;
  return renderTextField(state, {
    ...field,
    hint: `At least ${least} characters of any kind. A few words are easy to remember.`,
    type: "password",
    autocomplete: "new-password",
  });
}
