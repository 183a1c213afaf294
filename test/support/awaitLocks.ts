import type { Queryable } from "../../src/db/database.ts";

/** What a transaction waits for: a row that another has locked, a table, or an advisory lock. */
type LockKind = "transactionid" | "relation" | "advisory";

/** Waits until a transaction of this database waits for a lock; other tests have databases too. */
export async function awaitWaiting(db: Queryable, kind: LockKind): Promise<void> {
  const statement = {
    name: "test_waiting",
    text: `select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and l.locktype = $1 and a.datname = current_database()`,
    values: [kind],
  };
  while ((await db.query(statement)).length === 0);
}
