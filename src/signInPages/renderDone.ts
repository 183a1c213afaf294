import type { Html } from "../html/html.ts";
import { renderNotice } from "../html/notice.ts";

const doneSentences: Readonly<Record<string, string>> = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out everywhere.",
  reset: "Password changed. Sign in with the new one.",
  "reset-asked": "If the address has a sign-in, we have sent a link to it. It works for one hour.",
  "reset-asked-unsent":
    "E-mail is not set up here. If the address has a sign-in, your operator has a link for it.",
  "password-changed": "Password changed. Your other sessions are signed out.",
  "second-factor-off": "Second factor off.",
  "session-ended": "Session ended.",
  invited: "Invitation sent.",
  "invited-unsent":
    "Invitation created. E-mail is not set up here: your operator can give you the link.",
  withdrawn: "Invitation withdrawn. Its link no longer works.",
  "role-changed": "Role changed.",
  "person-signed-out": "Signed out everywhere.",
  removed: "Person removed and signed out.",
};

/** The notice for the `done` name in an address; null for an unknown name. */
export function renderDone(name: string): Html | null {
  const sentence = Object.hasOwn(doneSentences, name) ? doneSentences[name] : undefined;
  if (sentence === undefined) return null;
  return renderNotice(name.endsWith("-unsent") ? "short" : "good", sentence);
}
