// What was done by a form, said on the page it leads to.
import type { Html } from "../html/html.ts";
import { renderNotice } from "../html/notice.ts";

const doneSentences: Readonly<Record<string, string>> = {
  "signed-out": "You are signed out.",
  "signed-out-everywhere": "You are signed out everywhere.",
  reset: "Your password is changed. Sign in with the new one.",
  "reset-asked":
    "If somebody signs in with that address, a link is on its way by mail, good for an hour.",
  "reset-asked-unsent":
    "No mail goes out by itself here. If somebody signs in with that address, whoever runs the" +
    " service has a link for them.",
  "password-changed": "Your password is changed. Your other sessions have ended.",
  "second-factor-off": "Your second factor is off.",
  "session-ended": "The session has ended.",
  invited: "The invitation is on its way.",
  "invited-unsent":
    "The invitation is made, but no mail goes out here. Whoever runs the service prints a link.",
  withdrawn: "The invitation is withdrawn; its link is good no more.",
  "role-changed": "The role is changed.",
  "person-signed-out": "They are signed out everywhere.",
  removed: "The person is removed; their sessions have ended.",
};

/** The notice of what was done, as the address names it; nothing for any other name. */
export function renderDone(name: string): Html | null {
  const sentence = Object.hasOwn(doneSentences, name) ? doneSentences[name] : undefined;
  if (sentence === undefined) return null;
  return renderNotice(name.endsWith("-unsent") ? "short" : "good", sentence);
}
