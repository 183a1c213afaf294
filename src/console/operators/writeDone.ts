// What was done to an operator, said on the page it leads to.
import type { Html } from "../../html/html.ts";
import { writeNotice } from "../../html/notice.ts";

const doneSentences: Readonly<Record<string, string>> = {
  invited: "The invitation is on its way.",
  withdrawn: "The invitation is withdrawn; its link is good no more.",
  role: "The role is changed.",
  "signed-out": "The operator is signed out everywhere.",
  removed: "The operator is removed; their sessions have ended.",
};

/** The notice of what was done, as the address names it; nothing for any other name. */
export function writeDone(name: string): Html | null {
  const sentence = Object.hasOwn(doneSentences, name) ? doneSentences[name] : undefined;
  return sentence === undefined ? null : writeNotice("good", sentence);
}
