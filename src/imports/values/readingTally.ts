import { detachText } from "../detachText.ts";

/** What was read for a value, declared or found in its parts, and in how many rows. */
export type AppliedTranslation = {
  readonly column: string;
  readonly written: string;
  readonly meaning: string;
  /** What a condition cell has besides its condition, if that is read. */
  readonly certificate?: string;
  readonly rows: number;
};

export type ReadingTally = {
  count(column: string, reading: Omit<AppliedTranslation, "column" | "rows">): void;
  /** Most rows first. */
  list(): readonly AppliedTranslation[];
};

/** Readings of a file that are counted; a vendor declares fewer values. */
const maxCounted = 6_000;

/** Counts what was read for cells, by column and what they have. */
export function createReadingTally(): ReadingTally {
  const applied = new Map<string, AppliedTranslation & { rows: number }>();
  return {
    count(column, { written, meaning, certificate }) {
      const key = `${column} ${written}`;
      const counted = applied.get(key);
      if (counted !== undefined) counted.rows += 1;
      else if (applied.size < maxCounted) {
        const given = certificate === undefined ? {} : { certificate };
        const read = { column, written: detachText(written), meaning, ...given };
        applied.set(detachText(key), { ...read, rows: 1 });
      }
    },
    list: () => [...applied.values()].toSorted((one, other) => other.rows - one.rows),
  };
}
