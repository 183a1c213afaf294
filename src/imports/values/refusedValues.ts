import { detachText } from "../detachText.ts";
import type { CellFault } from "../feedRow.ts";
import { valueKey } from "./valueForms.ts";

/** A value of refused rows or unreadable cells, as the first of them writes it. */
export type RefusedValue = {
  readonly column: string;
  readonly written: string;
  readonly rows: number;
  /** The first cells that have it, if it is only a part of them or how they are written. */
  readonly examples?: readonly string[];
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
const maxExamples = 2;

type Counted = { column: string; written: string; rows: number; examples: string[] };

/** Adds a cell as an example, unless it is the value itself. */
function addExample({ written, examples }: Counted, cell: string): void {
  const text = cell.trim();
  if (examples.length >= maxExamples || valueKey(text) === valueKey(written)) return;
  if (!examples.includes(text)) examples.push(detachText(text));
}

/** Counts the refused values that an operator can translate. */
export function createRefusedValues(): RefusedValues {
  const counted = new Map<string, Counted>();
  function count(column: string, written: string): Counted | undefined {
    const key = `${column} ${valueKey(written)}`;
    const known = counted.get(key);
    if (known === undefined && counted.size >= maxCounted) return undefined;
    const value = known ?? { column, written: detachText(written), rows: 0, examples: [] };
    value.rows += 1;
    if (known === undefined) counted.set(detachText(key), value);
    return value;
  }

  return {
    add(faults) {
      for (const { column, value, asks } of faults) {
        if (column === null || asks === undefined) continue;
        const found = count(column, asks);
        if (found !== undefined) addExample(found, value);
      }
    },
    list: () =>
      [...counted.values()]
        .toSorted((one, other) => other.rows - one.rows)
        .slice(0, maxListed)
        .map(({ examples, ...value }) => (examples.length === 0 ? value : { ...value, examples })),
  };
}
