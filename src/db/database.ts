// The one way to PostgreSQL: a pool of short-lived statements and transactions, and sessions of
// their own for long work. Invariant: nothing waits longer than the limits below, and no
// transaction asks for a second connection.
import type { Socket } from "node:net";
import pg from "pg";

/** A prepared statement: `name` must always stand for the same `text`. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** Answers statements: the pool, a transaction or a session. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<Row[]>;
};

/**
 * A transaction in progress. Functions that lock rows, or whose statements belong together, accept
 * nothing else.
 */
export type Transaction = Queryable & {
  /** Sends a statement without waiting for it. If it fails, the transaction fails at its commit. */
  send(statement: Statement): void;
};

/** A connection of its own, outside the pool and without a statement timeout; close it. */
export type Session = Queryable & {
  readonly client: pg.Client;
  /** Ends the statement that runs now, if any, with SQLSTATE 57014. */
  cancel(): Promise<void>;
  /** Breaks the connection; the server rolls back what was not committed. */
  destroy(): void;
  close(): Promise<void>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction on one connection. Commits if `work` returns and every statement
   * succeeded, also those that were sent without waiting; otherwise rolls back.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
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
/** A server that says nothing for this long to a connection in use is given up, with it. */
export const silenceTimeoutMs = 4_700;

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
 * Waits for all and returns their results, or throws the failure of the first that failed: those
 * behind it in a transaction fail too, only because it did, and which of them is told first is
 * chance.
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
 * Breaks connections in use on which nothing came or went for too long. The socket's own timer does
 * it: one for every statement, as the driver would set, keeps its rows alive far longer than they
 * are needed, and half of a node's time then goes into collecting them.
 */
function giveUpOnSilence(pool: pg.Pool): void {
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

/** Only the role that signed in may cancel its own statements, so this does not act as another. */
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
    max: options.poolSize,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  } as pg.PoolConfig);
  let closing = false;
  // A connection that breaks while it is in use fails its statement as well; without a listener
  // of its own the event would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  giveUpOnSilence(pool);
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
