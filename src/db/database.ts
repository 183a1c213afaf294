// Connections to PostgreSQL: a pool for short statements and transactions, and separate sessions
// for long work. Invariants: no wait exceeds the limits below, and no transaction needs a second
// connection.
import type { Socket } from "node:net";
import pg from "pg";

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
   * succeeded, including those sent without waiting; otherwise rolls back.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  openSession(): Promise<Session>;
  /** Counts the connections of the pool and the callers waiting for one. */
  countConnections(): { total: number; idle: number; waiting: number };
  /** Closes the pool when its statements have finished. Can be called repeatedly. */
  close(): Promise<void>;
};

/** Where the database is: what `pg` takes as a connection. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  "connectionString" | "host" | "port" | "user" | "database" | "ssl"
>;

type DatabaseOptions = {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly applicationName: string;
  /** Called when an idle connection fails. */
  readonly onIdleError: (error: Error) => void;
};

const connectTimeoutMs = 2_000;
/** The server ends a statement after this time, and a wait for a lock a little earlier. */
const statementTimeoutMs = 4_600;
const lockTimeoutMs = 4_300;
/** A connection in use is destroyed if the server sends nothing for this long. */
const silenceTimeoutMs = 4_700;

const dateType = 1082;
const typesReadAsText = new Set([dateType]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    typesReadAsText.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format ?? "text"),
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

async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const queryable = toQueryable(client);
  const sent: Promise<unknown>[] = [];
  function send<Answer>(answer: Promise<Answer>): Promise<Answer> {
    answer.catch(() => undefined);
    sent.push(answer);
    return answer;
  }
  void send(client.query("begin"));
  try {
    const result = await work({
      query: (statement) => send(queryable.query(statement)),
      send: (statement) => void send(queryable.query(statement)),
    });
    void send(client.query("commit"));
    await awaitAll(sent);
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

function socketOf(client: pg.ClientBase): Socket {
  type Connected = { readonly connection: { readonly stream: Socket } };
  return (client as unknown as Connected).connection.stream;
}

/**
 * Destroys connections in use on which nothing was sent or received for too long. Uses the timer of
 * the socket: the driver's timer per statement keeps rows alive and makes garbage collection
 * expensive.
 */
function destroySilentConnections(pool: pg.Pool): void {
  const inUse = new WeakSet<pg.ClientBase>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => inUse.delete(client));
  pool.on("connect", (client) => {
    const stream = socketOf(client);
    stream.setTimeout(silenceTimeoutMs, () => {
      if (inUse.has(client)) stream.destroy();
    });
  });
}

/** Connects without the service role: only the role that logged in may cancel its statements. */
async function cancelBackend(common: pg.ClientConfig, backend: number): Promise<void> {
  const client = new pg.Client(common);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_cancel_backend($1)", [backend]);
  } finally {
    await client.end();
  }
}

async function openSession(
  common: pg.ClientConfig,
  onIdleError: DatabaseOptions["onIdleError"],
): Promise<Session> {
  const client = new pg.Client({ ...common, options: serviceRole });
  client.on("error", onIdleError);
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as backend");
  return {
    ...toQueryable(client),
    client,
    cancel: () => cancelBackend(common, rows[0].backend),
    destroy: () => void socketOf(client).destroy(),
    close: () => client.end(),
  };
}

/** Opens a pool under the service role. Connects lazily, so it never fails itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    ...options.address,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types,
  };
  // Statements are written for one plan whatever their values; planning each time costs more than
  // running them.
  const limits =
    "-c plan_cache_mode=force_generic_plan " +
    `-c statement_timeout=${statementTimeoutMs} -c lock_timeout=${lockTimeoutMs}`;
  const pool = new pg.Pool({
    ...common,
    options: `${serviceRole} ${limits} -c idle_in_transaction_session_timeout=10000`,
    max: options.poolSize,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  } as pg.PoolConfig);
  let closing = false;
  // A connection that breaks while in use also fails its statement; without a listener, the event
  // would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  destroySilentConnections(pool);
  pool.on("error", (error) => {
    if (!closing) options.onIdleError(error);
  });

  return {
    query: async <Row>(statement: Statement) => {
      const result = await pool.query(statement as pg.QueryConfig);
      return result.rows as Row[];
    },
    transaction: async (work) => runTransaction(await pool.connect(), work),
    openSession: () => openSession(common, options.onIdleError),
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
