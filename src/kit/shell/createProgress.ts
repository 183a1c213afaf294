// Progress of a long command on standard error: an updated line on a terminal, else JSON lines.
import { printMessage } from "./printResult.ts";

export type ProgressPrinter<Progress> = {
  readonly report: (progress: Progress) => void;
  /** Ends the line of a terminal. */
  readonly end: () => void;
};

type ProgressFormat<Progress> = {
  readonly formatLine: (progress: Progress, elapsedMs: number) => string;
  readonly toJson: (progress: Progress, elapsedMs: number) => Readonly<Record<string, unknown>>;
};

const initialDelayMs = 2_000;
const intervalMs = 1_000;
const barWidth = 24;

/** Formats a bar for a portion from 0 to 1. */
export function formatBar(portion: number): string {
  return `[${"#".repeat(Math.round(portion * barWidth)).padEnd(barWidth)}] `;
}

/** Reports nothing for a command of less than two seconds, then each second and each new step. */
export function createProgress<Progress extends { readonly step: string }>(
  format: ProgressFormat<Progress>,
): ProgressPrinter<Progress> {
  const isTerminal = process.stderr.isTTY;
  const startedMs = Date.now();
  let reportedMs = startedMs + initialDelayMs - intervalMs;
  let reportedStep: string | undefined;
  let isOnLine = false;

  function write(progress: Progress, elapsedMs: number): void {
    if (isTerminal) {
      process.stderr.write(`\r${format.formatLine(progress, elapsedMs)}\u001b[K`);
      isOnLine = true;
    } else {
      printMessage(JSON.stringify(format.toJson(progress, elapsedMs)));
    }
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
