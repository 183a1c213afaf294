import type { Session, Statement, Transaction } from "./database.ts";
import { commit } from "./runTransaction.ts";

export type SessionTransaction = Session &
  Transaction & {
    /** What was written until now is committed even if the outcome is not to commit. */
    readonly commitSoFar: () => Promise<void>;
  };

/** The result of a transaction, and whether to commit it. */
type SessionOutcome<T> = { readonly result: T; readonly commit: boolean };

/**
 * Makes the server notice a lost client within a second, even while it waits for a lock or runs a
 * long statement. Not available on Windows.
 */
const noticeLostClient = `select set_config('client_connection_check_interval', '1000', true)
    where version() !~* 'visual|mingw|msvc'`;

/**
 * Runs `work` in one transaction without time limits and with more memory for sorting. Commits if
 * the outcome says so; otherwise rolls back to the last `commitSoFar` or, without one or if `work`
 * throws, everything. Throws UnknownOutcomeError if it was not learned whether the commit took
 * effect.
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
  let isMarked = false;
  const commitSoFar = async (): Promise<void> => {
    await client.query("savepoint so_far");
    isMarked = true;
  };
  try {
    const { result, commit: shouldCommit } = await work({ ...session, send, commitSoFar });
    await Promise.all(sent);
    if (!shouldCommit) await client.query(isMarked ? "rollback to savepoint so_far" : "rollback");
    if (shouldCommit || isMarked) await commit(client, []);
    return result;
  } catch (error) {
    // A lost connection is no longer in the transaction; the original error is the one to report.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
