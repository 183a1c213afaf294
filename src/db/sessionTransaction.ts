// One transaction of long work on a session.
import type { Session, Statement, Transaction } from "./database.ts";

/** A transaction of long work, on a session of its own. */
export type SessionTransaction = Session & Transaction;

/** How a transaction ends: its result, and whether what it did is kept. */
export type SessionOutcome<T> = { readonly result: T; readonly keep: boolean };

/**
 * A server that waits for a lock or works on a long statement hears within a second that its client
 * is gone; one on Windows cannot.
 */
const noticeLostClient = `select set_config('client_connection_check_interval', '1000', true)
    where version() !~* 'visual|mingw|msvc'`;

/**
 * Runs `work` in one transaction without time limits: committed where it says so, else rolled
 * back, and rolled back where it throws. Sorting may take more memory than a short statement's.
 */
export async function runSessionTransaction<T>(
  session: Session,
  work: (tx: SessionTransaction) => Promise<SessionOutcome<T>>,
): Promise<T> {
  const { client } = session;
  await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; set local work_mem = '64MB';
    set local jit = off; ${noticeLostClient}`);
  const sent: Promise<unknown>[] = [];
  const send = (statement: Statement): void => {
    const answer = session.query(statement);
    answer.catch(() => undefined);
    sent.push(answer);
  };
  try {
    const { result, keep } = await work({ ...session, send });
    await Promise.all(sent);
    await client.query(keep ? "commit" : "rollback");
    return result;
  } catch (error) {
    // A connection that is gone has rolled back already, and its error is the one to tell.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
