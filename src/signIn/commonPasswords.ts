// Passwords that everybody tries first: the 49,000 of zxcvbn's list, made from what was found in
// breaches. Read when the first password is chosen, not when the service starts.
import { dictionary } from "@zxcvbn-ts/language-common";

let known: ReadonlySet<string> | undefined;

/** Whether a text, in lower case, is on the list. */
export function isCommonPassword(text: string): boolean {
  known ??= new Set(dictionary["passwords-common"]);
  return known.has(text);
}
