// What the pages of people say of flaws, waits and what was done, each in one place.
import { type PasswordFlaw, passwordLengths } from "../../accounts/findPasswordFlaw.ts";
import { type Html, html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";

/** What is wrong with a password, and what to do. */
export function sayPasswordFlaw(flaw: PasswordFlaw, secondFactor: boolean): string {
  const { alone, withSecondFactor, most } = passwordLengths;
  switch (flaw) {
    case "too short":
      return `Use ${secondFactor ? withSecondFactor : alone} characters or more; a few words do.`;
    case "too long":
      return `Use ${most} characters or fewer.`;
    case "common":
      return "This is among the first passwords that anybody tries. Choose one of your own.";
    case "names":
      return "This is little more than names: yours, your company's or ours. Add words to it.";
    case "not text":
      return "This has characters that no keyboard makes. Type it again.";
  }
}

/** The hint under the field of a new password. */
export function hintPassword(secondFactor: boolean): string {
  const { alone, withSecondFactor } = passwordLengths;
  return `${secondFactor ? withSecondFactor : alone} characters or more, of any kind. A few words are easy to keep.`;
}

/** How long to wait, in the largest unit that says it well. */
function sayDuration(waitS: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [name, seconds] = units.find(([, length]) => waitS >= 2 * length) ?? ["minute", 60];
  const count = Math.ceil(waitS / seconds);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** That something was tried too often, and when it can be tried again. */
export function sayWait(waitS: number): string {
  return `This was tried too often. Wait ${sayDuration(waitS)}, then try again.`;
}

const doneSentences: Readonly<Record<string, string>> = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out everywhere.",
  reset: "Your password is changed. Sign in with the new one.",
  "reset-asked":
    "If somebody signs in with that address, a mail with a link is on its way. It is good for an hour.",
  "password-changed": "Your password is changed. Your other sessions have ended.",
  "second-factor-off": "Your second factor is off.",
  "session-ended": "The session has ended.",
  invited: "The invitation is on its way.",
  withdrawn: "The invitation is withdrawn; its link is good no more.",
  "role-changed": "The role is changed.",
  removed: "The person is removed; their sessions have ended.",
};

/** The notice of what was done, as the address names it; nothing for any other name. */
export function writeDone(name: string): Html | null {
  const sentence = Object.hasOwn(doneSentences, name) ? doneSentences[name] : undefined;
  return sentence === undefined ? null : html`${writeNotice("good", sentence)}`;
}
