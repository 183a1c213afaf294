// Invariant: every catalog text passes through here, whichever interface it comes from.

const unicodeDashes =
  /[\u00ad\u058a\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\ufe58\ufe63\uff0d]/gu;

/** Replaces every Unicode dash by a hyphen-minus. */
export function normalizeDashes(number: string): string {
  return number.replace(unicodeDashes, "-");
}

const plain = /^(?!['=])[!-~]+(?: [!-~]+)*$/;
const markedText = /^'[^']*$/;
/** How programs keep a spreadsheet from reading a text in CSV as a number: ="00123". */
const textFormula = /^="([^"]*)"$/;
const whiteSpaceRuns = /[\s\u200b\u2060\ufeff]+/gu;
const controls = /\p{Cc}/u;
const spreadsheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/;

/** The text to store, null if it is blank, or why it cannot be stored. */
type CleanText =
  | { readonly outcome: "clean"; readonly text: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

/** Whether a text starts with the apostrophe that marks a text in a spreadsheet: not 'O' RING. */
export function isMarkedText(text: string): boolean {
  return markedText.test(text);
}

/** Whether a text is in a formula that only keeps a spreadsheet from changing it. */
export function isTextFormula(text: string): boolean {
  return textFormula.test(text);
}

/**
 * Trims a text, collapses white space, composes accents (NFC), and removes the apostrophe or the
 * formula that marks a text in a spreadsheet. Refuses control characters, text that was not UTF-8,
 * and the errors that spreadsheets write.
 */
export function cleanText(text: string): CleanText {
  if (plain.test(text) && !text.startsWith("#")) return { outcome: "clean", text };
  const composed = text.replace(whiteSpaceRuns, " ").trim().normalize("NFC");
  const bare = textFormula.exec(composed)?.[1]?.trim() ?? composed;
  const folded = isMarkedText(bare) ? bare.slice(1).trim() : bare;
  if (folded === "") return { outcome: "clean", text: null };
  if (controls.test(folded)) return { outcome: "refused", reason: "contains a control character" };
  if (folded.includes("\ufffd") || !folded.isWellFormed()) {
    return { outcome: "refused", reason: "is not valid UTF-8" };
  }
  if (spreadsheetError.test(folded)) {
    return { outcome: "refused", reason: "is a spreadsheet error" };
  }
  return { outcome: "clean", text: folded };
}

const maxVendorLength = 200;

/** A clean name, null if none is given, or a reason to follow its label. */
type VendorName =
  | { readonly outcome: "read"; readonly vendor: string | null }
  | { readonly outcome: "refused"; readonly reason: string };

export function readVendorName(text: string): VendorName {
  const clean = cleanText(text);
  if (clean.outcome === "refused") return clean;
  if (clean.text !== null && [...clean.text].length > maxVendorLength) {
    return { outcome: "refused", reason: `has more than ${maxVendorLength} characters` };
  }
  return { outcome: "read", vendor: clean.text };
}
