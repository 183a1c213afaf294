// How a text from outside becomes one that can be stored: every catalog text passes here,
// whichever door it comes through.

const unicodeDashes =
  /[\u00ad\u058a\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\ufe58\ufe63\uff0d]/gu;

/** A number with every Unicode dash a hyphen-minus (decision 14), otherwise as it is. */
export function normalizeDashes(number: string): string {
  return number.replace(unicodeDashes, "-");
}

const plain = /^[!-~]+(?: [!-~]+)*$/;
const whiteSpaceRuns = /[\s\u200b\u2060\ufeff]+/gu;
const controls = /\p{Cc}/u;
const spreadsheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/;

/** A text to store, null where there is none, or why it cannot be stored. */
export type CleanText =
  | { readonly outcome: "clean"; readonly text: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Trims a text, makes every run of white space one space and composes its accents (NFC). Refuses
 * control characters, text that was not UTF-8 and what a spreadsheet writes for an error.
 */
export function cleanText(text: string): CleanText {
  if (plain.test(text) && !text.startsWith("#")) return { outcome: "clean", text };
  const folded = text.replace(whiteSpaceRuns, " ").trim().normalize("NFC");
  if (folded === "") return { outcome: "clean", text: null };
  if (controls.test(folded)) return { outcome: "refused", reason: "has a control character" };
  if (folded.includes("\ufffd") || !folded.isWellFormed()) {
    return { outcome: "refused", reason: "is not in UTF-8" };
  }
  if (spreadsheetError.test(folded)) {
    return { outcome: "refused", reason: "is an error of a spreadsheet" };
  }
  return { outcome: "clean", text: folded };
}
