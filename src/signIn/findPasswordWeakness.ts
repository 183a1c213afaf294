// What is taken as a password (decision 79, after NIST SP 800-63B-4): long enough, not one that
// everybody tries, not made of names that whoever guesses knows. No rules of composition.
import { dictionary } from "@zxcvbn-ts/language-common";
import type { PeopleContext } from "./peopleContext.ts";

/** Why a password is not taken. */
export type PasswordWeakness = "too short" | "too long" | "common" | "names" | "not text";

/** The least number of characters, alone and beside a second factor; and the most. */
export const passwordLengths = { alone: 15, withSecondFactor: 8, most: 128 } as const;

/** What counts beside the password itself. */
export type PasswordSetting = {
  readonly secondFactor: boolean;
  /** Names that whoever guesses knows: of the person, their address, the account, the site. */
  readonly ownNames: readonly string[];
};

/** The same password however a keyboard or a system composes its characters. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Letters and digits in lower case: what is left when somebody decorates a word. */
function fold(text: string): string {
  return normalisePassword(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const shortestName = 4;
/** Beside names this many other characters make a password. */
const besideNames = 8;

/** The words of a name and the name whole, without those that are too short to count. */
function wordsOf(name: string): string[] {
  return [fold(name), ...name.split(/[^\p{L}\p{N}]+/u).map(fold)].filter(
    (word) => word.length >= shortestName,
  );
}

function isMadeOfNames(folded: string, ownNames: readonly string[]): boolean {
  const words = ownNames.flatMap(wordsOf).sort((one, other) => other.length - one.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), folded);
  return rest.length < folded.length && rest.length < besideNames;
}

const runs = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const forwards = runs.map((run) => run + run);
const trodden = [...forwards, ...forwards.map((run) => [...run].reverse().join(""))];

function isOnPath(text: string): boolean {
  return trodden.some((path) => path.includes(text));
}

/** Whether the text goes along the alphabet, the digits or a row of keys, from start to end. */
function isTrodden(text: string): boolean {
  let rest = text;
  while (rest !== "") {
    let length = 0;
    while (length < rest.length && isOnPath(rest.slice(0, length + 1))) length += 1;
    if (length < shortestName) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** The shortest text whose repetition this is; the text itself where it repeats nothing. */
function repeatedPart(text: string): string {
  const again = (text + text).indexOf(text, 1);
  return text.slice(0, again);
}

/** The text without the digits around it, where those are the lesser part of it. */
function withoutDigits(folded: string): string {
  const bare = folded.replace(/^\p{N}+|\p{N}+$/gu, "");
  return 2 * bare.length >= folded.length ? bare : folded;
}

function isWidelyTried(password: string): boolean {
  const folded = fold(password);
  const texts = [normalisePassword(password).toLowerCase(), folded, withoutDigits(folded)];
  return texts.some((text) => {
    if (text === "") return false;
    const part = repeatedPart(text);
    const isRepetition = part.length < text.length && part.length <= shortestName;
    return isRepetition || isCommonPassword(text) || isCommonPassword(part) || isTrodden(text);
  });
}

/** What is wrong with a password, or null. The length is counted in characters of Unicode. */
export function findPasswordWeakness(
  password: string,
  { secondFactor, ownNames }: PasswordSetting,
): PasswordWeakness | null {
  if (!password.isWellFormed() || password.includes("\0")) return "not text";
  const { alone, withSecondFactor, most } = passwordLengths;
  // Normalising makes a text longer or shorter; what is far too long is not worth the work.
  if (password.length > 4 * most) return "too long";
  const length = [...normalisePassword(password)].length;
  if (length > most) return "too long";
  if (length < (secondFactor ? withSecondFactor : alone)) return "too short";
  if (isWidelyTried(password)) return "common";
  return isMadeOfNames(fold(password), ownNames) ? "names" : null;
}

let known: ReadonlySet<string> | undefined;

/** Whether a text, in lower case, is on the list. */
export function isCommonPassword(text: string): boolean {
  known ??= new Set(dictionary["passwords-common"]);
  return known.has(text);
}

const siteName = "partsdesk";

/**
 * The names whoever guesses knows: of the site and where it is, of the account, of the person and
 * their address.
 */
export function listOwnNames(
  { publicUrl }: Pick<PeopleContext, "publicUrl">,
  person: { readonly accountName: string | null; readonly name: string; readonly email: string },
): readonly string[] {
  const { hostname } = new URL(publicUrl);
  const account = person.accountName === null ? [] : [person.accountName];
  return [siteName, hostname, ...account, person.name, person.email];
}
