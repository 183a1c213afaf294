// Where the shell's door speaks: results on standard output, everything else on standard error.

/** Prints a result: one JSON value a line where machines listen, else the lines for people. */
export function printResult(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(""),
  );
}

/** Says something to people on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Lines of a table: columns as wide as their widest cell, numbers right, a head in the first
 * line.
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
