import type pg from "pg";

/** A prepared statement. A `name` must always have the same `text`. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

export type Queryable = {
  query<Row>(statement: Statement): Promise<Row[]>;
};

/** The first row that a statement returns. */
export async function queryFirst<Row>(
  db: Queryable,
  statement: Statement,
): Promise<Row | undefined> {
  const [row] = await db.query<Row>(statement);
  return row;
}

/** Runs a statement that changes rows and returns none; returns how many it changed. */
export async function countChanged(db: Queryable, statement: Statement): Promise<number> {
  const text = `with changed as (${statement.text} returning 1)
    select count(*)::integer as count from changed`;
  const row = await queryFirst<{ count: number }>(db, { ...statement, text });
  return row?.count ?? 0;
}

/**
 * A transaction in progress. Functions that lock rows, or whose statements belong together, require
 * this type.
 */
export type Transaction = Queryable & {
  /** Sends a statement without waiting for it. If it fails, the transaction fails at its commit. */
  send(statement: Statement): void;
};

/** A separate connection outside the pool, without a statement timeout. The caller closes it. */
export type Session = Queryable & {
  readonly client: pg.Client;
  /** Cancels the running statement, if any, with SQLSTATE 57014. */
  cancel(): Promise<void>;
  /** Closes the socket immediately; the server rolls back what was not committed. */
  destroy(): void;
  close(): Promise<void>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction on one connection. Commits if `work` returns and every statement
   * succeeded, including those sent without waiting; otherwise rolls back. Throws
   * UnknownOutcomeError if it was not learned whether the commit took effect.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  openSession(): Promise<Session>;
  /**
   * Waits until all that other connections have committed is on the synchronous standbys, if the
   * server has any. Throws UnavailableError if that takes too long (decision 150).
   */
  awaitReplication(): Promise<void>;
  /** Counts the connections of the pool and the callers waiting for one. */
  countConnections(): { total: number; idle: number; waiting: number };
  /** Closes the pool when its statements have finished. Can be called repeatedly. */
  close(): Promise<void>;
};

/**
 * Waits for all statements and returns their results, or throws the error of the first that failed.
 * Promise.all would throw any: later statements of a transaction fail because the first did.
 */
export async function awaitAll<Statements extends readonly Promise<unknown>[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  await Promise.allSettled(statements);
  for (const statement of statements) await statement;
  return Promise.all(statements) as never;
}
