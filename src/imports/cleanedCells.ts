// How many cells of a file were cleaned, by what was cleaned of them: a file that needs it is still
// read, and whoever sends it can be told.

/**
 * Cells by what was made of them: typographic dashes of a number a hyphen, spaces that are not
 * plain single ones (no-break, of no width, tabs, doubled) one, spaces at either end none, accents
 * composed. A cell can be of several kinds.
 */
export type CleanedCells = {
  readonly dashes: number;
  readonly spaces: number;
  readonly ends: number;
  readonly accents: number;
};

/** The count as it grows. */
export type CleaningTally = { -readonly [Kind in keyof CleanedCells]: number };

/** Nothing cleaned yet. */
export function createCleaningTally(): CleaningTally {
  return { dashes: 0, spaces: 0, ends: 0, accents: 0 };
}

const oddSpaces = /[^\S ]|[\u200b\u2060]|\S {2,}\S/u;
const spacesAtEnds = /^[\s\u200b\u2060]|[\s\u200b\u2060]$/u;

/** Counts a cell that `cleanText` has changed, which is rare: what it costs is paid there alone. */
export function countCleaned(tally: CleaningTally, written: string): void {
  if (oddSpaces.test(written)) tally.spaces += 1;
  if (spacesAtEnds.test(written)) tally.ends += 1;
  if (written !== written.normalize("NFC")) tally.accents += 1;
}

const cleanings: Readonly<Record<keyof CleanedCells, string>> = {
  dashes: "with other dashes than hyphens",
  spaces: "with other spaces than plain single ones",
  ends: "with spaces at an end",
  accents: "with accents apart from their letters",
};

/** What was cleaned, in one line; nothing where there was nothing to clean. */
export function describeCleaned(cleaned: CleanedCells | undefined): string[] {
  const kinds = Object.entries(cleanings) as [keyof CleanedCells, string][];
  const said = kinds.flatMap(([kind, words]) => {
    const count = cleaned?.[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return said.length === 0 ? [] : [`Cells cleaned: ${said.join(", ")}.`];
}
