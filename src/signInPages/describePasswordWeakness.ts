// What the pages of people say of passwords: what is wrong with one, and what one should be.
import { type PasswordWeakness, passwordLengths } from "../signIn/findPasswordWeakness.ts";

/** What is wrong with a password, and what to do. */
export function describePasswordWeakness(flaw: PasswordWeakness, secondFactor: boolean): string {
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
  const least = secondFactor ? withSecondFactor : alone;
  return `${least} characters or more, of any kind. A few words are easy to keep.`;
}
