import type { RunProgress } from "../imports/importRun.ts";
import { createProgress, formatBar, type ProgressPrinter } from "./createProgress.ts";

/** `secondsLeft` is null if unknown. */
type Speed = { readonly rowsPerSecond: number; readonly secondsLeft: number | null };

function measure(progress: RunProgress, elapsedMs: number): Speed {
  const rowsPerSecond = Math.round((progress.rows * 1000) / Math.max(1, elapsedMs));
  const { rowsInAll, rows, step } = progress;
  const isKnown = step === "reading" && rowsInAll !== null && rowsPerSecond > 0;
  const secondsLeft = isKnown ? Math.ceil((rowsInAll - rows) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft };
}

function formatLine(progress: RunProgress, elapsedMs: number): string {
  const { step, rows, rowsInAll } = progress;
  if (step === "comparing") return `${rows} rows read; comparing with the catalog`;
  if (step === "waiting") return `${rows} rows read; waiting for another import`;
  if (step === "writing") return `${rows} rows accepted; writing`;
  const speed = measure(progress, elapsedMs);
  const bar = rowsInAll === null ? "" : formatBar(rows / Math.max(1, rowsInAll));
  const total = rowsInAll === null ? "" : ` of about ${rowsInAll}`;
  const left = speed.secondsLeft === null ? "" : `, ${speed.secondsLeft} s left`;
  return `${bar}${rows}${total} rows read, ${speed.rowsPerSecond} per second${left}`;
}

function toJson(progress: RunProgress, elapsedMs: number): Readonly<Record<string, unknown>> {
  const { step, rows, rowsInAll } = progress;
  const { rowsPerSecond, secondsLeft } = measure(progress, elapsedMs);
  return {
    step,
    rows,
    total_rows: rowsInAll,
    rows_per_second: rowsPerSecond,
    seconds_left: secondsLeft,
  };
}

export function createImportProgress(): ProgressPrinter<RunProgress> {
  return createProgress({ formatLine, toJson });
}
