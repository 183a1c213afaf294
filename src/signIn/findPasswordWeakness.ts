// Accepted passwords (following NIST SP 800-63B-4): long enough, not commonly used, and not made of
// names that an attacker can guess. No composition rules.
import { dictionary } from "@zxcvbn-ts/language-common";

export type PasswordWeakness = "too short" | "too long" | "common" | "names" | "not text";

/** In characters: the minimum without and with a second factor, and the maximum. */
export const passwordLengths = { alone: 15, withSecondFactor: 8, most: 128 } as const;

export type PasswordSetting = {
  readonly secondFactor: boolean;
  /** Names that an attacker can guess: of the person, their address, the account and the site. */
  readonly ownNames: readonly string[];
};

/** Normalizes a password, so that it is the same from every keyboard and system. */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Only letters and digits, in lower case: removes decoration from a word. */
function fold(text: string): string {
  return normalizePassword(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const minNameLength = 4;
/** A password needs this many characters besides names. */
const besideNames = 8;

/** The words of a name and the whole name, without those that are too short to count. */
function wordsOf(name: string): string[] {
  return [fold(name), ...name.split(/[^\p{L}\p{N}]+/u).map(fold)].filter(
    (word) => word.length >= minNameLength,
  );
}

function isMadeOfNames(folded: string, ownNames: readonly string[]): boolean {
  const words = ownNames.flatMap(wordsOf).sort((one, other) => other.length - one.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), folded);
  return rest.length < folded.length && rest.length < besideNames;
}

const runs = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const forwards = runs.map((run) => run + run);
const keyboardPaths = [...forwards, ...forwards.map((run) => [...run].reverse().join(""))];

function isOnPath(text: string): boolean {
  return keyboardPaths.some((path) => path.includes(text));
}

/** Whether the whole text follows the alphabet, the digits or keyboard rows. */
function isKeyboardPath(text: string): boolean {
  let rest = text;
  while (rest !== "") {
    let length = 0;
    while (length < rest.length && isOnPath(rest.slice(0, length + 1))) length += 1;
    if (length < minNameLength) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** The shortest text that this one repeats; the text itself if it repeats nothing. */
function repeatedPart(text: string): string {
  const again = (text + text).indexOf(text, 1);
  return text.slice(0, again);
}

/** The text without digits at its start and end, unless they are most of it. */
function withoutDigits(folded: string): string {
  const bare = folded.replace(/^\p{N}+|\p{N}+$/gu, "");
  return 2 * bare.length >= folded.length ? bare : folded;
}

function isWidelyTried(password: string): boolean {
  const folded = fold(password);
  const texts = [normalizePassword(password).toLowerCase(), folded, withoutDigits(folded)];
  return texts.some((text) => {
    if (text === "") return false;
    const part = repeatedPart(text);
    const isRepetition = part.length < text.length && part.length <= minNameLength;
    return isRepetition || isCommonPassword(text) || isCommonPassword(part) || isKeyboardPath(text);
  });
}

/** Returns why a password is not accepted, or null. Length is counted in Unicode characters. */
export function findPasswordWeakness(
  password: string,
  { secondFactor, ownNames }: PasswordSetting,
): PasswordWeakness | null {
  if (!password.isWellFormed() || password.includes("\0")) return "not text";
  const { alone, withSecondFactor, most } = passwordLengths;
  // Normalizing changes the length; skip it for texts that are far too long.
  if (password.length > 4 * most) return "too long";
  const length = [...normalizePassword(password)].length;
  if (length > most) return "too long";
  if (length < (secondFactor ? withSecondFactor : alone)) return "too short";
  if (isWidelyTried(password)) return "common";
  return isMadeOfNames(fold(password), ownNames) ? "names" : null;
}

let known: ReadonlySet<string> | undefined;

/** Whether a lower-case text is on the list of common passwords. */
function isCommonPassword(text: string): boolean {
  known ??= new Set(dictionary["passwords-common"]);
  return known.has(text);
}

const siteName = "partsdesk";

/** Returns why a new password of a person is not accepted, or null. */
export function findNewPasswordWeakness(
  { publicUrl }: { readonly publicUrl: string },
  person: { readonly accountName: string | null; readonly name: string; readonly email: string },
  password: string,
  secondFactor: boolean,
): PasswordWeakness | null {
  const { accountName, name, email } = person;
  const account = accountName === null ? [] : [accountName];
  const ownNames = [siteName, new URL(publicUrl).hostname, ...account, name, email];
  return findPasswordWeakness(password, { secondFactor, ownNames });
}
