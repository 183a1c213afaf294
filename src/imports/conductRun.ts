// The life of a run around the work it does. Invariant: what the work did is committed together
// with the run's own end, or not at all; a run that is gone without a word is found by its lock.
import type { Database, Session } from "../db/database.ts";
import { runSessionTransaction } from "../db/sessionTransaction.ts";
import type { ProvenFile } from "./feedFile.ts";
import {
  finalStops,
  RunCancelled,
  type RunId,
  type RunProgress,
  type RunReport,
  type RunRequest,
  type RunState,
  type RunStop,
} from "./importRun.ts";
import { noteRunDeed } from "./noteRunDeed.ts";
import {
  endDeadRuns,
  endRun,
  insertRun,
  nameRun,
  type RunEnd,
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
  /** Notes what the file proved to be, read to its end. */
  readonly learn: (file: ProvenFile) => void;
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

  let looking: Promise<void> | undefined;
  const severed = Promise.withResolvers<never>();
  severed.promise.catch(() => undefined);

  /** A statement that waits for its client hears of no cancelling: the connection goes then. */
  async function look(): Promise<void> {
    const wasAsked = askedBy !== null;
    askedBy ??= await reportProgress(db, runId, progress);
    if (askedBy === null || isOver) return;
    if (!wasAsked) return session.cancel();
    session.sever();
    severed.reject(new RunCancelled());
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      // A database that is gone is told by the statements of the run itself.
      looking = look()
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
    /** Rejects where the run had to be cut off; its work may wait for a file that never comes. */
    severed: severed.promise,
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

function isStopped(request: RunRequest, stops: readonly RunStop[]): boolean {
  const { accepted, origin } = request;
  return stops.some(
    ({ code }) =>
      accepted === null || finalStops.has(code) || origin?.passes?.includes(code) === false,
  );
}

function endOf(request: RunRequest, report: RunReport): ConductedRun["state"] {
  if (isStopped(request, report.stops)) return "stopped";
  return request.isDry ? "previewed" : "committed";
}

/** Why a run failed, for those who look at it later, as a text the database can hold. */
function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.toWellFormed().replaceAll("\u0000", "\u2400");
}

/** Gives a run its number and lock, writes down that it begins and who began it, and says so. */
async function beginRun(db: Database, session: Session, request: RunRequest): Promise<RunId> {
  await endDeadRuns(db);
  const runId = await takeRunId(session);
  await runSessionTransaction(session, async () => {
    await insertRun(session, runId, request);
    await noteRunDeed(session, runId, request, null);
    return { result: undefined, keep: true };
  });
  request.origin?.onBegin(runId);
  return runId;
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
  const runId = await beginRun(db, session, request);
  const watch = watchRun(db, session, runId);
  let file: ProvenFile | null = null;
  const ground: RunGround = {
    runId,
    session,
    tell: (progress) => {
      watch.set(progress);
      onProgress(progress);
      if (watch.isCancelled()) throw new RunCancelled();
    },
    stopsAt: (stops) => isStopped(request, stops) && !request.isDry,
    learn: (proven) => {
      file = proven;
    },
  };
  const endWith = (
    state: RunEnd["state"],
    report: RunReport | null,
    message: string | null,
  ): RunEnd => ({ state, report, message, file });
  try {
    const transaction = runSessionTransaction(session, async () => {
      await nameRun(session, runId);
      const report = await work(ground);
      const state = endOf(request, report);
      const keep = state === "committed";
      await watch.end();
      if (watch.isCancelled()) throw new RunCancelled();
      if (keep) {
        await endRun(session, runId, endWith(state, report, null));
        await noteRunDeed(session, runId, request, report);
      }
      return { result: { report, state }, keep };
    });
    transaction.catch(() => undefined);
    const conducted = await Promise.race([transaction, watch.severed]);
    const { report, state } = conducted;
    if (state !== "committed") await endRun(db, runId, endWith(state, report, null));
    return { ...report, runId, state };
  } catch (error) {
    const state = watch.isCancelled() ? "cancelled" : "failed";
    const failure = state === "cancelled" ? new RunCancelled({ cause: error }) : error;
    const message = describeFailure(failure);
    // Where the database is gone the run is found dead by whoever looks next.
    await endRun(db, runId, endWith(state, null, message)).catch(() => undefined);
    throw failure;
  } finally {
    await watch.end();
    await releaseRun(session, runId).catch(() => undefined);
  }
}
