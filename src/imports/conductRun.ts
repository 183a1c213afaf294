// Invariant: the work of a run is committed together with the run's end, or not at all. A run
// whose program died is recognized by its lock.
import { setTimeout as delay } from "node:timers/promises";
import type { ShellActor, StaffActor } from "../audit/actor.ts";
import { recordAuditEvent } from "../audit/recordAuditEvent.ts";
import type { RunMode } from "../catalog/changeQueries.ts";
import type { Database, Session, Transaction } from "../db/database.ts";
import { runSessionTransaction, type SessionTransaction } from "../db/sessionTransaction.ts";
import { toStorableText } from "../db/toStorableText.ts";
import {
  type CheckedFeedFile,
  createReport,
  finalStops,
  RunCancelled,
  type RunId,
  type RunKind,
  type RunListener,
  type RunProgress,
  type RunReport,
  type RunRequest,
  type RunState,
  type RunStop,
} from "./run.ts";
import {
  createRunId,
  endAbandonedRuns,
  endRun,
  insertRun,
  type RunEnd,
  releaseRun,
  requestCancellation,
  selectRun,
  setCurrentRun,
  updateProgress,
} from "./runQueries.ts";

function describeAction({ mode, isDry, accepted }: RunRequest, isEnd: boolean): string {
  if (mode === "revert") return isEnd ? "reverted an import" : "started reverting an import";
  if (isDry) return "started a dry run";
  const past = accepted === null ? "" : " past its guard rails";
  return `${isEnd ? "committed" : "started"} an import${past}`;
}

function describeReport({ counts, stops, stock }: RunReport): Record<string, unknown> {
  const quantities = stock === undefined ? {} : { quantities: stock.mode, as_of: stock.asOf };
  return { counts, stops, ...quantities };
}

/**
 * Records that an operator started a run or, with its report, that it was committed. A run of the
 * command line is not recorded: the run itself says who started it.
 */
function recordRunEvent(
  tx: Transaction,
  runId: RunId,
  request: RunRequest,
  report: RunReport | null,
): void {
  const { origin, kind, mode, vendor, accountId, reverts, source, accepted, now } = request;
  if (origin === undefined) return;
  recordAuditEvent(tx, {
    actor: origin.actor,
    action: describeAction(request, report !== null),
    subjectKind: "import",
    subjectId: String(runId),
    accountId,
    after: {
      kind,
      mode,
      vendor,
      reverts,
      file_name: source.fileName,
      accepted,
      ...(report === null ? {} : describeReport(report)),
    },
    now,
  });
}

/** What the work of a run uses. */
export type RunContext = {
  readonly runId: RunId;
  readonly tx: SessionTransaction;
  /** Reports how far the work is. Throws `RunCancelled` if an operator cancelled the run. */
  readonly reportProgress: (progress: RunProgress) => void;
  /** Records what the file, read to its end, turned out to be. */
  readonly recordFile: (file: CheckedFeedFile) => void;
  /** Whether these stops end the work here: not in a dry run, and not if they are accepted. */
  readonly stopsAt: (stops: RunReport["stops"]) => boolean;
  /** Whether the work, with these stops, is to write what it planned: never in a dry run. */
  readonly mayWrite: (stops: RunReport["stops"]) => boolean;
};

export type ConductedRun = RunReport & {
  readonly runId: RunId;
  readonly state: Extract<RunState, "committed" | "previewed" | "stopped">;
};

const pollMs = 500;

/** Writes the progress of a run and cancels its session when an operator requests it. */
function watchRun(db: Database, session: Session, runId: RunId) {
  let progress: RunProgress | null = null;
  let cancelledBy: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  let polling: Promise<void> | undefined;

  async function poll(): Promise<void> {
    cancelledBy ??= await updateProgress(db, runId, progress);
    if (cancelledBy !== null && !isOver) await session.cancel();
  }

  function schedulePoll(): void {
    timer = setTimeout(() => {
      // If the database is gone, the statements of the run fail themselves.
      polling = poll()
        .catch(() => undefined)
        .finally(() => {
          if (!isOver) schedulePoll();
        });
    }, pollMs);
    timer.unref();
  }

  schedulePoll();
  return {
    set: (current: RunProgress) => {
      progress = current;
    },
    isCancelled: () => cancelledBy !== null,
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await polling;
    },
  };
}

function isStopped(request: RunRequest, stops: readonly RunStop[]): boolean {
  const { accepted, passes } = request;
  return stops.some(
    ({ code }) => accepted === null || finalStops.has(code) || passes?.includes(code) === false,
  );
}

function findEndState(request: RunRequest, report: RunReport): ConductedRun["state"] {
  if (isStopped(request, report.stops)) return "stopped";
  return request.isDry ? "previewed" : "committed";
}

function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toStorableText(message, "\u2400");
}

/** Gives a run its number and lock and stores who started it. */
async function startRun(
  db: Database,
  session: Session,
  request: RunRequest,
  { onStart }: RunListener,
): Promise<RunId> {
  await endAbandonedRuns(db);
  const runId = await createRunId(session);
  await runSessionTransaction(session, async (tx) => {
    await insertRun(tx, runId, request);
    recordRunEvent(tx, runId, request, null);
    return { result: undefined, commit: true };
  });
  onStart?.(runId);
  return runId;
}

/**
 * Runs `work` as a run in one transaction of `session`, committed unless it is dry or stopped.
 * Throws what the work throws, or `RunCancelled`; then only the run's state and message change.
 */
export async function conductRun(
  db: Database,
  session: Session,
  request: RunRequest,
  listener: RunListener,
  work: (run: RunContext) => Promise<RunReport>,
): Promise<ConductedRun> {
  const runId = await startRun(db, session, request, listener);
  const watch = watchRun(db, session, runId);
  let file: CheckedFeedFile | null = null;
  const run: Omit<RunContext, "tx"> = {
    runId,
    reportProgress: (progress) => {
      watch.set(progress);
      listener.onProgress?.(progress);
      if (watch.isCancelled()) throw new RunCancelled();
    },
    stopsAt: (stops) => isStopped(request, stops) && !request.isDry,
    mayWrite: (stops) => !isStopped(request, stops) && !request.isDry,
    recordFile: (checked) => {
      file = checked;
    },
  };
  const endWith = (
    state: RunEnd["state"],
    report: RunReport | null,
    message: string | null,
  ): RunEnd => ({ state, report, message, file });
  try {
    const conducted = await runSessionTransaction(session, async (tx) => {
      await setCurrentRun(tx, runId);
      const report = await work({ ...run, tx });
      const state = findEndState(request, report);
      const commit = state === "committed";
      await watch.end();
      if (watch.isCancelled()) throw new RunCancelled();
      if (commit) {
        await endRun(tx, runId, endWith(state, report, null));
        recordRunEvent(tx, runId, request, report);
      }
      return { result: { report, state }, commit };
    });
    const { report, state } = conducted;
    if (state !== "committed") await endRun(db, runId, endWith(state, report, null));
    return { ...report, runId, state };
  } catch (error) {
    const state = watch.isCancelled() ? "cancelled" : "failed";
    const failure = state === "cancelled" ? new RunCancelled({ cause: error }) : error;
    const message = describeFailure(failure);
    // If the database is gone, `endAbandonedRuns` ends the run later.
    await endRun(db, runId, endWith(state, null, message)).catch(() => undefined);
    throw failure;
  } finally {
    await watch.end();
    await releaseRun(session, runId).catch(() => undefined);
  }
}

// Invariant: a manual change is a run that starts and ends in the transaction of the change, so it
// is never seen running, and without a change there is no run.

/** `reverts` is the run that the change undoes. */
type ManualRun = {
  readonly kind: RunKind;
  readonly vendor: string | null;
  readonly accountId: string | null;
  readonly reverts: RunId | null;
  readonly startedBy: string;
  readonly now: Date;
};

/**
 * Runs `work`, which changes rows under the number it receives and returns the counts of the run.
 * Returns the number of the run; null if all counts are 0.
 */
export async function recordManualRun(
  tx: Transaction,
  run: ManualRun,
  work: (runId: RunId) => Promise<Readonly<Record<string, number>>>,
): Promise<RunId | null> {
  const runId = await createRunId(tx);
  await setCurrentRun(tx, runId);
  const counts = await work(runId);
  if (Object.values(counts).every((count) => count === 0)) return null;
  const mode: RunMode = run.reverts === null ? "edit" : "revert";
  await insertRun(tx, runId, {
    ...run,
    mode,
    source: { fileName: null, bytes: null, sha256: null },
    isDry: false,
    refusesFile: false,
    accepted: null,
    mapping: "",
  });
  const report = createReport(counts, []);
  await endRun(tx, runId, { state: "committed", report, message: null, file: null });
  return runId;
}

/**
 * Requests cancellation of a running import. Returns false if it is not running. The import has
 * stopped when its state says so. As for its start, a cancellation in the shell is not recorded:
 * the run stores the `name`.
 */
export function cancelRun(
  db: Database,
  runId: RunId,
  by: { readonly actor: StaffActor | ShellActor; readonly name: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await requestCancellation(tx, runId, by.name))) return false;
    if (by.actor.kind === "shell") return true;
    recordAuditEvent(tx, {
      actor: by.actor,
      action: "cancelled an import",
      subjectKind: "import",
      subjectId: String(runId),
      accountId: null,
      before: { state: "running" },
      now,
    });
    return true;
  });
}

const maxWaitMs = 15_000;
const endPollMs = 100;

/** Waits until a run has ended and returns its state: still `running` after fifteen seconds. */
export async function waitForRunEnd(db: Database, runId: RunId): Promise<RunState> {
  for (let waitedMs = 0; ; waitedMs += endPollMs) {
    await endAbandonedRuns(db);
    const state = (await selectRun(db, runId))?.state ?? "failed";
    if (state !== "running" || waitedMs >= maxWaitMs) return state;
    await delay(endPollMs);
  }
}
