import { detachText } from "../detachText.ts";
import { valueKey } from "../feedColumns.ts";
import type { CellFault } from "../feedRow.ts";
import { findValue } from "./cellValues.ts";

/** A value that refused rows have, as the first of them writes it. */
export type RefusedValue = {
  readonly column: string;
  readonly written: string;
  readonly rows: number;
  /** What it means as far as other rows of the file show. */
  readonly proposed?: string;
};

export type RefusedValues = {
  add(faults: readonly CellFault[]): void;
  /** Most rows first. */
  list(): readonly RefusedValue[];
};

const maxCounted = 1_000;
const maxListed = 100;

/** Counts the refused values that an operator can translate. */
export function createRefusedValues(): RefusedValues {
  const counted = new Map<string, { column: string; written: string; rows: number }>();
  return {
    add(faults) {
      for (const { column, value } of faults.filter(({ isOfRow }) => isOfRow !== true)) {
        const written = column === null ? undefined : findValue(column, value);
        if (column === null || written === undefined) continue;
        const key = `${column} ${valueKey(written)}`;
        const known = counted.get(key);
        if (known !== undefined) known.rows += 1;
        else if (counted.size < maxCounted) {
          counted.set(detachText(key), { column, written: detachText(written), rows: 1 });
        }
      }
    },
    list: () =>
      [...counted.values()].toSorted((one, other) => other.rows - one.rows).slice(0, maxListed),
  };
}
