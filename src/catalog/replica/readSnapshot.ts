import type { Session } from "../../db/database.ts";

/** Runs `work` in one snapshot of the database: a new one, or one exported by another session. */
export async function readSnapshot<T>(
  session: Session,
  work: () => Promise<T>,
  exported: string | null = null,
): Promise<T> {
  // A thread may take long to read the rest of the same snapshot.
  const text = `begin isolation level repeatable read read only;
    set local idle_in_transaction_session_timeout = 0`;
  await session.query({ name: "", text });
  try {
    if (exported !== null) {
      await session.query({ name: "", text: `set transaction snapshot '${exported}'` });
    }
    return await work();
  } finally {
    // A lost connection has already rolled back.
    await session.query({ name: "", text: "rollback" }).catch(() => undefined);
  }
}
