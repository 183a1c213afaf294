// Rows of an uploaded file that an operator leaves out of its import. Invariant: they are named by
// their line in this one file, so they never apply to another file.

/** A row to leave out: its line in the file, and the name of the person who chose it. */
export type ExcludedRow = { readonly line: number; readonly by: string };

/** A row that a run left out: without that, it would have changed its offer or created one. */
export type LeftOutRow = ExcludedRow & { readonly partNumber: string };

/** If more rows are wrong, the file is to be corrected. */
export const maxExcludedRows = 1_000;

/** The rows and those of `lines`, by line. Who chose a row first stays. */
export function addExcluded(
  rows: readonly ExcludedRow[],
  lines: readonly number[],
  by: string,
): readonly ExcludedRow[] {
  const chosen = new Map(lines.map((line) => [line, by]));
  for (const row of rows) chosen.set(row.line, row.by);
  return [...chosen].map(([line, by]) => ({ line, by })).sort((a, b) => a.line - b.line);
}

export function removeExcluded(
  rows: readonly ExcludedRow[],
  lines: readonly number[],
): readonly ExcludedRow[] {
  const removed = new Set(lines);
  return rows.filter(({ line }) => !removed.has(line));
}

/** The rows that a run left out, as they are listed and written to a file. */
export function nameLeftOut(
  rows: readonly { readonly line: number; readonly partNumber: string }[],
  excluded: readonly ExcludedRow[],
): readonly LeftOutRow[] {
  const authors = new Map(excluded.map(({ line, by }) => [line, by]));
  return rows.map(({ line, partNumber }) => ({ line, partNumber, by: authors.get(line) ?? "" }));
}

/** Why a row is in the file of refused rows although nothing is wrong with it. */
export function describeExclusion(by: string): string {
  return `was left out by ${by}`;
}

/** At most one sentence: rows to leave out that a run would not have imported anyway. */
export function describeIdle(chosen: number, leftOut: number): string[] {
  const idle = chosen - leftOut;
  if (idle === 0) return [];
  const rows = idle === 1 ? "1 row" : `${idle} rows`;
  return [`${rows} to leave out would change nothing, or cannot be imported anyway.`];
}

/** Reads distinct lines of a form or an option; undefined if a text is no line. */
export function readLines(texts: readonly string[]): readonly number[] | undefined {
  const trimmed = texts.map((text) => text.trim());
  if (trimmed.some((text) => !/^[1-9]\d{0,8}$/.test(text))) return undefined;
  return [...new Set(trimmed.map(Number))];
}
