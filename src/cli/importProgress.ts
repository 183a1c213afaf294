// Progress of a long import on standard error: an updated line on a terminal, otherwise JSON lines.
import type { RunProgress } from "../imports/importRun.ts";
import { printMessage } from "./printResult.ts";

type ImportProgress = {
  readonly report: (progress: RunProgress) => void;
  /** Ends the line of a terminal. */
  readonly end: () => void;
};

const initialDelayMs = 2_000;
const intervalMs = 1_000;
const barWidth = 24;

/** `secondsLeft` is null if unknown. */
type Speed = { readonly rowsPerSecond: number; readonly secondsLeft: number | null };

function measure(progress: RunProgress, elapsedMs: number): Speed {
  const rowsPerSecond = Math.round((progress.rows * 1000) / Math.max(1, elapsedMs));
  const { rowsInAll, rows, step } = progress;
  const isKnown = step === "reading" && rowsInAll !== null && rowsPerSecond > 0;
  const secondsLeft = isKnown ? Math.ceil((rowsInAll - rows) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft };
}

function describe(progress: RunProgress, speed: Speed): string {
  const { step, rows, rowsInAll } = progress;
  if (step === "comparing") return `${rows} rows read; comparing with the catalog`;
  if (step === "waiting") return `${rows} rows read; waiting for another import`;
  if (step === "writing") return `${rows} rows accepted; writing`;
  const portion = rowsInAll === null ? null : rows / Math.max(1, rowsInAll);
  const filled = portion === null ? 0 : Math.round(portion * barWidth);
  const bar = portion === null ? "" : `[${"#".repeat(filled).padEnd(barWidth)}] `;
  const total = rowsInAll === null ? "" : ` of about ${rowsInAll}`;
  const left = speed.secondsLeft === null ? "" : `, ${speed.secondsLeft} s left`;
  return `${bar}${rows}${total} rows read, ${speed.rowsPerSecond} per second${left}`;
}

/** Reports nothing for an import of less than two seconds. */
export function createImportProgress(isTerminal: boolean): ImportProgress {
  const startedMs = Date.now();
  let reportedMs = startedMs + initialDelayMs - intervalMs;
  let reportedStep: RunProgress["step"] = "reading";
  let isOnLine = false;

  function write(progress: RunProgress, elapsedMs: number): void {
    const speed = measure(progress, elapsedMs);
    if (isTerminal) {
      process.stderr.write(`\r${describe(progress, speed)}\u001b[K`);
      isOnLine = true;
      return;
    }
    const { step, rows, rowsInAll } = progress;
    const { rowsPerSecond, secondsLeft } = speed;
    printMessage(
      JSON.stringify({
        step,
        rows,
        total_rows: rowsInAll,
        // The old name of total_rows, until the next release.
        rows_in_all: rowsInAll,
        rows_per_second: rowsPerSecond,
        seconds_left: secondsLeft,
      }),
    );
  }

  return {
    report: (progress) => {
      const nowMs = Date.now();
      const isDue = nowMs - reportedMs >= intervalMs;
      const isNew = progress.step !== reportedStep && nowMs - startedMs >= initialDelayMs;
      if (!isDue && !isNew) return;
      reportedMs = nowMs;
      reportedStep = progress.step;
      write(progress, nowMs - startedMs);
    },
    end: () => {
      if (isOnLine) process.stderr.write("\n");
    },
  };
}
