// Reads the catalog from the replica file of this machine. Invariants: one `read` sees one state of
// the catalog; nothing is read too long after the last contact with a primary, or from a file that
// was written before the machine restarted.
import { setTimeout as delay, setImmediate as yieldToOthers } from "node:timers/promises";
import { UnavailableError } from "../../db/databaseErrors.ts";
import { type OpenView, openCurrentView, type ReplicaView } from "./read/replicaView.ts";
import { type ReplicaState, saysDamaged } from "./replicaFile.ts";
import { requestFill } from "./replicaFolder.ts";

// The newest replica file of a folder. Invariant: one `read` sees one state of the catalog.

export type ReplicaOptions = {
  readonly folder: string;
  /** How long the replica is read after the last contact with a primary. */
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
};

type OpenState = { readonly view: OpenView; readonly state: ReplicaState };

type NewestFile = {
  /** Runs `work` on one state of the newest file; on undefined before the first fill. */
  read<T>(work: (found: OpenState | undefined) => T): T;
  /** The next read sees what is the newest state then. */
  release(): void;
  close(): void;
};

/**
 * One transaction serves the reads of a turn of the event loop, but none after this time: its four
 * system calls cost more than finding a number.
 */
const maxHeldMs = 10;

/** Holds the transaction of a turn. `onFailure` is called if it cannot be ended with the turn. */
function createHold(monotonicMs: () => number, onFailure: () => void) {
  let held: (OpenState & { readonly untilMs: number }) | undefined;
  let endsWithTurn = false;

  function release(): void {
    const ended = held;
    held = undefined;
    ended?.view.commit();
  }

  function endTurn(): void {
    endsWithTurn = false;
    try {
      release();
    } catch {
      // Nobody waits for this. The next read opens the file again, and fails if that fails.
      onFailure();
    }
  }

  return {
    release,
    /** Forgets the transaction of a file that is closed. */
    drop(): void {
      held = undefined;
    },
    /** What is held and young enough. */
    find: (): OpenState | undefined =>
      held !== undefined && monotonicMs() < held.untilMs ? held : undefined,
    /** Begins a transaction that lasts until this turn ends. */
    begin(view: OpenView): OpenState {
      release();
      held = { view, state: view.begin(), untilMs: monotonicMs() + maxHeldMs };
      if (!endsWithTurn) setImmediate(endTurn);
      endsWithTurn = true;
      return held;
    },
  };
}

/** A connection to the newest file of a folder, which it opens as soon as there is one. */
type NewestView = {
  /** The newest state, in the transaction that `begin` begins; undefined before the first fill. */
  find<State extends OpenState>(begin: (view: OpenView) => State): State | undefined;
  close(): void;
};

/** `onClose` is called whenever a file is closed, which was perhaps replaced. */
function createNewestView({ folder }: ReplicaOptions, onClose?: () => void): NewestView {
  let view: OpenView | undefined;

  function close(): void {
    onClose?.();
    view?.close();
    view = undefined;
  }

  return {
    find(begin) {
      // A file that was replaced has been deleted.
      if (view?.isInPlace() === false) close();
      view ??= openCurrentView(folder);
      return view && begin(view);
    },
    close,
  };
}

/** `onClose` as in `createNewestView`. */
function openNewest(options: ReplicaOptions, onClose: () => void): NewestFile {
  let isReading = false;
  const hold = createHold(options.monotonicMs, () => newest.close());
  const newest = createNewestView(options, () => {
    hold.drop();
    onClose();
  });

  /** A read within a read could begin another transaction, and end the one of the outer read. */
  function assertNotReading(): void {
    if (isReading) throw new Error("A read of the replica must not contain another.");
  }

  return {
    read(work) {
      assertNotReading();
      isReading = true;
      try {
        return work(hold.find() ?? newest.find(hold.begin));
      } catch (error) {
        hold.release();
        throw error;
      } finally {
        isReading = false;
      }
    },
    release() {
      assertNotReading();
      hold.release();
    },
    close: newest.close,
  };
}

// Reads that last several turns of the event loop. Each has a connection, and so a transaction, of
// its own, so that other reads see newer states meanwhile.

export type LongReads = {
  /** Runs `work` on what is the newest state now; on undefined before the first fill. */
  run<T>(work: (found: OpenState | undefined) => Promise<T>): Promise<T>;
  /**
   * Closes the connections that no read uses, and the others when their reads end: until then a
   * replaced file stays on the disk.
   */
  close(): void;
};

/** With a new connection, a lookup of ten names takes twice as long. */
const maxIdle = 2;

export function createLongReads(options: ReplicaOptions): LongReads {
  const idle: NewestView[] = [];
  let closed = 0;

  return {
    async run(work) {
      const newest = idle.pop() ?? createNewestView(options);
      const closedBefore = closed;
      try {
        const found = newest.find((view) => ({ view, state: view.begin() }));
        const result = await work(found);
        found?.view.commit();
        if (closed > closedBefore || idle.length >= maxIdle) newest.close();
        else idle.push(newest);
        return result;
      } catch (error) {
        newest.close();
        throw error;
      }
    },
    close() {
      closed += 1;
      for (const newest of idle.splice(0)) newest.close();
    },
  };
}

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
  readInTurns<T>(
    parts: readonly ReplicaRead<T>[],
    takeTurn?: () => Promise<void> | undefined,
  ): Promise<T[]>;
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
function timesOf({ confirmedMs, contactMs }: ReplicaState, { monotonicMs }: ReplicaOptions) {
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

async function runInTurns<T>(
  parts: readonly ReplicaRead<T>[],
  takeTurn: () => Promise<void> | undefined,
  found: AgedState,
): Promise<T[]> {
  const results: T[] = [];
  for (const part of parts) {
    if (results.length > 0) await takeTurn();
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

  function readState(): ReplicaState | undefined {
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
    async readInTurns(parts, takeTurn = yieldToOthers) {
      try {
        return await longReads.run((found) =>
          runInTurns(parts, takeTurn, checkAge(found, options)),
        );
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
