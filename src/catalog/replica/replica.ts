// Reads the catalog from the replica file of this machine. Invariants: one `read` sees one state of
// the catalog; nothing is read too long after the last contact with a primary, or from a file that
// was written before the machine restarted.
import { setTimeout as delay, setImmediate as yieldToOthers } from "node:timers/promises";
import { UnavailableError } from "../../db/databaseErrors.ts";
import { createLongReads } from "./read/longReads.ts";
import { type OpenState, openNewest, type ReplicaOptions } from "./read/newestFile.ts";
import type { ProvedState, ReplicaView } from "./read/replicaView.ts";
import { saysDamaged } from "./replicaFile.ts";
import { requestFill } from "./replicaFolder.ts";

/**
 * The place that a replica shows, the age of the last proof that it is the newest, and whether it
 * is read.
 */
type ReplicaStatus = {
  readonly place: number;
  readonly ageMs: number;
  readonly isReadable: boolean;
};

/** What reads a state, given the age of the last proof that it is the newest. */
type ReplicaRead<T> = (view: ReplicaView, ageMs: number) => T;

export type Replica = {
  /** Throws UnavailableError if there is no file, or no contact with a primary for too long. */
  read<T>(work: ReplicaRead<T>): T;
  /** As `read`, each part in its own turn of the event loop, all on the same state. */
  readInTurns<T>(parts: readonly ReplicaRead<T>[]): Promise<T[]>;
  /** Undefined before the first fill, and while the file is damaged. */
  status(): ReplicaStatus | undefined;
  /** Waits until it shows a place, at most `limitMs`; returns whether it does. */
  reach(place: number, limitMs: number): Promise<boolean>;
  close(): void;
};

const reachCheckMs = 5;

/** Requests that a damaged file is rebuilt; if that fails, the next read tries again. */
function reportDamage(folder: string, damage: unknown): UnavailableError {
  let reason = "";
  try {
    requestFill(folder, "a reader found it damaged");
  } catch (error) {
    reason = ` It could not be requested that it is rebuilt: ${(error as Error).message}`;
  }
  return new UnavailableError(`The replica of the catalog is damaged.${reason}`, { cause: damage });
}

type AgedState = OpenState & { readonly ageMs: number };

/** The age of a state, and the time since the last contact with a primary. */
function timesOf({ confirmedMs, contactMs }: ProvedState, { monotonicMs }: ReplicaOptions) {
  const nowMs = monotonicMs();
  return { ageMs: nowMs - confirmedMs, silentMs: nowMs - contactMs };
}

/** Throws UnavailableError if a state must not be read. */
function checkAge(found: OpenState | undefined, options: ReplicaOptions): AgedState {
  if (found === undefined) {
    throw new UnavailableError("The replica of the catalog is not filled yet.");
  }
  const { ageMs, silentMs } = timesOf(found.state, options);
  if (silentMs <= options.maxAgeMs) return { ...found, ageMs };
  throw new UnavailableError(`The replica of the catalog was last compared ${silentMs} ms ago.`);
}

function runRead<T>(work: ReplicaRead<T>, { view, ageMs }: AgedState): T {
  return work(view, ageMs);
}

async function runInTurns<T>(parts: readonly ReplicaRead<T>[], found: AgedState): Promise<T[]> {
  const results: T[] = [];
  for (const part of parts) {
    if (results.length > 0) await yieldToOthers();
    results.push(runRead(part, found));
  }
  return results;
}

export function openReplica(options: ReplicaOptions): Replica {
  const { folder, monotonicMs } = options;
  const longReads = createLongReads(options);
  const newest = openNewest(options, longReads.close);

  /** The error to throw for one of a file. Requests that a damaged file is rebuilt. */
  function explain(error: unknown): unknown {
    const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isOfSystem && !saysDamaged(error)) return error;
    newest.close();
    return reportDamage(folder, error);
  }

  function readNewest<T>(work: (found: OpenState | undefined) => T): T {
    try {
      return newest.read(work);
    } catch (error) {
      throw explain(error);
    }
  }

  function readState(): ProvedState | undefined {
    newest.release();
    try {
      return readNewest((found) => found?.state);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return undefined;
    }
  }

  return {
    read: (work) => readNewest((found) => runRead(work, checkAge(found, options))),
    async readInTurns(parts) {
      try {
        return await longReads.run((found) => runInTurns(parts, checkAge(found, options)));
      } catch (error) {
        throw explain(error);
      }
    },
    status() {
      const state = readState();
      if (state === undefined) return undefined;
      const { ageMs, silentMs } = timesOf(state, options);
      return { place: state.place, ageMs, isReadable: silentMs <= options.maxAgeMs };
    },
    async reach(place, limitMs) {
      const endMs = monotonicMs() + limitMs;
      while ((readState()?.place ?? -1) < place) {
        if (monotonicMs() >= endMs) return false;
        await delay(reachCheckMs);
      }
      return true;
    },
    close: newest.close,
  };
}

/** As `read`, but undefined if the replica cannot be read: for what a page can do without. */
export function readIfAvailable<T>(
  replica: Replica,
  work: (view: ReplicaView) => T,
): T | undefined {
  try {
    return replica.read((view) => work(view));
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}
