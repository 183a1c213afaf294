// Connections to PostgreSQL: a pool for short statements and transactions, and separate sessions
// for long work. Invariants: no wait exceeds the limits below, and no transaction needs a second
// connection.
import pg from "pg";
import type { DatabaseAddress } from "./address.ts";
import {
  connectClient,
  openPool,
  sendCancelRequest,
  sessionSettings,
  socketOf,
} from "./connection.ts";
import type { Database, Session, Statement } from "./database.ts";
import { createReplicationWait } from "./replication.ts";
import { checkReplicated, runTransaction, watchCommits } from "./runTransaction.ts";
import { toQueryable } from "./toQueryable.ts";

type DatabaseOptions = {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly applicationName: string;
  /** Called when an idle connection fails. */
  readonly onIdleError: (error: Error) => void;
};

const connectTimeoutMs = 2_000;
/** A connection in use is destroyed if the server sends nothing for this long. */
const silenceTimeoutMs = 4_700;

const poolSettings = {
  ...sessionSettings,
  // Statements are written for one plan whatever their values; planning each time costs more than
  // running them.
  plan_cache_mode: "force_generic_plan",
  // The server ends a statement after this time, and a wait for a lock a little earlier.
  statement_timeout: "4600ms",
  lock_timeout: "4300ms",
  idle_in_transaction_session_timeout: "10s",
};

const dateType = 1082;
const typesReadAsText = new Set([dateType]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    typesReadAsText.has(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format ?? "text"),
};

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
    stream.setTimeout(silenceTimeoutMs);
    // Passed to setTimeout, the listener would hear only the first silence, which may be idle.
    stream.on("timeout", () => {
      if (!inUse.has(client)) return;
      // A commit that waits for a standby has no limit: it would use up the server's connections.
      sendCancelRequest(client).catch(() => undefined);
      stream.destroy();
    });
  });
}

async function openSession({
  address,
  applicationName,
  onIdleError,
}: DatabaseOptions): Promise<Session> {
  const client = await connectClient(address, {
    applicationName,
    settings: sessionSettings,
    timeoutMs: connectTimeoutMs,
    types,
  });
  client.on("error", onIdleError);
  watchCommits(client);
  return {
    ...toQueryable(client),
    client,
    cancel: () => sendCancelRequest(client),
    destroy: () => void socketOf(client).destroy(),
    close: () => client.end(),
  };
}

/** Opens a pool under the service role. Connects lazily, so it never fails itself. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address, applicationName, poolSize, onIdleError } = options;
  let closing = false;
  const { pool, acquire } = openPool(address, {
    applicationName,
    settings: poolSettings,
    timeoutMs: connectTimeoutMs,
    types,
    max: poolSize,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    onIdleError: (error) => {
      if (!closing) onIdleError(error);
    },
  });
  pool.on("connect", watchCommits);
  destroySilentConnections(pool);

  async function query<Row>(statement: Statement): Promise<Row[]> {
    const client = await acquire();
    return new Promise((resolve, reject) => {
      // With a promise of the driver, results live longer, and garbage collection takes twice the
      // time (bench/README.md).
      void client.query(statement as pg.QueryConfig, (error: Error | null, result) => {
        try {
          if (error) throw error;
          checkReplicated(client);
          client.release();
          resolve(result.rows as Row[]);
        } catch (failure) {
          client.release(true);
          reject(failure);
        }
      });
    });
  }

  return {
    query,
    transaction: async (work) => runTransaction(await acquire(), work),
    openSession: () => openSession(options),
    awaitReplication: createReplicationWait({ query }, () => performance.now()),
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
