// Invariant: all refused rows are counted and written, but few are held in memory, so a file of a
// million bad rows takes no more memory than one of a hundred.
import { toStorableText } from "../../db/toStorableText.ts";
import { valueKey } from "../../reading/cellValues.ts";
import { detachText } from "../../reading/cleanText.ts";
import type { FileRecord } from "../../reading/files/fileRecord.ts";
import { encodeCsvLine } from "../../reading/files/writeCsv.ts";
import type { CellFault } from "../../reading/row.ts";
import { errorColumn } from "./columns.ts";

/**
 * One fault of a refused row; `column` is null if the fault is of the whole row, `value` if there
 * is none.
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

/** Receives refused rows as they were written, so that they can be corrected and imported. */
export type RefusedRows = {
  begin(header: FileRecord): Promise<void>;
  add(record: FileRecord, faults: readonly CellFault[]): Promise<void>;
  /** Called when all rows are added; a failure fails the import. */
  end(): Promise<void>;
};

export type FeedRefusals = Omit<FaultGroups, "add"> & {
  add(record: FileRecord, faults: readonly CellFault[]): Promise<void>;
  /** Rows refused so far. */
  countRows(): number;
  /** The values that can be translated, most rows first. */
  listValues(): readonly RefusedValue[];
  /** Unreadable optional cells of accepted rows. */
  readonly unread: FaultGroups;
};

const maxListed = 100;
const maxSamples = 5;
const maxGroups = 200;
const maxValueLength = 200;

/** A value as text that the report of a run can store. */
function shorten(value: string): string {
  const isLong = value.length > maxValueLength;
  const short = isLong ? `${value.slice(0, maxValueLength)}…` : value;
  return detachText(toStorableText(short, "\u2400"));
}

/** Removes what differs per row from a reason, so that such rows form one group. */
function commonReason(reason: string): string {
  return reason
    .replace(/^repeats line \d+$/, "repeats an earlier line")
    .replace(/^(differs in .*) line \d+/, "$1 an earlier line")
    .replace(/^(has too many units to add to) line \d+$/, "$1 an earlier line");
}

export type FaultGroups = {
  add(line: number, fault: CellFault): void;
  /** The first hundred faults. */
  listFirst(): readonly Refusal[];
  /** By column and reason, most frequent first. */
  listGroups(): readonly RefusalGroup[];
};

/** Creates an empty list of faults by column and reason, whose values are counted in `values`. */
function createFaultGroups(values: RefusedValues): FaultGroups {
  const listed: Refusal[] = [];
  const groups = new Map<string, { count: number; samples: Refusal[] }>();

  function findGroup(key: string): { count: number; samples: Refusal[] } | undefined {
    const known = groups.get(key);
    if (known !== undefined || groups.size >= maxGroups) return known;
    const group = { count: 0, samples: [] };
    groups.set(key, group);
    return group;
  }

  return {
    add(line, fault) {
      const { column, value, reason, suggestion } = fault;
      values.add([fault]);
      const group = findGroup(`${column} ${commonReason(reason)}`);
      if (group !== undefined) group.count += 1;
      const isSample = group !== undefined && group.samples.length < maxSamples;
      if (!isSample && listed.length >= maxListed) return;
      const shown = column === null && value === "" ? null : shorten(value);
      const refusal = { line, column, value: shown, reason, suggestion };
      if (isSample) group.samples.push(refusal);
      if (listed.length < maxListed) listed.push(refusal);
    },
    // Rows that others refuse come later than they are in the file.
    listFirst: () => listed.toSorted((a, b) => a.line - b.line),
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

/** Creates an empty list of refusals; every refused row is also written to `refusedRows`. */
export function createFeedRefusals(refusedRows: RefusedRows | null): FeedRefusals {
  let rows = 0;
  const values = createRefusedValues();
  const { add, listFirst, listGroups } = createFaultGroups(values);
  return {
    async add(row, faults) {
      rows += 1;
      for (const fault of faults) add(row.line, fault);
      await refusedRows?.add(row, faults);
    },
    countRows: () => rows,
    listValues: values.list,
    unread: createFaultGroups(values),
    listFirst,
    listGroups,
  };
}

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
const maxListedValues = 100;
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
        .slice(0, maxListedValues)
        .map(({ examples, ...value }) => (examples.length === 0 ? value : { ...value, examples })),
  };
}

// Refused rows as CSV, as they were written, with a last column that describes what is wrong. The
// file can be corrected in a spreadsheet and imported; formulas are guarded and read back as is.

const bufferLength = 64 * 1024;

export function describeFaults(faults: readonly CellFault[]): string {
  return faults
    .map(({ column, reason, suggestion }) => {
      const fault = `${column ?? "the row"} ${reason}`;
      return suggestion === null ? fault : `${fault} (${suggestion})`;
    })
    .join("; ");
}

export function createRefusedRowsText(write: (text: string) => Promise<void>): RefusedRows {
  let buffered = "";
  let width = 0;
  let errorPlace = -1;

  async function flush(): Promise<void> {
    const text = buffered;
    buffered = "";
    await write(text);
  }

  async function add(cells: readonly string[], last: string): Promise<void> {
    const original = cells.filter((_, place) => place !== errorPlace);
    const padding = Array.from({ length: Math.max(0, width - original.length) }, () => "");
    buffered += encodeCsvLine([...original, ...padding, last]);
    if (buffered.length >= bufferLength) await flush();
  }

  return {
    begin: (header) => {
      errorPlace = header.cells.findIndex((cell) => cell.trim().toLowerCase() === errorColumn);
      width = header.cells.length - (errorPlace === -1 ? 0 : 1);
      return add(header.cells, errorColumn);
    },
    add: ({ cells }, faults) => add(cells, describeFaults(faults)),
    end: flush,
  };
}
