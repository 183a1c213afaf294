// Reads the catalog from the replica file of this machine. Invariants: one `read` sees one state of
// the catalog; a state that is too old, or was written before the machine restarted, is not read.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "../../db/databaseErrors.ts";
import { readBootId } from "./bootId.ts";
import { type ReplicaState, saysDamaged, selectReplicaState } from "./replicaFile.ts";
import { currentFile, requestFill } from "./replicaFolder.ts";
import { openReplicaProof } from "./replicaProof.ts";

/**
 * One state of the catalog. Each query is prepared once, so its text must be a constant. A limit is
 * written `?1 + 0`: SQLite reads a limit that is a parameter alone when it plans, and plans again
 * whenever one is bound, which takes longer than to find a word.
 */
export type ReplicaView = {
  /** All rows of a query. */
  all<Row>(query: string, ...values: readonly SQLInputValue[]): Row[];
  /** All rows of a query, each as an array of its columns, which is faster. */
  rows<Row extends readonly unknown[]>(query: string, ...values: readonly SQLInputValue[]): Row[];
  /** Identifies the state among those that this process reads. */
  identify(): string;
};

/** The place that a replica shows, and the age of the last proof that it is the newest. */
type ReplicaStatus = { readonly place: number; readonly ageMs: number };

export type Replica = {
  /**
   * Runs `work`, with the age of the last proof that what it reads is the newest state. Throws
   * UnavailableError if the replica is not filled, or older than allowed.
   */
  read<T>(work: (view: ReplicaView, ageMs: number) => T): T;
  /** Undefined before the first fill, and while the file is damaged. */
  status(): ReplicaStatus | undefined;
  /** Waits until it shows a place, at most `limitMs`; returns whether it does. */
  reach(place: number, limitMs: number): Promise<boolean>;
  close(): void;
};

export type ReplicaOptions = {
  readonly folder: string;
  /** The age from which the replica is not read. */
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
};

type OpenView = ReplicaView & {
  /** The name of the file. */
  readonly name: string;
  readonly file: DatabaseSync;
  readonly readState: () => ReplicaState;
  begin(): void;
  commit(): void;
  close(): void;
};

/** Pages of the file are read from the system's cache without a copy. */
const mappedBytes = 16 * 2 ** 30;

function openView(folder: string, name: string): OpenView {
  const path = join(folder, name);
  const file = new DatabaseSync(path, { readOnly: true });
  file.exec(
    `pragma mmap_size = ${mappedBytes}; pragma busy_timeout = 2000; pragma query_only = on`,
  );
  const prepared = new Map<string, StatementSync>();
  const arrays = new Map<string, StatementSync>();
  const prepare = (statements: Map<string, StatementSync>, query: string): StatementSync => {
    let statement = statements.get(query);
    if (statement === undefined) {
      statement = file.prepare(query);
      if (statements === arrays) statement.setReturnArrays(true);
      statements.set(query, statement);
    }
    return statement;
  };
  const state = file.prepare(selectReplicaState);
  const [begin, commit] = [file.prepare("begin"), file.prepare("commit")];
  const proof = openReplicaProof(path, "read");
  const readState = (): ReplicaState => {
    // Read before the file, which then shows the proved state or a newer one.
    const provedMs = proof.read();
    const found = state.get() as ReplicaState;
    return provedMs > found.confirmedMs ? { ...found, confirmedMs: provedMs } : found;
  };
  return {
    name,
    file,
    readState,
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    identify() {
      const { place, day } = readState();
      return `${name} ${place} ${day}`;
    },
    close() {
      file.close();
      proof.close();
    },
    all: <Row>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(prepared, query).all(...values) as Row[],
    rows: <Row extends readonly unknown[]>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(arrays, query).all(...values) as unknown as Row[],
  };
}

const reachCheckMs = 5;
/** A follower renews the proof more often than this. */
const overdueMs = 3_000;

function readName(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, currentFile), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Undefined before the first fill, and for a file written before the machine restarted. */
function openNamed(folder: string, name: string | undefined): OpenView | undefined {
  if (name === undefined) return undefined;
  let view: OpenView | undefined;
  try {
    view = openView(folder, name);
    // It was written without waiting for the disk, and its clock has started again.
    if (view.readState().boot === readBootId()) return view;
  } catch (error) {
    // The file was replaced after its name was read.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_SQLITE_ERROR" && code !== "ENOENT") throw error;
  }
  view?.close();
  return undefined;
}

/** Undefined before the first fill. */
function openCurrentView(folder: string): OpenView | undefined {
  const name = readName(folder);
  const view = openNamed(folder, name);
  if (view !== undefined) return view;
  // It may have been replaced and deleted after its name was read.
  const renewed = readName(folder);
  return renewed === name ? undefined : openNamed(folder, renewed);
}

type OpenState = { readonly view: OpenView; readonly state: ReplicaState };

type NewestFile = {
  /** Runs `work` on one state of the newest file; on undefined before the first fill. */
  read<T>(work: (found: OpenState | undefined) => T): T;
  close(): void;
};

/** Opens the folder's file as soon as it has one, and each one that replaces it. */
function openNewest({ folder, monotonicMs }: ReplicaOptions): NewestFile {
  let view: OpenView | undefined;
  let checkMs = 0;

  /**
   * Whether another file is current although this one does not name it: its follower was killed.
   */
  function isLeft({ name }: OpenView, { confirmedMs }: ReplicaState): boolean {
    const nowMs = monotonicMs();
    if (nowMs - confirmedMs < overdueMs || nowMs < checkMs) return false;
    checkMs = nowMs + overdueMs;
    const current = readName(folder);
    return current !== undefined && current !== name;
  }

  return {
    read(work) {
      for (let isReplaced = false; ; isReplaced = true) {
        view ??= openCurrentView(folder);
        if (view === undefined) return work(undefined);
        // In the same transaction as the work: each transaction costs as much as finding a number.
        view.begin();
        try {
          const state = view.readState();
          const isNewest = isReplaced || (state.nextFile === null && !isLeft(view, state));
          if (isNewest) return work({ view, state });
        } finally {
          if (view.file.isTransaction) view.commit();
        }
        view.close();
        view = undefined;
      }
    },
    close() {
      view?.close();
      view = undefined;
    },
  };
}

/** Requests that a damaged file is rebuilt; if that fails, the next read tries again. */
function reportDamage(folder: string, damage: unknown): UnavailableError {
  const message = "The replica of the catalog is damaged.";
  try {
    requestFill(folder, "a reader found it damaged");
    return new UnavailableError(message, { cause: damage });
  } catch (error) {
    const reason = `It could not be requested that it is rebuilt: ${(error as Error).message}`;
    const cause = new AggregateError([damage, error], reason);
    return new UnavailableError(`${message} ${reason}`, { cause });
  }
}

export function openReplica(options: ReplicaOptions): Replica {
  const { folder, maxAgeMs, monotonicMs } = options;
  const newest = openNewest(options);

  const ageOf = ({ confirmedMs }: ReplicaState): number => monotonicMs() - confirmedMs;

  /** Throws UnavailableError if the file is damaged. */
  function readNewest<T>(work: (found: OpenState | undefined) => T): T {
    try {
      return newest.read(work);
    } catch (error) {
      if (!saysDamaged(error)) throw error;
      newest.close();
      throw reportDamage(folder, error);
    }
  }

  function readState(): ReplicaState | undefined {
    try {
      return readNewest((found) => found?.state);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return undefined;
    }
  }

  return {
    read(work) {
      return readNewest((found) => {
        if (found === undefined) {
          throw new UnavailableError("The replica of the catalog is not filled yet.");
        }
        const ageMs = ageOf(found.state);
        if (ageMs > maxAgeMs) {
          throw new UnavailableError(`The replica of the catalog is ${ageMs} ms old.`);
        }
        return work(found.view, ageMs);
      });
    },
    status() {
      const state = readState();
      return state && { place: state.place, ageMs: ageOf(state) };
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
