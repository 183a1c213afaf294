// Results go to standard output, everything else to standard error.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type JsonOption = { readonly json: boolean };

/** Prints one line of JSON, or the lines for people. */
export function printResult(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(""),
  );
}

/** Prints texts as they are read; memory does not grow with them. */
export async function printTexts(texts: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(texts), process.stdout, { end: false });
}

export function printMessage(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints what `work` does, and the seconds it took when it ends. */
export async function printStep<T>(step: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  process.stderr.write(`${step} … `);
  try {
    return await work();
  } finally {
    process.stderr.write(`${Math.ceil((performance.now() - startedMs) / 1_000)} s\n`);
  }
}

/**
 * Formats a table with a header line. Columns are as wide as their widest cell; numbers are aligned
 * right.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  const cells = [
    head,
    ...rows.map((row) => row.map((cell) => (cell === null ? "-" : String(cell)))),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === "number"));
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumber[column] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Escapes control characters, so that text from a file cannot control the terminal. */
export function makeVisible(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
