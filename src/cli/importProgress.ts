// How an import that takes a while tells how far it is: a line that is written anew on a terminal,
// a JSON line where a program listens.
import type { RunProgress } from "../imports/importRun.ts";
import { say } from "./printResult.ts";

/** Where progress is written, and how it ends. */
export type ImportProgress = {
  readonly tell: (progress: RunProgress) => void;
  /** Leaves the line of a terminal for what is said next. */
  readonly end: () => void;
};

const silentMs = 2_000;
const everyMs = 1_000;
const barWidth = 24;

/** Progress as it is told: `rowsPerSecond` and `secondsLeft` are null where nothing is known. */
type Latency = { readonly rowsPerSecond: number; readonly secondsLeft: number | null };

function measure(progress: RunProgress, elapsedMs: number): Latency {
  const rowsPerSecond = Math.round((progress.rows * 1000) / Math.max(1, elapsedMs));
  const { rowsInAll, rows, step } = progress;
  const isKnown = step === "reading" && rowsInAll !== null && rowsPerSecond > 0;
  const secondsLeft = isKnown ? Math.ceil((rowsInAll - rows) / rowsPerSecond) : null;
  return { rowsPerSecond, secondsLeft };
}

function describe(progress: RunProgress, pace: Latency): string {
  const { step, rows, rowsInAll } = progress;
  if (step === "comparing") return `${rows} rows read; asking what the catalog has`;
  if (step === "waiting") return `${rows} rows read; another import is writing, waiting for it`;
  if (step === "writing") return `${rows} rows accepted; writing them`;
  const portion = rowsInAll === null ? null : rows / Math.max(1, rowsInAll);
  const filled = portion === null ? 0 : Math.round(portion * barWidth);
  const bar = portion === null ? "" : `[${"#".repeat(filled).padEnd(barWidth)}] `;
  const inAll = rowsInAll === null ? "" : ` of about ${rowsInAll}`;
  const left = pace.secondsLeft === null ? "" : `, ${pace.secondsLeft} s left`;
  return `${bar}${rows}${inAll} rows read, ${pace.rowsPerSecond} a second${left}`;
}

/** Progress on standard error, silent for what takes less than two seconds. */
export function createImportProgress(isTerminal: boolean): ImportProgress {
  const startedMs = Date.now();
  let toldMs = startedMs + silentMs - everyMs;
  let toldStep: RunProgress["step"] = "reading";
  let isOnLine = false;

  function write(progress: RunProgress, elapsedMs: number): void {
    const pace = measure(progress, elapsedMs);
    if (isTerminal) {
      process.stderr.write(`\r${describe(progress, pace)}\u001b[K`);
      isOnLine = true;
      return;
    }
    const { step, rows, rowsInAll } = progress;
    const { rowsPerSecond, secondsLeft } = pace;
    say(
      JSON.stringify({
        step,
        rows,
        rows_in_all: rowsInAll,
        rows_per_second: rowsPerSecond,
        seconds_left: secondsLeft,
      }),
    );
  }

  return {
    tell: (progress) => {
      const nowMs = Date.now();
      const isDue = nowMs - toldMs >= everyMs;
      const isNew = progress.step !== toldStep && nowMs - startedMs >= silentMs;
      if (!isDue && !isNew) return;
      toldMs = nowMs;
      toldStep = progress.step;
      write(progress, nowMs - startedMs);
    },
    end: () => {
      if (isOnLine) process.stderr.write("\n");
    },
  };
}
