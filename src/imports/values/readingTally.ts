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

type Reading = Omit<AppliedTranslation, "column" | "rows">;

export type ReadingTally = {
  count(column: string, reading: Reading): void;
  /** Counts a cell that is valid as it is written, although it is declared to mean another. */
  countUnused(column: string, reading: Reading): void;
  /** Most rows first. */
  list(): readonly AppliedTranslation[];
  describeUnused(): string[];
};

/** Readings of a file that are counted; a vendor declares fewer values. */
const maxCounted = 6_000;

type Counted = Map<string, AppliedTranslation & { rows: number }>;

function add(counted: Counted, column: string, { written, meaning, certificate }: Reading): void {
  const key = `${column} ${written}`;
  const known = counted.get(key);
  if (known !== undefined) known.rows += 1;
  else if (counted.size < maxCounted) {
    const given = certificate === undefined ? {} : { certificate };
    const read = { column, written: detachText(written), meaning, ...given };
    counted.set(detachText(key), { ...read, rows: 1 });
  }
}

/** Counts what was read for cells, by column and what they have. */
export function createReadingTally(): ReadingTally {
  const applied: Counted = new Map();
  const unused: Counted = new Map();
  return {
    count: (column, reading) => add(applied, column, reading),
    countUnused: (column, reading) => add(unused, column, reading),
    list: () => [...applied.values()].toSorted((one, other) => other.rows - one.rows),
    describeUnused: () =>
      [...unused.values()].map(
        ({ column, written, meaning }) =>
          `${column} "${written}" is a valid value, so it was not read as "${meaning}".`,
      ),
  };
}
