import { groupDigits } from "../money.ts";
import { isMarkedText, isTextFormula } from "./cleanText.ts";

/**
 * Cells by what was cleaned: typographic dashes replaced by hyphens, unusual spaces (no-break,
 * zero-width, tabs, doubled) by one space, spaces at either end removed, accents composed, the
 * apostrophe or formula that marks a text removed, a synonym replaced by its code, a word for no
 * value read as empty. A cell can count several times.
 */
export type CleanedCells = {
  readonly dashes: number;
  readonly spaces: number;
  readonly ends: number;
  readonly accents: number;
  readonly apostrophes: number;
  readonly formulas: number;
  readonly synonyms: number;
  readonly placeholders: number;
};

export type CleaningTally = { -readonly [Kind in keyof CleanedCells]: number };

export function createCleaningTally(): CleaningTally {
  return {
    dashes: 0,
    spaces: 0,
    ends: 0,
    accents: 0,
    apostrophes: 0,
    formulas: 0,
    synonyms: 0,
    placeholders: 0,
  };
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

const cleanings: Readonly<Record<keyof CleanedCells, string>> = {
  dashes: "with dashes other than hyphens",
  spaces: "with unusual spaces",
  ends: "with spaces at the start or end",
  accents: "with separate accents",
  apostrophes: "with an apostrophe at the start",
  formulas: "with a formula around a text",
  synonyms: "with a synonym of a code",
  placeholders: "read as empty, such as N/A",
};

/** Describes what was cleaned in one line; returns no line if nothing was. */
export function describeCleaned(cleaned: CleanedCells | undefined): string[] {
  const kinds = Object.entries(cleanings) as [keyof CleanedCells, string][];
  const described = kinds.flatMap(([kind, words]) => {
    const count = cleaned?.[kind] ?? 0;
    return count === 0 ? [] : [`${groupDigits(count)} ${words}`];
  });
  return described.length === 0 ? [] : [`Cells cleaned: ${described.join(", ")}.`];
}
