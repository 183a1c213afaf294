// Invariant: every catalog text passes through here, whichever interface it comes from.
import { groupDigits } from "../kit/money.ts";

/**
 * What can be cleaned in a cell: typographic dashes are replaced by hyphens, unusual spaces (no-break,
 * zero-width, tabs, doubled) by one space, spaces at either end removed, accents composed, the
 * apostrophe or formula that marks a text removed, a synonym replaced by its code, a word for no
 * value read as empty. A cell can count several times.
 */
const cleanings = {
  dashes: "with dashes other than hyphens",
  spaces: "with unusual spaces",
  ends: "with spaces at the start or end",
  accents: "with separate accents",
  apostrophes: "with an apostrophe at the start",
  formulas: "with a formula around a text",
  synonyms: "with a synonym of a code",
  placeholders: "read as empty, such as N/A",
} as const;

type Cleaning = keyof typeof cleanings;
const kinds = Object.entries(cleanings) as [Cleaning, string][];

export type CleaningTally = { [Kind in Cleaning]: number };
export type CleanedCells = Readonly<CleaningTally>;

export function createCleaningTally(): CleaningTally {
  return Object.fromEntries(kinds.map(([kind]) => [kind, 0])) as CleaningTally;
}

const oddSpaces = /[^\S ]|[\u200b\u2060]|\S {2,}\S/u;
const spacesAtEnds = /^[\s\u200b\u2060]|[\s\u200b\u2060]$/u;

/** Counts a cell that `cleanText` changed. This is rare, so only these cells pay for it. */
export function countCleaned(tally: CleaningTally, written: string): void {
  if (oddSpaces.test(written)) tally.spaces += 1;
  if (spacesAtEnds.test(written)) tally.ends += 1;
  if (written !== written.normalize("NFC")) tally.accents += 1;
  if (isMarkedText(written.trim())) tally.apostrophes += 1;
  if (isTextFormula(written.trim())) tally.formulas += 1;
}

/** Describes what was cleaned in one line; returns no line if nothing was. */
export function describeCleaned(cleaned: CleanedCells | undefined): string[] {
  const described = kinds.flatMap(([kind, words]) => {
    const count = cleaned?.[kind] ?? 0;
    return count === 0 ? [] : [`${groupDigits(count)} ${words}`];
  });
  return described.length === 0 ? [] : [`Cells cleaned: ${described.join(", ")}.`];
}

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
function isMarkedText(text: string): boolean {
  return markedText.test(text);
}

/** Whether a text is in a formula that only keeps a spreadsheet from changing it. */
function isTextFormula(text: string): boolean {
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

const inBytes = /^[\0-\xff]*$/;

/** Copies a text. A substring would keep the whole text in memory, here a piece of the file. */
export function detachText(text: string): string {
  // A copy with two bytes per character takes twice the memory and is slower to read.
  const encoding = inBytes.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}
