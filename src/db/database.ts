// The one way to PostgreSQL: a pool of short-lived statements and transactions, and sessions of
// their own for long work. Invariant: nothing waits longer than the limits below, and no
// transaction asks for a second connection.
import pg from "pg";

/** A prepared statement: `name` must always stand for the same `text`. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** Something that answers statements: the pool, a transaction or a session. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<Row[]>;
};

/** A connection of its own, outside the pool and without a statement timeout; close it. */
export type Session = Queryable & {
  readonly client: pg.Client;
  close(): Promise<void>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction on one connection: committed where it returns, else rolled
   * back.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  openSession(): Promise<Session>;
  /** Connections of the pool now: in all, idle, and callers waiting for one. */
  countConnections(): { total: number; idle: number; waiting: number };
  /** Closes the pool when what runs in it is done; again changes nothing. */
  close(): Promise<void>;
};

/** Where the database is: what `pg` takes as a connection. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "database" | "ssl"
>;

export type DatabaseOptions = {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly applicationName: string;
  /** Told of a connection that failed while nobody used it. */
  readonly onIdleError: (error: Error) => void;
};

/** Waiting for a connection, in milliseconds. */
export const connectTimeoutMs = 2_000;
/** A statement ends in the server by then, and a wait for a lock a little sooner. */
export const statementTimeoutMs = 4_600;
export const lockTimeoutMs = 4_300;
/** A statement whose server does not answer at all is given up by then, with its connection. */
export const queryTimeoutMs = 4_700;

const dateType = 1082;
const keptAsText = new Set([dateType]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    keptAsText.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format ?? "text"),
};

const serviceRole = "-c role=partsdesk_service -c timezone=UTC";

function toQueryable(client: pg.ClientBase): Queryable {
  return {
    query: async <Row>(statement: Statement) => {
      const result = await client.query(statement as pg.QueryConfig);
      return result.rows as Row[];
    },
  };
}

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const begun = client.query("begin");
  begun.catch(() => undefined);
  try {
    const result = await work(toQueryable(client));
    await begun;
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    const rolledBack = await client.query("rollback").then(
      () => true,
      () => false,
    );
    client.release(!rolledBack);
    throw error;
  }
}

/** Opens a pool under the service's role; connects lazily, so it does not fail by itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    ...options.address,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types,
  };
  // Each statement is written for one plan, whatever its values: planning it anew for a short list
  // costs more than running it.
  const limits =
    "-c plan_cache_mode=force_generic_plan " +
    `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs}`;
  const pool = new pg.Pool({
    ...common,
    options: `${serviceRole} ${limits} -c idle_in_transaction_session_timeout=10000`,
    query_timeout: queryTimeoutMs,
    max: options.poolSize,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  } as pg.PoolConfig);
  let closing = false;
  // A connection that breaks while it is in use fails its statement as well; without a listener
  // of its own the event would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => {
    if (!closing) options.onIdleError(error);
  });

  return {
    query: async <Row>(statement: Statement) => {
      const result = await pool.query(statement as pg.QueryConfig);
      return result.rows as Row[];
    },
    transaction: async (work) => runTransaction(await pool.connect(), work),
    openSession: async () => {
      const client = new pg.Client({ ...common, options: serviceRole });
      client.on("error", options.onIdleError);
      await client.connect();
      return { ...toQueryable(client), client, close: () => client.end() };
    },
    countConnections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      if (closing) return;
      closing = true;
      await pool.end();
    },
  };
}
