import type pg from "pg";
import { socketOf } from "./connection.ts";
import { awaitAll, type Transaction } from "./database.ts";
import { isConnectionLost, isRolledBack, UnknownOutcomeError } from "./databaseErrors.ts";
import { toQueryable } from "./toQueryable.ts";

/** Connections whose last commit may be lost with this server. */
const unreplicated = new WeakSet<pg.ClientBase>();

/**
 * Watches for commits of a connection that ended their wait for a synchronous standby: the server
 * reports success with a warning, which is recognized by the routine that sends it. A timeout and
 * the end of the connection give the same warning or no answer.
 */
export function watchCommits(client: pg.ClientBase): void {
  client.on("notice", ({ routine }) => {
    if (routine === "SyncRepWaitForLSN") unreplicated.add(client);
  });
}

/** Throws UnknownOutcomeError if the last commit of a connection did not reach its standby. */
export function checkReplicated(client: pg.ClientBase): void {
  if (!unreplicated.delete(client)) return;
  throw new UnknownOutcomeError({ cause: new Error("The wait for the standby was cancelled.") });
}

/**
 * Commits after the statements that were sent. Throws the error of the first that failed if nothing
 * was written, or UnknownOutcomeError.
 */
export async function commit(
  client: pg.ClientBase,
  sent: readonly Promise<unknown>[],
): Promise<void> {
  collectWrites(client);
  const committed = client.query("commit");
  committed.catch(() => undefined);
  await awaitAll(sent).catch((error: unknown) => {
    // The server may have received the commit too.
    throw isConnectionLost(error) ? new UnknownOutcomeError({ cause: error }) : error;
  });
  await committed.catch((error: unknown) => {
    throw isRolledBack(error) ? error : new UnknownOutcomeError({ cause: error });
  });
  checkReplicated(client);
}

/**
 * Collects what is sent on a connection until all promises that are settled now have continued, so
 * that it is one write: each write wakes the server, and costs as much as a small statement.
 */
function collectWrites(client: pg.ClientBase): void {
  const stream = socketOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Runs a transaction on a connection of the pool and gives it back; see `Database`. */
export async function runTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const queryable = toQueryable(client);
  const sent: Promise<unknown>[] = [];
  function send<Answer>(start: () => Promise<Answer>): Promise<Answer> {
    collectWrites(client);
    const answer = start();
    answer.catch(() => undefined);
    sent.push(answer);
    return answer;
  }
  void send(() => client.query("begin"));
  try {
    const result = await work({
      query: (statement) => send(() => queryable.query(statement)),
      send: (statement) => void send(() => queryable.query(statement)),
    });
    await commit(client, sent);
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
