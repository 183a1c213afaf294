import { renderTextField, type TextField } from "../html/field.ts";
import type { FormState } from "../html/form.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type Messages, renderMessage, renderNotice } from "../html/notice.ts";
import { type PasswordWeakness, passwordLengths } from "../signIn/findPasswordWeakness.ts";
import { type Answer, answerPage } from "../site/visit.ts";
import { texts } from "./texts.ts";

/** The messages about people and their sign-in, on the pages of both sites. */
export const messages = {
  "signed-out": texts.done.signedOut,
  "signed-out-everywhere": texts.done.signedOutEverywhere,
  reset: texts.done.passwordReset,
  "reset-asked": () => renderNotice("good", texts.done.resetSent),
  "reset-asked-unsent": () => renderNotice("short", texts.done.resetNotSent),
  "reset-in-outbox": () => renderNotice("short", texts.done.resetInOutbox),
  "password-changed": texts.done.passwordChanged,
  "second-factor-off": texts.done.secondFactorOff,
  "session-ended": texts.done.sessionEnded,
  invited: texts.done.invited,
  "invited-unsent": () => renderNotice("short", texts.done.invitedUnsent),
  withdrawn: texts.done.withdrawn,
  "role-changed": texts.done.roleChanged,
  "person-signed-out": texts.done.personSignedOut,
  "reset-sent": texts.done.personReset,
  removed: texts.done.removed,
} as const satisfies Messages;

export function renderDone(name: string): Html | null {
  return renderMessage(messages, name, null);
}

/** The page for a link that was used or has expired; `remedy` says what to do. */
export function answerExpiredLink(root: string, remedy: Content): Answer {
  const page = {
    title: texts.expiredLink.title,
    sentence: texts.expiredLink.sentence,
    body: html`<p>${remedy}</p>
<p><a href="${root}/sign-in">${texts.expiredLink.signIn}</a></p>
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
      return texts.newPassword.tooShort(secondFactor ? withSecondFactor : alone);
    case "too long":
      return texts.newPassword.tooLong(most);
    case "common":
      return texts.newPassword.common;
    case "names":
      return texts.newPassword.names;
    case "not text":
      return texts.newPassword.notText;
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
    hint: texts.newPassword.hint(least),
    type: "password",
    autocomplete: "new-password",
  });
}
