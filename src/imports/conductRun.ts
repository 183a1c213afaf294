// The life of a run around the work it does. Invariant: what the work did is committed together
// with the run's own end, or not at all; a run that is gone without a word is found by its lock.
import type { Database, Session } from "../db/database.ts";
import { runSessionTransaction } from "../db/sessionTransaction.ts";
import {
  RunCancelled,
  type RunId,
  type RunProgress,
  type RunReport,
  type RunRequest,
  type RunState,
} from "./importRun.ts";
import {
  endDeadRuns,
  endRun,
  insertRun,
  nameRun,
  releaseRun,
  reportProgress,
  takeRunId,
} from "./queries.ts";

/** What the work of a run is given. */
export type RunGround = {
  readonly runId: RunId;
  readonly session: Session;
  /** Tells how far it is. Throws `RunCancelled` where somebody asked the run to stop. */
  readonly tell: (progress: RunProgress) => void;
  /** Whether these stops end the work here: not in a dry run, and not where they are accepted. */
  readonly stopsAt: (stops: RunReport["stops"]) => boolean;
};

/** A run that came to its end, and what it came to. */
export type ConductedRun = RunReport & {
  readonly runId: RunId;
  readonly state: Extract<RunState, "committed" | "previewed" | "stopped">;
};

const lookEveryMs = 500;

/** Keeps what is known of a run up to date, and brings the wish to cancel it to its session. */
function watchRun(db: Database, session: Session, runId: RunId) {
  let progress: RunProgress | null = null;
  let askedBy: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    askedBy ??= await reportProgress(db, runId, progress);
    if (askedBy !== null && !isOver) await session.cancel();
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      // A database that is gone is told by the statements of the run itself.
      void look()
        .catch(() => undefined)
        .finally(() => {
          if (!isOver) lookLater();
        });
    }, lookEveryMs);
    timer.unref();
  }

  lookLater();
  return {
    set: (current: RunProgress) => {
      progress = current;
    },
    isCancelled: () => askedBy !== null,
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function endOf(request: RunRequest, report: RunReport): ConductedRun["state"] {
  if (report.stops.length > 0 && request.accepted === null) return "stopped";
  return request.isDry ? "previewed" : "committed";
}

/** Why a run failed, for those who look at it later. */
function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs `work` as a run in one transaction of `session`, committed unless it is dry or stopped.
 * Throws what the work throws, or `RunCancelled`; the run then says so and nothing else is changed.
 */
export async function conductRun(
  db: Database,
  session: Session,
  request: RunRequest,
  onProgress: (progress: RunProgress) => void,
  work: (ground: RunGround) => Promise<RunReport>,
): Promise<ConductedRun> {
  await endDeadRuns(db);
  const runId = await takeRunId(session);
  await insertRun(session, runId, request);
  const watch = watchRun(db, session, runId);
  const ground: RunGround = {
    runId,
    session,
    tell: (progress) => {
      watch.set(progress);
      onProgress(progress);
      if (watch.isCancelled()) throw new RunCancelled();
    },
    stopsAt: (stops) => stops.length > 0 && request.accepted === null && !request.isDry,
  };
  try {
    const conducted = await runSessionTransaction(session, async () => {
      await nameRun(session, runId);
      const report = await work(ground);
      const state = endOf(request, report);
      const keep = state === "committed";
      if (keep) await endRun(session, runId, { state, report, message: null });
      return { result: { report, state }, keep };
    });
    const { report, state } = conducted;
    if (state !== "committed") await endRun(db, runId, { state, report, message: null });
    return { ...report, runId, state };
  } catch (error) {
    const state = watch.isCancelled() ? "cancelled" : "failed";
    const failure = state === "cancelled" ? new RunCancelled({ cause: error }) : error;
    const message = describeFailure(failure);
    // Where the database is gone the run is found dead by whoever looks next.
    await endRun(db, runId, { state, report: null, message }).catch(() => undefined);
    throw failure;
  } finally {
    watch.end();
    await releaseRun(session, runId).catch(() => undefined);
  }
}
