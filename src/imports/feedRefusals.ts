// What an import keeps of the rows it refused: all are counted and handed on, few are remembered,
// so that a file of a million bad rows takes no more memory than one of a hundred.
import { toStorableText } from "../db/toStorableText.ts";
import type { FileRecord } from "../files/fileRecord.ts";
import { detachText } from "./detachText.ts";
import type { CellFault } from "./feedRow.ts";

/**
 * One fault of a refused row; `column` is null where it is the row as a whole, `value` where it
 * has none.
 */
export type Refusal = {
  readonly line: number;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
  readonly suggestion: string | null;
};

/** All refusals for one reason: how many there are, and the first few. */
export type RefusalGroup = {
  readonly column: string | null;
  readonly reason: string;
  readonly count: number;
  readonly samples: readonly Refusal[];
};

/** Where refused rows go as they are, to be mended and imported by themselves. */
export type RefusedRows = {
  begin(header: FileRecord): Promise<void>;
  add(record: FileRecord, faults: readonly CellFault[]): Promise<void>;
  /** All were added; what fails here fails the import. */
  end(): Promise<void>;
};

export type FeedRefusals = {
  add(record: FileRecord, faults: readonly CellFault[]): Promise<void>;
  /** Rows refused so far. */
  countRows(): number;
  /** The first hundred refusals. */
  listFirst(): readonly Refusal[];
  /** By column and reason, the most frequent first. */
  listGroups(): readonly RefusalGroup[];
};

const maxListed = 100;
const maxSamples = 5;
const maxGroups = 200;
const maxValueLength = 200;

/** What of a value is kept, as a text that the record of a run can hold. */
function shorten(value: string): string {
  const isLong = value.length > maxValueLength;
  const kept = isLong ? `${value.slice(0, maxValueLength)}…` : value;
  return detachText(toStorableText(kept, "\u2400"));
}

/** Rows that repeat one each, or lead back each to itself, are refused for one reason. */
function commonReason(reason: string): string {
  return reason
    .replace(/^repeats line \d+$/, "repeats an earlier line")
    .replace(/^(leads back to itself): .*$/, "$1");
}

/** An empty record of refusals; every refused row is also handed to `refusedRows`. */
export function createFeedRefusals(refusedRows: RefusedRows | null): FeedRefusals {
  let rows = 0;
  const listed: Refusal[] = [];
  const groups = new Map<string, { count: number; samples: Refusal[] }>();

  function findGroup(key: string): { count: number; samples: Refusal[] } | undefined {
    const known = groups.get(key);
    if (known !== undefined || groups.size >= maxGroups) return known;
    const group = { count: 0, samples: [] };
    groups.set(key, group);
    return group;
  }

  function note(line: number, { column, value, reason, suggestion }: CellFault): void {
    const group = findGroup(`${column} ${commonReason(reason)}`);
    if (group !== undefined) group.count += 1;
    const isSample = group !== undefined && group.samples.length < maxSamples;
    if (!isSample && listed.length >= maxListed) return;
    const shown = column === null && value === "" ? null : shorten(value);
    const refusal = { line, column, value: shown, reason, suggestion };
    if (isSample) group.samples.push(refusal);
    if (listed.length < maxListed) listed.push(refusal);
  }

  return {
    async add(record, faults) {
      rows += 1;
      for (const fault of faults) note(record.line, fault);
      await refusedRows?.add(record, faults);
    },
    countRows: () => rows,
    listFirst: () => listed,
    listGroups: () =>
      [...groups.values()]
        .flatMap(({ count, samples }) => {
          const [first] = samples;
          if (first === undefined) return [];
          const reason = commonReason(first.reason);
          return [{ column: first.column, reason, count, samples }];
        })
        .sort((one, other) => other.count - one.count),
  };
}
