// Reads uploaded files, each in a process of its own with its memory and its time, of operators as
// of buyers. Invariant: a process that ends before its run leaves no lock, so the run is recognized
// as abandoned.
import type { Logger } from "pino";
import type { DatabaseAddress } from "../db/address.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import type { RunId } from "../imports/run.ts";
import {
  createTurns,
  type ImportRunner,
  maxTurnWaitMs,
  type RefusedFile,
  type StartedRun,
  waitYourTurn,
} from "../imports/runner.ts";
import { ProgramKilled, runProgram } from "../kit/program.ts";
import type { ListReader, ListResult } from "../quickOrders/createList.ts";
import type { ImportWork } from "./importWork.ts";

export type ImportOrder = {
  readonly address: DatabaseAddress;
  readonly work: ImportWork;
  readonly limits: GuardRails;
};

/** What reads the files of operators and the lists of buyers. */
export type FileReaders = ImportRunner & ListReader;

/** The readers of a node, which all of its workers use. */
export type NodeImportRunner = FileReaders & {
  /** Ends all processes; their runs are rolled back. */
  close(): Promise<void>;
};

/** Of operators, and of buyers, so that neither wait for the others. */
const maxProcesses = { imports: 3, lists: 2 } as const;
/** An inspection reads fifty rows, in a workbook after all shared strings. */
const maxInspectionMs = 60_000;
/** The longest list takes a few seconds, more on a busy machine. */
const maxListMs = 30_000;

type RunOptions = {
  readonly maxMs?: number;
  readonly onStart?: (runId: RunId) => void;
};

const tooLarge: RefusedFile = {
  outcome: "refused",
  message:
    "The file needs too much memory. Copy the rows into a new sheet, save it as CSV, and upload " +
    "that.",
};
const tooSlow: RefusedFile = {
  outcome: "refused",
  message: "The file takes too long to read. Split it and upload the parts separately.",
};

/** Creates the runner of a node; its processes connect to the database of `address`. */
export function createImportRunner(options: {
  readonly address: DatabaseAddress;
  readonly limits: GuardRails;
  readonly log: Logger;
}): NodeImportRunner {
  const { address, limits, log } = options;
  const program = new URL("./importProgram.ts", import.meta.url);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const turns = createTurns();

  /** Does work that has a turn of `group`, for at most `maxMs`; `onStart` gets its run. */
  async function run<Result>(
    group: keyof typeof maxProcesses,
    work: ImportWork,
    { maxMs, onStart }: RunOptions,
  ): Promise<Result | RefusedFile> {
    const order: ImportOrder = { address, work, limits };
    const late = maxMs === undefined ? [] : [AbortSignal.timeout(maxMs)];
    const ended = runProgram<Result>(program, order, AbortSignal.any([closing.signal, ...late]), {
      onEvent: (runId) => onStart?.(runId as RunId),
    });
    running.add(ended);
    try {
      return await ended;
    } catch (err) {
      if (!closing.signal.aborted) log.warn({ err, work: work.kind }, "a file was not read");
      if (late.some(({ aborted }) => aborted)) return tooSlow;
      if (err instanceof ProgramKilled) return tooLarge;
      throw err;
    } finally {
      running.delete(ended);
      turns.end(group);
    }
  }

  const takeTurn = (group: keyof typeof maxProcesses, waitMs: number): Promise<boolean> =>
    turns.take(group, maxProcesses[group], waitMs);

  return {
    async inspect(fileId) {
      if (!(await takeTurn("imports", 0))) return { outcome: "busy" };
      const work = { kind: "inspect", fileId } as const;
      const inspecting = run<undefined>("imports", work, { maxMs: maxInspectionMs });
      const refused = await inspecting.catch(() => ({ outcome: "failed" }) as const);
      return refused ?? { outcome: "inspected" };
    },
    async start(request) {
      if (!(await takeTurn("imports", 0))) return { outcome: "busy" };
      const { promise, resolve, reject } = Promise.withResolvers<StartedRun>();
      const onStart = (runId: RunId): void => resolve({ outcome: "started", runId });
      const work = { kind: "run", request } as const;
      run<undefined>("imports", work, { onStart }).then((refused) => {
        if (refused === undefined) resolve({ outcome: "gone" });
        else reject(new Error(refused.message));
      }, reject);
      return promise;
    },
    async readList(accountId, work) {
      if (!(await turns.take(accountId, 1, maxTurnWaitMs))) throw waitYourTurn();
      try {
        if (!(await takeTurn("lists", maxTurnWaitMs))) throw waitYourTurn();
        return await run<ListResult<typeof work>>("lists", work, { maxMs: maxListMs });
      } finally {
        turns.end(accountId);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
