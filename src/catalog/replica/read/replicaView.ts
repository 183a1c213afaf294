// Opens a replica file to read it.
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { readBootId } from "../bootId.ts";
import { findStats, type ReplicaState, selectReplicaState } from "../replicaFile.ts";
import { readCurrentName } from "../replicaFolder.ts";

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

export type OpenView = ReplicaView & {
  /** The name of the file. */
  readonly name: string;
  /** Whether it is still the file at its path, and was not cut: a mapped page that is gone is fatal. */
  isInPlace(): boolean;
  /** Begins a transaction and returns the state that it shows; none is left if that fails. */
  begin(): ReplicaState;
  /** Ends the transaction, if there is one. */
  commit(): void;
  close(): void;
};

/** Pages of the file are read from the system's cache without a copy. */
const mappedBytes = 16 * 2 ** 30;

function openView(folder: string, name: string): OpenView {
  const path = join(folder, name);
  const opened = findStats(path);
  let size = opened?.size ?? 0;
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
  const selectState = file.prepare(selectReplicaState);
  const [begin, commit] = [file.prepare("begin"), file.prepare("commit")];
  const end = (): void => {
    if (file.isTransaction) commit.run();
  };
  let shown = "";
  return {
    name,
    isInPlace() {
      const found = findStats(path);
      if (found === undefined || found.ino !== opened?.ino || found.size < size) return false;
      size = found.size;
      return true;
    },
    begin() {
      begin.run();
      try {
        const found = selectState.get() as ReplicaState;
        shown = `${name} ${found.place} ${found.day}`;
        return found;
      } catch (error) {
        end();
        throw error;
      }
    },
    commit: end,
    identify: () => shown,
    close: () => file.close(),
    all: <Row>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(prepared, query).all(...values) as Row[],
    rows: <Row extends readonly unknown[]>(query: string, ...values: readonly SQLInputValue[]) =>
      prepare(arrays, query).all(...values) as unknown as Row[],
  };
}

/** Undefined before the first fill, and for a file written before the machine restarted. */
function openNamed(folder: string, name: string | undefined): OpenView | undefined {
  if (name === undefined) return undefined;
  let view: OpenView | undefined;
  try {
    view = openView(folder, name);
    // It was written without waiting for the disk, and its clock has started again.
    const { boot } = view.begin();
    view.commit();
    if (boot === readBootId()) return view;
  } catch (error) {
    // It is not usable, or was replaced after its name was read.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ERR_SQLITE_ERROR" && code !== "ENOENT") throw error;
  }
  view?.close();
  return undefined;
}

/** Undefined before the first fill. */
export function openCurrentView(folder: string): OpenView | undefined {
  const name = readCurrentName(folder);
  const view = openNamed(folder, name);
  if (view !== undefined) return view;
  // It may have been replaced and deleted after its name was read.
  const renewed = readCurrentName(folder);
  return renewed === name ? undefined : openNamed(folder, renewed);
}
