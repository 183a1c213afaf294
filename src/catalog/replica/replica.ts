// Reads the catalog from the replica file of this machine. Invariants: what one `read` sees is one
// state of the catalog; a state that is too old is not shown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "../../db/databaseErrors.ts";
import { type ReplicaState, selectReplicaState } from "./replicaFile.ts";
import { currentFile } from "./replicaFolder.ts";

/** One state of the catalog. Each query is prepared once, so its text must be a constant. */
export type ReplicaView = {
  /** All rows of a query. */
  all<Row>(query: string, ...values: readonly SQLInputValue[]): Row[];
  /** The same with the columns of each row in their order, which takes less time. */
  rows<Row extends readonly unknown[]>(query: string, ...values: readonly SQLInputValue[]): Row[];
};

/** The place that a replica shows, and the age of the last proof that it is the newest. */
type ReplicaStatus = { readonly place: number; readonly ageMs: number };

export type Replica = {
  /** Runs `work`. Throws UnavailableError if the replica is not filled, or older than allowed. */
  read<T>(work: (view: ReplicaView) => T): T;
  /** Undefined before the first fill. */
  status(): ReplicaStatus | undefined;
  /** Waits until it shows a place, at most `limitMs`; returns whether it does. */
  reach(place: number, limitMs: number): Promise<boolean>;
  close(): void;
};

export type ReplicaOptions = {
  readonly folder: string;
  /** The age from which on nothing is read. */
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
};

type OpenView = ReplicaView & {
  readonly file: DatabaseSync;
  readonly readState: () => ReplicaState;
};

/** Pages of the file are read from the system's cache without a copy. */
const mappedBytes = 16 * 2 ** 30;

function openView(path: string): OpenView {
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
  return {
    file,
    readState: () => state.get() as ReplicaState,
    all: <Row>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(prepared, query).all(...values) as Row[],
    rows: <Row extends readonly unknown[]>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(arrays, query).all(...values) as unknown as Row[],
  };
}

const reachCheckMs = 5;

/** Opens the folder's file as soon as it has one, and each one that replaces it. */
export function openReplica({ folder, maxAgeMs, monotonicMs }: ReplicaOptions): Replica {
  let view: OpenView | undefined;

  function openCurrent(): OpenView | undefined {
    try {
      return openView(join(folder, readFileSync(join(folder, currentFile), "utf8")));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Not filled yet, or replaced between the two steps.
      if (code === "ENOENT" || code === "ERR_SQLITE_ERROR") return undefined;
      throw error;
    }
  }

  /** The state of the newest file. */
  function readState(): ReplicaState | undefined {
    view ??= openCurrent();
    const state = view?.readState();
    if (state === undefined || state.nextFile === null) return state;
    view?.file.close();
    view = openCurrent();
    return view?.readState();
  }

  return {
    read(work) {
      const state = readState();
      if (view === undefined || state === undefined) {
        throw new UnavailableError("The replica of the catalog is not filled yet.");
      }
      const ageMs = monotonicMs() - state.confirmedMs;
      if (ageMs > maxAgeMs) {
        throw new UnavailableError(`The replica of the catalog is ${ageMs} ms old.`);
      }
      const { file } = view;
      file.exec("begin");
      try {
        return work(view);
      } finally {
        if (file.isTransaction) file.exec("commit");
      }
    },
    status() {
      const state = readState();
      return state && { place: state.place, ageMs: monotonicMs() - state.confirmedMs };
    },
    async reach(place, limitMs) {
      const endMs = monotonicMs() + limitMs;
      while ((readState()?.place ?? -1) < place) {
        if (monotonicMs() >= endMs) return false;
        await delay(reachCheckMs);
      }
      return true;
    },
    close() {
      view?.file.close();
      view = undefined;
    },
  };
}
